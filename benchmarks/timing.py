"""Interleaved rounds on fresh records; of each contestant the fastest pass counts."""

import gc
from collections.abc import Iterable
from time import perf_counter

from benchmarks.contestants import Contestant
from benchmarks.records import decoder


def fastest(contestants: Iterable[Contestant], data: list[bytes], rounds: int) -> dict[str, float]:
    """Microseconds a record of each contestant's fastest pass: A B C, A B C and so on.

    Each pass has records of its own, decoded just before: a Decimal, text or dict that was looked at once
    is faster the second time. Collecting garbage is part of the work, but only the garbage of the pass.
    """
    best: dict[str, float] = {}
    for _ in range(rounds):
        for contestant in contestants:
            decode = decoder(contestant.form)
            records = [decode(item) for item in data]
            gc.collect()
            gc.freeze()
            start = perf_counter()
            contestant.run(records)
            spent = (perf_counter() - start) / len(records) * 1e6
            gc.unfreeze()
            best[contestant.name] = min(spent, best.get(contestant.name, spent))
    return best
