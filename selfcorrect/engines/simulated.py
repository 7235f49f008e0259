"""An engine that makes mistakes on purpose: a truthful record with faults in it, which feedback repairs.

It shows how a loop works, free and the same in every run; of any model it shows nothing.
"""

import copy
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from selfcorrect.engines.edits import Edit, edited
from selfcorrect.engines.injection import Faults, LinkedFault
from selfcorrect.language.printed.taken import taken
from selfcorrect.language.shape import Shape
from selfcorrect.language.values import show_value
from selfcorrect.model.exact_json import decode, digest
from selfcorrect.model.exchange import FREE, EngineError, Reply, Request
from selfcorrect.model.paths import meets
from selfcorrect.model.report import Question
from selfcorrect.model.suggest import suggest
from selfcorrect.pack.cases import agree
from selfcorrect.pack.faults import Fault, load_faults
from selfcorrect.pack.keys import near
from selfcorrect.report.values import value_at

if TYPE_CHECKING:
    from selfcorrect.domain.domain import Domain

NAME: Final = "simulated"
MOST_FAULTS: Final = 4
"""Faults in one record: which of them a version still has is found by trying all their subsets."""

_DRAWN: Final = 2**64
_JSON: Final = msgspec.json.Encoder(decimal_format="number")


class Script(Struct, frozen=True):
    """What a simulation plays. Everything left to chance depends on the `seed` and the name of the `task`.

    `faults` are codes, each with the number of its injection if it is to be a certain one
    (`DROPPED_LINE@0`); without any, the seed chooses one or two. Of an `unfixable` task the first fault is
    never repaired: each attempt shows another injection of it.
    """

    faults: tuple[str, ...] = ()
    seed: int = 0
    task: str = ""
    unfixable: bool = False

    def draw(self, *what: str | int) -> int:
        """A number from 0 to 2**64 - 1: the same whenever, wherever and in whatever order it is asked for."""
        said = json.dumps([self.seed, self.task, *what])
        return int.from_bytes(sha256(said.encode()).digest()[:8], "big")


