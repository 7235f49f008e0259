"""The reader as an engine: offline, free, and without a model. Feedback makes it offer its next reading."""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import Final

from msgspec.structs import replace

from selfcorrect.domain.domain import Domain, doubts_of
from selfcorrect.language.shape import Shape
from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.exact_json import digest
from selfcorrect.model.exchange import FREE, EngineError, Feedback, Reply, Request
from selfcorrect.model.marks import Span
from selfcorrect.model.paths import meets
from selfcorrect.reading.choosing.choose import Decision
from selfcorrect.reading.choosing.listed import Listed, Unsure
from selfcorrect.reading.fields.offers import Option
from selfcorrect.reading.read import Reading, read_as
from selfcorrect.reading.start import Start

_MOST: Final = 500
"""Readings that are looked through for one that has not been offered."""


class ReaderEngine:
    """Reads the document of a request by a domain's reader.yaml.

    The first time it gives the reading that labels and rules decide for. Given feedback it reads what is
    suspected anew, and leaves everything else as it is; once that brings nothing new, it offers the next
    reading by its label, in doubt. What it has offered before it knows from the request alone.
    """

    name = "reader"

    def __init__(self, domain: Domain) -> None:
        self._domain = domain

    def reply(self, request: Request) -> Reply:
        """A reading of the document; the last one again when there is no other. Raises EngineError."""
        if request.kind != "candidate":
            raise EngineError("unusable", "the reader answers no questions: a model has to be asked")
        if request.document is None:
            raise EngineError("unusable", "the reader has nothing to read: give the document of the record")
        if not isinstance(request.base, Mapping) or request.feedback is None:
            return _reply(self._read(request, None), request.document)
        return self._again(request, request.document, request.feedback)

    def _again(self, request: Request, document: str, feedback: Feedback) -> Reply:
        """The first reading that has not been offered: of what is suspected, else of where carets stand."""
        last = None
        for paths in _widening(feedback):
            reading = self._read(request, Start(request.base, paths))
            last = last or reading
            for other in _readings(reading, paths, self._domain.made.shape):
                if digest(other.candidate) not in request.tried:
                    return _reply(other, document)
        return _reply(last or self._read(request, None), document)

    def _read(self, request: Request, start: Start | None) -> Reading:
        try:
            return self._domain.reading(request.document or "", today=request.today, start=start)
        except PackError as error:
            raise EngineError("unusable", error.diagnostics[0].message) from error


def _widening(feedback: Feedback) -> Iterator[tuple[str, ...]]:
    """What may be wrong: what is suspected, then the places where findings stand as well."""
    yield feedback.suspects
    if not set(feedback.places) <= set(feedback.suspects):
        yield (*feedback.suspects, *feedback.places)


def _reply(reading: Reading, document: str) -> Reply:
    return Reply(reading.candidate, FREE, spans=reading.spans, doubts=doubts_of(reading, document))


def _readings(reading: Reading, suspects: tuple[str, ...], shape: Shape) -> Iterator[Reading]:
    """A reading as it was decided, then others of what is suspected, the best labelled first."""
    yield reading
    open_ = [n for n, one in enumerate(reading.decisions) if _is_open(one, suspects)]
    heap: list[tuple[int, tuple[int, ...]]] = [(0, (0,) * len(open_))]
    seen = {heap[0][1]}
    for _ in range(_MOST):
        if not heap or not open_:
            return
        loss, at = heappop(heap)
        for place, number in enumerate(open_):
            options = reading.decisions[number].choice.options
            following = (*at[:place], at[place] + 1, *at[place + 1 :])
            if following[place] < len(options) and following not in seen:
                seen.add(following)
                worse = options[following[place]].loss - options[at[place]].loss
                heappush(heap, (loss + worse, following))
        yield read_as(_taking(reading.decisions, open_, at), shape)


def _is_open(decision: Decision, suspects: tuple[str, ...]) -> bool:
    return len(decision.choice.options) > 1 and any(meets(path, decision.choice.path) for path in suspects)


def _taking(decisions: tuple[Decision, ...], open_: list[int], at: tuple[int, ...]) -> tuple[Decision, ...]:
    """The decisions with other readings taken; those that nothing decided for are in doubt."""
    found = list(decisions)
    for number, place in zip(open_, at, strict=True):
        option = found[number].choice.options[place]
        if option is not found[number].taken:
            doubted = _doubted(option, found[number].choice.path)
            found[number] = replace(found[number], taken=doubted, reason="unsure", left=())
    return tuple(found)


def _doubted(option: Option, path: str) -> Option:
    """A reading of a list has no place of its own where a doubt could stand: it is in its rows."""
    listed = option.value
    if not isinstance(listed, Listed) or listed.unsure:
        return option
    doubt = Unsure(path, str(listed), listed.span or Span(0, 0))
    return replace(option, value=replace(listed, unsure=(doubt,)))
