"""Where to look for what is wrong: at what is suspected first, then further and further around it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from selfcorrect.model.exchange import Feedback
from selfcorrect.model.paths import meets, pattern_of, row_of
from selfcorrect.model.report import root_of
from selfcorrect.ruleset.compiled import RuleCard


class Scope(Struct, frozen=True):
    """The paths to read anew. Of these, `told` are named by the feedback; in `questioned` ones a rule that
    objects may be right as well, so that what the document says leads there; anything else has to change only
    where rules need it. With `bare` goes what the document prints nowhere.
    """

    paths: tuple[str, ...]
    told: tuple[str, ...]
    questioned: tuple[str, ...] = ()
    bare: bool = False

    def tells(self, path: str) -> bool:
        """Whether the feedback names what is at a path, or something in it."""
        return any(meets(path, one) for one in self.told)

    def questions(self, path: str) -> bool:
        """Whether the document leads at a path."""
        return any(meets(path, one) for one in self.questioned)


def scopes(feedback: Feedback, rules: Iterable[RuleCard], candidate: Mapping[str, Any]) -> Iterator[Scope]:
    """Where to look, one after another.

    First at what the rules that object read, in the rows concerned, with the document leading: one of these
    is wrong, and only likely the one that is suspected. Where that does not hold together, at what is
    suspected alone; at the places of findings as well; at the first again, with the document not leading; at
    whole lists, and at all that is read by a rule that looks at something suspected, as a new value has to
    suit it. A candidate that has to be made anew is looked at everywhere before, or from `start` on.
    """
    told = _each(feedback.suspects, feedback.places)
    if feedback.intensity == "regenerate":
        told = _each(_from_start(feedback.start, candidate), told)
        yield Scope(told, told)
    rules = tuple(rules)
    objecting = _read_by(rule for rule in rules if rule.code in feedback.codes)
    compared = _read_by(rule for rule in rules if rule.code in feedback.codes and _compares(rule))
    patterns = {pattern_of(path) for path in told}
    around = _read_by(rule for rule in rules if _meet(rule.reads, patterns))
    questioned = _each(_bound(compared, told, candidate))
    near = _each(told, _bound(objecting, told, candidate))
    far = _each(told, map(root_of, (*objecting, *around)))
    yield Scope(_each(told, questioned), told, questioned)
    yield Scope(feedback.suspects, told)
    yield Scope(told, told)
    yield Scope(near, told)
    yield Scope(far, told)
    yield Scope(far, told, bare=True)


def _compares(rule: RuleCard) -> bool:
    """Whether a rule is about how several values go together, and not about each alone."""
    return rule.error_type not in {"grounding", "format", "unit", "missing"}


def _from_start(start: str, candidate: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of a candidate from one on, in its own order; everything where there is no such field."""
    names = list(candidate)
    field = root_of(start)
    return tuple(names[names.index(field) :]) if field in names else ("",)


def _read_by(rules: Iterable[RuleCard]) -> tuple[str, ...]:
    """The patterns of what some rules read, in a settled order."""
    return tuple(sorted({pattern for rule in rules for pattern in rule.reads}))


def _meet(some: Iterable[str], others: Iterable[str]) -> bool:
    return any(meets(one, other) for one in some for other in others)


def _each(*paths: Iterable[str]) -> tuple[str, ...]:
    """All of some paths, each once."""
    return tuple(dict.fromkeys(path for some in paths for path in some))


def _bound(patterns: Sequence[str], told: Iterable[str], candidate: Mapping[str, Any]) -> Iterator[str]:
    """The paths that patterns stand for: in the rows that are told, in all of a list that none is told of."""
    rows: dict[str, dict[str, None]] = {}
    for path in told:
        if row := row_of(path):
            rows.setdefault(pattern_of(row), {})[row] = None
    lists = {row_of(pattern) for pattern in patterns} - {""}
    for pattern in patterns:
        row = row_of(pattern)
        if not row and f"{pattern}[]" not in lists:
            yield pattern
        elif row:
            places = rows.get(row) or _rows(row.removesuffix("[]"), candidate)
            yield from (f"{one}{pattern[len(row) :]}" for one in places)


def _rows(path: str, candidate: Mapping[str, Any]) -> tuple[str, ...]:
    """The paths of a list's rows; of what is no list there, its own."""
    value = candidate.get(path)
    return tuple(f"{path}[{number}]" for number in range(len(value))) if isinstance(value, list) else ()
