"""Replies of models, read: a table of them, and what holds for all."""

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from selfcorrect.loop.replies import ANSWERS_SCHEMA, EVIDENCE, read_answers, read_reply
from selfcorrect.model.exact_json import JsonError, canonical, decode
from selfcorrect.model.exchange import Answer, Finish
from selfcorrect.model.report import Violation

FIELDS = ("vendor", "total", "tax", "note", "line_items")
# Every scalar is a text: a table of what was written, not of what YAML would make of it.
ROWS = yaml.load((Path(__file__).parent / "replies.yaml").read_text("utf-8"), Loader=yaml.BaseLoader)  # noqa: S506


def refusal(code: str, message: str, actual: str) -> Violation:
    return Violation(
        code=code,
        path="",
        message=message,
        expected=None,
        actual=actual,
        severity="error",
        error_type="format",
        grade="E3",
        origin="engine",
        suspects=("",),
    )


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_the_table_of_replies(row: dict[str, str]) -> None:
    reply, finish = row["reply"], row.get("finish", "stop")
    found = read_reply(reply, finish, FIELDS)  # type: ignore[arg-type]
    if "record" in row:
        # As texts: numbers that are equal may yet differ in their places.
        assert repr(found) == repr(decode(row["record"]))
    else:
        assert found == refusal(row["code"], row["says"], row.get("shows", reply))


def test_the_table_has_every_kind_of_row() -> None:
    codes = {row.get("code", "taken") for row in ROWS}
    names = {row["name"] for row in ROWS}
    assert codes == {
        "taken", "REPLY_EMPTY", "REPLY_NOT_JSON", "REPLY_TRUNCATED", "REPLY_AMBIGUOUS", "REPLY_NOT_A_RECORD",
        "REPLY_DUPLICATE_KEY",
    }  # fmt: skip
    assert len(names) == len(ROWS) > 90


THINGS: list[tuple[Any, Finish, Any]] = [
    ({"total": 5}, "stop", {"total": 5}),
    ({"invoice": {"total": 5}}, "stop", {"total": 5}),
    ([{"total": 5}], "stop", {"total": 5}),
    ({}, "stop", {}),
    (None, "stop", refusal("REPLY_EMPTY", "The reply is empty.", "")),
    (
        [{"total": 5}, 6],
        "stop",
        refusal(
            "REPLY_NOT_A_RECORD", "The reply is a list of 2, where one object is asked for.", "a list of 2"
        ),
    ),
    (
        Decimal("5.00"),
        "stop",
        refusal("REPLY_NOT_A_RECORD", "The reply is a number, where one object is asked for.", "5.00"),
    ),
    (
        b"{}",
        "stop",
        refusal(
            "REPLY_NOT_A_RECORD",
            "The reply is something else, where one object is asked for.",
            "a value of type bytes",
        ),
    ),
    (
        {"total": 5},
        "length",
        refusal("REPLY_TRUNCATED", "The reply is cut off at its greatest length.", ""),
    ),
]


@pytest.mark.parametrize(
    ("content", "finish", "wanted"), THINGS, ids=[f"{row[0]!r} {row[1]}" for row in THINGS]
)
def test_replies_that_are_no_texts(content: Any, finish: Finish, wanted: Any) -> None:
    assert read_reply(content, finish, FIELDS) == wanted


LONG = "x" * 300
SHOWN = [
    ("the place", f'{{"note": "{LONG}", "total": 5 EUR, "vendor": "{LONG}"}}', "stop", ' 5 EUR, "vendor": "'),
    ("the beginning", f"No. {LONG}", "stop", "No. xxx"),
    ("the end", f'{LONG}, "total": 5', "length", 'xxx, "total": 5'),
]


@pytest.mark.parametrize(("content", "finish", "part"), [r[1:] for r in SHOWN], ids=[r[0] for r in SHOWN])
def test_the_evidence_is_a_part_of_the_reply(content: str, finish: Finish, part: str) -> None:
    found = read_reply(content, finish, FIELDS)
    assert isinstance(found, Violation)
    assert found.actual is not None
    assert (len(found.actual), part in found.actual, found.actual in content) == (EVIDENCE, True, True)


