"""Invoices as they come, sound and faulty, the same in every run.

A record is made as JSON bytes; whoever wants it decoded decodes it anew, so that no timed pass meets a
Decimal, a text or a dict whose hash somebody has asked for before. Amounts add up as in real documents.
Two thirds are written as documents print them (`12.50`, `3`, `100.00`), the rest as JavaScript and
Python write floats (`12.5`, `3`, `100`), so that both forms of an amount are met.
"""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from random import Random
from typing import Any

import msgspec

from selfcorrect.engines.injection import LinkedFault, link_fault
from selfcorrect.pack.faults import load_faults
from selfcorrect.pack.load import load_pack

TODAY = date(2026, 3, 31)
"""The day of every check."""
LATEST = TODAY + timedelta(days=1)
"""The last day that is not in the future: the pack gives a day of grace."""

_CURRENCIES = {
    "EUR": (60, "0.01"),
    "USD": (20, "0.01"),
    "GBP": (12, "0.01"),
    "CHF": (6, "0.01"),
    "JPY": (2, "1"),
}
_VENDORS = (
    "Harrow Timber Ltd|Lichtwerk Halle GmbH|Stonebridge Legal|Atelier Brandt|Nordkap Carriers|東山文具店"
)
_CUSTOMERS = "Crestview Security|Ødegaard & Sons|Bäckerei Kühn|Municipal Library of Graz|Firma Adler e.K."
_THINGS = (
    "Oak board, 2.4 m|Brass hinge, pair|Delivery|Desk lamp|Wood screw, 4 x 40 mm|Textile cable|Handbook"
    "|Paint, 5 l|Whiteboard|Espresso beans, 1 kg|Logo redesign|Monthly hosting, region EU-1|First aid kit"
    "|Translation, per line|Site visit|Printer toner, black|Safety boots, size 43|Cement, 25 kg|Licence"
    "|Consulting, senior|Pallet, returned|Window cleaning|Copper pipe, 22 mm|Chair, stackable|Server rack"
)
_WEIGHTS = (30, 40, 30)
"""Of a hundred: the simple case; with customer and due date; everything EN 16931 asks for."""


def records(count: int, faulty: float, seed: int = 7) -> list[bytes]:
    """So many records as JSON, of which the share `faulty` (0 to 1) has a fault each, evenly mixed in."""
    random = Random(seed)  # noqa: S311 - records to measure with, not secrets
    wrong = set(random.sample(range(count), round(count * faulty)))
    made = []
    for number in range(count):
        record = invoice(random)
        made.append(_encode(spoiled(record, random) if number in wrong else record, random))
    return made


@cache
def faults() -> tuple[LinkedFault, ...]:
    """The pack's own faults, those that no rule can see left out."""
    pack = load_pack("invoices", templates=False)
    linked = [link_fault(fault, pack.context)[0] for fault in load_faults(pack) if not fault.unseen]
    return tuple(fault for fault in linked if fault is not None)


def spoiled(record: dict[str, Any], random: Random) -> dict[str, Any]:
    """A copy of a record with one fault in it, any that it can have."""
    for fault in random.sample(faults(), len(faults())):
        if injections := fault.inject(record, TODAY):
            changed: dict[str, Any] = random.choice(injections).record
            return changed
    return record


def invoice(random: Random) -> dict[str, Any]:
    """A sound invoice as data, its numbers as a document prints them."""
    [currency] = random.choices(list(_CURRENCIES), [weight for weight, _ in _CURRENCIES.values()])
    cent = Decimal(_CURRENCIES[currency][1])
    [style] = random.choices(("simple", "usual", "full"), _WEIGHTS)
    issued = TODAY - timedelta(days=random.randrange(1, 700))
    record: dict[str, Any] = {
        "invoice_number": f"INV-{random.randrange(10**6):06}",
        "date": issued.isoformat(),
        "vendor": random.choice(_VENDORS.split("|")),
        "currency": currency,
    }
    if style != "simple":
        record["due_date"] = (issued + timedelta(days=random.choice((7, 14, 30, 60)))).isoformat()
        record["customer"] = random.choice(_CUSTOMERS.split("|"))
    if random.random() < 0.03:
        record |= {"kind": "credit_note", "corrects": f"INV-{random.randrange(10**6, 10**7)}"}
    record["line_items"] = [_line(random, cent, style) for _ in range(random.randint(1, 12))]
    record["subtotal"] = sum(line["amount"] for line in record["line_items"])
    (_full if style == "full" else _plain)(record, random, cent)
    return record


