"""The invoices pack on real records, and at the edge of every tolerance."""

import copy
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from selfcorrect.authoring.faults import check_injection
from selfcorrect.authoring.test import run_tests
from selfcorrect.domain.load import load
from selfcorrect.engines.injection import link_fault
from selfcorrect.pack.faults import load_faults
from selfcorrect.pack.load import load_pack
from tests.conftest import shared_rows
from tests.domains.invoice_records import UNITS, Maker

PACK = Path(__file__).parents[2] / "domains" / "invoices"
EXAMPLES = sorted((PACK / "examples").glob("*.yaml"))
REAL_SETS = ("invoices-xml", "invoices-zugferd-pdf", "invoices-sugeerth")
CREDIT_NOTES = ("381", "83", "396")


@pytest.fixture(scope="module")
def invoices():
    return load("invoices")


def example(name):
    """A record of the pack's examples, every scalar as text."""
    return yaml.load((PACK / "examples" / f"{name}.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506


def changed(record, changes):
    """A copy of a record with values at some paths replaced."""
    record = copy.deepcopy(record)
    for path, value in changes.items():
        *steps, last = path.replace("[", ".").replace("]", "").split(".")
        here = record
        for step in steps:
            here = here[int(step)] if step.isdecimal() else here[step]
        here[last] = value
    return record


def as_invoice(record):
    """A record of the shared XML sets in the pack's words; what it does not have is left out."""
    found = {
        "kind": "credit_note" if record["type"] in CREDIT_NOTES else "invoice",
        "invoice_number": record["invoice_number"],
        "date": record["date"],
        "due_date": record["due"],
        "vendor": record["vendor"],
        "currency": record["currency"],
        "line_items": [as_line(line) for line in record["line_items"]],
        "subtotal": record["subtotal"],
        "allowance_total": record["allowances"],
        "charge_total": record["charges"],
        "net": record["net"],
        "tax_breakdown": [
            {"rate": row["rate"], "base": row["base"], "tax": row["tax"]} for row in record["tax_rows"]
        ],
        "tax": record["tax"],
        "total": record["total"],
        "prepaid": record["prepaid"],
        "rounding": record["rounding"],
        "amount_due": record["due_amount"],
    }
    return {name: value for name, value in found.items() if value is not None}


def as_line(line):
    """A line of the shared XML sets; what is taken off is positive in the pack."""
    found = {
        name: line[name] for name in ("description", "quantity", "unit_price", "base_quantity", "amount")
    }
    if line["adjust"]:
        found["discount"] = str(-sum(Decimal(part) for part in line["adjust"]))
    return {name: value for name, value in found.items() if value is not None}


def xml_records():
    """The records of both XML sets, by id, with what their authors know to be wrong in them."""
    rows = [*shared_rows("invoices-xml"), *shared_rows("invoices-zugferd-pdf")]
    return {row["id"]: (as_invoice(row["record"]), row["problems"]) for row in rows if row["record"]}


def real_records():
    """Every real record that is sound, by id, in the pack's words."""
    found = {name: record for name, (record, problems) in xml_records().items() if not problems}
    return found | {row["id"]: row["expect"] for row in shared_rows("invoices-sugeerth")}


def findings(report):
    return [(v.code, v.path, bare(v.expected), bare(v.actual)) for v in report.violations]


def bare(text):
    """A number without zeros at its end; anything else as it is."""
    try:
        return format(Decimal(text).normalize(), "f")
    except (InvalidOperation, TypeError):
        return text


def test_no_sound_real_record_has_a_violation_but_the_overpaid_one(invoices):
    found = {name: findings(invoices.check(record)) for name, record in real_records().items()}
    assert {name: violations for name, violations in found.items() if violations} == {
        "XML-Rechnung/FX/EN16931_Einfach_negativePaymentDue.pdf": [
            ("PREPAID_ABOVE_TOTAL", "prepaid", None, None)
        ],
    }


def test_every_sound_real_record_passes_with_full_coverage(invoices):
    reports = [invoices.check(record) for record in real_records().values()]
    assert {(r.verdict, r.coverage.ratio) for r in reports} == {("pass", Decimal(1))}


def test_no_sound_real_record_is_ungrounded_in_its_own_document(invoices):
    rows = [row for name in REAL_SETS for row in shared_rows(name)]
    texts = {row["id"]: row["text"] for row in rows}
    reports = {name: invoices.check(record, document=texts[name]) for name, record in real_records().items()}
    told = {
        name: [v.code for v in r.violations if v.error_type == "grounding"] for name, r in reports.items()
    }
    assert {name: codes for name, codes in told.items() if codes} == {}


def test_what_is_wrong_in_real_records_is_found(invoices):
    found = {
        name: findings(invoices.check(record))
        for name, (record, problems) in xml_records().items()
        if problems
    }
    assert found == {
        "XML-Rechnung/FX/EN16931_Kraftfahrversicherung_Bruttopreise.pdf": [
            ("LINE_ITEM_MATH", "line_items[0].amount", "67.2244", "80"),
            ("LINE_ITEM_MATH", "line_items[1].amount", "117.6471", "140"),
        ],
    }


@pytest.mark.parametrize("name", [path.stem for path in EXAMPLES if path.stem != "kiosk"])
def test_examples_pass_with_full_coverage(invoices, name):
    report = invoices.check(example(name))
    assert (findings(report), report.verdict, report.coverage.ratio) == ([], "pass", Decimal(1))


def test_a_receipt_that_prints_no_tax_passes_by_its_cash(invoices):
    report = invoices.check(example("kiosk"))
    assert [n.code for n in report.not_evaluated] == [
        "TOTAL_MISMATCH",
        "TAX_OUT_OF_RANGE",
        "VENDOR_IS_SELLER",
    ]
    assert (findings(report), report.verdict) == ([], "pass")


def test_the_simple_case_is_simple(invoices):
    report = invoices.check(example("simple"))
    assert [n.code for n in report.not_evaluated] == ["VENDOR_IS_SELLER"]
    assert report.coverage.applicable == report.coverage.evaluated == 9


@pytest.mark.parametrize(
    "left_out",
    [
        ("line_items", "subtotal", "tax"),
        ("line_items", "subtotal"),
        ("subtotal", "tax"),
        ("line_items", "tax"),
        ("tax",),
    ],
)
@pytest.mark.parametrize("document", [None, "HT-2025-0117 Harrow Timber Ltd 2025-03-14 345.20 69.04 414.24"])
def test_a_total_that_nothing_supports_does_not_pass(invoices, left_out, document):
    record = {name: value for name, value in example("simple").items() if name not in left_out}
    assert invoices.check(record, document=document).verdict == "unverified"


def test_the_lines_support_a_total_where_no_subtotal_is_printed(invoices):
    record = example("simple")
    del record["subtotal"]
    report = invoices.check(record)
    assert (findings(report), report.verdict, report.coverage.ratio) == ([], "pass", Decimal(1))


# Rule: (example, what is changed as far as the tolerance goes, what is changed by the least that is more).
LEAST = Decimal("0.000000001")
TOLERANCES = {
    "LINE_ITEM_MATH": ("simple", "line_items[0].amount", "220.20", "0.01"),
    "LINE_ITEMS_SUM": ("simple", "subtotal", "345.20", "0.01"),
    "LINE_ITEMS_TOTAL": ("kiosk", "total", "19.75", "0.01"),
    "TOTAL_MISMATCH": ("simple", "total", "414.24", "0.01"),
    "TAX_BY_RATE": ("full", "tax_breakdown[0].tax", "72.86", "0.01"),
    "ALLOWANCES_SUM": ("full", "allowance_total", "19.56", "0"),
    "CHARGES_SUM": ("full", "charge_total", "15.40", "0"),
    "NET_MISMATCH": ("full", "net", "460.46", "0"),
    "TAX_SUM": ("full", "tax", "78.25", "0"),
    "TAX_BASE_SUM": ("full", "tax_breakdown[1].base", "77.00", "0"),
    "TAX_BASE_BY_RATE": ("full", "tax_breakdown[1].base", "77.00", "0"),
    "AMOUNT_DUE_MISMATCH": ("full", "amount_due", "438.70", "0"),
    "CHANGE_MISMATCH": ("minimart", "tendered", "20.00", "0.01"),
}
YEN = {
    "LINE_ITEM_MATH": ("yen", "line_items[0].amount", "5940", "1"),
    "LINE_ITEMS_SUM": ("yen", "subtotal", "6773", "1"),
    "TOTAL_MISMATCH": ("yen", "total", "7450", "1"),
    "TAX_BY_RATE": ("yen", "tax_breakdown[0].tax", "677", "1"),
}
# Where the prices have the tax in them.
INCLUDED = {
    "TOTAL_MISMATCH": ("cafe", "total", "11.05", "0.01"),
    "NET_MISMATCH": ("webshop", "net", "119.29", "0"),
    "TAX_BASE_SUM": ("kassenbon", "tax_breakdown[0].base", "3.95", "0"),
    "TAX_BASE_BY_RATE": ("webshop", "tax_breakdown[1].base", "22.90", "0"),
}
EDGES = [(code, *edge) for table in (TOLERANCES, YEN, INCLUDED) for code, edge in table.items()]


def severities(report, code):
    return [v.severity for v in report.violations if v.code == code]


def test_every_tolerance_has_its_edges_tried(invoices):
    assert {rule.code for rule in invoices.pack.rules if rule.within or rule.warn_within} == set(TOLERANCES)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("code", "name", "path", "exact", "within"), EDGES)
def test_off_by_the_tolerance_passes(invoices, code, name, path, exact, within, sign):
    record = changed(example(name), {path: Decimal(exact) + sign * Decimal(within)})
    assert severities(invoices.check(record), code) == []


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(("code", "name", "path", "exact", "within"), EDGES)
def test_off_by_the_least_more_does_not(invoices, code, name, path, exact, within, sign):
    record = changed(example(name), {path: Decimal(exact) + sign * (Decimal(within) + LEAST)})
    warned = [rule.code for rule in invoices.pack.rules if rule.warn_within]
    assert severities(invoices.check(record), code) == ["warning" if code in warned else "error"]


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("code", "name", "path", "exact", "within"), [edge for edge in EDGES if edge[4] == "0"]
)
def test_a_warning_ends_with_its_cent(invoices, code, name, path, exact, within, sign):
    cent = Decimal("0.01")
    at, beyond = (changed(example(name), {path: Decimal(exact) + sign * off}) for off in (cent, cent + LEAST))
    assert severities(invoices.check(at), code) == ["warning"]
    assert severities(invoices.check(beyond), code) == ["error"]


