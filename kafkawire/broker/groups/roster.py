"""Who is in a classic group, and who is about to be: members, and ids that were given out but not used (KIP-394)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from kafkawire.broker.groups.member import Member
from kafkawire.error_code import ErrorCode

__all__ = ["Roster"]

_UNKNOWN = float("-inf")


class Roster:
    """The members by id, and the pending ids with the time until which they may be used.

    What takes a look at every member is remembered: it is asked for with every request, and groups may be large.
    """

    def __init__(self) -> None:
        self.members: dict[str, Member] = {}
        self.pending: dict[str, float] = {}
        self._spoken: Counter[str] | None = None  # protocol -> members that speak it
        self._soonest = _UNKNOWN

    def static(self, instance_id: str | None) -> Member | None:
        """The static member of that instance id."""
        if instance_id is None:
            return None
        return next((m for m in self.members.values() if m.instance_id == instance_id), None)

    def check(self, member_id: str, instance_id: str | None) -> ErrorCode:
        """Whether this is a member, and under its own instance id."""
        known = self.static(instance_id)
        if known is not None and known.member_id != member_id:
            return ErrorCode.FENCED_INSTANCE_ID
        is_known = member_id in self.members and (instance_id is None or known is not None)
        return ErrorCode.NONE if is_known else ErrorCode.UNKNOWN_MEMBER_ID

    def all_speak_one_of(self, protocols: Iterable[str]) -> bool:
        """Whether one of the protocols is spoken by every member."""
        if self._spoken is None:
            self._spoken = Counter(name for member in self.members.values() for name in member.protocols)
        return any(self._spoken[name] == len(self.members) for name in protocols)

    def add(self, member: Member) -> None:
        """Let somebody in."""
        self.members[member.member_id] = member
        self._soonest = min(self._soonest, member.deadline)
        if self._spoken is not None:
            self._spoken.update(member.protocols.keys())

    def add_pending(self, member_id: str, until: float) -> None:
        """Give out an id, to be used until then."""
        self.pending[member_id] = until
        self._soonest = min(self._soonest, until)

    def changed(self) -> None:
        """Members have gone, speak other protocols, or are expected at other times: all is to be counted anew."""
        self._spoken, self._soonest = None, _UNKNOWN

    @property
    def soonest(self) -> float:
        """When the first of them is given up, or earlier: signs of life since the last change do not count yet."""
        if self._soonest == _UNKNOWN:
            self._soonest = min(self.deadlines(), default=float("inf"))
        return self._soonest

    def has_joined(self, member_id: str) -> bool:
        """Whether a member waits for the next generation."""
        member = self.members.get(member_id)
        return member is not None and member.join is not None

    @property
    def joined(self) -> int:
        """How many members wait for the next generation."""
        return sum(member.join is not None for member in self.members.values())

    @property
    def is_complete(self) -> bool:
        """Whether everybody who could join the next generation has."""
        return not self.pending and all(member.join is not None for member in self.members.values())

    @property
    def rebalance_timeout(self) -> float:
        """How long the slowest member may take to join again, in seconds."""
        return max((member.rebalance_timeout for member in self.members.values()), default=0.0)

    def deadlines(self) -> list[float]:
        """When members and pending ids are given up, if nothing is heard from them."""
        silent = [member.deadline for member in self.members.values() if member.is_expected]
        return [*self.pending.values(), *silent]

    def drop_pending(self, now: float) -> None:
        """Forget the ids that nobody has come back with in time."""
        self.pending = {member_id: until for member_id, until in self.pending.items() if until > now}

    def drop_absent(self) -> None:
        """Let go of the dynamic members that have not joined."""
        self.members = {i: m for i, m in self.members.items() if m.join is not None or m.instance_id is not None}
        self.changed()

    def replace(self, old: Member, new: Member) -> None:
        """Put one member into the place of another."""
        self.members = {m.member_id: m for m in (new if m is old else m for m in self.members.values())}
        self.changed()