def _line(random: Random, cent: Decimal, style: str) -> dict[str, Any]:
    quantity: Any = random.randint(1, 40)
    if random.random() < 0.1:
        quantity = Decimal(random.randint(1, 400)) / 4
    places = Decimal("0.001") if random.random() < 0.04 and cent < 1 else cent
    price = (Decimal(str(random.lognormvariate(3.5, 1.2))) + places).quantize(places)
    line: dict[str, Any] = {
        "description": f"{random.choice(_THINGS.split('|'))} {random.choice('ABCDEFGH')}",
        "quantity": quantity,
        "unit_price": price,
    }
    amount = quantity * price
    if style != "simple":
        line["unit"] = random.choice(("piece", "hour", "kg", "metre"))
    if random.random() < 0.03:
        line["base_quantity"] = 100
        amount /= 100
    if style == "full" and random.random() < 0.15:
        line["discount"] = (amount / 10).quantize(cent, ROUND_HALF_UP)
        amount -= line["discount"]
    line["amount"] = amount.quantize(cent, ROUND_HALF_UP)
    if style == "full":
        line["tax_rate"] = random.choice((19, 19, 19, 7))
    return line


def _plain(record: dict[str, Any], random: Random, cent: Decimal) -> None:
    """Tax on the subtotal, and the total."""
    rate = Decimal(random.choice(("0.19", "0.20", "0.077", "0")))
    record["tax"] = (record["subtotal"] * rate).quantize(cent, ROUND_HALF_UP)
    record["total"] = record["subtotal"] + record["tax"]


def _full(record: dict[str, Any], random: Random, cent: Decimal) -> None:
    """Allowances, charges, tax by rate, what was paid and what is due."""
    record.setdefault("kind", "invoice")
    rates = sorted({line["tax_rate"] for line in record["line_items"]})
    net: Any = record["subtotal"]
    by_rate = {
        rate: sum(li["amount"] for li in record["line_items"] if li["tax_rate"] == rate) for rate in rates
    }
    for name, total, sign, chance in (
        ("allowances", "allowance_total", -1, 0.3),
        ("charges", "charge_total", 1, 0.4),
    ):
        if random.random() < chance:
            parts = [_part(random, rates, record["subtotal"], cent) for _ in range(random.randint(1, 2))]
            record[name] = parts
            record[total] = sum(part["amount"] for part in parts)
            net += sign * record[total]
            for part in parts:
                by_rate[part["tax_rate"]] += sign * part["amount"]
    record["net"] = net
    record["tax_breakdown"] = [
        {"rate": rate, "base": base, "tax": (base * rate / 100).quantize(cent, ROUND_HALF_UP)}
        for rate, base in by_rate.items()
    ]
    record["tax"] = sum(row["tax"] for row in record["tax_breakdown"])
    record["total"] = net + record["tax"]
    if random.random() < 0.25:
        record["prepaid"] = (record["total"] / 4).quantize(cent, ROUND_HALF_UP)
        record["amount_due"] = record["total"] - record["prepaid"]


def _part(random: Random, rates: list[int], subtotal: Decimal, cent: Decimal) -> dict[str, Any]:
    return {
        "reason": random.choice(("Freight", "Loyalty rebate", "Packing", "Insurance")),
        "amount": (subtotal * random.randint(1, 4) / 100).quantize(cent, ROUND_HALF_UP),
        "tax_rate": random.choice(rates),
    }


_ENCODER = msgspec.json.Encoder(decimal_format="number")


def _encode(record: dict[str, Any], random: Random) -> bytes:
    return _ENCODER.encode(record if random.random() < 0.67 else shortest(record))


def shortest(value: Any) -> Any:
    """The same data with every number as short as it can be written: 100 for 100.00, 12.5 for 12.50."""
    match value:
        case dict():
            return {key: shortest(item) for key, item in value.items()}
        case list():
            return [shortest(item) for item in value]
        case Decimal():
            return int(value) if value == value.to_integral_value() else value.normalize()
        case _:
            return value


@cache
def decoder(form: str) -> Callable[[bytes], Any]:
    """JSON to data: `decimal` (exact), `float` (as most decoders do), `bytes` (as it is)."""
    match form:
        case "decimal":
            return msgspec.json.Decoder(float_hook=Decimal).decode
        case "float":
            return msgspec.json.Decoder().decode
        case _:
            # A copy, so that nothing computed from the bytes outlives a pass.
            return lambda data: bytes(bytearray(data))
