"""What the repair loop itself costs: `python -m benchmarks.loop [--rounds 40]`.

Runs sessions whose replies are ready beforehand, so that no engine costs anything: a simulated extractor's
records of the invoices pack's examples, wrong at first and repaired by feedback. The same records are
checked alone, in the same run, document included and findings told. What a session takes above its checks is
the loop's own: parsing replies, versions, the judge, feedback, prompts. Told a reply, beside one check.
"""

import argparse
import gc
import platform
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from selfcorrect.cli.examples import examples, truth_of
from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.engines.simulated import Simulated, simulated
from selfcorrect.loop.session import Session
from selfcorrect.loop.step import Step
from selfcorrect.model.exact_json import decode
from selfcorrect.model.exchange import Request

GOAL: Final = 5.0
"""Checks."""
SEEDS: Final = 12


class Course(Struct, frozen=True):
    """A session's document and the replies to its requests, as texts."""

    document: str | None
    replies: tuple[str, ...]


def main() -> int:
    """Measure and print everything. The status is 0."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.loop", description=(__doc__ or "").split("\n", 1)[0]
    )
    parser.add_argument("--rounds", type=int, default=40, help="passes over all sessions (%(default)s)")
    rounds = parser.parse_args().rounds
    domain = load("invoices")
    print(f"pack: {domain.name} {domain.version}, sha256 {domain.digest}")
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.platform()}")
    print(f"one core, the fastest of {rounds} passes\n")
    for title, with_document in (("with the document", True), ("records alone", False)):
        _measure(domain, title, _courses(domain, with_document=with_document), rounds)
    return 0


def _measure(domain: Domain, title: str, courses: Sequence[Course], rounds: int) -> None:
    attempts = sum(len(course.replies) for course in courses)
    check = _fastest(lambda: _check(domain, courses), rounds) / attempts
    whole = _fastest(lambda: _run(domain, courses), rounds) / attempts
    own = (whole - check) / check
    print(f"{title}: {len(courses)} sessions of {attempts / len(courses):.1f} attempts")
    print(f"  one check               {check * 1e6:8.1f} µs")
    print(f"  one attempt of the loop {whole * 1e6:8.1f} µs, its check included")
    verdict = "met" if own <= GOAL else "not met"
    print(f"  the loop's own cost     {own:8.2f} checks (goal: at most {GOAL:g}, {verdict})\n")


def _courses(domain: Domain, *, with_document: bool) -> list[Course]:
    """Sessions as a simulation runs them, their replies kept."""
    found = []
    for document_path, record_path in examples(domain).values():
        truth, text = truth_of(record_path), document_path.read_text(encoding="utf-8")
        for seed in range(SEEDS):
            document = text if with_document else None
            replies = _replies(domain, document, simulated(domain, truth, seed=seed))
            if len(replies) > 1:
                found.append(Course(document, replies))
    return found


def _replies(domain: Domain, document: str | None, engine: Simulated) -> tuple[str, ...]:
    first = Request("request-1", 1, "candidate", 1, "", {}, document)
    replies = [engine.reply(first).content]
    session, step = _started(domain, document, replies[0])
    while step.request is not None:
        replies.append(engine.reply(step.request).content)
        step = session.submit(replies[-1])
    return tuple(replies)


def _started(domain: Domain, document: str | None, reply: str) -> tuple[Session, Step]:
    """A session after its first reply; without a document it is the record that is handed in."""
    if document is None:
        session = Session(domain, record=decode(reply))
        return session, session.start()
    session = Session(domain, document=document)
    session.start()
    return session, session.submit(reply)


def _run(domain: Domain, courses: Sequence[Course]) -> None:
    for course in courses:
        first, *others = course.replies
        session, step = _started(domain, course.document, first)
        for reply in others:
            step = session.submit(reply)
        assert step.done


def _check(domain: Domain, courses: Sequence[Course]) -> None:
    """The checks of those sessions, each told as a person would be."""
    for course in courses:
        for reply in course.replies:
            record: Any = decode(reply)
            report = domain.check(record, document=course.document)
            assert report.violations is not None


def _fastest(work: Callable[[], None], rounds: int) -> float:
    """Seconds of the fastest pass."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
        gc.enable()
    return best


if __name__ == "__main__":
    raise SystemExit(main())
