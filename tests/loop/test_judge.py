"""The judge: worked histories, one for each way a condition can match, and what holds for all."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from selfcorrect.domain.domain import Domain
from selfcorrect.loop.judge import Ruling, judge
from selfcorrect.loop.session import Session
from selfcorrect.loop.version import Version
from selfcorrect.model.outcome import Attempt, Limits
from selfcorrect.model.report import Coverage, Report
from selfcorrect.ruleset.render import Telling
from tests.loop.histories import expected, histories, said
from tests.loop.packs import ANSWERED, PARCEL_RULES, UNPROVABLE, UNPROVABLE_RULES, domain, lots

HISTORIES = histories("histories.yaml")
LEAST = Decimal("0.8")


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Domain]:
    folder: Path = tmp_path_factory.mktemp("packs")
    return {
        "parcels": domain(folder / "parcels"),
        "answered": domain(folder / "answered", ANSWERED, PARCEL_RULES),
        "unprovable": domain(folder / "unprovable", UNPROVABLE, UNPROVABLE_RULES),
    }


@pytest.mark.parametrize("history", HISTORIES, ids=[history["name"] for history in HISTORIES])
def test_worked_histories(history: dict[str, Any], packs: dict[str, Domain]) -> None:
    assert said(history, packs[history.get("pack", "parcels")]) == expected(history)


def test_every_way_to_decide_has_histories_of_its_own() -> None:
    found: dict[str, int] = {}
    for history in HISTORIES:
        for decision in {version["is"] for version in history["versions"]}:
            found[decision] = found.get(decision, 0) + 1
    assert {decision: number for decision, number in found.items() if number < 2} == {}
    assert found.keys() == {
        "defer unverifiable", "retain checks_pass", "inspect low_coverage", "inspect unsupported_objection",
        "stop oscillation", "stop converged", "stop ceiling", "rollback overshoot", "revise violations",
    }  # fmt: skip


def steady(domain: Domain, rules: int, order: list[int]) -> list[Attempt]:
    """The attempts of an engine that mends one rule after the other in some order."""
    session = Session(domain, document="Ones.", limits=Limits(attempts=rules + 1))
    step = session.start()
    record = {f"f{n}": 0 for n in range(rules)} | {"one": 1}
    for mended in [None, *order]:
        record = record if mended is None else {**record, f"f{mended}": 1}
        step = session.submit(record)
    assert step.outcome is not None
    return list(step.outcome.attempts)


@pytest.mark.parametrize("rules", [20, 40])
@pytest.mark.parametrize("answer", ["", "one", "f0"])
@pytest.mark.parametrize("order", [1, -1])
def test_one_rule_an_attempt_goes_on_to_the_end(tmp_path: Path, rules: int, answer: str, order: int) -> None:
    attempts = steady(lots(tmp_path / "lots", rules, answer), rules, list(range(rules))[::order])
    assert [(one.decision, one.reason) for one in attempts] == [
        *[("revise", "violations")] * rules,
        ("retain", "checks_pass"),
    ]
    assert [one.parent for one in attempts] == list(range(rules + 1))
    assert [len(one.evidence) for one in attempts] == list(range(rules, -1, -1))


def version(number: int = 1, blocking: int = 0, **more: Any) -> Version:
    """A version with so many findings that block."""
    coverage = more.pop("counted", Coverage(5, 5))
    verdict = more.pop("verdict", "fail" if blocking else "pass")
    pairs = frozenset((f"R{n}", f"f{n}") for n in range(blocking))
    made = Version(
        number=number,
        parent=number - 1,
        candidate={},
        report=Report(verdict, coverage, Telling((), [], []), unverified=more.pop("unverified", ())),
        digest="",
        usable=True,
        answer="{}",
        findings=frozenset((code, path, "1") for code, path in pairs),
        pairs=pairs,
        evaluated=frozenset(f"R{n}" for n in range(coverage.evaluated)),
        coverage=coverage.ratio,
    )
    return replace(made, **more)


# One version, the coverage that is asked for, and what is decided.
ALONE = [
    (version(), "0.8", ("retain", "checks_pass", ("Nothing that blocks was found.",))),
    (version(counted=Coverage(5, 4)), "0.8", ("retain", "checks_pass", ("Nothing that blocks was found.",))),
    # 0.66 as a ratio of two places, which is rounded down.
    (
        version(verdict="unverified", unverified=("Nobody knows.",)),
        "0.8",
        ("inspect", "low_coverage", ("Nobody knows.",)),
    ),
    (
        version(objections=("A objects.",), regressions=("Rows are gone.",)),
        "0.8",
        ("inspect", "unsupported_objection", ("A objects.", "Rows are gone.")),
    ),
    (version(counted=Coverage(3, 0)), "0", ("defer", "unverifiable", ("No rule could be evaluated.",))),
    (version(counted=Coverage(0, 0)), "0", ("defer", "unverifiable", ("No rule could be evaluated.",))),
    (version(blocking=1, counted=Coverage(3, 0)), "0", ("revise", "violations", ("1 finding blocks.",))),
    (version(blocking=3), "1", ("revise", "violations", ("3 findings block.",))),
]


@pytest.mark.parametrize(("alone", "least", "decided"), ALONE)
def test_a_version_alone(alone: Version, least: str, decided: tuple[str, str, tuple[str, ...]]) -> None:
    assert judge([alone], ()) == Ruling(*decided, base=1)  # type: ignore[arg-type]


BASES = [
    ([version(1, 3), version(2, 2), version(3, 4)], 2),
    ([version(1, 2), version(2, 2), version(3, 2)], 1),
    ([version(1, 2, counted=Coverage(5, 3)), version(2, 2), version(3, 2)], 2),
    ([version(1, 1, usable=False), version(2, 40), version(3, 1, usable=False)], 2),
    ([version(1, 1, usable=False), version(2, 1, usable=False)], 1),
    ([version(1, 0, counted=Coverage(5, 3)), version(2, 0), version(3, 1)], 2),
]


@pytest.mark.parametrize(("history", "base"), BASES)
def test_the_base(history: list[Version], base: int) -> None:
    assert judge(history, ()).base == base


@st.composite
def pasts(draw: st.DrawFn) -> list[Version]:
    """Histories of versions of every kind."""
    found = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        usable = draw(st.integers(0, 4)) > 0
        blocking = draw(st.integers(0, 3)) if usable else 1
        applicable = draw(st.integers(0, 3))
        counted = Coverage(applicable, draw(st.integers(0, applicable)))
        verdicts = ["fail"] if blocking else ["pass", "unverified"]
        found.append(
            version(
                number,
                blocking,
                counted=counted,
                verdict=draw(st.sampled_from(verdicts)),
                usable=usable,
                answer=draw(st.sampled_from(["1", "2", "3"])),
                findings=frozenset((f"R{n}", f"f{n}", draw(st.sampled_from("12"))) for n in range(blocking)),
                objections=draw(st.sampled_from([(), (), ("A objects.",)])),
                regressions=draw(st.sampled_from([(), (), ("Rows are gone.",)])),
            )
        )
    return found


SPENT = st.sampled_from([(), (), ("All is used.",)])
LEASTS = st.sampled_from([Decimal(0), Decimal("0.5"), Decimal(1)])


@given(pasts(), SPENT, LEASTS)
def test_the_same_history_is_always_ruled_alike(past: list[Version], spent: Any, least: Decimal) -> None:
    first = [judge(past[: n + 1], spent) for n in range(len(past))]
    judge(past[::-1], ())
    assert [judge(tuple(past[: n + 1]), list(spent)) for n in range(len(past))] == first


@given(pasts(), SPENT, LEASTS)
def test_the_base_is_never_worse_than_any_version(past: list[Version], spent: Any, least: Decimal) -> None:
    base = past[judge(past, spent).base - 1]
    for one in past:
        assert base.usable >= one.usable
        if base.usable == one.usable:
            assert len(base.pairs) <= len(one.pairs)
            if len(base.pairs) == len(one.pairs):
                assert base.coverage >= one.coverage
                if base.coverage == one.coverage:
                    assert base.number <= one.number


@given(pasts(), SPENT, LEASTS)
def test_what_may_be_decided_when(past: list[Version], spent: Any, least: Decimal) -> None:
    ruling, now = judge(past, spent), past[-1]
    ends = ruling.decision in ("retain", "inspect", "defer")
    assert ends == (not now.pairs)
    assert all(one.endswith(".") for one in ruling.because)
    assert ruling.because
    if ruling.decision == "retain":
        assert now.report.passed()
        assert not now.objections
        assert now.evaluated
    if not ends and spent:
        assert ruling.decision == "stop"
    if ruling.reason == "ceiling":
        assert ruling.because == spent
    if ruling.reason == "oscillation":
        assert now.answer in {one.answer for one in past[:-2]}


@given(pasts(), LEASTS, st.booleans())
def test_what_improves_is_not_stopped(past: list[Version], least: Decimal, broken: bool) -> None:
    earlier = [replace(one, pairs=one.pairs | {("R", "f"), ("S", "g")}) for one in past if one.usable]
    now = version(len(earlier) + 1, 1, regressions=("Rows are gone.",) if broken else ())
    expected = ("rollback", "overshoot") if broken and earlier else ("revise", "violations")
    ruling = judge([*earlier, now], ())
    assert (ruling.decision, ruling.reason) == expected
