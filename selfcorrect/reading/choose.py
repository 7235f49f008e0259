"""Chooses between readings: by their labels, and where these leave it open or the rules object, by what
the rules prove. The search is bounded, and what nothing decides is left open.
"""

from collections.abc import Callable, Iterator
from decimal import Decimal
from heapq import heappop, heappush
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.model.marks import Span
from selfcorrect.model.report import Weight
from selfcorrect.reading.listed import Listed
from selfcorrect.reading.offers import WORSE, Option, Strength

MOST_CANDIDATES: Final = 150
"""Candidates that are weighed for one document."""
_MOST_OPEN: Final = 10
_MOST_ROWS: Final = 20
"""Unsure values of a list that equations are asked about."""
_MOST_OPTIONS: Final = 6

ABSENT: Final = object()
"""The value of a field that the document does not have after all."""

Reason = Literal["only", "label", "rules", "undecided", "unsure", "other"]


class Choice(Struct, frozen=True):
    """A field (or list) and its readings, best first; those at the head of equal loss are tied."""

    path: str
    options: tuple[Option, ...]

    @property
    def tied(self) -> bool:
        """Whether the labels alone decide nothing."""
        return len(self.options) > 1 and self.options[0].loss == self.options[1].loss


class Decision(Struct, frozen=True):
    """What was made of a choice: the reading taken and why: it is the only one, its label is the best, the
    rules prove it, or nothing but a likelihood speaks for it. None is taken where nothing decides between
    those `left`, or (none being left) where its weak label is another field's, and nothing upholds it here.
    """

    choice: Choice
    taken: Option | None
    reason: Reason
    left: tuple[Option, ...] = ()


class Judge(Struct, frozen=True):
    """What rules say of candidates. `reach` are the fields of the candidate that a rule with proof reads,
    `equations` the codes of those that equate the numbers of several fields; `required` the fields that
    every candidate has.
    """

    weigh: Callable[[dict[str, Any]], Weight]
    reach: frozenset[str]
    equations: frozenset[str]
    required: frozenset[str] = frozenset()


Taken = dict[str, Option]
"""Readings by path."""
Build = Callable[[Taken], dict[str, Any]]
"""Makes a candidate of readings."""


def choose(choices: tuple[Choice, ...], build: Build, judge: Judge | None) -> tuple[Decision, ...]:
    """A decision for each choice, in order. Without a judge labels alone decide."""
    best = {choice.path: choice.options[0] for choice in choices if not choice.tied}
    if judge is None:
        return tuple(_by_label(choice) for choice in choices)
    search = _Search(choices, best, build, judge)
    decisions = tuple(search.decide(choice) for choice in choices)
    taken = {d.choice.path: d.taken for d in decisions if d.taken}
    return tuple(_upheld(decision, taken, build, judge) for decision in decisions)


def _by_label(choice: Choice) -> Decision:
    if choice.tied:
        return Decision(choice, None, "undecided", _head(choice))
    taken = choice.options[0]
    if not taken.sure:
        return Decision(choice, taken, "unsure")
    return Decision(choice, taken, "label" if len(choice.options) > 1 else "only")


def _head(choice: Choice) -> tuple[Option, ...]:
    return tuple(option for option in choice.options if option.loss == choice.options[0].loss)


