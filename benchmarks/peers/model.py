"""A pydantic model whose validators are the rules.

Types are fields; the rules that need the whole invoice (all need its currency) are methods, gathered by
one validator, because a validator that raises ends its model's validation. They do not run where a
field is wrong: pydantic has no model to hand them then.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from benchmarks.hand import CENTS, Finding, shown_by_rate
from benchmarks.peers.schema import render

Number = Annotated[Decimal, Field(max_digits=27, decimal_places=9)]
Day = date
"""The type, under a name that the field `date` does not hide."""
Text = Annotated[str, Field(min_length=1)]
_CENT = Decimal("0.01")


def _currency(code: str) -> str:
    if code not in CENTS:
        raise PydanticCustomError("currency", "not an ISO 4217 currency code")
    return code


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Line(_Strict):
    """A line."""

    description: Text | None = None
    quantity: Number | None = None
    unit: Text | None = None
    unit_price: Number | None = None
    base_quantity: Number = Decimal(1)
    discount: Number = Decimal(0)
    discount_rate: Number = Decimal(0)
    amount: Number | None = None
    tax_rate: Number | None = None

    def product(self, cent: Decimal) -> Decimal | None:
        """What the line should come to. No rate is taken off a price that is reduced by it already."""
        if self.quantity is None or self.unit_price is None or not self.base_quantity:
            return None
        priced = self.quantity * self.unit_price / self.base_quantity
        if self.amount is not None and abs(priced - self.discount - self.amount) > cent:
            priced *= 1 - abs(self.discount_rate) * _CENT
        return priced - self.discount


class Part(_Strict):
    """An allowance or a charge."""

    reason: Text | None = None
    amount: Number | None = None
    tax_rate: Number | None = None


class Rate(_Strict):
    """A row of the tax breakdown."""

    rate: Number | None = None
    base: Number | None = None
    tax: Number | None = None


class Invoice(_Strict):
    """An invoice, credit note or receipt."""

    kind: Literal["invoice", "credit_note"] = "invoice"
    invoice_number: Text
    date: Day
    due_date: Day | None = None
    vendor: Text
    customer: Text | None = None
    currency: Annotated[str, AfterValidator(_currency)]
    corrects: Text | None = None
    line_items: Annotated[list[Line], Field(min_length=1)] | None = None
    tax_included: bool = False
    subtotal: Number | None = None
    allowances: list[Part] | None = None
    allowance_total: Number | None = None
    charges: list[Part] | None = None
    charge_total: Number | None = None
    net: Number | None = None
    tax_breakdown: list[Rate] | None = None
    tax: Number | None = None
    total: Number
    prepaid: Number = Decimal(0)
    rounding: Number = Decimal(0)
    amount_due: Number | None = None
    tendered: Number | None = None
    change: Number | None = None

    @model_validator(mode="after")
    def rules(self, info: ValidationInfo) -> Self:
        """Every rule; what they find is raised as one error."""
        found = [
            *self._parties(),
            *self._dates(info.context),
            *self._precision(),
            *self._rates(),
            *self._lines(),
            *self._breakdown(),
            *self._totals(),
        ]
        if found:
            raise PydanticCustomError("rules", "the invoice breaks rules", {"found": found})
        return self

    @property
    def _cent(self) -> Decimal:
        return CENTS[self.currency]

    def _parties(self) -> Iterator[Finding]:
        if self.customer is not None and self.vendor.strip().lower() == self.customer.strip().lower():
            yield "VENDOR_IS_CUSTOMER", "vendor", None, None
        if self.corrects is not None and self.corrects.strip() == self.invoice_number.strip():
            yield "CORRECTS_ITSELF", "corrects", None, None
        if self.corrects is None and self.kind == "credit_note":
            yield "MISSING_FIELD", "corrects", None, None

    def _dates(self, latest: Any) -> Iterator[Finding]:
        if self.date > latest:
            yield "DATE_IN_FUTURE", "date", None, None
        if self.date.year < 1990:
            yield "DATE_TOO_OLD", "date", None, None
        if self.due_date is not None:
            if self.due_date < self.date:
                yield "DUE_BEFORE_DATE", "due_date", None, None
            if self.due_date - self.date > timedelta(days=400):
                yield "DUE_TOO_LATE", "due_date", None, None

    def _precision(self) -> Iterator[Finding]:
        cent = self._cent
        names = (
            "subtotal",
            "allowance_total",
            "charge_total",
            "net",
            "tax",
            "total",
            "prepaid",
            "rounding",
            "amount_due",
            "tendered",
            "change",
        )
        for name in names:
            value = getattr(self, name)
            if value is not None and value != (rounded := value.quantize(cent, ROUND_HALF_UP)):
                yield "AMOUNT_PRECISION", name, rounded, value
        for i, line in enumerate(self.line_items or ()):
            value = line.amount
            if value is not None and value != (rounded := value.quantize(cent, ROUND_HALF_UP)):
                yield "LINE_AMOUNT_PRECISION", f"line_items[{i}].amount", rounded, value

    def _rates(self) -> Iterator[Finding]:
        for name in ("line_items", "allowances", "charges"):
            for i, row in enumerate(getattr(self, name) or ()):
                if row.tax_rate is not None and not 0 <= row.tax_rate <= 100:
                    yield "RATE_OUT_OF_RANGE", f"{name}[{i}].tax_rate", None, None
        for i, line in enumerate(self.line_items or ()):
            if not -100 <= line.discount_rate <= 100:
                yield "DISCOUNT_RATE_OUT_OF_RANGE", f"line_items[{i}].discount_rate", None, None
        for i, rate in enumerate(self.tax_breakdown or ()):
            if rate.rate is not None and not 0 <= rate.rate <= 100:
                yield "RATE_OUT_OF_RANGE", f"tax_breakdown[{i}].rate", None, None

    def _lines(self) -> Iterator[Finding]:
        if self.line_items is None:
            return
        told: dict[tuple[Any, ...], list[int]] = {}
        for i, line in enumerate(self.line_items):
            expected = line.product(self._cent)
            if expected is not None and line.amount is not None and abs(line.amount - expected) > self._cent:
                yield "LINE_ITEM_MATH", f"line_items[{i}].amount", expected, line.amount
            if line.description is not None and line.amount is not None:
                key = line.description.strip().lower(), line.quantity or 0, line.unit_price or 0, line.amount
                told.setdefault(key, []).append(i)
        for alike in told.values():
            if len(alike) > 1:
                yield "DUPLICATE_LINE", f"line_items[{alike[0]}]", 1, len(alike)
        added = _sum(line.amount for line in self.line_items)
        if added is not None and self.subtotal is not None and abs(added - self.subtotal) > self._cent:
            yield "LINE_ITEMS_SUM", "subtotal", self.subtotal, added
        worth = self._worth()
        if self.subtotal is None and self._tax() is None and not self.tax_included and worth is not None:
            whole = worth + self.rounding if self.amount_due is None else worth
            if self.tax_breakdown is None and abs(self.total - whole) > self._cent:
                yield "LINE_ITEMS_TOTAL", "line_items", self.total, whole

    def _breakdown(self) -> Iterator[Finding]:
        if self.tax_breakdown is None:
            return
        seen: set[Decimal] = set()
        for i, row in enumerate(self.tax_breakdown):
            if row.base is not None and row.rate is not None and row.tax is not None:
                expected = (row.base * row.rate * _CENT).quantize(self._cent, ROUND_HALF_UP)
                if abs(row.tax - expected) > self._cent:
                    yield "TAX_BY_RATE", f"tax_breakdown[{i}].tax", expected, row.tax
            if row.rate:
                if row.rate in seen:
                    yield "DUPLICATE_RATE", f"tax_breakdown[{i}].rate", None, None
                seen.add(row.rate)
                sold = self._sold_at(row.rate, row.tax)
                if sold is not None and row.base is not None and row.base != sold:
                    yield "TAX_BASE_BY_RATE", f"tax_breakdown[{i}].base", sold, row.base
        added = _sum(row.tax for row in self.tax_breakdown)
        if added is not None and self.tax is not None and self.tax != added:
            yield "TAX_SUM", "tax", added, self.tax
        bases, net = self._sum_of_rates("base"), self._net()
        if bases is not None and net is not None and bases != net:
            yield "TAX_BASE_SUM", "tax_breakdown", net, bases

    def _sold_at(self, rate: Decimal, tax: Decimal | None) -> Decimal | None:
        """What lines, allowances and charges of a rate come to without tax, if every part says its rate."""
        total, included = Decimal(0), self._included()
        if included is None or (included and tax is None):
            return None
        if self.line_items is None or any(line.tax_rate is None for line in self.line_items):
            return None
        for rows, printed, sign in (
            (self.line_items, None, 1),
            (self.allowances, self.allowance_total, -1),
            (self.charges, self.charge_total, 1),
        ):
            if rows is None and printed:
                return None
            for row in rows or ():
                if row.tax_rate is None or (row.tax_rate == rate and row.amount is None):
                    return None
                if row.tax_rate == rate and row.amount is not None:
                    total += sign * row.amount
        return total - tax if included and tax is not None else total

    def _sum_of_rates(self, name: str) -> Decimal | None:
        rows = self.tax_breakdown
        return None if rows is None else _sum(getattr(row, name) for row in rows)

    def _tax(self) -> Decimal | None:
        return self.tax if self.tax is not None else self._sum_of_rates("tax")

    def _included(self) -> bool | None:
        """Whether the prices have the tax in them; None where that cannot be told."""
        worth, tax = self._worth(), self._tax()
        untaxed = self.net if self.net is not None else self._sum_of_rates("base")
        if self.tax_included:
            return True
        if untaxed is not None:
            if worth is None:
                return None
            if abs(worth - untaxed) <= self._cent:
                return False
            return None if tax is None else abs(worth - tax - untaxed) <= self._cent
        rates = self.tax_breakdown or ()
        if len(rates) == 1 and rates[0].rate is not None:
            return shown_by_rate(worth, tax, rates[0].rate * _CENT, self._cent)
        return False

    def _worth(self) -> Decimal | None:
        """What the prices come to."""
        goods, allowed, charged = self.subtotal, self.allowance_total, self.charge_total
        if goods is None and self.line_items is not None:
            goods = _sum(line.amount for line in self.line_items)
        allowed = allowed if allowed is not None else _sum(row.amount for row in self.allowances or ())
        charged = charged if charged is not None else _sum(row.amount for row in self.charges or ())
        return None if goods is None or allowed is None or charged is None else goods - allowed + charged

    def _net(self) -> Decimal | None:
        return self.net if self.net is not None else self._expected_net()

    def _expected_net(self) -> Decimal | None:
        worth, tax, included = self._worth(), self._tax(), self._included()
        if worth is None or included is None or (included and tax is None):
            return None
        return worth - tax if included and tax is not None else worth

    def _payable(self) -> Decimal | None:
        worth, net, tax = self._worth(), self._net(), self._tax()
        if self._included() and worth is not None:
            whole = worth
        elif net is None or tax is None:
            return None
        else:
            whole = net + tax
        return whole + self.rounding if self.amount_due is None else whole

    def _totals(self) -> Iterator[Finding]:
        for rows, name in ((self.allowances, "allowance"), (self.charges, "charge")):
            printed, added = getattr(self, f"{name}_total"), _sum(row.amount for row in rows or ())
            if rows is not None and printed is not None and added is not None and printed != added:
                yield f"{name.upper()}S_SUM", f"{name}_total", added, printed
        expected, net = self._expected_net(), self._net()
        if self.net is not None and expected is not None and self.net != expected:
            yield "NET_MISMATCH", "net", expected, self.net
        tax, worth, payable = self._tax(), self._worth(), self._payable()
        if net is not None and tax is not None and not (0 <= tax <= net if net >= 0 else net <= tax <= 0):
            yield "TAX_OUT_OF_RANGE", "tax", None, None
        if worth is not None and abs(self.rounding) > 1 and abs(self.rounding) * 20 > abs(worth):
            yield "ROUNDING_TOO_LARGE", "rounding", None, None
        if payable is not None and abs(self.total - payable) > self._cent:
            yield "TOTAL_MISMATCH", "total", payable, self.total
        if self.prepaid > 0 and self.prepaid > self.total:
            yield "PREPAID_ABOVE_TOTAL", "prepaid", None, None
        if self.amount_due is not None and self.amount_due != (
            due := self.total - self.prepaid + self.rounding
        ):
            yield "AMOUNT_DUE_MISMATCH", "amount_due", due, self.amount_due
        if self.tendered is not None and self.change:
            kept = self.tendered - abs(self.change)
            asked = self.total if self.amount_due is None else self.amount_due
            if abs(asked - kept) > self._cent:
                yield "CHANGE_MISMATCH", "total", kept, asked


def _sum(values: Any) -> Decimal | None:
    total = Decimal(0)
    for value in values:
        if value is None:
            return None
        total += value
    return total


def checker(latest: date) -> Callable[[Any], list[Finding]]:
    """A function that checks one record."""
    validate = Invoice.model_validate

    def check(record: Any) -> list[Finding]:
        try:
            validate(record, context=latest)
        except ValidationError as error:
            return [finding for entry in error.errors(include_url=False) for finding in _findings(entry)]
        return []

    return check


def _findings(error: Any) -> list[Finding]:
    kind, path, given = error["type"], render(error["loc"]), error["input"]
    if kind == "rules":
        return list(error["ctx"]["found"])
    code = {
        "missing": "MISSING_FIELD",
        "extra_forbidden": "UNKNOWN_FIELD",
        "literal_error": "NOT_A_CHOICE",
        "too_short": "TOO_FEW",
        "decimal_max_digits": "NUMBER_OUT_OF_RANGE",
        "decimal_max_places": "NUMBER_OUT_OF_RANGE",
        "decimal_whole_digits": "NUMBER_OUT_OF_RANGE",
    }.get(kind, "MISSING_FIELD" if given is None else "WRONG_TYPE")
    return [(code, path, None, given)]