def test_a_dinar_has_thousandths(invoices):
    record = changed(example("simple"), {"currency": "BHD", "total": "414.241"})
    assert findings(invoices.check(record)) == []
    record["total"] = "414.242"
    assert findings(invoices.check(record)) == [("TOTAL_MISMATCH", "total", "414.24", "414.242")]


def test_binary_floats_are_read_as_written(invoices):
    record = example("simple") | {"subtotal": 345.2, "tax": 69.04, "total": 414.24}
    assert findings(invoices.check(record)) == []


def test_the_pack_tests_itself(invoices):
    report = run_tests("invoices")
    assert [(case.name, case.differences) for case in report.cases if case.differences] == []
    assert [(f.code, f.source, f.place, f.differences) for f in report.faults if f.differences] == []
    assert report.uncovered == ()


@pytest.fixture(scope="module")
def sound(invoices):
    """Every real record in which nothing at all is found."""
    return {name: record for name, record in real_records().items() if not invoices.check(record).violations}


@pytest.mark.parametrize(
    "fault", load_faults(load_pack("invoices", templates=False)), ids=lambda fault: fault.code
)
def test_every_fault_in_every_real_record_is_found_as_declared(invoices, sound, fault):
    linked, problems = link_fault(fault, invoices.pack.context)
    assert linked, problems
    told = [
        (name, injection.place, lines)
        for name, record in sound.items()
        for injection in linked.inject(record)
        if (lines := check_injection(injection, invoices.rules))
    ]
    assert told == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(chance=st.randoms(use_true_random=False))