class _Search:
    """The candidates that the fewest rules object to, and of these the best labelled."""

    def __init__(self, choices: tuple[Choice, ...], best: Taken, build: Build, judge: Judge) -> None:
        self.best = best
        self.build = build
        self.judge = judge
        self.places: dict[Span | None, list[tuple[str, Option]]] = {}
        for choice in choices:
            for option in choice.options:
                if option.span is not None:
                    self.places.setdefault(option.span, []).append((choice.path, option))
        weight = judge.weigh(build(best))
        self.open = tuple(choice for choice in choices if self.is_open(choice, weight))[:_MOST_OPEN]
        self.solutions = self.found() if self.open else []

    def is_open(self, choice: Choice, weight: Weight) -> bool:
        """Whether rules may decide a choice: where its labels do not, or where a rule objects to it."""
        field = root(choice.path)
        if field not in self.judge.reach or len(self.column(choice)) < 2:
            return False
        return choice.tied or field in weight.objected

    def column(self, choice: Choice) -> tuple[Option, ...]:
        """The readings that are tried; of a label that is another field's too, that it is not this one's."""
        first = choice.options[0]
        options = choice.options[:_MOST_OPTIONS]
        shared = [option for path, option in self.places.get(first.span, ()) if path != choice.path]
        if not any(option.strength == Strength.WEAK for option in (first, *shared)) or not shared:
            return options
        return (*options, Option(ABSENT, None, first.strength, options[-1].loss + WORSE))

    def found(self) -> list[Taken]:
        """The best candidates, equal in losses and in how many rules object."""
        solutions: list[Taken] = []
        least: tuple[int, int] | None = None
        for loss, taken in self.by_loss():
            if least and least[0] == 0 and loss > least[1]:
                break
            failing = len(self.judge.weigh(self.build(taken)).failing)
            if least and failing > least[0]:
                continue
            if not self.is_fair(taken):
                continue
            if least is None or failing < least[0]:
                least, solutions = (failing, loss), [taken]
            elif (failing, loss) == least:
                solutions.append(taken)
        return solutions

    def is_fair(self, taken: Taken) -> bool:
        """Whether a field is given up only where an equation upholds the one that its value is then.

        Otherwise leaving out a field would be the cheapest way to silence a rule.
        """
        given_up = [choice for choice in self.open if taken[choice.path].value is ABSENT]
        return all(
            any(
                upholds(place, taken, self.build, self.judge)
                for place in _sharing(choice.path, choice.options[0], taken)
            )
            for choice in given_up
        )

    def by_loss(self) -> Iterator[tuple[int, Taken]]:
        """Every combination of the open choices' readings, the best labelled first, up to the bound."""
        columns = [self.column(choice) for choice in self.open]
        start = (0,) * len(columns)
        heap, seen = [(0, start)], {start}
        for _ in range(MOST_CANDIDATES):
            if not heap:
                return
            loss, at = heappop(heap)
            picked = zip(self.open, columns, at, strict=True)
            yield loss, self.best | {choice.path: column[n] for choice, column, n in picked}
            for place, column in enumerate(columns):
                if at[place] + 1 < len(column):
                    following = (*at[:place], at[place] + 1, *at[place + 1 :])
                    if following not in seen:
                        seen.add(following)
                        more = column[at[place] + 1].loss - column[at[place]].loss
                        heappush(heap, (loss + more, following))

    def decide(self, choice: Choice) -> Decision:
        """What the best candidates agree on."""
        if choice not in self.open:
            return _by_label(choice)
        options = tuple(
            {id(found[choice.path].value): found[choice.path] for found in self.solutions}.values()
        )
        if len(options) > 1:
            left = tuple(option for option in options if option.value is not ABSENT)
            return Decision(choice, None, "undecided", left)
        first, taken = choice.options[0], options[0]
        if taken.value is ABSENT:
            return Decision(choice, None, "other")
        if taken is first and not choice.tied:
            return Decision(choice, taken, "label")
        if taken.loss >= WORSE and not self.explains(first, choice.path):
            return Decision(choice, None, "undecided", (*_head(choice), taken))
        return Decision(choice, taken, "rules")

    def explains(self, passed_over: Option, path: str) -> bool:
        """Whether a better labelled value is another field's: only then may it be passed over. What only
        says yes or no is no other field's, and the rows of a list are many.
        """
        if passed_over.span is None or isinstance(passed_over.value, bool):
            return True
        others = (option for place, option in self.solutions[0].items() if place != path)
        return any(other.value == passed_over.value for other in others)


def _upheld(decision: Decision, taken: Taken, build: Build, judge: Judge) -> Decision:
    """The decision, unsure where its reading is no sure one and no equation of other values upholds it."""
    option, path = decision.taken, decision.choice.path
    if option is None:
        return decision
    if isinstance(option.value, Listed):
        return _upheld_rows(decision, option.value, taken, build, judge) if option.value.unsure else decision
    same = _sharing(path, option, taken) if option.strength == Strength.WEAK else frozenset()
    if option.sure and not same:
        return decision
    others = {place: other for place, other in taken.items() if place not in same}
    if upholds(path, others, build, judge):
        return Decision(decision.choice, option, "rules")
    if option.sure and path not in judge.required:
        return Decision(decision.choice, None, "other")
    # That the rules object is said by them; that the amount was misread is not.
    objected = option.sure and root(path) in judge.weigh(build(taken)).objected
    return decision if objected else Decision(decision.choice, option, "unsure")


def _upheld_rows(decision: Decision, listed: Listed, taken: Taken, build: Build, judge: Judge) -> Decision:
    """The decision for a list, its rows unsure of what no equation upholds."""
    path = decision.choice.path
    left = tuple(
        one
        for number, one in enumerate(listed.unsure)
        if number >= _MOST_ROWS or not _holds(path, listed.otherwise(one), taken, build, judge)
    )
    option = replace(taken[path], value=replace(listed, unsure=left))
    return Decision(decision.choice, option, "unsure" if left else "rules")


def upholds(path: str, taken: Taken, build: Build, judge: Judge) -> bool:
    """Whether some equation holds that would not if the number at a path were another."""
    value = taken[path].value
    return isinstance(value, Decimal) and _holds(path, value + 1 + abs(value), taken, build, judge)


def _holds(path: str, otherwise: Any, taken: Taken, build: Build, judge: Judge) -> bool:
    """Whether another value at a path makes an equation fail that holds now."""
    before = judge.weigh(build(taken)).failing
    changed = {**taken, path: replace(taken[path], value=otherwise)}
    return not judge.equations.isdisjoint(judge.weigh(build(changed)).failing - before)


def _sharing(path: str, option: Option, taken: Taken) -> frozenset[str]:
    """The other fields that were read from the same place."""
    return frozenset(
        place
        for place, other in taken.items()
        if place != path and other.span is not None and other.span == option.span
    )


def root(path: str) -> str:
    """The field of the candidate that a path starts with."""
    return path.partition(".")[0].partition("[")[0]
