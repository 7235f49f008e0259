"""Who is timed on which form of a record. Each is a function that checks a whole list in its own loop."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from benchmarks import hand
from benchmarks.hand import Finding
from benchmarks.records import LATEST, TODAY, decoder
from selfcorrect.domain.domain import Domain

HAND: Final = "hand-written, the yardstick"
CHECK: Final = "Domain.check, verdict read"
FROM_BYTES: Final = "bytes: decode, Domain.check, violations"


class Contestant(Struct, frozen=True):
    """`run` checks a list of records of a form: `decimal`, `float` or `bytes`."""

    name: str
    form: str
    run: Callable[[list[Any]], None]


def ours(domain: Domain) -> list[Contestant]:
    """The yardstick and the pack, on every form."""
    return [
        Contestant(HAND, "decimal", _by_hand),
        Contestant(CHECK, "decimal", _verdicts(domain)),
        Contestant("Domain.check, violations rendered", "decimal", _violations(domain)),
        Contestant("generated function alone", "decimal", _function(domain)),
        Contestant("bytes: decode, hand-written", "bytes", _bytes_by_hand()),
        Contestant("bytes: decode, Domain.check, verdict", "bytes", _bytes(domain, rendered=False)),
        Contestant(FROM_BYTES, "bytes", _bytes(domain, rendered=True)),
        Contestant("floats: hand-written", "float", _by_hand),
        Contestant("floats: Domain.check, verdict read", "float", _verdicts(domain)),
    ]


def peers() -> dict[str, tuple[str, Callable[[Any], list[Finding]]]]:
    """The peers by name: the form each takes and its check."""
    from benchmarks.peers import decisions, model, schema

    return {
        "pydantic model with validators": ("decimal", model.checker(LATEST)),
        "jsonschema-rs, then rules by hand": ("decimal", schema.checker(LATEST)),
        "zen-engine, the rules it can say": ("bytes", decisions.checker()),
    }


def peer_contestants() -> list[Contestant]:
    """The peers, ready to be timed."""
    return [Contestant(name, form, _each(check)) for name, (form, check) in peers().items()]


def _each(check: Callable[[Any], object]) -> Callable[[list[Any]], None]:
    def run(records: list[Any]) -> None:
        for record in records:
            check(record)

    return run


def _by_hand(records: list[Any]) -> None:
    check = hand.check
    for record in records:
        check(record, LATEST)


def _verdicts(domain: Domain) -> Callable[[list[Any]], None]:
    def run(records: list[Any]) -> None:
        check = domain.check
        for record in records:
            check(record, today=TODAY).verdict  # noqa: B018 - reading it is part of what is timed

    return run


def _violations(domain: Domain) -> Callable[[list[Any]], None]:
    def run(records: list[Any]) -> None:
        check = domain.check
        for record in records:
            check(record, today=TODAY).violations  # noqa: B018

    return run


def _function(domain: Domain) -> Callable[[list[Any]], None]:
    function = domain.rules.function

    def run(records: list[Any]) -> None:
        for record in records:
            function(record, None, None, TODAY)

    return run


def _bytes_by_hand() -> Callable[[list[Any]], None]:
    decode = decoder("decimal")

    def run(records: list[Any]) -> None:
        check = hand.check
        for data in records:
            check(decode(data), LATEST)

    return run


def _bytes(domain: Domain, rendered: bool) -> Callable[[list[Any]], None]:
    decode = decoder("decimal")

    def run(records: list[Any]) -> None:
        check = domain.check
        for data in records:
            report = check(decode(data), today=TODAY)
            if rendered:
                report.violations  # noqa: B018

    return run