def test_any_sound_invoice_passes_and_shows_every_fault_as_declared(chance):
    domain, faults = _linked()
    record = Maker(chance).record()
    report = domain.check(record)
    # Rates that pull in opposite directions are worth a warning, and no mistake; a rounding of three yen
    # may be more than a twentieth of what little there is.
    assert {v.code for v in report.violations} <= {"TAX_OUT_OF_RANGE", "ROUNDING_TOO_LARGE"}
    assume("ROUNDING_TOO_LARGE" not in {v.code for v in report.violations})
    assert report.verdict == "pass"
    assume(not report.violations)
    for fault in faults:
        for injection in fault.inject(record):
            assert (injection.place, check_injection(injection, domain.rules)) == (injection.place, ())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(chance=st.randoms(use_true_random=False))
def test_any_sound_receipt_without_a_tax_passes_and_shows_every_fault_as_declared(chance):
    domain, faults = _linked()
    record = Maker(chance).untaxed_receipt()
    report = domain.check(record)
    assume(not report.violations)
    assert report.verdict == "pass"
    for fault in faults:
        for injection in fault.inject(record):
            assert (injection.place, check_injection(injection, domain.rules)) == (injection.place, ())


@settings(max_examples=100, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_no_receipt_without_a_tax_passes_that_lost_a_line(chance):
    domain, _ = _linked()
    maker = Maker(chance)
    record = maker.untaxed_receipt()
    lost = record["line_items"].pop()
    assume(record["line_items"] and abs(lost["amount"]) > 2 * UNITS[maker.currency])
    report = domain.check(record)
    assert [(v.path, v.grade) for v in report.violations if v.code == "LINE_ITEMS_TOTAL"] == [
        ("line_items", "E1")
    ]
    assert report.verdict != "pass"


@settings(max_examples=100, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_no_total_without_its_tax_passes_where_the_tax_is_on_top(chance):
    domain, _ = _linked()
    maker = Maker(chance)
    maker.included = False
    record = maker.record()
    tax = record.get("tax", sum(row["tax"] for row in record.get("tax_breakdown", ())))
    assume(abs(tax) > 2 * UNITS[maker.currency])
    report = domain.check(record | {"total": record["total"] - tax})
    assert "TOTAL_MISMATCH" in {v.code for v in report.violations}
    assert report.verdict == "fail"


@settings(max_examples=100, deadline=None)
@given(chance=st.randoms(use_true_random=False), off=st.integers(-10_000, 10_000))
def test_no_total_passes_that_is_not_what_the_prices_come_to(chance, off):
    domain, _ = _linked()
    maker = Maker(chance)
    record, unit = maker.record(), UNITS[maker.currency]
    assume(abs(off) > 1)
    assert domain.check(record | {"total": record["total"] + off * unit}).verdict == "fail"


@cache
def _linked():
    domain = load("invoices")
    return domain, [link_fault(fault, domain.pack.context)[0] for fault in load_faults(domain.pack)]
