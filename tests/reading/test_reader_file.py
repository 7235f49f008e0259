"""reader.yaml: what it may say, and every mistake in it with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import compose
from selfcorrect.pack.reader_file import read_reader
from selfcorrect.reading.page.patterns import RowPattern, TemplateProblem, compile_row, split_patterns
from selfcorrect.reading.read import read
from selfcorrect.reading.ready.reader import ReadyReader
from selfcorrect.reading.spec import FieldReader, ListReader, Reader
from tests.reading.invoices import reader, shape


def load(text: str) -> tuple[Reader, list[str]]:
    problems = Problems()
    node = compose(text, "reader.yaml", problems)
    assert node
    found = read_reader(node, shape(), problems)
    return found, [f"{p.mark.line}:{p.mark.column} {p.message} | {p.hint}" for p in problems.diagnostics()]


def test_a_reader_file():
    found, problems = load(
        """\
accepts: [.txt]
symbols: {$: USD, kr: [SEK, NOK]}
same_throughout: dates
mail_headers: [From, To]
fields:
  total:
    labels: [Total, Summe]
    weak_labels: Amount due
    weak_unless: prepaid
    value: [below, right]
  vendor:
    sentences: |
      invoice from {value}
      Rechnung von {value}
    first_line: true
    not_labels: Invoice
  date:
    alone_on_line: true
  kind:
    words: {credit_note: Gutschrift}
lists:
  line_items:
    rows: |
      {quantity} x {description}  {amount}
      {description}
        {quantity} @ {unit_price}
    table:
      columns: {quantity: [Qty, Menge], amount: Amount}
      stop_lines: Subtotal
"""
    )
    assert problems == []
    assert found == Reader(
        fields=(
            FieldReader(
                "total",
                labels=("Total", "Summe"),
                weak_labels=("Amount due",),
                weak_unless=("prepaid",),
                value=("below", "right"),
            ),
            FieldReader(
                "vendor",
                sentences=("invoice from {value}", "Rechnung von {value}"),
                first_line=True,
                not_labels=("Invoice",),
            ),
            FieldReader("date", alone_on_line=""),
            FieldReader("kind", words={"credit_note": ("Gutschrift",)}),
        ),
        lists=(
            ListReader(
                "line_items",
                rows=("{quantity} x {description}  {amount}", "{description}\n  {quantity} @ {unit_price}"),
                columns={"quantity": ("Qty", "Menge"), "amount": ("Amount",)},
                stop_lines=("Subtotal",),
            ),
        ),
        symbols={"$": ("USD",), "kr": ("SEK", "NOK")},
        same_throughout=("dates",),
        mail_headers=("From", "To"),
        accepts=(".txt",),
    )


def test_every_mistake_is_told_at_its_place():
    _, problems = load(
        """\
