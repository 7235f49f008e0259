"""The functions of the rule language, each declared once: signature, meaning, example.

The parser checks calls against this table, the reference is generated from it, and every backend
implements each name. Adding a function means one row here and one implementation a backend.
"""

from typing import Final

from msgspec import Struct


class Function(Struct, frozen=True):
    """A declared function.

    `takes` are argument types: a kind, `numeric`, `ordered` (numeric, date, time, text …), `any`, `list`,
    `list of numeric`, `rows` (a list of them), `row`, `field` (the name of a field of these rows), `same` (as
    the first); a trailing `?` is optional, `*` repeats. `gives` is a kind, `rows`, `same` (as the first
    argument), `item` (of the list).
    """

    name: str
    takes: tuple[str, ...]
    gives: str
    says: str
    example: str


def _table(*functions: Function) -> dict[str, Function]:
    return {f.name: f for f in functions}


AGGREGATES: Final = _table(
    Function("sum", ("list of numeric",), "item", "The sum; of an empty list, zero. Missing if an element is; `sum(xs, missing=0)` says otherwise.", "sum(line_items.amount)"),
    Function("count", ("list",), "integer", "How many elements, missing ones included.", "count(line_items)"),
    Function("min", ("list of ordered",), "item", "The least; of an empty list, missing.", "min(shifts.start)"),
    Function("max", ("list of ordered",), "item", "The greatest; of an empty list, missing.", "max(line_items.amount)"),
    Function("all", ("list of boolean",), "boolean", "Whether every element is true (Kleene's and).", "all(i.amount >= 0 for i in line_items)"),
    Function("any", ("list of boolean",), "boolean", "Whether some element is true (Kleene's or).", "any(i.taxable for i in line_items)"),
    Function("only", ("list",), "item", "The single element; missing unless there is exactly one.", "only(t.rate for t in tax_breakdown)"),
    Function("first", ("list",), "item", "The first element; of an empty list, missing.", "first(line_items.description)"),
    Function("last", ("list",), "item", "The last element; of an empty list, missing.", "last(payments.date)"),
    Function("distinct", ("list",), "same", "The elements without repeats, in order; missing if an element is.", "count(distinct(line_items.unit))"),
    Function("sorted", ("list of ordered",), "same", "The elements in ascending order; missing if an element is.", "first(sorted(shifts.start))"),
)

