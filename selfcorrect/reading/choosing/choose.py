"""Chooses between readings: by their labels, and where these leave it open or the rules object, by what
the rules prove. The search is bounded, and what nothing decides is left open.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.model.report import Weight, root_of
from selfcorrect.reading.choosing.listed import Listed, Unsure
from selfcorrect.reading.choosing.search import ABSENT, Effort, Search, is_tied
from selfcorrect.reading.choosing.weigher import Taken, Weigher, otherwise
from selfcorrect.reading.fields.offers import WORSE, Option, Strength

_MOST_ROWS: Final = 20
"""Unsure values of a list that equations are asked about."""

Reason = Literal["only", "label", "rules", "undecided", "unsure", "other"]


class Choice(Struct, frozen=True):
    """A field (or list) and its readings, best first; those at the head of equal loss are tied. One that is
    `suspected` is for the rules to decide, whatever its labels say.
    """

    path: str
    options: tuple[Option, ...]
    suspected: bool = False

    @property
    def head(self) -> tuple[Option, ...]:
        """The best labelled readings."""
        return tuple(option for option in self.options if option.loss == self.options[0].loss)

    @property
    def tied(self) -> bool:
        """Whether the labels alone decide nothing."""
        return is_tied(self.options)


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
    every candidate has. `effort` is how far to search.
    """

    weigh: Callable[[dict[str, Any]], Weight]
    reach: frozenset[str]
    equations: frozenset[str]
    required: frozenset[str] = frozenset()
    effort: Effort = Effort()


def choose(
    choices: tuple[Choice, ...], build: Callable[[Taken], dict[str, Any]], judge: Judge | None
) -> tuple[Decision, ...]:
    """A decision for each choice, in order; `build` makes a candidate of readings. Without a judge labels
    alone decide.
    """
    if judge is None or all(choice.options[0].strength == Strength.FOUND for choice in choices):
        # Passages are what they are: there is nothing to weigh.
        return tuple(_by_label(choice) for choice in choices)
    decider = _Decider(choices, Weigher(build, judge.weigh, judge.equations), judge)
    decisions = tuple(decider.decide(choice) for choice in choices)
    taken = {d.choice.path: d.taken for d in decisions if d.taken}
    return tuple(decider.upheld(decision, taken) for decision in decisions)


def _by_label(choice: Choice) -> Decision:
    if choice.tied:
        return Decision(choice, None, "undecided", choice.head)
    taken = choice.options[0]
    if not taken.sure:
        return Decision(choice, taken, "unsure")
    return Decision(choice, taken, "label" if len(choice.options) > 1 else "only")


