"""The rules by hand for a record whose shape is known to be sound: what a schema validator leaves to do.

`benchmarks.hand` without its looks at types. Numbers are int or Decimal, absent fields are absent.
"""
# ruff: noqa: C901, PLR0912, PLR0915, SIM905 - one long function, like the yardstick

from datetime import date
from decimal import ROUND_HALF_UP
from typing import Any

from benchmarks.hand import CENT, CENTS, LONGEST, QUOTIENT, ZERO, Finding, duplicates, shown_by_rate

_AMOUNTS = (
    "subtotal allowance_total charge_total net tax total prepaid rounding amount_due tendered change".split()
)


def check(record: dict[str, Any], latest: date) -> list[Finding]:
    """Everything the rules find."""
    found: list[Finding] = []
    get = record.get
    cent: Any = CENTS[record["currency"]]
    for name in _AMOUNTS:
        value = get(name)
        if value is not None and value.__class__ is not int and not value.same_quantum(cent):
            rounded = value.quantize(cent, ROUND_HALF_UP)
            if rounded != value:
                found.append(("AMOUNT_PRECISION", name, rounded, value))
    number, vendor, customer, corrects = (
        record["invoice_number"],
        record["vendor"],
        get("customer"),
        get("corrects"),
    )
    if customer is not None and vendor.strip().lower() == customer.strip().lower():
        found.append(("VENDOR_IS_CUSTOMER", "vendor", None, None))
    if corrects is not None:
        if corrects.strip() == number.strip():
            found.append(("CORRECTS_ITSELF", "corrects", None, None))
    elif get("kind") == "credit_note":
        found.append(("MISSING_FIELD", "corrects", None, None))
    issued = date.fromisoformat(record["date"])
    if issued > latest:
        found.append(("DATE_IN_FUTURE", "date", None, None))
    if issued.year < 1990:
        found.append(("DATE_TOO_OLD", "date", None, None))
    due = get("due_date")
    if due is not None:
        due = date.fromisoformat(due)
        if due < issued:
            found.append(("DUE_BEFORE_DATE", "due_date", None, None))
        elif due - issued > LONGEST:
            found.append(("DUE_TOO_LATE", "due_date", None, None))

    subtotal, net, tax, total = get("subtotal"), get("net"), get("tax"), record["total"]
    rates: list[Any] = []
    sold: list[Any] = []
    bases: list[Any] = []
    taxes: list[Any] = []
    base_sum: Any = None
    tax_sum: Any = None
    breakdown = get("tax_breakdown")
    by_rate = breakdown is not None
    if breakdown is not None:
        base_sum = ZERO
        tax_sum = ZERO
        for i, row in enumerate(breakdown):
            rate, base, part = row.get("rate"), row.get("base"), row.get("tax")
            if rate is not None and not 0 <= rate <= 100:
                found.append(("RATE_OUT_OF_RANGE", f"tax_breakdown[{i}].rate", None, None))
            base_sum = None if base is None or base_sum is None else base_sum + base
            tax_sum = None if part is None or tax_sum is None else tax_sum + part
            if base is not None and rate is not None and part is not None:
                expected = (base * rate * CENT).quantize(cent, ROUND_HALF_UP)
                if part != expected and abs(part - expected) > cent:
                    found.append(("TAX_BY_RATE", f"tax_breakdown[{i}].tax", expected, part))
            if rate and rate in rates:
                found.append(("DUPLICATE_RATE", f"tax_breakdown[{i}].rate", None, None))
            rates.append(rate)
            bases.append(base)
            taxes.append(part)
            sold.append(ZERO)
        if tax_sum is not None and tax is not None and tax != tax_sum:
            found.append(("TAX_SUM", "tax", tax_sum, tax))

    lines = get("line_items")
    line_sum: Any = None
    if lines is None:
        by_rate = False
    else:
        line_sum = ZERO
        told = []
        for i, row in enumerate(lines):
            get_item = row.get
            quantity, price, amount = get_item("quantity"), get_item("unit_price"), get_item("amount")
            rate, description = get_item("tax_rate"), get_item("description")
            if rate is None:
                by_rate = False
            elif not 0 <= rate <= 100:
                found.append(("RATE_OUT_OF_RANGE", f"line_items[{i}].tax_rate", None, None))
            off = get_item("discount_rate", ZERO)
            if not -100 <= off <= 100:
                found.append(("DISCOUNT_RATE_OUT_OF_RANGE", f"line_items[{i}].discount_rate", None, None))
            if amount is None:
                line_sum = None
                if by_rate and rate in rates:
                    sold[rates.index(rate)] = None
                continue
            if amount.__class__ is not int and not amount.same_quantum(cent):
                rounded = amount.quantize(cent, ROUND_HALF_UP)
                if rounded != amount:
                    found.append(("LINE_AMOUNT_PRECISION", f"line_items[{i}].amount", rounded, amount))
            if line_sum is not None:
                line_sum += amount
            if by_rate and rate in rates and sold[slot := rates.index(rate)] is not None:
                sold[slot] += amount
            if quantity is not None and price is not None:
                expected = quantity * price
                if (per := get_item("base_quantity")) is not None:
                    expected = QUOTIENT.divide(expected, per) if per else None
                discount = get_item("discount", ZERO)
                if expected is not None and off and abs(expected - discount - amount) > cent:
                    expected *= 1 - abs(off) * CENT
                if expected is not None:
                    expected -= discount
                if expected is not None and expected != amount and abs(amount - expected) > cent:
                    found.append(("LINE_ITEM_MATH", f"line_items[{i}].amount", expected, amount))
            if description is not None:
                told.append(description.strip().lower())
        if (
            line_sum is not None
            and subtotal is not None
            and line_sum != subtotal
            and abs(line_sum - subtotal) > cent
        ):
            found.append(("LINE_ITEMS_SUM", "subtotal", subtotal, line_sum))
        if len(set(told)) < len(told):
            duplicates(lines, found)

    totals: list[Any] = []
    for name, printed, code, sign in (
        ("allowances", "allowance_total", "ALLOWANCES_SUM", -1),
        ("charges", "charge_total", "CHARGES_SUM", 1),
    ):
        parts, given = get(name), get(printed)
        added: Any = ZERO
        if parts is None:
            by_rate = by_rate and not given
        else:
            for i, row in enumerate(parts):
                amount, rate = row.get("amount"), row.get("tax_rate")
                if rate is None:
                    by_rate = False
                elif not 0 <= rate <= 100:
                    found.append(("RATE_OUT_OF_RANGE", f"{name}[{i}].tax_rate", None, None))
                added = None if amount is None or added is None else added + amount
                if by_rate and rate in rates and sold[slot := rates.index(rate)] is not None:
                    sold[slot] = None if amount is None else sold[slot] + sign * amount
            if given is not None and added is not None and given != added:
                found.append((code, printed, added, given))
        totals.append(added if given is None else given)

    allowed, charged = totals
    worth = subtotal if subtotal is not None else line_sum
    if worth is not None:
        worth = None if allowed is None or charged is None else worth - allowed + charged
    rounding, payable = get("rounding", ZERO), get("amount_due")
    untaxed_total = tax is None and breakdown is None and not get("tax_included", False)
    if untaxed_total and subtotal is None and lines is not None and worth is not None:
        added = worth + rounding if payable is None else worth
        if abs(total - added) > cent:
            found.append(("LINE_ITEMS_TOTAL", "line_items", total, added))
    if tax is None:
        tax = tax_sum
    untaxed = net if net is not None else base_sum
    included = get("tax_included", False)
    if not included:
        if untaxed is not None:
            if worth is None:
                included = None
            elif abs(worth - untaxed) > cent:
                included = None if tax is None else abs(worth - tax - untaxed) <= cent
        elif len(rates) == 1 and rates[0] is not None:
            included = shown_by_rate(worth, tax, rates[0] * CENT, cent)
    if by_rate and included is not None:
        for i, rate in enumerate(rates):
            if rate:
                base, expected = bases[i], sold[rates.index(rate)]
                if included:
                    expected = None if expected is None or taxes[i] is None else expected - taxes[i]
                if base is not None and expected is not None and base != expected:
                    found.append(("TAX_BASE_BY_RATE", f"tax_breakdown[{i}].base", expected, base))
    whole = None if net is None or tax is None else net + tax
    expected = worth
    if included:
        whole = whole if worth is None else worth
        expected = None if worth is None or tax is None else worth - tax
    elif included is None:
        expected = None
    if net is None:
        net = expected
        if whole is None and net is not None and tax is not None:
            whole = net + tax
    elif expected is not None and net != expected:
        found.append(("NET_MISMATCH", "net", expected, net))
    if net is not None:
        if base_sum is not None and base_sum != net:
            found.append(("TAX_BASE_SUM", "tax_breakdown", net, base_sum))
        if tax is not None and not (0 <= tax <= net if net >= 0 else net <= tax <= 0):
            found.append(("TAX_OUT_OF_RANGE", "tax", None, None))
    if worth is not None and abs(rounding) > 1 and abs(rounding) * 20 > abs(worth):
        found.append(("ROUNDING_TOO_LARGE", "rounding", None, None))
    if whole is not None:
        whole += rounding if payable is None else 0
        if total != whole and abs(total - whole) > cent:
            found.append(("TOTAL_MISMATCH", "total", whole, total))
    prepaid = get("prepaid", ZERO)
    if prepaid > 0 and prepaid > total:
        found.append(("PREPAID_ABOVE_TOTAL", "prepaid", None, None))
    if payable is not None:
        expected = total - prepaid + rounding
        if payable != expected:
            found.append(("AMOUNT_DUE_MISMATCH", "amount_due", expected, payable))
    tendered, change = get("tendered"), get("change")
    if tendered is not None and change:
        expected = tendered - abs(change)
        asked = total if payable is None else payable
        if abs(asked - expected) > cent:
            found.append(("CHANGE_MISMATCH", "total", expected, asked))
    return found
