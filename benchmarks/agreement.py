"""That everybody finds the same, before anybody is timed."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from benchmarks import hand
from benchmarks.contestants import peers
from benchmarks.hand import Finding
from benchmarks.records import LATEST, TODAY, decoder
from benchmarks.same import Found, of_report, of_tuples, places, shape_of
from selfcorrect.domain.domain import Domain


class Disagreement(AssertionError):  # noqa: N818 - that is what it is
    """Two find different things in one record."""


class Given(Struct):
    """How many findings there are, and how many of them a peer gives."""

    all: int = 0
    given: int = 0


def pack_and_hand(domain: Domain, data: list[bytes]) -> int:
    """How many findings pack and hand-written function give, the same ones. Raises Disagreement."""
    decode, count = decoder("decimal"), 0
    for item in data:
        found = of_report(domain.check(decode(item), today=TODAY))
        _agree("hand", of_tuples(hand.check(decode(item), LATEST)), found, item)
        count += len(found)
    return count


def with_peers(data: list[bytes]) -> dict[str, Given]:
    """How much each peer finds of what there is. Raises Disagreement where it gives something else."""
    counts = {}
    for name, (form, check) in peers().items():
        counts[name] = given = Given()
        for item in data:
            found = of_tuples(hand.check(decoder("decimal")(item), LATEST))
            given.all += len(found)
            given.given += _peer(name, check, decoder(form)(item), (found, item))
    return counts


def _peer(
    name: str, check: Callable[[Any], list[Finding]], record: Any, truth: tuple[list[Found], bytes]
) -> int:
    """How many findings a peer gives: all that its means allow, and no others."""
    found, item = truth
    mine = of_tuples(check(record))
    shape = shape_of(found)
    if name.startswith("zen"):
        from benchmarks.peers.decisions import CODES

        wanted = [] if shape else [place for place in places(found) if place[0] in CODES]
        # Where the shape is wrong it gives nothing or whatever can still be computed.
        if not shape:
            _agree(name, places(mine), wanted, item)
        return len(set(places(mine)) & set(places(found)))
    # A wrong shape ends the matter for these, and their own words say what was there.
    if shape:
        _agree(name, places(mine), places(shape), item)
    else:
        _agree(name, mine, found, item)
    return len(mine)


def _agree(name: str, mine: object, wanted: object, item: bytes) -> None:
    if mine != wanted:
        raise Disagreement(f"{name} finds {mine}, not {wanted}, in {item.decode()}")
