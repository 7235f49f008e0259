"""A document read again for one request, from a candidate that is there and the feedback on it."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.domain.domain import Domain
from selfcorrect.engines.widening import Scope, scopes
from selfcorrect.language.printed.facts import Facts, appears
from selfcorrect.model.exact_json import digest
from selfcorrect.model.exchange import Feedback, Request
from selfcorrect.model.marks import Span
from selfcorrect.model.paths import meets
from selfcorrect.model.report import Report
from selfcorrect.model.trace import writable
from selfcorrect.reading.choosing.choose import Choice, Decision
from selfcorrect.reading.choosing.listed import Listed, Unsure
from selfcorrect.reading.fields.offers import Option
from selfcorrect.reading.read import Reading, read_as
from selfcorrect.reading.start import Start, as_read, kept, plain

_MOST: Final = 500
"""Readings that are looked through for one that has not been offered."""

Decisions = dict[str, Decision]
"""Decisions by the paths of their choices."""


class _Draft(Struct, frozen=True):
    """A reading, and what the rules say of it: whether it fails to pass, and how many findings block it."""

    reading: Reading
    fails: bool
    blocking: int

    @property
    def rank(self) -> tuple[bool, int]:
        """Smaller is better."""
        return self.fails, self.blocking


class Rereading:
    """Looks for the next reading of a document: one that passes, from the narrowest scope that has one; else
    one that is better than the candidate; else, in doubt, the next by its label.

    Raises PackError if the domain has no reader.
    """

    def __init__(self, domain: Domain, request: Request, base: Mapping[str, Any], feedback: Feedback) -> None:
        self._domain = domain
        self._request = request
        self._document = request.document or ""
        self._feedback = feedback
        known = {field.name for field in domain.made.shape.fields}
        typed = as_read(writable(dict(base)), domain.made.shape)
        self._tried = {*request.tried, digest(typed)}
        self._base = {name: value for name, value in typed.items() if name in known}
        self._more = {name: value for name, value in typed.items() if name not in known}
        self._from = domain.readings(self._document, today=request.today)

    def reading(self) -> Reading:
        """The next reading; where there is no other, the first one again."""
        drafts = []
        for scope in dict.fromkeys(scopes(self._feedback, self._domain.rules.rules, self._base)):
            draft = self._draft(scope)
            if not draft.fails and self._is_new(draft.reading):
                return draft.reading
            drafts.append(draft)
        blocking = len(_blocking(self._checked(self._base)))
        better = [one for one in drafts if one.blocking < blocking and self._is_new(one.reading)]
        if better:
            return min(better, key=lambda draft: draft.blocking).reading
        return next(filter(self._is_new, self._others()), drafts[0].reading)

    def _others(self) -> Iterator[Reading]:
        """Every reading of what is suspected, the best labelled first, then of where carets stand as well."""
        feedback = self._feedback
        for paths in (feedback.suspects, (*feedback.suspects, *feedback.places)):
            for decisions in _combinations(self._read(paths), paths):
                yield self._made(decisions)

    def _is_new(self, reading: Reading) -> bool:
        return digest(reading.candidate) not in self._tried

    def _draft(self, scope: Scope) -> _Draft:
        """A scope's reading, with everything put back that no rule needs changed."""
        found = self._read(scope.paths, bare=scope.bare)
        draft = self._judged(found)
        for path in (*found, *(name for name in self._base if name not in found)):
            was = kept(found[path].choice if path in found else Choice(path, ()), self._base)
            if self._stays(scope, path, found, was):
                continue
            changed = {place: other for place, other in found.items() if place != path}
            if was is not None:
                changed[path] = Decision(was, was.options[0], "only")
            if (other := self._judged(changed)).rank <= draft.rank:
                found, draft = changed, other
        return draft

    def _stays(self, scope: Scope, path: str, found: Decisions, was: Choice | None) -> bool:
        """Whether what a scope makes of a path is not to be taken back."""
        if scope.tells(path):
            return True
        if path not in found:
            return was is None
        before = plain(was.options[0].value) if was else None
        return _value(found[path]) == before or (was is not None and scope.questions(path))

    def _read(self, paths: tuple[str, ...], *, bare: bool = False) -> Decisions:
        base = self._printed if bare else self._base
        return {decision.choice.path: decision for decision in self._from(Start(base, paths)).decisions}

    def _judged(self, decisions: Decisions) -> _Draft:
        reading = self._made(decisions)
        report = self._checked(reading.candidate)
        doubted = bool(reading.ambiguities or reading.unsure)
        return _Draft(reading, doubted or not report.passed(), len(_blocking(report)))

    def _made(self, decisions: Decisions) -> Reading:
        reading = read_as(tuple(decisions.values()), self._domain.made.shape)
        return replace(reading, candidate=reading.candidate | self._more) if self._more else reading

    def _checked(self, candidate: Any) -> Report:
        return self._domain.check(candidate, document=self._document, today=self._request.today)

    @cached_property
    def _printed(self) -> dict[str, Any]:
        """The candidate without numbers that the document prints nowhere."""
        facts = Facts(self._document)
        return {
            name: value
            for name, value in self._base.items()
            if not isinstance(value, Decimal) or appears(value, facts)
        }


def _blocking(report: Report) -> set[tuple[str, str]]:
    return {(violation.code, violation.path) for violation in report.violations if violation.blocks}


def _value(decision: Decision) -> Any:
    return plain(decision.taken.value) if decision.taken else None


def _combinations(decisions: Decisions, suspects: tuple[str, ...]) -> Iterator[Decisions]:
    """A reading as it was decided, then others of what is suspected, the best labelled first."""
    yield decisions
    open_ = [path for path, one in decisions.items() if _is_open(one, suspects)]
    heap: list[tuple[int, tuple[int, ...]]] = [(0, (0,) * len(open_))]
    seen = {heap[0][1]}
    for _ in range(_MOST):
        if not heap or not open_:
            return
        loss, at = heappop(heap)
        for place, path in enumerate(open_):
            options = decisions[path].choice.options
            following = (*at[:place], at[place] + 1, *at[place + 1 :])
            if following[place] < len(options) and following not in seen:
                seen.add(following)
                worse = options[following[place]].loss - options[at[place]].loss
                heappush(heap, (loss + worse, following))
        yield decisions | {path: _taking(decisions[path], n) for path, n in zip(open_, at, strict=True)}


def _is_open(decision: Decision, suspects: tuple[str, ...]) -> bool:
    return len(decision.choice.options) > 1 and any(meets(path, decision.choice.path) for path in suspects)


def _taking(decision: Decision, number: int) -> Decision:
    """The decision with another reading taken: in doubt, as nothing decided for it."""
    option = decision.choice.options[number]
    if option is decision.taken:
        return decision
    return replace(decision, taken=_doubted(option, decision.choice.path), reason="unsure", left=())


def _doubted(option: Option, path: str) -> Option:
    """A reading of a list has no place of its own where a doubt could stand: it is in its rows."""
    listed = option.value
    if not isinstance(listed, Listed) or listed.unsure:
        return option
    doubt = Unsure(path, str(listed), listed.span or Span(0, 0))
    return replace(option, value=replace(listed, unsure=(doubt,)))