class _Numbered(Struct, frozen=True):
    """One way to inject a fault, and which of all that the truth can have it is, from 0 on."""

    number: int
    edits: tuple[Edit, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """What it changes."""
        return tuple(edit.path for edit in self.edits)


class _Planted(Struct, frozen=True):
    """A fault in the record. One that is `lasting` shows its injections in turn, any other has only one."""

    fault: Fault
    injections: tuple[_Numbered, ...]
    lasting: bool

    def edits(self, attempt: int) -> tuple[Edit, ...]:
        """What it changes at an attempt, counted from 1."""
        return self.injections[(attempt - 1) % len(self.injections)].edits


class Simulated:
    """Gives the `truth` (a record) with faults in it, less those that feedback has repaired.

    Feedback repairs a fault if it speaks of a code that the fault is repaired by, with the fault's chance.
    Which faults a version has is seen from the version: nothing is kept between requests. Where it matters
    to a fault, the day is the request's. Raises EngineError for faults that are unknown or that the truth
    cannot have.
    """

    computes = True

    def __init__(self, truth: Any, faults: Mapping[str, LinkedFault], script: Script, shape: Shape) -> None:
        if len(script.faults) > MOST_FAULTS:
            said = f"a simulation puts at most {MOST_FAULTS} faults into a record, not {len(script.faults)}"
            raise EngineError("unusable", said)
        self._truth = copy.deepcopy(truth)
        self._faults = faults
        self._script = script
        self._shape = shape
        if script.faults:
            self.planted()

    @property
    def name(self) -> str:
        """How people and traces call it."""
        return NAME

    def planted(self, today: date | None = None) -> tuple[str, ...]:
        """The faults of the first attempt, each with the number of its injection: `DROPPED_LINE@0`.

        Of two that change the same place only the first is there.
        """
        return tuple(f"{one.fault.code}@{one.injections[0].number}" for one in self._planted(today))

    def reply(self, request: Request) -> Reply:
        """A candidate as JSON text, or true answers to questions as data."""
        if request.kind == "answers":
            answers = [self._answer(*numbered, request) for numbered in enumerate(request.questions, 1)]
            return Reply({"answers": answers}, FREE)
        planted = self._planted(request.today)
        left = [one for one in self._had(planted, request.base) if not self._repaired(one, request)]
        return Reply(self._text(left, request.attempt), FREE)

    def _planted(self, today: date | None) -> tuple[_Planted, ...]:
        planted: list[_Planted] = []
        for fault, injections in self._named(today) if self._script.faults else self._drawn(today):
            taken = [path for one in planted for injection in one.injections for path in injection.paths]
            free = [one for one in injections if not any(meets(*pair) for pair in product(one.paths, taken))]
            if free:
                lasting = self._script.unfixable and not planted
                planted.append(_Planted(fault, _distinct(free) if lasting else (free[0],), lasting))
        return tuple(planted)

    def _named(self, today: date | None) -> Iterator[tuple[Fault, list[_Numbered]]]:
        """The faults of the script, each with its injections, first the one to be shown."""
        for place, name in enumerate(self._script.faults):
            code, marked, _ = name.partition("@")
            injections = self._injections(code, today)
            if marked:
                number = _number(name, len(injections))
                injections.sort(key=lambda one: one.number != number)
            certain = marked and not (self._script.unfixable and place == 0)
            yield self._faults[code].fault, injections[:1] if certain else injections

    def _injections(self, code: str, today: date | None) -> list[_Numbered]:
        """The injections of a fault that the truth can have, shuffled."""
        if code not in self._faults:
            raise _unusable(f"the pack declares no fault `{code}`", suggest(code, self._faults))
        injections = self._shuffled(code, today)
        if not injections:
            apt = [other for other in self._faults if self._shuffled(other, today)]
            raise _unusable(f"this record cannot have the fault `{code}`", near(code, apt))
        return injections

    def _drawn(self, today: date | None) -> Iterator[tuple[Fault, list[_Numbered]]]:
        """One or two faults that the truth can have."""
        order = sorted(self._faults, key=lambda code: self._script.draw("fault", code))
        apt = ((code, found) for code in order if (found := self._shuffled(code, today)))
        for code, injections in islice(apt, 1 + self._script.draw("count") % 2):
            yield self._faults[code].fault, injections

    def _shuffled(self, code: str, today: date | None) -> list[_Numbered]:
        changes = self._faults[code].changes(self._truth, today)
        injections = [_Numbered(number, edits) for number, edits in enumerate(changes)]
        return sorted(injections, key=lambda one: self._script.draw("injection", code, one.number))

    def _had(self, planted: tuple[_Planted, ...], base: Any) -> tuple[_Planted, ...]:
        """The faults that a version has; all of them if it is none of this engine's."""
        if base is None:
            return planted
        wanted = self._digest(base)
        for kept in _subsets(planted):
            attempts = range(1, 1 + max((len(one.injections) for one in kept), default=1))
            if any(self._digest(decode(self._text(kept, attempt))) == wanted for attempt in attempts):
                return tuple(one for one in planted if one.lasting or one in kept)
        return planted

    def _digest(self, record: Any) -> str:
        """What a record says, whether its numbers are texts or not."""
        return digest(taken(record, self._shape))

    def _repaired(self, one: _Planted, request: Request) -> bool:
        codes = request.feedback.codes if request.feedback else ()
        if one.lasting or one.fault.repairing.isdisjoint(codes):
            return False
        drawn = self._script.draw("repair", one.fault.code, request.attempt)
        return drawn < Fraction(one.fault.chance) * _DRAWN

    def _text(self, planted: Iterable[_Planted], attempt: int) -> str:
        edits = [edit for one in planted for edit in one.edits(attempt)]
        return msgspec.json.format(_JSON.encode(edited(self._truth, edits)), indent=2).decode()

    def _answer(self, number: int, question: Question, request: Request) -> dict[str, Any]:
        said = [text for _, text in question.values]
        quote = next((text for text in said if text and text in (request.document or "")), "")
        return {"question": number, "verdict": self._verdict(question), "quote": quote}

    def _verdict(self, question: Question) -> str:
        placed = [(path, text) for path, text in question.values if path]
        if not all(agree(text, _asked(value_at(self._truth, path))) for path, text in placed):
            return "does not hold"
        # A value that stands nowhere in the record was worked out from it.
        return "holds" if len(placed) == len(question.values) else "cannot tell"


def simulated(  # noqa: PLR0913 - keywords, none of which the others imply
    domain: "Domain",
    truth: Any,
    *,
    seed: int = 0,
    task: str = "",
    faults: Sequence[str] = (),
    unfixable: bool = False,
) -> Simulated:
    """The simulation of a domain over a truthful record; see Script for what the keywords say.

    Raises EngineError for a pack without faults and for faults that are unknown or that the truth cannot
    have, PackError for a faults.yaml that cannot be used.
    """
    known = _faults(domain)
    if not known:
        said = f"the pack `{domain.name}` declares no faults to simulate: give it a faults.yaml"
        raise EngineError("unusable", said)
    return Simulated(truth, known, Script(tuple(faults), seed, task, unfixable), domain.made.shape)


@lru_cache(maxsize=8)
def _faults(domain: "Domain") -> Faults:
    """Linked once a domain, as that takes longer than a whole session."""
    return Faults(load_faults(domain.pack), domain.pack.context)


def _number(name: str, count: int) -> int:
    """The number behind a code."""
    code, _, number = name.partition("@")
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise EngineError("unusable", f"`{name}` names no injection: write `{code}@0` for the first")
    if int(number) >= count:
        raise EngineError("unusable", f"this record cannot have `{name}`: the last is `{code}@{count - 1}`")
    return int(number)


def _unusable(said: str, hint: str) -> EngineError:
    return EngineError("unusable", f"{said}; {hint or 'name none, and the seed chooses'}")


def _distinct(injections: list[_Numbered]) -> tuple[_Numbered, ...]:
    """Without those that come to the same: the amount of another line may be no other amount."""
    kept: list[_Numbered] = []
    for one in injections:
        if all(one.edits != other.edits for other in kept):
            kept.append(one)
    return tuple(kept)


def _subsets(planted: tuple[_Planted, ...]) -> Iterator[tuple[_Planted, ...]]:
    """All choices of faults, the fullest first."""
    for count in range(len(planted), -1, -1):
        yield from combinations(planted, count)


def _asked(value: Any) -> str:
    """A value of the truth as questions print values: on one line."""
    return " ".join(show_value("" if value is None else value).split()).replace("`", "'")
