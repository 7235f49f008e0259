"""zen-engine: one decision graph whose expressions are the rules that its language can say.

It takes JSON bytes and computes with decimals, which is why it is handed bytes: it refuses a Decimal, and
as dicts of floats the same records take it longer. What it cannot say: anything about a record whose
fields are missing or of a wrong type (an expression with one fails, and the whole decision with it);
unknown fields; sums by rate and duplicates (a closure sees its own row only); expected and actual values.
A rule on rows gives one truth value a row, whose position is the path.
"""

import json
from collections.abc import Callable
from typing import Any

import zen

from benchmarks.hand import Finding

_PARTS = {
    "cent": "currency == 'JPY' ? 1 : 0.01",
    "tax": "tax ?? (tax_breakdown == null ? null : sum(map(tax_breakdown ?? [], #.tax)))",
    "worth": (
        "(subtotal ?? sum(map(line_items, #.amount)))"
        " - (allowance_total ?? sum(map(allowances ?? [], #.amount)))"
        " + (charge_total ?? sum(map(charges ?? [], #.amount)))"
    ),
    "untaxed": "net ?? (tax_breakdown == null ? $.worth : sum(map(tax_breakdown ?? [], #.base)))",
    "included": (
        "(tax_included ?? false) or"
        " (abs($.worth - $.untaxed) > $.cent and abs($.worth - $.tax - $.untaxed) <= $.cent)"
    ),
    "expected_net": "$.included ? $.worth - $.tax : $.worth",
    "net": "net ?? $.expected_net",
    "payable": "($.included ? $.worth : $.net + $.tax) + (amount_due == null ? (rounding ?? 0) : 0)",
}
"""What the rules are made of, worked out once."""
_ROWS = {
    "LINE_ITEM_MATH line_items amount": (
        "map(line_items, abs(#.quantity * #.unit_price / (#.base_quantity ?? 1) - (#.discount ?? 0)"
        " - #.amount) > $.cent and abs(#.quantity * #.unit_price / (#.base_quantity ?? 1)"
        " * (1 - abs(#.discount_rate ?? 0) / 100) - (#.discount ?? 0) - #.amount) > $.cent)"
    ),
    "DISCOUNT_RATE_OUT_OF_RANGE line_items discount_rate": (
        "map(line_items, abs(#.discount_rate ?? 0) > 100)"
    ),
    "TAX_BY_RATE tax_breakdown tax": (
        "map(tax_breakdown ?? [], abs(round(#.base * #.rate / 100, currency == 'JPY' ? 0 : 2) - #.tax) >"
        " $.cent)"
    ),
}
_WHOLE = {
    "LINE_ITEMS_SUM subtotal": (
        "subtotal != null and abs(sum(map(line_items, #.amount)) - subtotal) > $.cent"
    ),
    "NET_MISMATCH net": "net != null and net != $.expected_net",
    "TAX_SUM tax": "tax != null and tax_breakdown != null and sum(map(tax_breakdown ?? [], #.tax)) != tax",
    "TAX_BASE_SUM tax_breakdown": (
        "tax_breakdown != null and sum(map(tax_breakdown ?? [], #.base)) != $.net"
    ),
    "TOTAL_MISMATCH total": "abs(total - $.payable) > $.cent",
    "TAX_OUT_OF_RANGE tax": ("$.net >= 0 ? ($.tax < 0 or $.tax > $.net) : ($.tax > 0 or $.tax < $.net)"),
    "ROUNDING_TOO_LARGE rounding": "abs(rounding ?? 0) > 1 and abs(rounding ?? 0) * 20 > abs($.worth)",
    "AMOUNT_DUE_MISMATCH amount_due": (
        "amount_due != null and amount_due != (total - (prepaid ?? 0) + (rounding ?? 0))"
    ),
    "PREPAID_ABOVE_TOTAL prepaid": "(prepaid ?? 0) > 0 and (prepaid ?? 0) > total",
    "CHANGE_MISMATCH total": (
        "(tendered != null and change != null and change != 0)"
        " ? abs((tendered ?? 0) - abs(change ?? 0) - (amount_due ?? total)) > $.cent : false"
    ),
    "DUE_BEFORE_DATE due_date": "due_date != null and date(due_date ?? date) < date($root.date)",
    "CORRECTS_ITSELF corrects": "corrects != null and corrects == invoice_number",
    "VENDOR_IS_CUSTOMER vendor": "customer != null and lower(vendor) == lower(customer ?? '')",
}
CODES = frozenset(rule.split()[0] for rule in (*_ROWS, *_WHOLE))


def checker() -> Callable[[bytes], list[Finding]]:
    """A function that checks one record as JSON bytes; it finds nothing where a rule cannot be computed."""
    evaluate = zen.ZenEngine().create_decision(json.dumps(_graph())).evaluate

    def check(record: bytes) -> list[Finding]:
        try:
            result = evaluate(record)["result"]
        except RuntimeError:
            return []
        found: list[Finding] = [
            (code, path, None, None) for rule in _WHOLE if result[rule] for code, path in [rule.split()]
        ]
        for rule in _ROWS:
            if True in result[rule]:
                code, rows, name = rule.split()
                found += [
                    (code, f"{rows}[{i}].{name}", None, None) for i, bad in enumerate(result[rule]) if bad
                ]
        return found

    return check


def _graph() -> dict[str, Any]:
    rules = {**_PARTS, **_ROWS, **_WHOLE}
    expressions = [{"id": str(n), "key": key, "value": value} for n, (key, value) in enumerate(rules.items())]
    nodes = [
        {"id": "in", "name": "in", "type": "inputNode"},
        {"id": "rules", "name": "rules", "type": "expressionNode", "content": {"expressions": expressions}},
        {"id": "out", "name": "out", "type": "outputNode"},
    ]
    edges = [
        {"id": "1", "sourceId": "in", "targetId": "rules", "type": "edge"},
        {"id": "2", "sourceId": "rules", "targetId": "out", "type": "edge"},
    ]
    return {"nodes": nodes, "edges": edges}
