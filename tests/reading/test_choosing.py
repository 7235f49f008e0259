"""Choosing between readings: labels first, then what rules prove; and what nothing decides stays open."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from selfcorrect.model.marks import Span
from selfcorrect.model.report import Weight
from selfcorrect.reading.choosing.choose import Choice, Judge, choose
from selfcorrect.reading.choosing.search import ABSENT, MORE, MOST_CANDIDATES, Effort
from selfcorrect.reading.choosing.weigher import Taken
from selfcorrect.reading.fields.offers import WORSE, Option, Strength

D = Decimal
EQUATIONS = frozenset({"TOTAL", "DUE"})
LABEL, WEAK = Strength.LABEL, Strength.WEAK


def option(
    value: str, strength: Strength = LABEL, *, loss: int = 0, at: int = 0, sure: bool = True
) -> Option:
    return Option(D(value), Span(at, at + 1), strength, loss, sure)


def build(taken: Taken) -> dict[str, Any]:
    return {path: option.value for path, option in taken.items() if option.value is not ABSENT}


class Sums:
    """net + tax == total, and due == total: two rules with proof."""

    rules = (
        ("TOTAL", ("net", "tax", "total"), lambda r: r["net"] + r["tax"] == r["total"]),
        ("DUE", ("total", "due"), lambda r: r["total"] == r["due"]),
    )

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, record: dict[str, Any]) -> Weight:
        self.asked += 1
        failing: set[str] = set()
        objected: set[str] = set()
        for code, reads, holds in self.rules:
            if any(name not in record for name in reads):
                continue
            if not holds(record):
                failing.add(code)
                objected.update(reads)
        return Weight(frozenset(failing), frozenset(objected))


def decide(judge: Sums | None = None, /, **choices: tuple[Option, ...]) -> dict[str, tuple[Any, str]]:
    judge = judge or Sums()
    reach = frozenset({"net", "tax", "total", "due"})
    asked = Judge(judge, reach, EQUATIONS, frozenset({"total"}))
    decisions = choose(tuple(Choice(*item) for item in choices.items()), build, asked)
    return {d.choice.path: (d.taken.value if d.taken else d.left, d.reason) for d in decisions}


def test_what_is_labelled_best_is_taken_while_no_rule_objects():
    found = decide(total=(option("119"), option("120", WEAK, loss=WORSE)), net=(option("100"),))
    assert found == {"total": (D(119), "label"), "net": (D(100), "only")}


def test_rules_decide_between_equal_labels():
    found = decide(net=(option("100"),), tax=(option("19"),), total=(option("100"), option("119", at=5)))
    assert found["total"] == (D(119), "rules")


def test_what_nothing_decides_is_open():
    options = (option("100"), option("119", at=5))
    assert decide(total=options) == {"total": (options, "undecided")}


def test_a_field_no_rule_reads_is_not_decided_by_rules():
    options = (option("1"), option("2", at=5))
    assert decide(number=options, net=(option("1"),)) == {
        "number": (options, "undecided"),
        "net": (D(1), "only"),
    }


def test_a_better_label_is_passed_over_where_its_value_is_another_field_s():
    found = decide(
        net=(option("100"),),
        tax=(option("19"),),
        total=(option("100", at=3), option("119", WEAK, loss=WORSE, at=5)),
    )
    assert found["total"] == (D(119), "rules")


def test_a_better_label_is_not_passed_over_for_nothing():
    options = (option("120", at=3), option("119", WEAK, loss=WORSE, at=5))
    found = decide(net=(option("100"),), tax=(option("19"),), total=options)
    assert found["total"] == (options, "undecided")


def test_the_other_sign_of_a_printed_amount_is_taken_where_rules_prove_it():
    found = decide(net=(option("-100"),), tax=(option("19"), option("-19", loss=1)), total=(option("-119"),))
    assert found["tax"] == (D(-19), "rules")


@pytest.mark.parametrize(("total", "reason"), [("119", "rules"), ("120", "unsure")])
def test_an_unsure_reading_is_upheld_by_an_equation_or_not(total, reason):
    found = decide(net=(option("100", at=1),), tax=(option("19", at=2, sure=False),), total=(option(total),))
    assert found["tax"] == (D(19), reason)


def test_a_weak_label_that_is_another_field_s_upholds_nothing_by_that_field():
    found = decide(total=(option("45", WEAK, at=3),), due=(option("45", at=3),))
    assert found == {"total": (D(45), "unsure"), "due": (D(45), "only")}


def test_a_weak_label_that_is_another_field_s_is_given_up_where_rules_object():
    found = decide(
        net=(option("100", WEAK, at=3),),
        tax=(option("19"),),
        total=(option("45"),),
        due=(option("45", at=3),),
    )
    assert found["net"] == ((), "other")


def test_a_weak_label_that_nothing_upholds_is_another_field_s():
    found = decide(net=(option("45", WEAK, at=3),), due=(option("45", at=3),))
    assert found == {"net": ((), "other"), "due": (D(45), "only")}


def test_a_tied_head_is_passed_over_only_if_all_of_it_is_explained():
    options = (option("100", at=3), option("130", at=4), option("119", WEAK, loss=WORSE, at=5))
    found = decide(net=(option("100"),), tax=(option("19"),), total=options)
    assert found["total"] == (options, "undecided")


def test_an_equal_number_that_nothing_upholds_is_no_excuse():
    options = (option("120", at=3), option("119", WEAK, loss=WORSE, at=5))
    found = decide(net=(option("100"),), tax=(option("19"),), other=(option("120", at=9),), total=options)
    assert found["total"] == (options, "undecided")


def test_a_required_field_is_not_given_up():
    found = decide(total=(option("45", WEAK, at=3),), due=(option("46"),), net=(option("45", WEAK, at=3),))
    assert found["total"] == (D(45), "only")


def test_what_is_suspected_is_decided_by_rules_though_none_objects_to_it():
    """A total with the other sign breaks the sum; with the right one it breaks what agrees with it so far."""
    choices = {
        "net": (option("100"),),
        "tax": (option("19"),),
        "total": (option("-119", at=3), option("119", loss=1, at=3)),
        "due": (option("-119", at=5), option("119", loss=1, at=5)),
    }

    def decided(*suspected: str) -> dict[str, str]:
        judge = Judge(Sums(), frozenset(choices), EQUATIONS, frozenset({"total"}))
        asked = tuple(Choice(name, options, name in suspected) for name, options in choices.items())
        return {d.choice.path: f"{d.taken and d.taken.value} {d.reason}" for d in choose(asked, build, judge)}

    sure = {"net": "100 only", "tax": "19 only"}
    assert decided() == sure | {"total": "-119 label", "due": "-119 label"}
    assert decided("due") == sure | {"total": "119 rules", "due": "119 rules"}


def test_more_effort_decides_what_less_leaves_open():
    columns = {
        "net": many(90, 91, 92, 93, 94, 95, 100),
        "tax": many(10, 11, 12, 13, 14, 19),
        "total": many(60, 61, 62, 63, 64, 65, 66, 119),
    }

    def reasons(effort: Effort) -> dict[str, str]:
        judge = Judge(Sums(), frozenset(columns), EQUATIONS, frozenset({"total"}), effort)
        choices = tuple(Choice(*item) for item in columns.items())
        return {d.choice.path: d.reason for d in choose(choices, build, judge)}

    assert reasons(Effort()) == dict.fromkeys(columns, "undecided")
    assert reasons(MORE) == dict.fromkeys(columns, "rules")


def many(*values: int) -> tuple[Option, ...]:
    return tuple(option(str(value), at=value) for value in values)


def test_what_was_not_tried_is_not_refuted():
    judge = Sums()
    columns = {
        "net": many(100, 101, 102, 103, 104, 200),
        "tax": many(19, 20, 21, 22, 23, 38),
        "total": many(119, 500, 501, 502, 503, 238),
    }
    found = decide(judge, **columns)
    assert {name: reason for name, (_, reason) in found.items()} == dict.fromkeys(columns, "undecided")
    assert judge.asked <= MOST_CANDIDATES + 10


def test_more_readings_than_can_be_tried_are_not_decided():
    options = many(*range(100, 120))
    found = decide(net=(option("90"),), tax=(option("19"),), total=options)
    assert found["total"] == (options, "undecided")


amounts = st.integers(0, 6).map(D)
columns = st.lists(st.tuples(amounts, st.integers(0, 2), st.booleans()), min_size=1, max_size=4)


# A total that was read from the place of the tax proves nothing, and so neither does the tax.
@example(
    {
        "net": [(D(0), 0, False)],
        "tax": [(D(0), 0, False), (D(2), 1, False)],
        "total": [(D(1), 0, False), (D(2), 1, False)],
    }
)
@given(st.dictionaries(st.sampled_from(["net", "tax", "total", "due", "other"]), columns, min_size=1))
def test_a_reading_that_is_passed_over_was_objected_to(fields):
    """Whatever is offered: what is taken over a better label leaves fewer objections than the labels do."""
    choices = {}
    for name, given_options in fields.items():
        unique = {value: (loss, sure) for value, loss, sure in given_options}
        options = [
            Option(value, Span(n, n + 1), LABEL, loss * WORSE, sure)
            for n, (value, (loss, sure)) in enumerate(unique.items())
        ]
        least = min(one.loss for one in options)
        options.sort(key=lambda one: one.loss)
        choices[name] = tuple(Option(o.value, o.span, LABEL, o.loss - least, o.sure) for o in options)
    judge = Sums()
    decisions = choose(
        tuple(Choice(*item) for item in choices.items()),
        build,
        Judge(judge, frozenset({"net", "tax", "total", "due"}), EQUATIONS),
    )
    best = {d.choice.path: d.choice.options[0] for d in decisions}
    taken = {d.choice.path: d.taken for d in decisions if d.taken}
    for decision in decisions:
        assert decision.taken is None or decision.taken in decision.choice.options
        if decision.taken and decision.taken.loss >= WORSE:
            assert len(judge(build(taken)).failing) < len(judge(build(best)).failing)
