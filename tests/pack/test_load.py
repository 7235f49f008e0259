"""Loading whole packs: good ones, and anything at all."""

import os
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from selfcorrect.domain.load import load
from selfcorrect.model.diagnostic import PackError
from selfcorrect.pack.find import list_packs, resources
from selfcorrect.pack.load import Pack, load_pack

PACK = """\
pack: small
version: 2.1.0
summary: A small pack.
use:
  - sums: {rows: lines}
money_in: currency
candidate:
  currency: {type: currency, required: true}
  kind: {type: choice, of: [a, b], if_absent: a}
  lines:
    type: list
    at_least: 1
    key: id
    of:
      id: {type: text, required: true, code: NO_ID}
      amount: {type: money, if_absent: 0}
      needs: {type: list, of: {type: reference, to: lines, inverse: children}}
      marks: {type: list, of: text}
  total: money
  seller:
    type: object
    of: {name: text}
compute:
  half: total / 2
sources:
  vendors: {file: data/vendors.csv, key: name, ignore_case: true, columns: {limit: money}}
answer: total
loop: {attempts: 5, coverage: 1}
"""
FAMILY = """\
family: sums
parameters:
  rows: {says: The rows to add up.}
  extra: {says: What comes on top., optional: true}
  whole: {says: The sum., default: total}
rules:
  SUM: {says: The rows add up., check: sum(rows.amount) == whole}
  EXTRA: {says: Nothing comes on top., check: extra == 0}
"""
FILES = {
    "pack.yaml": PACK,
    "rules/sums.yaml": FAMILY,
    "rules.yaml": "OWN:\n  says: The half is small.\n  check: half < 100\n  at: total\n",
    "data/vendors.csv": '\ufeffname;limit\r\nAcme ;10.50\r\n"Bolt;\nSons";\r\n',
}


