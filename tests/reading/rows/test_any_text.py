"""What always holds: what was written is read back, cells stand where they say, and no text is too strange."""

import csv
import io
import json
from decimal import Decimal
from typing import Literal

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.opening import read_rows
from selfcorrect.reading.rows.raw import BOX, BOXES, NUMBER, SUFFIXES, TEXT, RawFile, cell_span, raw_file
from tests.reading.rows.reading import UNWRITTEN, row_texts, values, written

PIECES = st.sampled_from(
    [
        *(
            "\n",
            "\n",
            "\n  ",
            " ",
            "\t",
            "|",
            "| a | b |\n|---|---|\n",
            "|---|---|\n",
            "- [ ] ",
            "- [x] ",
            "  - ",
            "# ",
            "---\n",
        ),
        *(
            "+++\n",
            "key: ",
            "a: b",
            "(a: ",
            ")",
            "[",
            "]",
            "](",
            "{",
            "}",
            '"',
            '""',
            "'",
            ",",
            ";",
            ":",
            "::",
            "@ann",
            "@(",
            "a",
        ),
        *(
            "T-1",
            "7",
            "1e5",
            "-",
            "*",
            "**",
            "`",
            "```\n",
            "~~",
            "<!--",
            "-->",
            "&a ",
            "*a",
            "<<: ",
            "!!x ",
            "? ",
            "\\",
            "\\|",
        ),
        *(
            "null",
            "tasks:",
            '"tasks":',
            "=",
            "\u200f",
            "\u2028",
            "\x00",
            "é",
            "📅",
            " — ",
            "## Status\n",
            "...\n",
            "Infinity",
        ),
    ]
)
TEXTS = st.lists(PIECES, max_size=30).map("".join) | st.text(max_size=60)
WORDS = st.text(st.characters(categories=["L", "N"]) | st.sampled_from(" -_.#()|\\*'\"&,;"), max_size=12)
NAMES = st.lists(st.text("abcdefgh", min_size=1, max_size=4), min_size=2, max_size=4, unique=True)


@given(text=TEXTS, suffix=st.sampled_from(SUFFIXES), in_folder=st.booleans())
@example(text="+++\na = " + "9" * 5000 + "\n+++\n", suffix=".md", in_folder=False)
@example(text="+++\na = " + "[" * 5000 + "\n+++\n", suffix=".md", in_folder=False)
@example(text="+++\n" + "a." * 5000 + "a = 1\n+++\n", suffix=".md", in_folder=False)
@example(text="[" * 100_000, suffix=".json", in_folder=False)
@example(text="[" * 100_000, suffix=".yaml", in_folder=False)
@example(text="- " * 100_000, suffix=".yml", in_folder=False)
def test_no_text_is_too_strange(text, suffix, in_folder):
    try:
        file = read_rows(text, suffix, f"x{suffix}", ["tasks", "a.tasks"], in_folder=in_folder)
    except Unreadable:
        return
    assert file.rows
    length = len(file.text)
    for start, end in [one.span or (0, 0) for one in file.troubles] + [row.span for row in file.rows]:
        assert 0 <= start <= end <= length
    for row in file.rows:
        for column, value in row.values.items():
            for item in range(len(value)) if isinstance(value, list) else (None,):
                span = cell_span(file, row, column, item)
                assert span is None or 0 <= span.start <= span.end <= length


def cells(rows: list[dict[str, str]]) -> list[dict[str, str | None]]:
    return [{name: cell.strip() or None for name, cell in row.items()} for row in rows]


def checked_places(file: RawFile, quote: str = "") -> None:
    """Every text stands where it is said to; a quote in it stands there twice."""
    for row in file.rows:
        for column, value in row.values.items():
            if column not in UNWRITTEN and value is not None:
                assert written(file, row, column) in (value, value.replace(quote, quote * 2))


