"""What the functions of one codec module share: constants, names of layouts, and which functions are still wanted."""

from __future__ import annotations

from .layout import Layout

_LETTERS = {"?": "t", "16s": "u"}


class Pool:
    """Constants by name, and layouts by name."""

    def __init__(self, names: dict[Layout, str]) -> None:
        self._names = names
        self.constants: dict[str, str] = {}
        self.reads: dict[Layout, None] = {}
        self.arrays: dict[Layout, None] = {}
        self.writes: dict[Layout, None] = {}
        self.write_arrays: dict[Layout, None] = {}
        self._packers: dict[str, str] = {}
        self._guesses: list[str] = []

    def name(self, layout: Layout) -> str:
        """The layout's name: the struct's and the first version that has it."""
        return self._names[layout]

    def constant(self, name: str, expression: str) -> str:
        """Define a module constant, once."""
        self.constants.setdefault(name, expression)
        return name

    def unpack(self, codes: str) -> str:
        """The unpacker of a run."""
        return self.constant("unpack_" + _ident(codes), f'Packer(">{codes}").unpack_from')

    def pack(self, codes: str) -> str:
        """The packer of a run of constant size."""
        return self.constant("pack_" + _ident(codes), f'Packer(">{codes}").pack')

    def numbers(self, code: str) -> str:
        """The unpackers of equal numbers."""
        return self.constant("numbers_" + _ident(code), f'number_unpackers("{code}")')

    def need_read(self, layout: Layout) -> str:
        """Ask for the function that reads one struct."""
        self.reads.setdefault(layout)
        return self.name(layout)

    def need_array(self, layout: Layout) -> str:
        """Ask for the functions that read an array of structs."""
        self.arrays.setdefault(layout)
        return self.name(layout)

    def need_write(self, layout: Layout) -> str:
        """Ask for the function that writes one struct."""
        self.writes.setdefault(layout)
        return self.name(layout)

    def need_write_array(self, layout: Layout) -> str:
        """Ask for the function that writes an array of structs."""
        self.write_arrays.setdefault(layout)
        return self.name(layout)

    def packers(self, template: str) -> str:
        """The packers of a run with lengths in it."""
        name = self._packers.setdefault(template, f"packers_{len(self._packers) + 1}")
        return self.constant(name, f'FieldPackers("{template}")')

    def open_guesses(self) -> None:
        """Begin a function that may keep guesses."""
        self._guesses = []

    def guess(self, name: str) -> str:
        """The variable that holds what is guessed of an array of that layout."""
        variable = f"guess_{name}"
        if variable not in self._guesses:
            self._guesses.append(variable)
        return variable

    def close_guesses(self) -> list[str]:
        """The guesses that the function keeps."""
        guesses, self._guesses = self._guesses, []
        return guesses


def _ident(codes: str) -> str:
    for code, letter in _LETTERS.items():
        codes = codes.replace(code, letter)
    return codes
