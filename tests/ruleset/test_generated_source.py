"""The generated source holds nothing of the pack but comments, leads back to the pack, and pickles."""

import pickle
from decimal import Decimal

from tests.ruleset.packs import draft, field, ruleset

A_AND_B = (field("a", "boolean"), field("b", "boolean"), field("n", "number"), field("m", "number"))
TWO = (field("currency", "currency"), field("total", "money"), field("tax", "money"), field("limit", "money"), field("n", "number"), field("m", "number"),
       field("due", "date"), field("day", "date"), field("sent", "datetime"), field("got", "datetime"), field("stay", "duration"), field("long", "duration"))  # fmt: skip

NASTY = [
    '"""',
    "'''\nimport os\n",
    "{x}",
    "\\",
    "\u202eabc",
    "\ud800",
    "\r\nraise SystemExit",
    "é" * 500,
    "`${x}`",
    "%s",
    "\x00",
]


def test_the_source_holds_no_text_of_the_pack_but_in_comments() -> None:
    fields = (field("größe", "number"), field("from", "text", pattern="needle[a-z]+"), field("kind", "choice", choices=("needle_a", "needle_b"), if_absent="needle_a"),
              field("needle_list", "list", of=[("class", "number", {}), ("ünï", "text", {})]))  # fmt: skip
    rules = [
        draft(
            f"RULE_{n}",
            says=f"needle {text}",
            check=f'from != "needle\'{n}" and größe > 0',
            at="größe",
            let={"needle_part": "größe"},
            see=text,
            template=text,
        )
        for n, text in enumerate(NASTY)
    ]
    rules += [
        draft(
            "NEEDLE",
            each="needle_row in needle_list",
            per={"needle_key": "needle_row.ünï"},
            check='matches(needle_key, "needle.*") and count(group) > 0',
            at="needle_row.class",
        )
    ]
    compiled = ruleset(fields, *rules)
    code = [line for line in compiled.code.splitlines() if not line.lstrip().startswith("#")]
    assert [line for line in code if not line.isascii() or "'" in line or '"' in line or "\\" in line] == []
    assert all(line.isprintable() for line in compiled.code.splitlines())
    assert [line for line in code if "needle[" in line or "needle'" in line] == []
    assert [v.code for v in compiled.check({"größe": 0, "from": "needlex"}).violations] == [
        f"RULE_{n}" for n in range(len(NASTY))
    ]


def test_every_line_of_a_rule_leads_to_its_place_in_the_pack() -> None:
    compiled = ruleset(A_AND_B, draft("RULE", check="n > 1"), draft("OTHER", check="m > 1"))
    lines = compiled.code.splitlines()
    number = next(i for i, line in enumerate(lines, 1) if line.lstrip().startswith("# RULE"))
    assert str(compiled.mark_of(number + 1)) == "rules.yaml:1:1"
    assert compiled.mark_of(1) is None


def test_a_rule_set_pickles_whether_it_has_run_or_not() -> None:
    compiled = ruleset(
        TWO, draft("RULE", check="total == tax", within="1 cent", at="total"), money_in="currency"
    )
    record = {"total": 2, "tax": Decimal(1), "currency": "JPY", "odd": object}
    before = pickle.loads(pickle.dumps(compiled))  # noqa: S301 - made here
    expected = compiled.check(record).violations
    after = pickle.loads(pickle.dumps(compiled))  # noqa: S301 - made here
    assert [copy.check(record).violations for copy in (before, after)] == [expected, expected]
    assert [v.code for v in expected] == ["UNKNOWN_FIELD"]
    assert before.code == compiled.code
