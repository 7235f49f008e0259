"""What findings call rows: by their number, and where their list has a key by that, as the record has it."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.ruleset.naming import key_text, row_names
from tests.ruleset.packs import draft, field, ruleset

FIELDS = (
    field(
        "tasks",
        "list",
        key="id",
        of=[
            ("id", "text", {}),
            ("status", "choice", {"choices": ("open", "done")}),
            ("size", "integer", {"required": True}),
            ("needs", "list", {"items": ("reference", {"to": "tasks"})}),
            ("parts", "list", {"key": "name", "of": [("name", "text", {}), ("n", "number", {})]}),
            ("notes", "list", {"of": [("n", "number", {})]}),
        ],
    ),
    field("plain", "list", of=[("id", "text", {}), ("n", "number", {})]),
    field("box", "object", of=[("rows", "list", {"key": "id", "of": [("id", "integer", {}), ("n", "number", {})]})]),
)  # fmt: skip
RULES = ruleset(
    FIELDS,
    draft("SMALL", each="t in tasks", check="t.size < 9", at="t.size"),
    draft("PART", each=["t in tasks", "p in t.parts"], check="p.n < 9", at="p.n"),
    draft("NOTE", each=["t in tasks", "p in t.notes"], check="p.n < 9", at="p.n"),
    draft("PLAIN", each="p in plain", check="p.n < 9", at="p.n"),
    draft("BOX", each="r in box.rows", check="r.n < 9", at="r"),
)
MESSAGES: list[tuple[dict[str, Any], list[str]]] = [
    ({"tasks": [{"id": "A-1", "size": 1}, {"id": "A-2", "size": 10}]}, ["SMALL holds (tasks 2, A-2)."]),
    ({"tasks": [{"size": 10}]}, ["SMALL holds (tasks 1)."]),
    ({"tasks": [{"id": "", "size": 10}, {"id": None, "size": 10}]}, ["SMALL holds (tasks 1).", "SMALL holds (tasks 2)."]),
    ({"tasks": [{"id": 7, "size": 10}]}, ["`id` of `tasks 1` should be text, and is 7.", "SMALL holds (tasks 1)."]) ,
    ({"tasks": [{"id": " a`b\n c\u202e ", "size": 10}]}, ["SMALL holds (tasks 1, a'b c)."]),
    ({"tasks": [{"id": "x" * 99, "size": 10}]}, [f"SMALL holds (tasks 1, {'x' * 60}…)."]),
    ({"tasks": [{"id": "A", "size": 1, "status": "late"}]}, ['`status` of `tasks 1, A` should be one of open, done, and is "late".']),
    ({"tasks": [{"id": "A"}]}, ["`size` of `tasks 1, A` is missing."]),
    ({"tasks": [{"id": "A", "size": 1, "odd": 2}]}, ["`odd` of `tasks 1, A` is not a field here."]),
    ({"tasks": [{"id": "A", "size": 1}, {"id": "A", "size": 2}]}, ["`id` of `tasks 2, A` is used more than once."]),
    ({"tasks": [{"id": "A", "size": 1, "needs": ["B"]}]}, ["`needs` should name a row of `tasks` (tasks 1, A, needs 1)."]),
    ({"tasks": [{"id": "A", "size": 1, "parts": [{"n": 1}, {"name": "p", "n": 10}], "notes": [{"n": 10}]}]}, ["PART holds (tasks 1, A, parts 2, p).", "NOTE holds (tasks 1, A, notes 1)."]),
    ({"tasks": ["no row"]}, ['`tasks 1` should be an object, and is "no row".']),
    ({"plain": [{"id": "A", "n": 10}]}, ["PLAIN holds (plain 1)."]),
    ({"box": {"rows": [{"id": 4, "n": 10}]}}, ["BOX holds (rows 1)."]),
]  # fmt: skip


@pytest.mark.parametrize(("record", "expected"), MESSAGES)
def test_rows_are_named_in_messages(record: dict[str, Any], expected: list[str]) -> None:
    assert [violation.message for violation in RULES.check(record).violations] == expected


class Raising(Mapping[str, Any]):
    """A mapping that raises once it has been read."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values_ = values
        self.reads = 0

    def __getitem__(self, key: str) -> Any:
        self.reads += 1
        if self.reads > 3:
            raise RuntimeError(key)
        return self.values_[key]

    def __iter__(self) -> Any:
        return iter(self.values_)

    def __len__(self) -> int:
        return len(self.values_)


def test_a_record_that_is_changed_or_raises_has_numbers() -> None:
    record = {"tasks": [{"id": "A", "size": 10}]}
    changed, raising = RULES.check(record), RULES.check(Raising({"tasks": [{"id": "A", "size": 10}]}))
    record["tasks"].clear()
    assert [v.message for v in changed.violations] == ["SMALL holds (tasks 1)."]
    assert [v.path for v in raising.violations] == ["tasks[0].size"]


KEYS: list[tuple[object, str]] = [
    ("BACK-12", "BACK-12"),
    ("  two   words ", "two words"),
    ("\x1b[31mred\x1b[0m", "[31mred [0m"),
    ("line\u2028feed", "line feed"),
    ("`tick`", "'tick'"),
    ("x" * 60, "x" * 60),
    ("x" * 61, "x" * 60 + "…"),
    (" " * 500, ""),
    ("", ""),
    (None, ""),
    (7, ""),
    (Decimal(7), ""),
    (True, ""),
]


@pytest.mark.parametrize(("raw", "shown"), KEYS)
def test_a_key_is_shown_on_one_line(raw: object, shown: str) -> None:
    assert key_text(raw) == shown


@given(st.text(max_size=300))
def test_whatever_a_key_holds_it_is_shown_on_one_line(raw: str) -> None:
    shown = key_text(raw)
    assert shown.isprintable()
    assert len(shown) <= 61
    assert "`" not in shown


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=3),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
    )
)
def test_whatever_a_record_holds_its_rows_have_names_or_none(record: Any) -> None:
    place: tuple[str | int, ...] = ("tasks", 0, "parts", 1, "n")
    assert set(row_names(record, {"tasks": "id", "tasks.parts": "name"}, place, (0, 0))) <= {1, 3}