@st.composite
def tables(draw: st.DrawFn, words: st.SearchStrategy[str] = WORDS) -> list[dict[str, str]]:
    names = draw(NAMES)
    rows = draw(st.lists(st.lists(words, min_size=len(names), max_size=len(names)), max_size=5))
    return [dict(zip(names, row, strict=True)) for row in [["x"] * len(names), *rows]]


@given(rows=tables(WORDS | st.text(max_size=8)), delimiter=st.sampled_from(",;\t|"), all_quoted=st.booleans())
def test_csv_is_read_as_it_was_written(rows, delimiter, all_quoted):
    rows = [
        {name: cell.replace("\r", " ").replace("\x00", " ") for name, cell in row.items()} for row in rows
    ]
    stream = io.StringIO(newline="")
    quoting: Literal[0, 1] = csv.QUOTE_ALL if all_quoted else csv.QUOTE_MINIMAL
    writer = csv.DictWriter(stream, list(rows[0]), delimiter=delimiter, quoting=quoting, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    file = raw_file(f"sep={delimiter}\n{stream.getvalue()}", ".csv", "x.csv")
    wanted = [row for row in cells(rows) if any(row.values())]
    assert [{**row, NUMBER: str(number)} for number, row in enumerate(wanted, 1)] == values(file)
    assert file.troubles == ()
    checked_places(file, '"')


UNMARKED = st.text(st.characters(codec="utf-8", exclude_characters="\x01\x02"), max_size=8)
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | UNMARKED | st.decimals(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(UNMARKED, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.lists(
    st.dictionaries(st.text("abcd", min_size=1, max_size=3), JSON_VALUES, max_size=4), min_size=1, max_size=4
)


def dumped(value, **how) -> str:
    """JSON with decimals as they are."""

    def plain(held):
        match held:
            case Decimal():
                return f"\x01{held}\x02"
            case list():
                return [plain(one) for one in held]
            case dict():
                return {key: plain(one) for key, one in held.items()}
        return held

    return json.dumps(plain(value), **how).replace('"\\u0001', "").replace('\\u0002"', "")


@given(rows=OBJECTS, indent=st.sampled_from([None, 0, 2]), under=st.booleans())
def test_json_is_read_as_it_was_written(rows, indent, under):
    file = raw_file(
        dumped({"v": 1, "tasks": rows} if under else rows, indent=indent), ".json", "x.json", ["Tasks"]
    )
    assert [{**row, NUMBER: str(number)} for number, row in enumerate(rows, 1)] == values(file)
    assert [json.loads(text, parse_float=Decimal) for text in row_texts(file)] == rows
    assert (file.head, file.troubles) == ({"v": 1} if under else {}, ())


@given(rows=OBJECTS)
def test_json_lines_are_read_as_they_were_written(rows):
    file = raw_file("\n\n".join(dumped(row) for row in rows), ".jsonl", "x.jsonl")
    assert [{**row, NUMBER: str(number)} for number, row in enumerate(rows, 1)] == values(file)
    assert file.troubles == ()


def as_yaml(value):
    """What YAML says of a value: all scalars are texts."""
    match value:
        case list():
            return [as_yaml(one) for one in value]
        case dict():
            return {key: as_yaml(one) for key, one in value.items()}
        case None | str():
            return value
    return yaml.safe_dump(value).split("\n")[0]


# YAML folds the line ends of other alphabets as it does its own, and what wrote the text did not know it.
YAML_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | WORDS
    | st.text(st.characters(codec="utf-8", exclude_characters="\x85\u2028\u2029"), max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abc", min_size=1, max_size=2), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(
    rows=st.lists(
        st.dictionaries(st.text("abcd", min_size=1, max_size=3), YAML_VALUES, max_size=4),
        min_size=1,
        max_size=4,
    ),
    flow=st.sampled_from([None, True, False]),
    shape=st.sampled_from(["list", "under", "ids", "documents"]),
)
def test_yaml_is_read_as_it_was_written(rows, flow, shape):
    keyed = {f"T-{number}": row for number, row in enumerate(rows)}
    written_as = {
        "list": [rows],
        "under": [{"v": 1, "tasks": rows}],
        "ids": [{"tasks": keyed}],
        "documents": rows,
    }[shape]
    if shape == "documents" and len(rows) == 1:
        return
    text = yaml.safe_dump_all(written_as, default_flow_style=flow, allow_unicode=True, sort_keys=False)
    file = raw_file(text, ".yaml", "x.yaml", ["tasks"])
    keys = [{"(key)": key} for key in keyed] if shape == "ids" else [{} for _ in rows]
    wanted = [
        {**key, **as_yaml(row), NUMBER: str(number)}
        for number, (key, row) in enumerate(zip(keys, rows, strict=True), 1)
    ]
    assert wanted == values(file)
    assert file.troubles == ()
    for row, key in zip(file.rows, keys, strict=True):
        told = [
            column for column, value in row.values.items() if value is not None and column not in UNWRITTEN
        ]
        assert [column for column in told if written(file, row, column) is None] == []
        assert not key or written(file, row, "(key)") == key["(key)"]


def escaped(cell: str) -> str:
    """A text as it has to stand in a cell of a table, every sign that could be a mark behind a backslash."""
    return "".join(f"\\{sign}" if sign in "\\|*_`&<#[~-+>!" else sign for sign in cell.strip())


MARKED = st.text(st.characters(categories=["L"]) | st.sampled_from(" .,()*_|\\`&[]-#"), max_size=10)


@given(rows=tables(MARKED), bars=st.booleans())
def test_a_table_is_read_as_it_was_written(rows, bars):
    names = list(rows[0])
    if not bars:  # what would be the first cell is an outer bar
        rows = [{name: cell.strip() or "x" for name, cell in row.items()} for row in rows]
    lines = [names, ["---"] * len(names), *([escaped(cell) or " " for cell in row.values()] for row in rows)]
    outer = "|" if bars else ""
    text = "".join(f"{outer} {' | '.join(line)} {outer}\n" for line in lines)
    wanted = [row for row in cells(rows) if any(row.values())]
    file = raw_file(text, ".md", "x.md")
    assert [{**row, NUMBER: str(number)} for number, row in enumerate(wanted, 1)] == values(file)


ITEM = st.tuples(
    st.sampled_from(" xX-/!"),
    st.text("abcd efg", min_size=1, max_size=9).map(str.strip).filter(bool),
    st.text("klm", min_size=1, max_size=4),
)


@given(
    items=st.lists(ITEM, min_size=1, max_size=5),
    style=st.sampled_from(["({})", "[{}]", " | {}", " — {}", "\n  {}", "\n   - {}"]),
)
def test_a_checklist_is_read_as_it_was_written(items, style):
    text = "\n".join(f"* [{box}] {said} {style.format(f'who does: {who}')}" for box, said, who in items)
    file = raw_file(text, ".md", "x.md")
    assert values(file) == [
        {"who does": who, NUMBER: str(number), BOX: box, TEXT: " ".join(said.split())}
        for number, (box, said, who) in enumerate(items, 1)
    ]
    assert [[written(file, row, "who does"), written(file, row, BOX)] for row in file.rows] == [
        [who, box] for box, _, who in items
    ]


@pytest.mark.parametrize("fence", ["---", "+++"])
@given(
    values_=st.dictionaries(
        st.text("abc", min_size=1, max_size=3),
        st.text("xyz -", min_size=1, max_size=9),
        min_size=1,
        max_size=3,
    )
)
def test_front_matter_is_read_as_it_was_written(fence, values_):
    sign = ": " if fence == "---" else " = "
    head = "".join(f'{key}{sign}"{value}"\n' for key, value in values_.items())
    file = raw_file(f"{fence}\n{head}{fence}\nText.\n", ".md", "x.md")
    assert values(file) == [{**values_, BOXES: [], NUMBER: "1"}]
    assert {key: written(file, file.rows[0], key) for key in values_} == values_
