"""What is given as an engine: functions and objects, blocking or to be awaited."""

import asyncio
import functools
from typing import Any

import pytest

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.engines.engine import AsyncEngine
from selfcorrect.engines.opening import open_engine
from selfcorrect.model.exchange import FREE, EngineError, Reply, Request

REQUEST = Request("request-1", 1, "candidate", 1, "Make a record.", {})
GIVEN = Reply({"total": 1}, FREE)


@pytest.fixture(scope="module")
def invoices() -> Domain:
    return load("invoices")


def function(request: Request) -> Any:
    return {"total": request.number}


async def waiting(request: Request) -> Any:
    await asyncio.sleep(0)
    return {"total": request.number}


async def whole(request: Request) -> Reply:
    return GIVEN


class Called:
    def __call__(self, request: Request) -> Any:
        return "text"


class CalledAsync:
    async def __call__(self, request: Request) -> Any:
        return "text"


class Unnamed:
    def reply(self, request: Request) -> Any:
        return GIVEN


class Named(Unnamed):
    name = "mine"


class AwaitedReply:
    name = "awaited"

    async def reply(self, request: Request) -> Any:
        return GIVEN


class OnlyAsync:
    async def reply_async(self, request: Request) -> Any:
        return GIVEN


class Both(OnlyAsync):
    def reply(self, request: Request) -> Any:
        return "blocking"


class NamedBoth(Both):
    name = "both"


TOTAL = Reply({"total": 1})
# What is given, its name, its reply, and what it replies when it is awaited, if it can be.
ENGINES: list[tuple[Any, str, Reply, Reply | None]] = [
    (function, "function", TOTAL, None),
    (waiting, "waiting", TOTAL, TOTAL),
    (whole, "whole", GIVEN, GIVEN),
    (functools.partial(waiting), "partial", TOTAL, TOTAL),
    (Called(), "Called", Reply("text"), None),
    (CalledAsync(), "CalledAsync", Reply("text"), Reply("text")),
    (Unnamed(), "Unnamed", GIVEN, None),
    (Named(), "mine", GIVEN, None),
    (AwaitedReply(), "awaited", GIVEN, GIVEN),
    (OnlyAsync(), "OnlyAsync", GIVEN, GIVEN),
    (Both(), "Both", Reply("blocking"), GIVEN),
]


@pytest.mark.parametrize(("given", "name", "reply", "awaited"), ENGINES)
def test_what_can_be_an_engine(
    invoices: Domain, given: Any, name: str, reply: Reply, awaited: Reply | None
) -> None:
    engine = open_engine(given, invoices)
    assert (engine.name, engine.reply(REQUEST)) == (name, reply)
    assert isinstance(engine, AsyncEngine) == (awaited is not None)
    if isinstance(engine, AsyncEngine):
        assert asyncio.run(engine.reply_async(REQUEST)) == awaited


@pytest.mark.parametrize("given", [Named(), NamedBoth()])
def test_an_engine_is_taken_as_it_is(invoices: Domain, given: Any) -> None:
    assert open_engine(given, invoices) is given


def test_a_function_that_gives_something_to_await(invoices: Domain) -> None:
    def hidden(request: Request) -> Any:
        return waiting(request)

    with pytest.raises(EngineError) as raised:
        open_engine(hidden, invoices).reply(REQUEST)
    assert (raised.value.kind, raised.value.message) == (
        "unusable",
        "hidden gives something to await: write it as an `async def`",
    )


@pytest.mark.parametrize(("given", "kind"), [(3, "int"), (None, "NoneType"), ({"reply": 1}, "dict")])
def test_what_is_no_engine(invoices: Domain, given: Any, kind: str) -> None:
    message = rf"^an engine is a name, an object with `reply`, or a function, not a {kind}$"
    with pytest.raises(TypeError, match=message):
        open_engine(given, invoices)


def test_a_blocking_call_in_the_background_loop(invoices: Domain) -> None:
    """It would wait for itself, and for ever."""

    async def nested(request: Request) -> Any:
        return open_engine(waiting, invoices).reply(request)

    with pytest.raises(RuntimeError) as raised:
        open_engine(nested, invoices).reply(REQUEST)
    assert str(raised.value) == (
        "a blocking call inside of an engine's async code would wait for itself: "
        "await `reply_async` or `repair_async` there"
    )