ANSWERED: list[tuple[str, Any, Any]] = [
    (
        "as asked",
        '{"answers": [{"question": 1, "verdict": "holds", "quote": "Weber"}, {"question": 2, "verdict": "does not hold", "quote": "a"}]}',
        (Answer("holds", "Weber"), Answer("does not hold", "a"), None),
    ),
    (
        "in any order, in words of any case",
        '{"answers": [{"question": 3, "verdict": "Cannot_Tell"}, {"question": "1", "verdict": " HOLDS ", "quote": null}, {"question": 2, "verdict": "DOES_NOT_HOLD", "quote": 5}]}',
        (Answer("holds"), Answer("does not hold"), Answer("cannot tell")),
    ),
    (
        "words that are no verdict",
        '{"answers": [{"question": 1, "verdict": "yes"}, {"question": 2, "verdict": "no"}, {"question": 3, "verdict": true}]}',
        (None, None, None),
    ),
    (
        "twice, never and for nothing",
        '{"answers": [{"question": 1, "verdict": "holds"}, {"question": 1, "verdict": "holds"}, {"question": 4, "verdict": "holds"}, {"question": 0, "verdict": "holds"}, {"question": true, "verdict": "holds"}, {"question": "3rd", "verdict": "holds"}, {"verdict": "holds"}, 7]}',
        (None, None, None),
    ),
    ("none at all", '{"answers": []}', (None, None, None)),
    (
        "a list alone, in a fence, in Python",
        "```python\n[{'question': 2, 'verdict': 'holds', 'quote': 'it\\'s'},]\n```",
        (None, Answer("holds", "it's"), None),
    ),
    ("one object alone", 'So: {"question": 3, "verdict": "holds"}', (None, None, Answer("holds"))),
    (
        "an object a line",
        '{"question": 1, "verdict": "holds"}\n{"question": 2, "verdict": "cannot tell"}',
        (Answer("holds"), Answer("cannot tell"), None),
    ),
    (
        "in a wrapper",
        '{"reply": {"answers": [{"question": 1, "verdict": "holds"}]}}',
        (Answer("holds"), None, None),
    ),
    (
        "under another name",
        '{"verdicts": [{"question": 1, "verdict": "holds"}]}',
        (Answer("holds"), None, None),
    ),
    ("no text", {"answers": [{"question": 2, "verdict": "holds"}]}, (None, Answer("holds"), None)),
    (
        "the same twice",
        '{"answers": [{"question": 1, "verdict": "holds"}]} {"answers": [{"verdict": "holds", "question": 1}]}',
        (Answer("holds"), None, None),
    ),
    (
        "two lists",
        '{"answers": [{"question": 1, "verdict": "holds"}]} {"answers": []}',
        ("REPLY_AMBIGUOUS", "The reply holds 2 different objects, each of which may be meant."),
    ),
    ("another object", '{"total": 5}', ("REPLY_NOT_A_RECORD", "The reply has no list of answers.")),
    ("a text for a list", '{"answers": "yes"}', ("REPLY_NOT_A_RECORD", "The reply has no list of answers.")),
    ("another list", "[1, 2]", ("REPLY_NOT_A_RECORD", "The reply has no list of answers.")),
    ("nothing", None, ("REPLY_EMPTY", "The reply is empty.")),
    ("prose", "It holds.", ("REPLY_NOT_JSON", "There is no JSON object in the reply.")),
    (
        "cut off",
        '{"answers": [{"question": 1, "verdict": "holds"}',
        ("REPLY_TRUNCATED", "The reply is cut off at line 1, column 49: an object is not closed."),
    ),
    (
        "a key twice",
        '{"answers": [{"question": 1, "question": 2}]}',
        (
            "REPLY_DUPLICATE_KEY",
            "The key `question` stands twice in one object, the second time at line 1, column 30.",
        ),
    ),
]


@pytest.mark.parametrize(
    ("content", "wanted"), [row[1:] for row in ANSWERED], ids=[row[0] for row in ANSWERED]
)
def test_answers(content: Any, wanted: Any) -> None:
    found = read_answers(content, "stop", 3)
    assert ((found.code, found.message) if isinstance(found, Violation) else found) == wanted


def test_the_schema_of_answers_is_one_and_takes_what_is_read() -> None:
    Draft202012Validator.check_schema(ANSWERS_SCHEMA)
    validator = Draft202012Validator(ANSWERS_SCHEMA)
    row = {"question": 1, "verdict": "does not hold", "quote": "a"}
    assert list(validator.iter_errors({"answers": [row]})) == []
    assert not validator.is_valid({"answers": [{**row, "verdict": "no"}]})
    assert read_answers(json.dumps({"answers": [row]}), "stop", 1) == (Answer("does not hold", "a"),)


