"""Loading whole packs: good ones, and anything at all."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
        "acme": {"name": "Acme ", "limit": "10.50"},
        "bolt;\nsons": {"name": "Bolt;\nSons"},
    }


def test_json_and_yaml_sources_hold_the_same_texts(tmp_path: Path) -> None:
    rows = "- {name: Acme, limit: 10.50, open: true, gone: null}\n"
    json = '[{"name": "Acme", "limit": 10.50, "open": true, "gone": null}]'
    pack = "pack: p\ncandidate: {v: text}\nsources: {a: {file: a.yaml, key: name}, b: {file: b.json, key: name}}\n"
    sources = load_pack(write(tmp_path, {"pack.yaml": pack, "a.yaml": rows, "b.json": json})).context.sources
    expected = {"Acme": {"name": "Acme", "limit": "10.50", "open": "true"}}
    assert [sources[name].rows for name in "ab"] == [expected, expected]


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