SCALARS: Final = _table(
    Function("present", ("any",), "boolean", "Whether the value is known. Never missing itself.", "present(due_date)"),
    Function("first_known", ("any", "same*"), "same", "The first argument that is known.", "first_known(net, subtotal)"),
    Function("abs", ("numeric",), "same", "The magnitude.", "abs(rounding)"),
    Function("round", ("numeric", "numeric?"), "same", "To the nearest multiple of the second argument (1 if left out), half away from zero.", "round(tax, cent)"),
    Function("power", ("numeric", "integer"), "number", "The first to the whole power of the second, from -64 to 64; missing outside, or where more than 60 digits would be needed.", "power(1 + percent(rate), years)"),
    Function("mod", ("numeric", "numeric"), "same", "The remainder, with the sign of the divisor; by zero, missing.", "mod(quantity, pack_size)"),
    Function("percent", ("numeric",), "number", "A hundredth: percent(19) is 0.19.", "base * percent(rate)"),
    Function("today", (), "date", "The day of the check; it can be given.", "date <= today()"),
    Function("days", ("numeric",), "duration", "So many days.", "due_date - date <= days(90)"),
    Function("hours", ("numeric",), "duration", "So many hours.", "sum(group.hours) <= hours(48)"),
    Function("minutes", ("numeric",), "duration", "So many minutes.", "pause >= minutes(30)"),
    Function("week", ("date",), "text", "The ISO week, as 2025-W07.", "week(shift.date)"),
    Function("month", ("date",), "text", "The month, as 2025-02.", "month(date)"),
    Function("year", ("date",), "integer", "The year.", "year(date) >= 2000"),
    Function("weekday", ("date",), "integer", "1 Monday to 7 Sunday.", "weekday(date) <= 5"),
    Function("lower", ("text",), "text", "In lower case.", "lower(unit)"),
    Function("strip", ("text",), "text", "Without white space at its ends.", "strip(vendor)"),
    Function("length", ("text",), "integer", "How many characters.", "length(invoice_number) <= 30"),
    Function("matches", ("text", "pattern"), "boolean", "Whether the whole text fits a pattern (RE2 syntax).", 'matches(iban, "[A-Z]{2}[0-9]{2}.*")'),
    Function("resolves", ("reference",), "boolean", "Whether a reference names a row of the list it refers to.", "resolves(task.parent)"),
    Function("numbers", ("text",), "list of number", "The numbers printed in a text, in order.", "count(numbers(description))"),
    Function("resembles", ("numeric", "numeric"), "boolean", "Whether one number is the other with one digit changed, or two that stand side by side swapped: as a misread or miscopied one is.", "resembles(total, 1234)"),
    Function("mentions", ("list of text", "numeric"), "integer", "How many of some texts print a number, with or without thousands separators.", "mentions(steps, total) > 1"),
    Function("value", ("expression",), "number", "The number a calculation comes to, its units left out, to 38 digits; missing where nothing comes out.", "value(equation.right) in numbers(problem)"),
    Function("units", ("expression", "expression"), "text", "How the units of two calculations go together: plain (none to compare), same, convert (one has to be converted), dropped (one was left out: 100 km / 2 h = 50 km), unlike (they measure different things).", 'units(equation.left, equation.right) == "convert"'),
    Function("agrees", ("expression", "expression"), "boolean", "Whether two calculations are equal as far as they are printed, as `==` within `printed` says.", "agrees(answer, last(results.value))"),
    Function("as_printed", ("expression", "expression"), "boolean", "Whether two calculations are equal with every operand taken as it is printed, and not as what it may have been rounded from.", "as_printed(equation.left, equation.right)"),
    Function("same_dimension", ("expression", "expression"), "boolean", "Whether two calculations measure the same thing, as far as their units say.", "same_dimension(speed, limit)"),
    Function("convert", ("expression", "text"), "number", "A quantity as a number of another unit; missing where it measures something else.", 'convert(distance, "km") <= 100'),
    Function("appears", ("any",), "boolean", "Whether the value is printed in the document: a number or date in any form, a text whatever its case and spacing.", "appears(total)"),
)

ROWS: Final = _table(
    Function("cycles", ("rows", "field"), "list of rows", "The rings of rows that refer to one another: `field` is a reference, or a list of them, to the rows of this list of the record. Each ring is a list of rows, two or more, in the order of the references, from the first on. Every reference that lies on a ring lies on one of these, by a shortest way; of a tangle with very many rings some are found. References that are missing, or name no row or several, lead nowhere.", "none: ring in cycles(tasks, depends_on)"),
    Function("closure", ("row", "field"), "rows", "The rows that a row leads to through references, nearest first, each once; the row itself only if it lies on a ring. References lead nowhere as under `cycles`. Missing where the row's key is, or where other rows have it too.", "count(closure(task, depends_on)) <= 20"),
    Function("reaches", ("row", "row", "field"), "boolean", "Whether the first row leads to the second through references; the second may be a reference to it. Missing where it is not known which row one of them is.", "not reaches(task.parent, task, depends_on)"),
    Function("peak", ("rows", "field", "field", "field?"), "number", "How many of the rows run at one moment, at most: from the first field to the second, dates or numbers. With a third, the greatest sum of it. One that ends as another starts does not overlap with it; one that starts and ends at once fills its moment. Missing where a start, an end or a weight is, or an end lies before its start.", "peak(group, start, finish) <= 1"),
)

SPECIAL: Final = _table(
    Function("lookup", ("source", "text", "column?"), "column", "A column of a source's row by its key; the key itself if no column is named.", "lookup(vendors, vendor, iban)"),
)

FUNCTIONS: Final = {**AGGREGATES, **SCALARS, **ROWS, **SPECIAL}

NEIGHBOURS: Final = ("previous", "next", "earlier", "so_far", "group", "index")
"""Names that stand for other rows inside a rule with `each`."""

CONSTANTS: Final = ("cent",)
"""`cent` is the currency's minor unit: 0.01 for EUR, 1 for JPY, 0.001 for BHD; missing when the currency is.
A tolerance of so many cents then decides what any currency would decide: none is larger than 1."""