DEEP = ["{", '"', '{"', "[", "[{", '{"a":', "{'{\"", "{/*", "{/**/", "{//", "{//\n", '{"a":"b",', '{"\\q', "{a", "{ \n", "“", "{“", "[ ", "{} ", "<think>", "\\", '{"a":1} ', "[1,", '{"a":[']  # fmt: skip


@pytest.mark.parametrize("piece", DEEP)
@pytest.mark.parametrize("around", ["{}", '{{"a": "{}', "{{'{}", "{}x", '{{"a": [1, {}'])
def test_long_replies_end(piece: str, around: str) -> None:
    reply = around.format(piece * (100_000 // len(piece)))
    assert read_reply(reply, "stop", FIELDS) is not None


@pytest.mark.parametrize(
    ("piece", "code"),
    [
        ("{", "REPLY_TRUNCATED"),
        ('"', "REPLY_NOT_JSON"),
        ('{"', "REPLY_TRUNCATED"),
        ("[", "REPLY_NOT_JSON"),
        ('{"a":', "REPLY_NOT_JSON"),
    ],
)
def test_five_megabytes_end(piece: str, code: str) -> None:
    found = read_reply(piece * (5_000_000 // len(piece)), "stop", FIELDS)
    assert isinstance(found, Violation)
    assert found.code == code


KEYS = st.text(max_size=4) | st.sampled_from(FIELDS)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(max_size=8) | st.text("{}[]\"'`\\/*#,:<>\n“”", max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=10,
)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=5).filter(
    lambda record: len(record) != 1 or not isinstance(next(iter(record.values())), dict)
)
"""Records that are in no wrapper."""
PROSE = st.text(st.characters(exclude_characters="{}[<"), max_size=20)
PRINTED = st.sampled_from([{}, {"indent": 2}, {"ensure_ascii": False}, {"separators": (",", ":")}])
FENCES: list[Callable[[str], str]] = [
    str,
    "```json\n{}\n```".format,
    "```\n{}```".format,
    "json\n{}".format,
    "<think>{{}}</think>\n{}".format,
    "[{}]".format,
]


@given(OBJECTS, PRINTED, st.sampled_from(FENCES))
def test_a_printed_object_comes_back(record: Any, printed: Any, fence: Callable[[str], str]) -> None:
    text = json.dumps(record, **printed)
    assert repr(read_reply(fence(text), "stop", FIELDS)) == repr(decode(text))


@given(PROSE, OBJECTS, PRINTED, st.sampled_from(FENCES[:4]), PROSE)
def test_and_so_it_does_out_of_prose(before: str, record: Any, printed: Any, fence: Any, after: str) -> None:
    text = json.dumps(record, **printed)
    assert repr(read_reply(before + fence(text) + after, "stop", FIELDS)) == repr(decode(text))


@given(OBJECTS)
def test_a_printed_object_of_python_comes_back(record: Any) -> None:
    found = read_reply(f"record = {record!r}", "stop", FIELDS)
    assert canonical(found) == canonical(decode(json.dumps(record)))


@given(OBJECTS, PRINTED, st.data(), st.sampled_from(["", "Here: ", "```json\n"]))
def test_a_part_of_an_object_is_never_a_record(record: Any, printed: Any, data: Any, before: str) -> None:
    text = json.dumps(record, **printed)
    end = data.draw(st.integers(0, len(text) - 1))
    found = read_reply(before + text[:end], "stop", FIELDS)
    assert isinstance(found, Violation)
    assert found.code in (("REPLY_TRUNCATED",) if end else ("REPLY_EMPTY", "REPLY_NOT_JSON"))


SIGNS = st.lists(
    st.sampled_from([*"{}[]\"'“”:,\\/#*`<>\n 1-.", '"total"', "null", "None", "<think>", "</think>", "//", "/*", "*/", "\\u", "1,234"]),
    max_size=25,
).map("".join)  # fmt: skip


@given(st.text() | SIGNS | SIGNS.map('{{"total": {}'.format))
def test_no_text_makes_it_raise(text: str) -> None:
    found = read_reply(text, "stop", FIELDS)
    assert isinstance(found, dict) or found.message.endswith(".")
    answers = read_answers(text, "stop", 2)
    assert isinstance(answers, Violation) or len(answers) == 2


@given(st.text() | SIGNS | VALUES.map(json.dumps))
def test_what_json_takes_is_taken_beside_a_brace_as_well(text: str) -> None:
    reply = f'{{"total": {text}}}'
    try:
        strict = decode(reply)
    except JsonError:
        return
    assert repr(read_reply(f"{reply} {{x}}", "stop", FIELDS)) == repr(strict)
