"""Sound invoices and receipts of every make, by chance: rates, allowances, tax in the prices, credit notes."""

from decimal import ROUND_HALF_UP, Decimal

UNITS = {"EUR": Decimal("0.01"), "USD": Decimal("0.01"), "JPY": Decimal(1), "BHD": Decimal("0.001")}
RATES = (Decimal(19), Decimal(7), Decimal(0), Decimal("8.1"))


class Maker:
    """One invoice, made with a random number generator; a credit note has every amount negative.

    `sold` is what is sold at each rate: with its tax where `included`, without it elsewhere.
    """

    def __init__(self, chance):
        self.chance = chance
        self.currency = chance.choice(list(UNITS))
        self.sign = chance.choice([1, 1, 1, -1])
        self.rated = self.often(0.6)
        self.rates = chance.sample(RATES, chance.randint(1, 3))
        self.included = self.often(0.4)
        self.sold = {}
        self.worth = Decimal(0)

    def often(self, share):
        return self.chance.random() < share

    def rounded(self, value):
        unit = UNITS[self.currency]
        return (value / unit).quantize(Decimal(1), ROUND_HALF_UP) * unit

    def amount(self, most):
        return self.sign * self.rounded(Decimal(self.chance.randint(1, most)) / 100)

    def add(self, rate, amount):
        self.sold[rate] = self.sold.get(rate, Decimal(0)) + amount
        self.worth += amount

    def line(self, number):
        chance, sign = self.chance, self.sign
        line = {"description": f"thing {number}", "amount": self.amount(99_999)}
        if self.often(0.85):
            quantity = Decimal(chance.randint(1, 500)) / chance.choice([1, 1, 2, 4])
            price = Decimal(chance.randint(1, 99_999)) / chance.choice([1, 10, 100, 1000])
            base = Decimal(chance.choice([10, 100, 3]) if self.often(0.2) else 1)
            discount = self.amount(5_000) if self.often(0.2) else Decimal(0)
            rate = chance.choice([5, Decimal("12.5"), -3, 100]) if self.often(0.3) else 0
            # Where the unit price is reduced by the rate already, it is not taken off again.
            share = 1 if self.often(0.2) else 1 - abs(rate) / Decimal(100)
            line |= {"quantity": sign * quantity, "unit_price": price}
            line |= {"base_quantity": base} if base != 1 else {}
            line |= {"discount": discount} if discount else {}
            line |= {"discount_rate": rate} if rate else {}
            line["amount"] = self.rounded(sign * quantity * price / base * share - discount)
        rate = chance.choice(self.rates)
        self.add(rate, line["amount"])
        return line | ({"tax_rate": rate} if self.rated else {})

    def parts(self, sign):
        """Allowances (sign -1) or charges (sign 1) on the whole."""
        found = []
        for _ in range(self.chance.randint(1, 3)):
            rate, amount = self.chance.choice(self.rates), self.amount(2_000)
            self.add(rate, sign * amount)
            given = {"tax_rate": rate} if self.rated and self.often(0.9) else {}
            found.append({"reason": "as agreed", "amount": amount} | given)
        return found

    def rates_row(self, rate, sold):
        """A row of the breakdown."""
        tax = self.rounded(sold * rate / (100 + rate if self.included else 100))
        return {"rate": rate, "base": sold - tax if self.included else sold, "tax": tax}

    def record(self):
        lines = [self.line(number) for number in range(self.chance.randint(1, 5))]
        goods = self.worth
        record = {
            "invoice_number": "N-17",
            "vendor": "Vendor",
            "date": "2025-03-09",
            "currency": self.currency,
        }
        record |= {"kind": "credit_note", "corrects": "N-16"} if self.sign < 0 else {}
        record |= {"customer": "Customer"} if self.often(0.5) else {}
        record |= {"due_date": "2025-04-01"} if self.often(0.5) else {}
        record |= {"line_items": lines}
        record |= {"subtotal": goods} if self.often(0.7) else {}
        for name, total, sign in (("allowances", "allowance_total", -1), ("charges", "charge_total", 1)):
            if self.often(0.4):
                parts, told = self.parts(sign), self.chance.choice([(name,), (total,), (name, total)])
                both = {name: parts, total: sum(part["amount"] for part in parts)}
                record |= {key: both[key] for key in told}
        rows = [self.rates_row(rate, sold) for rate, sold in self.sold.items()]
        tax = sum(row["tax"] for row in rows)
        paid = self.payment(self.worth if self.included else self.worth + tax)
        return record | self.taxes(rows, tax) | paid | self.cash(paid.get("amount_due", paid["total"]))

    def untaxed_receipt(self):
        """A record that prints neither tax nor subtotal, and cash and change that show its total."""
        self.rated, self.included = False, True
        record = self.record()
        for name in ("subtotal", "net", "tax", "tax_breakdown", "tax_included"):
            record.pop(name, None)
        asked = record.get("amount_due", record["total"])
        return record | {"tendered": asked + 5, "change": Decimal(5)}

    def taxes(self, rows, tax):
        """Tax and what is before it; that it is included is said wherever that is not shown."""
        told = {"net": sum(row["base"] for row in rows)} if self.often(0.5) else {}
        told |= {"tax_breakdown": rows} if self.often(0.5) else {}
        told |= {"tax": tax} if "tax_breakdown" not in told or self.often(0.7) else {}
        shown = ("net" in told or "tax_breakdown" in told) and abs(tax) > UNITS[self.currency]
        told |= {"tax_included": True} if self.included and (not shown or self.often(0.3)) else {}
        return told

    def payment(self, total):
        """The total, and what is due; where that is not printed, the total is rounded already."""
        unit = UNITS[self.currency]
        if self.often(0.5):
            rounding = self.chance.choice([0, 0, -3, 2]) * unit
            return {"total": total + rounding} | ({"rounding": rounding} if rounding else {})
        prepaid = self.chance.choice([Decimal(0), self.rounded(total / 3)])
        rounding = self.chance.choice([-1, 0, 1]) * unit
        due = total - prepaid + rounding
        return {"total": total, "prepaid": prepaid, "rounding": rounding, "amount_due": due}

    def cash(self, due):
        """What was handed over and given back, where anything was to be paid; or one of them, or neither."""
        if due <= 0 or self.often(0.5):
            return {}
        change = self.rounded(Decimal(self.chance.randint(0, 5_000)) / 100)
        printed = self.chance.choice([change, -change])
        both = {"tendered": due + change, "change": printed}
        return self.chance.choice([both, both, both, {"tendered": due + change}, {"change": printed}])
