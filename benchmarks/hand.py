"""What an expert writes by hand for the rules and the shape of the `invoices` pack: the yardstick.

Frozen: `benchmarks.frozen` holds this file's sha256, and no run is valid with another. Whoever changes
the pack's rules writes this file anew, as fast as it can honestly be made, and says so in the change log.

It is what one writes when speed matters and nothing else does: one function, one pass over each list,
locals only, each likely value told apart in one line, everything unlikely in functions further down.
It finds what the pack finds in a record without a document. What it leaves out, and the pack gives:
messages, severities, what could not be evaluated, coverage, the verdict.
"""
# ruff: noqa: C901, PLR0912, PLR0915, SIM905 - one long function is the point, and words read best as words

import decimal
import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

Finding = tuple[str, str, Any, Any]
"""Code, path, expected, actual. Of a finding about the shape, expected is only a word or None."""

CONTEXT = decimal.Context(prec=60)
"""Set once by whoever calls `check`: sums and products are exact in 60 digits."""

QUOTIENT = decimal.Context(prec=38)
ZERO, ONE, CENT = Decimal(0), Decimal(1), Decimal("0.01")
TOO_LARGE = 10**18
LONGEST = timedelta(days=400)
NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?", re.ASCII)
TRUTHS = {"true": True, "yes": True, "false": False, "no": False}
KINDS = frozenset({"invoice", "credit_note"})
FIELDS = frozenset(
    (
        "kind invoice_number date due_date vendor customer currency corrects line_items tax_included subtotal"
        " allowances allowance_total charges charge_total net tax_breakdown tax total prepaid rounding"
        " amount_due tendered change"
    ).split()
)
LINE = frozenset(
    "description quantity unit unit_price base_quantity discount discount_rate amount tax_rate".split()
)
PART = frozenset({"reason", "amount", "tax_rate"})
RATE = frozenset({"rate", "base", "tax"})
CENTS = {
    **dict.fromkeys("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(), ONE),
    **dict.fromkeys(
        (
            "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD"
            " CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS"
            " GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL"
            " MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK"
            " PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS"
            " TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG"
        ).split(),
        CENT,
    ),
    **dict.fromkeys("BHD IQD JOD KWD LYD OMR TND".split(), Decimal("0.001")),
    **dict.fromkeys("CLF UYW".split(), Decimal("0.0001")),
}


def check(record: Any, latest: date) -> list[Finding]:
    """Everything wrong with a record. `latest` is the last day that is not in the future."""
    found: list[Finding] = []
    if record.__class__ is not dict:
        return [("WRONG_TYPE", "", "object", record)]
    if not FIELDS.issuperset(record):
        found.extend(("UNKNOWN_FIELD", str(key), None, record[key]) for key in record if key not in FIELDS)
    get = record.get

    currency = get("currency")
    cent: Any = CENTS.get(currency) if currency.__class__ is str else None
    certain = cent is not None
    near: Any = cent if certain else ONE
    if not certain:
        cent = CENT
        required(currency, "currency", found)
    kind = get("kind")
    if kind is not None and (kind.__class__ is not str or kind not in KINDS):
        kind = choice(kind, found)
    number = get("invoice_number")
    if number.__class__ is not str or not number or number.isspace():
        number = required(number, "invoice_number", found)
    vendor = get("vendor")
    if vendor.__class__ is not str or not vendor or vendor.isspace():
        vendor = required(vendor, "vendor", found)
    customer = get("customer")
    if customer is not None:
        if customer.__class__ is not str or not customer or customer.isspace():
            customer = text(customer, "customer", found)
        if customer is not None and vendor is not None and vendor.strip().lower() == customer.strip().lower():
            found.append(("VENDOR_IS_CUSTOMER", "vendor", None, None))
    corrects = get("corrects")
    if corrects is not None:
        if corrects.__class__ is not str or not corrects or corrects.isspace():
            corrects = text(corrects, "corrects", found)
        if corrects is not None and number is not None and corrects.strip() == number.strip():
            found.append(("CORRECTS_ITSELF", "corrects", None, None))
    if corrects is None and kind == "credit_note":
        found.append(("MISSING_FIELD", "corrects", None, None))

    issued = get("date")
    if issued.__class__ is str and len(issued) == 10:
        try:
            issued = date.fromisoformat(issued)
        except ValueError:
            found.append(("WRONG_TYPE", "date", "date", issued))
            issued = None
    else:
        issued = day(issued, "date", found)
        if issued is None and blank(get("date")):
            found.append(("MISSING_FIELD", "date", None, None))
    if issued is not None:
        if issued > latest:
            found.append(("DATE_IN_FUTURE", "date", None, None))
        if issued.year < 1990:
            found.append(("DATE_TOO_OLD", "date", None, None))
    due = get("due_date")
    if due is not None:
        due = day(due, "due_date", found)
        if due is not None and issued is not None:
            if due < issued:
                found.append(("DUE_BEFORE_DATE", "due_date", None, None))
            elif due - issued > LONGEST:
                found.append(("DUE_TOO_LATE", "due_date", None, None))

    included = get("tax_included")
    if included is None:
        included = False
    elif included.__class__ is not bool:
        included = truth(included, found)
    subtotal = get("subtotal")
    if subtotal is not None and (
        subtotal.__class__ is not Decimal or not subtotal.same_quantum(cent) or subtotal.adjusted() > 17
    ):
        subtotal = amount_of(subtotal, "subtotal", cent if certain else None, found)
    allowed = get("allowance_total")
    if allowed is not None and (
        allowed.__class__ is not Decimal or not allowed.same_quantum(cent) or allowed.adjusted() > 17
    ):
        allowed = amount_of(allowed, "allowance_total", cent if certain else None, found)
    charged = get("charge_total")
    if charged is not None and (
        charged.__class__ is not Decimal or not charged.same_quantum(cent) or charged.adjusted() > 17
    ):
        charged = amount_of(charged, "charge_total", cent if certain else None, found)
    net = get("net")
    if net is not None and (
        net.__class__ is not Decimal or not net.same_quantum(cent) or net.adjusted() > 17
    ):
        net = amount_of(net, "net", cent if certain else None, found)
    tax = get("tax")
    if tax is not None and (
        tax.__class__ is not Decimal or not tax.same_quantum(cent) or tax.adjusted() > 17
    ):
        tax = amount_of(tax, "tax", cent if certain else None, found)
    total = get("total")
    if total.__class__ is not Decimal or not total.same_quantum(cent) or total.adjusted() > 17:
        if blank(total):
            total = None
            found.append(("MISSING_FIELD", "total", None, None))
        else:
            total = amount_of(total, "total", cent if certain else None, found)
    prepaid = get("prepaid")
    if prepaid is None:
        prepaid = ZERO
    elif prepaid.__class__ is not Decimal or not prepaid.same_quantum(cent) or prepaid.adjusted() > 17:
        prepaid = ZERO if blank(prepaid) else amount_of(prepaid, "prepaid", cent if certain else None, found)
    rounding = get("rounding")
    if rounding is None:
        rounding = ZERO
    elif rounding.__class__ is not Decimal or not rounding.same_quantum(cent) or rounding.adjusted() > 17:
        unit = cent if certain else None
        rounding = ZERO if blank(rounding) else amount_of(rounding, "rounding", unit, found)
    payable = get("amount_due")
    if payable is not None and (
        payable.__class__ is not Decimal or not payable.same_quantum(cent) or payable.adjusted() > 17
    ):
        payable = amount_of(payable, "amount_due", cent if certain else None, found)
    tendered = get("tendered")
    if tendered is not None and (
        tendered.__class__ is not Decimal or not tendered.same_quantum(cent) or tendered.adjusted() > 17
    ):
        tendered = amount_of(tendered, "tendered", cent if certain else None, found)
    change = get("change")
    if change is not None and (
        change.__class__ is not Decimal or not change.same_quantum(cent) or change.adjusted() > 17
    ):
        change = amount_of(change, "change", cent if certain else None, found)

    # The breakdown first: lines are added to the rate they belong to as they are met.
    rates: list[Any] = []
    bases: list[Any] = []
    taxes: list[Any] = []
    sold: list[Any] = []
    base_sum: Any = None
    tax_sum: Any = None
    breakdown = get("tax_breakdown")
    if breakdown is not None and breakdown.__class__ is not list:
        breakdown = rows(breakdown, "tax_breakdown", found)
    if breakdown is not None:
        base_sum = ZERO
        tax_sum = ZERO
        for i, row in enumerate(breakdown):
            if row.__class__ is not dict:
                found.append(("WRONG_TYPE", f"tax_breakdown[{i}]", "object", row))
                rates.append(None)
                bases.append(None)
                taxes.append(None)
                sold.append(ZERO)
                base_sum = tax_sum = None
                continue
            if not RATE.issuperset(row):
                unknown(row, RATE, f"tax_breakdown[{i}]", found)
            rate = row.get("rate")
            if rate.__class__ is not int or not 0 <= rate <= 100:
                rate = rate_of(rate, f"tax_breakdown[{i}].rate", found)
            base = row.get("base")
            if base.__class__ is not Decimal or not base.same_quantum(CENT) or base.adjusted() > 17:
                base = number_of(base, f"tax_breakdown[{i}].base", "money", found)
            part = row.get("tax")
            if part.__class__ is not Decimal or not part.same_quantum(CENT) or part.adjusted() > 17:
                part = number_of(part, f"tax_breakdown[{i}].tax", "money", found)
            if base is None:
                base_sum = None
            elif base_sum is not None:
                base_sum += base
            if part is None:
                tax_sum = None
            elif tax_sum is not None:
                tax_sum += part
            if base is not None and rate is not None and part is not None:
                expected = (base * rate * CENT).quantize(cent, ROUND_HALF_UP)
                if certain and part != expected and abs(part - expected) > cent:
                    found.append(("TAX_BY_RATE", f"tax_breakdown[{i}].tax", expected, part))
            if rate and rate in rates:
                found.append(("DUPLICATE_RATE", f"tax_breakdown[{i}].rate", None, None))
            rates.append(rate)
            bases.append(base)
            taxes.append(part)
            sold.append(ZERO)
        if tax_sum is not None and tax is not None and tax != tax_sum:
            found.append(("TAX_SUM", "tax", tax_sum, tax))

    # Whether the rate of every part is known, without which no rate's base is.
    by_rate = breakdown is not None
    lines = get("line_items")
    if lines.__class__ is not list:
        lines = rows(lines, "line_items", found)
    line_sum: Any = None
    if lines is None:
        by_rate = False
    else:
        if not lines:
            found.append(("TOO_FEW", "line_items", 1, 0))
        line_sum = ZERO
        told = []
        for i, row in enumerate(lines):
            if row.__class__ is not dict:
                found.append(("WRONG_TYPE", f"line_items[{i}]", "object", row))
                line_sum = None
                by_rate = False
                continue
            if not LINE.issuperset(row):
                unknown(row, LINE, f"line_items[{i}]", found)
            get = row.get
            description = get("description")
            if description.__class__ is not str or not description or description.isspace():
                description = text(description, f"line_items[{i}].description", found)
            unit = get("unit")
            if unit is not None and (unit.__class__ is not str or not unit):
                text(unit, f"line_items[{i}].unit", found)
            quantity = get("quantity")
            if quantity.__class__ is not int or not -TOO_LARGE < quantity < TOO_LARGE:
                quantity = number_of(quantity, f"line_items[{i}].quantity", "number", found)
            price = get("unit_price")
            if price.__class__ is not Decimal or not price.same_quantum(CENT) or price.adjusted() > 17:
                price = number_of(price, f"line_items[{i}].unit_price", "money", found)
            amount = get("amount")
            if amount.__class__ is not Decimal or not amount.same_quantum(cent) or amount.adjusted() > 17:
                amount = amount_of(amount, f"line_items[{i}].amount", cent if certain else None, found)
            expected = quantity * price if quantity is not None and price is not None else None
            per = get("base_quantity")
            if per is not None and not blank(per):
                per = number_of(per, f"line_items[{i}].base_quantity", "number", found)
                expected = QUOTIENT.divide(expected, per) if expected is not None and per else None
            discount = get("discount")
            if discount is not None and not blank(discount):
                discount = number_of(discount, f"line_items[{i}].discount", "money", found)
                expected = expected - discount if expected is not None and discount is not None else None
            else:
                discount = ZERO
            off = get("discount_rate")
            if off is not None and not blank(off):
                off = number_of(off, f"line_items[{i}].discount_rate", "percent", found)
                if off and not -100 <= off <= 100:
                    found.append(("DISCOUNT_RATE_OUT_OF_RANGE", f"line_items[{i}].discount_rate", None, None))
                # Unless the price is reduced by it already.
                if expected is None or amount is None:
                    expected = None
                elif expected != amount and abs(expected - amount) > cent:
                    expected = (
                        (expected + discount) * (1 - abs(off) * CENT) - discount if off is not None else None
                    )
            rate = get("tax_rate")
            if rate is not None and (rate.__class__ is not int or not 0 <= rate <= 100):
                rate = rate_of(rate, f"line_items[{i}].tax_rate", found)
            if rate is None:
                by_rate = False
            if amount is None:
                line_sum = None
                if by_rate and rate in rates:
                    sold[rates.index(rate)] = None
                continue
            if line_sum is not None:
                line_sum += amount
            if by_rate and rate in rates and sold[slot := rates.index(rate)] is not None:
                sold[slot] += amount
            if expected is not None and expected != amount and abs(amount - expected) > near:
                found.append(("LINE_ITEM_MATH", f"line_items[{i}].amount", expected, amount))
            if description is not None:
                told.append(description.strip().lower())
        if (
            line_sum is not None
            and subtotal is not None
            and line_sum != subtotal
            and abs(line_sum - subtotal) > near
        ):
            found.append(("LINE_ITEMS_SUM", "subtotal", subtotal, line_sum))
        if len(set(told)) < len(told):
            duplicates(lines, found)

    parts = get_list(record, "allowances", found) if "allowances" in record else None
    if parts is not None:
        taken: Any = ZERO
        for i, row in enumerate(parts):
            amount, rate = part_of(row, f"allowances[{i}]", found)
            taken = taken + amount if amount is not None and taken is not None else None
            if rate is None:
                by_rate = False
            elif by_rate and rate in rates and sold[slot := rates.index(rate)] is not None:
                sold[slot] = sold[slot] - amount if amount is not None else None
        if allowed is None:
            allowed = taken
        elif taken is not None and allowed != taken:
            found.append(("ALLOWANCES_SUM", "allowance_total", taken, allowed))
    elif allowed is None:
        allowed = ZERO
    elif allowed:
        by_rate = False
    parts = get_list(record, "charges", found) if "charges" in record else None
    if parts is not None:
        put_on: Any = ZERO
        for i, row in enumerate(parts):
            amount, rate = part_of(row, f"charges[{i}]", found)
            put_on = put_on + amount if amount is not None and put_on is not None else None
            if rate is None:
                by_rate = False
            elif by_rate and rate in rates and sold[slot := rates.index(rate)] is not None:
                sold[slot] = sold[slot] + amount if amount is not None else None
        if charged is None:
            charged = put_on
        elif put_on is not None and charged != put_on:
            found.append(("CHARGES_SUM", "charge_total", put_on, charged))
    elif charged is None:
        charged = ZERO
    elif charged:
        by_rate = False

    # What the prices come to, and whether the tax is in them: None where that cannot be told.
    worth = subtotal if subtotal is not None else line_sum
    if worth is not None:
        worth = worth - allowed + charged if allowed is not None and charged is not None else None
    if subtotal is None and tax is None and breakdown is None and included is False and lines is not None:
        added = worth
        if payable is None and worth is not None:
            added = worth + rounding if rounding is not None else None
        if total is not None and added is not None and total != added and abs(total - added) > near:
            found.append(("LINE_ITEMS_TOTAL", "line_items", total, added))
    if tax is None:
        tax = tax_sum
    untaxed = net if net is not None else base_sum
    if not included:
        shown: Any = False
        if untaxed is not None:
            if untaxed != worth:
                shown = None
                if worth is not None:
                    if abs(worth - untaxed) <= cent:
                        shown = False
                    elif tax is not None:
                        shown = abs(worth - tax - untaxed) <= cent
        elif len(rates) == 1 and rates[0] is not None:
            shown = shown_by_rate(worth, tax, rates[0] * CENT, cent)
        if shown or included is not None:
            included = shown

    if by_rate and included is not None:
        for i, rate in enumerate(rates):
            if rate:
                base, expected = bases[i], sold[rates.index(rate)]
                if included:
                    part = taxes[i]
                    expected = expected - part if expected is not None and part is not None else None
                if base is not None and expected is not None and base != expected:
                    found.append(("TAX_BASE_BY_RATE", f"tax_breakdown[{i}].base", expected, base))
    whole = net + tax if net is not None and tax is not None else None
    expected = worth
    if included:
        if worth is not None:
            whole = worth
            expected = worth - tax if tax is not None else None
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
    if rounding != 0:
        if payable is None and whole is not None:
            whole = whole + rounding if rounding is not None else None
        if (
            rounding is not None
            and abs(rounding) > 1
            and worth is not None
            and 20 * abs(rounding) > abs(worth)
        ):
            found.append(("ROUNDING_TOO_LARGE", "rounding", None, None))
    if total is not None and whole is not None and total != whole and abs(total - whole) > near:
        found.append(("TOTAL_MISMATCH", "total", whole, total))
    if total is not None and prepaid is not None:
        if prepaid > 0 and prepaid > total:
            found.append(("PREPAID_ABOVE_TOTAL", "prepaid", None, None))
        if payable is not None and rounding is not None:
            expected = total - prepaid + rounding
            if payable != expected:
                found.append(("AMOUNT_DUE_MISMATCH", "amount_due", expected, payable))
    if change and tendered is not None and total is not None:
        expected = tendered - abs(change)
        asked = payable if payable is not None else total
        if asked != expected and abs(asked - expected) > near:
            found.append(("CHANGE_MISMATCH", "total", expected, asked))
    return found


# What follows is met seldom: other forms of values, and what is wrong with them.


def blank(raw: object) -> bool:
    """Whether a value is missing: null or nothing but white space."""
    return raw is None or (isinstance(raw, str) and (not raw or raw.isspace()))


def text(raw: object, path: str, found: list[Finding]) -> str | None:
    """Text, or None."""
    if isinstance(raw, str) and not blank(raw):
        return raw
    if not blank(raw):
        found.append(("WRONG_TYPE", path, "text", raw))
    return None


def required(raw: object, path: str, found: list[Finding]) -> str | None:
    """A text that must be there, or what is no currency."""
    if blank(raw):
        found.append(("MISSING_FIELD", path, None, None))
        return None
    if path == "currency" or not isinstance(raw, str):
        found.append(("WRONG_TYPE", path, path, raw))
        return None
    return raw


def choice(raw: object, found: list[Finding]) -> str | None:
    """The kind of document, None where it is none."""
    if blank(raw):
        return "invoice"
    if type(raw) is int and -TOO_LARGE < raw < TOO_LARGE:
        raw = str(raw)
    if not isinstance(raw, str):
        found.append(("WRONG_TYPE", "kind", "choice", raw))
        return None
    raw = raw.strip()
    if raw not in KINDS:
        found.append(("NOT_A_CHOICE", "kind", None, raw))
        return None
    return raw


def truth(raw: object, found: list[Finding]) -> bool | None:
    """Whether the tax is in the prices, None where that is not said."""
    if blank(raw):
        return False
    value = TRUTHS.get(raw.strip().lower()) if isinstance(raw, str) else None
    if value is None:
        found.append(("WRONG_TYPE", "tax_included", "boolean", raw))
    return value


def shown_by_rate(worth: Any, tax: Any, rate: Decimal, cent: Decimal) -> bool | None:
    """Whether a tax is what the only rate makes of the prices if it is inside, and not if it is on top."""
    if worth is None or tax is None:
        return None
    if abs(worth * rate - tax) <= cent:
        return False
    return abs(QUOTIENT.divide(worth * rate, 1 + rate) - tax) <= cent if 1 + rate else None


def day(raw: object, path: str, found: list[Finding]) -> date | None:
    """A date, or None."""
    if isinstance(raw, str):
        stripped = raw.strip()
        if len(stripped) == 10:
            try:
                return date.fromisoformat(stripped)
            except ValueError:
                pass
    elif isinstance(raw, datetime):
        if raw.time() == time():
            return raw.date()
    elif isinstance(raw, date):
        return raw
    if not blank(raw):
        found.append(("WRONG_TYPE", path, "date", raw))
    return None


def number_of(raw: Any, path: str, kind: str, found: list[Finding]) -> Any:
    """A number in any form that is exact, or None."""
    if raw is None or (raw.__class__ is int and -TOO_LARGE < raw < TOO_LARGE):
        return raw
    given = raw
    if raw.__class__ is float:
        raw = Decimal(repr(raw))
    elif isinstance(raw, str):
        if blank(raw):
            return None
        raw = raw.strip()
        if kind == "percent":
            raw = raw.removesuffix("%").strip()
        if NUMBER.fullmatch(raw):
            raw = Decimal(raw) if len(raw) <= 64 else Decimal("1e99")
    if raw.__class__ is Decimal:
        if raw.is_finite():
            written = str(raw)
            if len(written) <= 11 and "E" not in written:
                return raw
            exponent: Any = raw.as_tuple().exponent
            if exponent >= -9 and (not raw or raw.adjusted() < 18):
                return raw
            found.append(("NUMBER_OUT_OF_RANGE", path, kind, given))
            return None
    elif raw.__class__ is int:
        found.append(("NUMBER_OUT_OF_RANGE", path, kind, given))
        return None
    found.append(("WRONG_TYPE", path, kind, given))
    return None


def amount_of(raw: Any, path: str, cent: Decimal | None, found: list[Finding]) -> Any:
    """An amount in any form that is exact, judged for its decimals."""
    value = number_of(raw, path, "money", found)
    if value.__class__ is Decimal and cent is not None:
        rounded = value.quantize(cent, ROUND_HALF_UP)
        if rounded != value:
            code = "LINE_AMOUNT_PRECISION" if path.startswith("line_items") else "AMOUNT_PRECISION"
            found.append((code, path, rounded, value))
    return value


def rate_of(raw: Any, path: str, found: list[Finding]) -> Any:
    """A percentage in any form that is exact, judged for its range."""
    value = number_of(raw, path, "percent", found)
    if value is not None and not 0 <= value <= 100:
        found.append(("RATE_OUT_OF_RANGE", path, None, None))
    return value


def rows(raw: object, path: str, found: list[Finding]) -> list[Any] | None:
    """A list, or None."""
    if isinstance(raw, list | tuple):
        return list(raw)
    if not blank(raw):
        found.append(("WRONG_TYPE", path, "list", raw))
    return None


def get_list(record: dict[str, Any], name: str, found: list[Finding]) -> list[Any] | None:
    """A list of the record, or None."""
    raw = record[name]
    return raw if raw.__class__ is list else rows(raw, name, found)


def part_of(row: Any, path: str, found: list[Finding]) -> tuple[Any, Any]:
    """Amount and rate of an allowance or a charge."""
    if row.__class__ is not dict:
        found.append(("WRONG_TYPE", path, "object", row))
        return None, None
    if not PART.issuperset(row):
        unknown(row, PART, path, found)
    reason = row.get("reason")
    if reason.__class__ is not str or not reason:
        text(reason, f"{path}.reason", found)
    amount = row.get("amount")
    if amount.__class__ is not Decimal or not amount.same_quantum(CENT) or amount.adjusted() > 17:
        amount = number_of(amount, f"{path}.amount", "money", found)
    rate = row.get("tax_rate")
    if rate.__class__ is not int or not 0 <= rate <= 100:
        rate = rate_of(rate, f"{path}.tax_rate", found)
    return amount, rate


def unknown(row: dict[Any, Any], names: frozenset[str], path: str, found: list[Finding]) -> None:
    """Fields that no row has."""
    found.extend(("UNKNOWN_FIELD", f"{path}.{key}", None, row[key]) for key in row if key not in names)


def duplicates(lines: list[Any], found: list[Finding]) -> None:
    """Lines that say the same, at the first of them; only looked for where two have one description."""
    alike: dict[tuple[str, Any, Any, Any], list[int]] = {}
    nowhere: list[Finding] = []
    for i, row in enumerate(lines):
        if row.__class__ is not dict:
            continue
        description = text(row.get("description"), "", nowhere)
        amount = number_of(row.get("amount"), "", "money", nowhere)
        if description is not None and amount is not None:
            quantity = number_of(row.get("quantity"), "", "number", nowhere) or 0
            price = number_of(row.get("unit_price"), "", "money", nowhere) or 0
            alike.setdefault((description.strip().lower(), quantity, price, amount), []).append(i)
    found.extend(
        ("DUPLICATE_LINE", f"line_items[{rows[0]}]", 1, len(rows)) for rows in alike.values() if len(rows) > 1
    )
