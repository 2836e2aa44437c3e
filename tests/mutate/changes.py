"""Every small change that a file can take: a comparison turned, a number off by one, a statement left out, and so on.

A change is found in the syntax tree and made in the text, so that a mutant differs from its file in one place and a
survivor can be read as a diff. Left alone is what no test could notice and where every change breaks at once:
annotations, docstrings, decorators, the text of errors, `__all__`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import accumulate, pairwise

__all__ = ["Change", "changes"]


@dataclass(frozen=True, slots=True)
class Change:
    """Other bytes in one place of one file."""

    path: str  # from the top of the repository
    line: int
    kind: str
    start: int
    end: int
    text: str
    in_function: bool  # else it acts when the module is imported

    def apply(self, source: bytes) -> bytes:
        """The file with it."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def lines(self, source: bytes) -> tuple[str, str]:
        """The line where it begins, before and after, without blanks around it."""
        before, after = source.decode().splitlines(), self.apply(source).decode().splitlines()
        return before[self.line - 1].strip(), after[self.line - 1].strip()


_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
_OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "+"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
}


def changes(path: str, source: bytes) -> list[Change]:
    """All of a file's, in the order of the text."""
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda change: (change.start, change.end, change.text))


class _Finder(ast.NodeVisitor):
    """Walks a module and notes what could be changed."""

    def __init__(self, path: str, source: bytes) -> None:
        self.found: list[Change] = []
        self._path, self._source = path, source
        self._functions = 0
        self._starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]

    # -------------------------------------------------------------------------------------------- what is left alone

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)
        self._functions += 1
        for statement in node.body:
            self.visit(statement)
        self._functions -= 1

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            self.visit(statement)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Text; before Python 3.12 its parts do not say where they are."""

    # ---------------------------------------------------------------------------------------------------- statements

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test) not in ("TYPE_CHECKING", "__name__ == '__main__'"):
            self._condition(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self._replace(node, "statement", "pass")
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in ("__all__", "__slots__"):
            return
        if isinstance(target, (ast.Attribute, ast.Subscript)):
            self._replace(node, "statement", "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._replace(node, "statement", "pass")
        self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._replace(node, "statement", "pass")

    def visit_Raise(self, node: ast.Raise) -> None:
        self._replace(node, "statement", "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "statement", "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "statement", "continue")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._replace(node.value, "return value", "None")
            self.visit(node.value)

    # --------------------------------------------------------------------------------------------------- expressions

    def visit_Compare(self, node: ast.Compare) -> None:
        for (left, right), operator in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
            self._between(left, right, "comparison", *_COMPARISONS[type(operator)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in pairwise(node.values):
            self._between(left, right, "and/or", *words)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in _OPERATORS:
            self._between(node.left, node.right, "arithmetic", *_OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, _ = self._span(node)
            self._note(node.lineno, "condition", start, start + len("not "), "")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._replace(node, "constant", repr(not node.value))
        elif isinstance(node.value, int):
            self._replace(node, "constant", repr(node.value + 1))
            self._replace(node, "constant", repr(node.value - 1))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id == "range" and node.args:
            self._off_by_one(node.args[:2][-1])
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for bound in filter(None, (node.lower, node.upper)):
            self._off_by_one(bound)
        self.generic_visit(node)

    # ------------------------------------------------------------------------------------------------ where they are

    def _condition(self, test: ast.expr) -> None:
        """One without an operator that could be turned."""
        if isinstance(test, (ast.Name, ast.Attribute, ast.Call, ast.NamedExpr, ast.Subscript)):
            start, end = self._span(test)
            text = self._source[start:end].decode()
            self._note(test.lineno, "condition", start, end, f"not ({text})")

    def _off_by_one(self, bound: ast.expr) -> None:
        if not isinstance(bound, ast.Constant):  # a number of its own is changed as such
            start, end = self._span(bound)
            self._note(bound.lineno, "off by one", start, end, f"({self._source[start:end].decode()}) + 1")

    def _between(self, left: ast.expr, right: ast.expr, kind: str, word: str, other: str) -> None:
        (_, start), (end, _) = self._span(left), self._span(right)
        at = self._source.find(word.encode(), start, end)
        line = self._source.count(b"\n", 0, at) + 1
        self._note(line, kind, at, at + len(word), other)

    def _replace(self, node: ast.expr | ast.stmt, kind: str, text: str) -> None:
        self._note(node.lineno, kind, *self._span(node), text)

    def _note(self, line: int, kind: str, start: int, end: int, text: str) -> None:
        self.found.append(Change(self._path, line, kind, start, end, text, in_function=self._functions > 0))

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._starts[node.lineno - 1] + node.col_offset, self._starts[node.end_lineno - 1] + node.end_col_offset