def write(folder: Path, files: dict[str, Any]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def said(call: Callable[[], Any]) -> list[str]:
    with pytest.raises(PackError) as caught:
        call()
    return [f"{d.mark}: {d.message}" for d in caught.value.diagnostics]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write(tmp_path / "small", FILES)


def test_a_whole_pack(small: Path) -> None:
    pack = load_pack(small)
    shape = pack.context.shape
    assert (pack.name, pack.version, pack.summary) == ("small", "2.1.0", "A small pack.")
    assert (pack.answer, pack.loop.attempts, str(pack.loop.coverage)) == (("total",), 5, "1")
    assert [rule.code for rule in pack.rules if rule.origin == "rule"] == ["SUM", "OWN"]
    assert pack.notes == (f"{small}/rules/sums.yaml:8:3: EXTRA falls away, for `extra` is not given",)
    assert shape.money_in == "currency"
    assert [(f.path, f.kind) for f in shape.rows()["lines"]] == [
        ("lines.id", "text"),
        ("lines.amount", "money"),
        ("lines.needs", "list"),
        ("lines.marks", "list"),
    ]
    vendors = pack.context.sources["vendors"]
    assert vendors.columns == {"name": "text", "limit": "money"}
    assert vendors.rows == {
        "acme": {"name": "Acme ", "limit": Decimal("10.50")},
        "bolt;\nsons": {"name": "Bolt;\nSons"},
    }


TABLES = {
    "csv": "name,limit,open,day,gone\nAcme,10.50,true,2025-03-14,\nBolt,,,, x\n",
    "yaml": "- {name: Acme, limit: 10.50, open: true, day: 2025-03-14, gone: null}\n- {name: Bolt, gone: ' x'}\n",
    "json": """[{"name": "Acme", "limit": 10.50, "open": true, "day": "2025-03-14", "gone": null},
               {"name": "Bolt", "limit": "", "gone": " x"}]""",
}
COLUMNS = "{limit: money, open: boolean, day: date}"
ACME = {"limit": Decimal("10.50"), "open": True, "day": date(2025, 3, 14)}


@pytest.mark.parametrize("form", TABLES)
@pytest.mark.parametrize(
    ("columns", "acme"),
    [(COLUMNS, ACME), ("{}", {"limit": "10.50", "open": "true", "day": "2025-03-14"})],
    ids=["typed", "texts"],
)
def test_the_cells_of_a_source_are_typed_in_every_form(
    tmp_path: Path, form: str, columns: str, acme: dict[str, Any]
) -> None:
    pack = f"pack: p\ncandidate: {{v: text}}\nsources: {{t: {{file: t.{form}, key: name, columns: {columns}}}}}\n"
    source = load_pack(write(tmp_path, {"pack.yaml": pack, f"t.{form}": TABLES[form]})).context.sources["t"]
    assert source.rows == {"Acme": {"name": "Acme", **acme}, "Bolt": {"name": "Bolt", "gone": " x"}}
    assert [source.find(" Bolt ", column) for column in ("", "limit", "gone")] == ["Bolt", None, " x"]


def test_typed_cells_compare_with_typed_fields(tmp_path: Path) -> None:
    pack = (
        "pack: p\ncandidate: {v: text, limit: money, day: date}\n"
        f"sources: {{t: {{file: t.csv, key: name, columns: {COLUMNS}}}}}\n"
    )
    rules = (
        "LIMIT:\n  says: It is within the limit.\n  check: limit <= lookup(t, v, limit)\n  at: limit\n"
        "DAY:\n  says: It is the day.\n  check: lookup(t, v, day) == day\n  at: day\n"
    )
    domain = load(write(tmp_path, {"pack.yaml": pack, "t.csv": TABLES["csv"], "rules.yaml": rules}))
    records = [
        {"v": "Acme", "limit": "10.5", "day": "2025-03-14"},
        {"v": "Acme", "limit": 9, "day": "2025-03-15"},
        {"v": "Acme", "limit": 11, "day": None},
    ]
    assert [[v.code for v in domain.check(record).violations] for record in records] == [
        [],
        ["DAY"],
        ["LIMIT"],
    ]


def test_the_digest_is_that_of_what_a_pack_says(small: Path, tmp_path: Path) -> None:
    moved = write(tmp_path / "elsewhere", FILES)
    digests = {load_pack(small).digest, load_pack(moved).digest, load_pack(moved, templates=False).digest}
    assert len(digests) == 1
    write(moved, {"cases/a.yaml": "cases: []\n"})
    assert load_pack(moved).digest in digests
    for name in FILES:
        changed = write(tmp_path / f"changed {name.replace('/', ' ')}", FILES)
        with (changed / name).open("ab") as stream:
            stream.write(b"\n")
        digests.add(load_pack(changed).digest)
    write(moved, {"templates/OWN.md.j2": "{{ violation.message }}\n"})
    digests.add(load_pack(moved, templates=False).digest)
    assert len(digests) == 2 + len(FILES)


def test_every_bundled_pack_loads() -> None:
    packs = [load_pack(name) for name, _ in list_packs()]
    assert [pack.name for pack in packs] == [name for name, _ in list_packs()]
    assert all(pack.context.digest == pack.digest for pack in packs)
    assert (resources() / "rules").is_dir()


def test_mistakes_in_several_files_are_told_together(small: Path) -> None:
    write(
        small,
        {"rules.yaml": "OWN: {says: It is so., check: hlf < 1, at: total}\n", "data/vendors.csv": "name\n"},
    )
    write(small, {"rules/sums.yaml": FAMILY.replace("== whole", "== hole")})
    assert said(lambda: load_pack(small)) == [
        f"{small}/pack.yaml:26:77: the file has no column `limit`",
        f"{small}/rules.yaml:1:31: unknown name `hlf`",
        f"{small}/rules/sums.yaml:7:60: unknown name `hole`",
    ]


def _link(path: Path, target: str) -> None:
    path.unlink()
    path.symlink_to(target)


def _move_behind_link(folder: Path) -> None:
    folder.rename(folder.with_name("gone"))
    folder.symlink_to("nowhere")


def _instead(path: Path, make: Callable[[Path], None]) -> None:
    path.unlink()
    make(path)


UNREADABLE: list[tuple[str, Callable[[Path], Any], list[str]]] = [
    ("no pack.yaml", lambda p: (p / "pack.yaml").unlink(), ["{p}: this folder has no pack.yaml"]),
    (
        "bytes that are not UTF-8",
        lambda p: (p / "rules.yaml").write_bytes(b"A:\n  says: caf\xe9\n"),
        ["{p}/rules.yaml:2:12: the byte 0xe9 is not UTF-8"],
    ),
    (
        "UTF-16",
        lambda p: (p / "rules.yaml").write_bytes("A: {}".encode("utf-16")),
        ["{p}/rules.yaml:1:1: the byte 0xff is not UTF-8"],
    ),
    (
        "a file out of the pack",
        lambda p: _link(p / "rules.yaml", "/etc/hostname"),
        ["{p}/rules.yaml: the path leads out of the pack"],
    ),
    (
        "a device",
        lambda p: _link(p / "data/vendors.csv", "/dev/zero"),
        ["{p}/pack.yaml:26:19: `data/vendors.csv`: the path leads out of the pack"],
    ),
    (
        "a pipe",
        lambda p: _instead(p / "rules.yaml", os.mkfifo),
        ["{p}/rules.yaml: this is not a file"],
    ),
    (
        "a link to nowhere",
        lambda p: _link(p / "rules.yaml", "nowhere.yaml"),
        ["{p}/rules.yaml: this is a link that leads nowhere"],
    ),
    (
        "a reader that is a link to nowhere",
        lambda p: (p / "reader.yaml").symlink_to("nowhere.yaml"),
        ["{p}/reader.yaml: this is a link that leads nowhere"],
    ),
    (
        "a link round in a circle",
        lambda p: _link(p / "rules.yaml", "rules.yaml"),
        ["{p}/rules.yaml: this is a link that leads round in a circle"],
    ),
    (
        "a family behind a folder that leads nowhere",
        lambda p: _move_behind_link(p / "rules"),
        ["{p}/rules/sums.yaml: this is a link that leads nowhere"],
    ),
    (
        "templates in no folder",
        lambda p: (p / "templates").write_text(""),
        ["{p}/templates: this is not a folder"],
    ),
    (
        "a folder",
        lambda p: _instead(p / "rules.yaml", Path.mkdir),
        ["{p}/rules.yaml: this is not a file"],
    ),
    (
        "a file of 3 MB",
        lambda p: (p / "rules.yaml").write_bytes(b"#" * 3_000_000),
        ["{p}/rules.yaml: the file is larger than 2 MB"],
    ),
]


@pytest.mark.parametrize(("spoil", "expected"), [u[1:] for u in UNREADABLE], ids=[u[0] for u in UNREADABLE])
def test_files_that_cannot_be_read(small: Path, spoil: Callable[[Path], Any], expected: list[str]) -> None:
    spoil(small)
    assert said(lambda: load_pack(small)) == [text.replace("{p}", str(small)) for text in expected]


NAMES = [
    "pack.yaml",
    "rules.yaml",
    "reader.yaml",
    "rules/sums.yaml",
    "data/vendors.csv",
    "templates/arithmetic.md.j2",
]
YAML = st.recursive(
    st.text("aA1 .-:[]{}'\"_", max_size=8)
    | st.sampled_from(
        ["money", "list", "total", "lines", "check", "says", "type", "of", "sum(lines.amount) == total"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "of",
                    "key",
                    "to",
                    "says",
                    "check",
                    "rules",
                    "rows",
                    "A",
                    "B",
                    "fields",
                    "labels",
                    "candidate",
                    "pack",
                    "use",
                    "sources",
                    "file",
                    "loop",
                    "compute",
                    "answer",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def loads_or_says(folder: Path) -> None:
    told: tuple[Any, ...] | Pack
    try:
        told = load_pack(folder)
    except PackError as error:
        told = error.diagnostics
    assert told


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=st.sampled_from(NAMES), data=st.binary(max_size=200))
def test_no_bytes_make_it_raise_anything_else(small: Path, name: str, data: bytes) -> None:
    loads_or_says(write(small, {**FILES, name: data}))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(name=st.sampled_from(NAMES[:4]), node=YAML)
def test_no_yaml_makes_it_raise_anything_else(small: Path, name: str, node: Any) -> None:
    import json

    loads_or_says(write(small, {**FILES, name: json.dumps(node)}))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    name=st.sampled_from(NAMES[:4]),
    start=st.integers(0, 1200),
    length=st.integers(0, 40),
    into=st.text("\n :-{}[]'\"&*!|>ab#", max_size=8),
)
def test_no_edit_of_a_good_pack_makes_it_raise_anything_else(
    small: Path, name: str, start: int, length: int, into: str
) -> None:
    text = FILES.get(name, (resources() / "domains/invoices/reader.yaml").read_text("utf-8"))
    start = min(start, len(text))
    loads_or_says(write(small, {**FILES, name: text[:start] + into + text[start + length :]}))


def test_what_an_author_may_write(tmp_path: Path) -> None:
    pack = """\
pack: p
use:
  - own:
      amounts:
        - net
        - "tax"
      fixed: [sum(rows.from, missing=0), net]
candidate:
  class: text
  is: text
  lambda: text
  rows: {type: list, of: {from: money, index: integer, group: text}}
  net: {type: money, code: {MISSING_FIELD: MISSING_FIELD}}
  tax: money
compute:
  both: [net, tax]
"""
    family = """\
family: own
parameters:
  amounts: {says: What is positive.}
  fixed: {says: What is equal.}
  known: {says: What is known., default: [net, tax]}
rules:
  POSITIVE: {says: It is positive., each: value in amounts, check: value > 0}
  SAME: {says: It is the same., each: value in fixed, check: value == net, at: net}
  KNOWN: {says: It is known., each: value in known, check: present(value)}
"""
    rules = """\
ROWS:
  says: All is well.
  each: row in rows
  check: row.index > 0 or row.group == class or row.from > min(both)
"""
    loaded = load_pack(write(tmp_path, {"pack.yaml": pack, "rules/own.yaml": family, "rules.yaml": rules}))
    assert [rule.code for rule in loaded.rules] == ["POSITIVE"] * 2 + ["SAME"] * 2 + ["KNOWN"] * 2 + ["ROWS"]