class _Decider:
    """Decides each choice by the best candidates of a search."""

    def __init__(self, choices: tuple[Choice, ...], weigher: Weigher, judge: Judge) -> None:
        self.weigher = weigher
        self.judge = judge
        options = {choice.path: choice.options for choice in choices}
        self.search = Search(options, weigher, judge.required, judge.effort)
        objected = weigher.weigh(self.search.best).objected
        wanted = [choice.path for choice in choices if self._is_open(choice, objected)]
        found = self.search.run(wanted)
        self.solutions = [] if found and self._is_objected(found[0]) else found
        # What another field was read from as well agrees with that field whatever it is: then no worse label
        # of the same solution is proved.
        self.fallen = bool(self.solutions) and any(map(self._is_elsewhere, choices))

    def _is_open(self, choice: Choice, objected: frozenset[str]) -> bool:
        """Whether rules may decide a choice: where its labels do not, or where a rule objects to it."""
        field = root_of(choice.path)
        if field not in self.judge.reach or len(self.search.columns[choice.path]) < 2:
            return False
        return choice.suspected or choice.tied or field in objected

    def _is_objected(self, solution: Taken) -> bool:
        """Whether a rule still objects to something that was searched: then nothing of it is proved."""
        objected = self.weigher.weigh(solution).objected
        return any(root_of(path) in objected for path in self.search.open)

    def decide(self, choice: Choice) -> Decision:
        """What the best candidates agree on."""
        path = choice.path
        if path not in self.search.open or not self.solutions:
            return _by_label(choice)
        options = tuple({id(found[path]): found[path] for found in self.solutions}.values())
        if len(options) > 1:
            return Decision(choice, None, "undecided", tuple(o for o in options if o.value is not ABSENT))
        taken = options[0]
        if taken.value is ABSENT:
            return Decision(choice, None, "other")
        if taken is choice.options[0] and not choice.tied:
            return _by_label(choice)
        if self.fallen and taken.loss >= WORSE:
            return _by_label(choice)
        if not self._is_passed_over(choice, taken):
            return Decision(choice, None, "undecided", (*choice.head, taken))
        return Decision(choice, taken, "rules")

    def _is_elsewhere(self, choice: Choice) -> bool:
        """Whether a field is read by a worse label from the place of another one, and nothing explains it."""
        taken = self.solutions[0].get(choice.path) if choice.path in self.search.open else None
        if taken is None or taken.value is ABSENT or taken.loss < WORSE:
            return False
        shared = sharing(choice.path, taken, self.solutions[0])
        return bool(shared) and not self._is_passed_over(choice, taken)

    def _is_passed_over(self, choice: Choice, taken: Option) -> bool:
        """Whether all that is labelled better may be passed over."""
        passed = (one for one in choice.head if one is not taken)
        return all(self._is_explained(one, choice.path) or _is_part(one, taken) for one in passed)

    def _is_explained(self, passed_over: Option, path: str) -> bool:
        """Whether a better labelled value is another field's, or differs from what is taken by another
        field's, such as a rounding, and that is upheld: only then may it be passed over. What only says yes
        or no is no other field's, and the rows of a list are many.
        """
        if passed_over.span is None or isinstance(passed_over.value, bool):
            return True
        found = self.solutions[0]
        wanted = {passed_over.value}
        if isinstance(passed_over.value, Decimal) and isinstance(found[path].value, Decimal):
            difference = passed_over.value - found[path].value
            wanted |= {difference, -difference}
        same = (
            place
            for place, other in found.items()
            if place != path and type(other.value) is type(passed_over.value) and other.value in wanted
        )
        return any(self.weigher.upholds(place, found) for place in same)

    def upheld(self, decision: Decision, taken: Taken) -> Decision:
        """The decision, unsure where its reading is no sure one and no equation of others upholds it."""
        option, path = decision.taken, decision.choice.path
        if option is None:
            return decision
        if isinstance(option.value, Listed):
            return self._upheld_rows(decision, option.value, taken) if option.value.unsure else decision
        same = sharing(path, option, taken) if option.strength == Strength.WEAK else frozenset()
        if option.sure and not same:
            return decision
        if self.weigher.upholds(path, {place: o for place, o in taken.items() if place not in same}):
            return Decision(decision.choice, option, "rules")
        if option.sure and path not in self.judge.required:
            return Decision(decision.choice, None, "other")
        # That the rules object is said by them; that the amount was misread is not.
        objected = option.sure and root_of(path) in self.weigher.weigh(taken).objected
        return decision if objected else Decision(decision.choice, option, "unsure")

    def _upheld_rows(self, decision: Decision, listed: Listed, taken: Taken) -> Decision:
        """The decision for a list, its rows unsure of what no equation upholds."""
        path = decision.choice.path
        left = tuple(
            one
            for number, one in enumerate(listed.unsure)
            if number >= _MOST_ROWS or not self._is_row_upheld(path, listed, one, taken)
        )
        option = replace(taken[path], value=replace(listed, unsure=left))
        return Decision(decision.choice, option, "unsure" if left else "rules")

    def _is_row_upheld(self, path: str, listed: Listed, unsure: Unsure, taken: Taken) -> bool:
        value = listed.value_of(unsure)
        return isinstance(value, Decimal) and all(
            self.weigher.holds(path, listed.changed(unsure, other), taken) for other in otherwise(value)
        )


def _is_part(passed_over: Option, taken: Option) -> bool:
    """Whether an amount that is labelled as well is a smaller one: a part, where the taken is the whole.

    A larger one is more likely to have something in it that was not read.
    """
    if taken.loss >= WORSE:
        return False
    if not isinstance(passed_over.value, Decimal) or passed_over.span == taken.span:
        return True
    return bool(abs(passed_over.value) < abs(taken.value))


def sharing(path: str, option: Option, taken: Taken) -> frozenset[str]:
    """The other fields that were read from the same place."""
    return frozenset(
        place
        for place, other in taken.items()
        if place != path and other.span is not None and other.span == option.span
    )