symbols: {$: USDX}
same_throughout: [number]
felds: {}
fields:
  totl: {labels: Total}
  line_items: {labels: Items}
  total:
    label: Total
    value: [right, above]
    weak_unless: prepayed
    sentences: |
      Total is {value}
      all in all {valu}
    words: {credit_note: X}
  invoice_number:
    pattern: |
      (unclosed
  kind:
    words: {receipt: Receipt}
lists:
  total: {}
  line_items:
    rows: |
      {quantity} x {description} @ {unit_prise}
      {description}
        {quantity} @ {quantity}
      {? {amount}
      {amount}}
      {amount
      no field
      {:mony} {amount}
    table:
      stop_lines: Subtotal
      columns: {unitprice: Price}
"""
    )
    assert problems == [
        "1:14 `USDX` is no currency code | did you mean `USD`?",
        "2:19 `same_throughout` takes `numbers`, `dates`, not `number` | ",
        "3:1 unknown key `felds` in the reader | did you mean `fields`?",
        "5:3 the candidate has no `totl` | did you mean `total`?",
        "6:3 `line_items` is a list | describe it under `lists`",
        "8:5 unknown key `label` in the field `total` | did you mean `labels`?",
        "9:20 `value` takes `right`, `below`, `left`, not `above` | ",
        "10:18 the candidate has no `prepayed` | did you mean `prepaid`?",
        "13:19 unknown field `valu` | known here: `value`",
        "14:12 `words` means nothing for the type `money` | it belongs to choices",
        "17:7 this pattern cannot be used: missing ): (unclosed | patterns are RE2's",
        "19:13 unknown key `receipt` in `words` | known here: `credit_note`, `invoice`",
        "21:3 the candidate has no list of rows `total` | known here: `allowances`, `charges`, `line_items`, `tax_breakdown`",
        "24:37 unknown field `unit_prise` | known here: `description`, `quantity`, `unit`, `unit_price`, "
        "`base_quantity`, `discount`, `discount_rate`, `amount`, `tax_rate`",
        "26:23 `quantity` stands in this pattern twice | ",
        "27:7 this `{?` is never closed | close it with }",
        "28:15 this `}` closes nothing | ",
        "29:7 this `{` is never closed | a field is written {name}",
        "30:7 the pattern has no field | put a field in braces: {amount}",
        "31:9 `mony` is no type | types here: text, integer, number, money, percent, currency, date, choice, reference, word, unit, flag, class, code",
        "34:17 unknown key `unitprice` in `columns` | did you mean `unit_price`?",
    ]


@pytest.mark.parametrize(
    "text", ["- a\n", "x\n", "fields: []\n", "lists: {line_items: {table: {}}}\n", "fields: {total: x}\n"]
)
def test_other_forms_are_refused(text):
    assert load(text)[1] != []


def test_the_bundled_reader_has_no_label_twice_in_a_field():
    from selfcorrect.reading.page.keys import label_key

    for field in reader().fields:
        keys = [label_key(label) for label in (*field.labels, *field.weak_labels)]
        assert sorted(keys) == sorted(set(keys)), field.path


def test_patterns_of_a_block():
    text = "{a} x {b}\n\n{b}\n  {a} @\n\t{c}\n{c}"
    assert split_patterns(text) == ((0, "{a} x {b}"), (11, "{b}\n  {a} @\n\t{c}"), (28, "{c}"))


KINDS = {"description": "text", "quantity": "number", "price": "money", "rate": "percent", "day": "date"}


@pytest.mark.parametrize(
    ("template", "line", "slots"),
    [
        ("{quantity} x|× {description} @ {price}", "3 × Bolt, 5 mm@ $4.50", ("3", "Bolt, 5 mm", "$4.50")),
        ("{description}  {price}", "Milk 2L    1.29 EUR", ("Milk 2L", "1.29 EUR")),
        ("{description}  {price}", "Milk 1.29", None),
        ("{description}{? ({rate})}  {price}", "Milk (7 %)  1.29", ("Milk", "7 %", "1.29")),
        ("{description}{? ({rate})}  {price}", "Milk  1.29", ("Milk", None, "1.29")),
        ("{description}  {price}", "Milk  1 234,50", ("Milk", "1 234,50")),
        ("{:integer}. {description} {price}", "12. Milk 1.29", ("Milk", "1.29")),
        ("{day} {description} {price}", "2025-01-31 Milk 1.29", ("2025-01-31", "Milk", "1.29")),
        ("Line: {description}", "LINE: (a+)+$ {x}", ("(a+)+$ {x}",)),
    ],
)
def test_row_patterns(template, line, slots):
    row = compile_row(template, KINDS, ["$", "€", "kr"])
    assert isinstance(row, RowPattern)
    match = row.matcher().fullmatch(line)
    assert (match.groups() if match else None) == slots


@given(st.text("{}?: |x\n\t(a+*\\quantity", max_size=40))
def test_no_template_breaks_the_compiler(template):
    row = compile_row(template, KINDS, ["$"])
    if isinstance(row, TemplateProblem):
        assert 0 <= row.offset <= len(template)
        assert row.message
    else:
        row.scanner().findall("a quantity 5")


def test_a_reader_of_another_kind_of_record_reads_it():
    found, problems = load("fields: {customer: {labels: Guest}}\n")
    assert problems == []
    assert read(ReadyReader(found, shape()), "Guest: Ada\n").candidate == {"customer": "Ada"}
