from selfcorrect.authoring.lint import lint
from tests.authoring.packs import CASES, FAULTS, PACK, RULES, write_pack

FAMILY = """\
family: labels
parameters:
  rows:
    says: The rows that have labels.
    optional: true
rules:
  LABELLED:
    says: A row has a label.
    each: row in rows
    check: present(row.label)
    at: row.label
"""


def told(found, folder):
    return [str(d).replace(str(folder), "parcels").splitlines() for d in found.diagnostics]


def test_a_sound_pack_has_notes_only(tmp_path):
    found = lint(write_pack(tmp_path))
    assert (found.pack, found.diagnostics) == ("parcels", ())
    assert found.notes == (
        "UNKNOWN_FIELD: no case finds it.",
        "WRONG_TYPE: no case finds it.",
        "MISSING_FIELD: no case finds it.",
        "NUMBER_OUT_OF_RANGE: no case finds it.",
    )


def test_a_rule_that_falls_away_is_a_note(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "labels.yaml").write_text(FAMILY, "utf-8")
    found = lint(write_pack(tmp_path, pack=PACK.replace("money_in", "use: labels\nmoney_in")))
    place = f"{tmp_path}/rules/labels.yaml:7:3"
    assert found.diagnostics == ()
    assert found.notes[0] == f"{place}: LABELLED falls away, for `rows` is not given"


def test_codes_that_no_rule_has(tmp_path):
    cases = CASES.replace("code: PRICE_SUM", "code: PRICE_SUMM")
    faults = FAULTS.replace("code: WEIGHT_SUM", "code: WEIGHT")
    assert told(lint(write_pack(tmp_path, cases=cases, faults=faults)), tmp_path) == [
        [
            "parcels/cases/parcels.yaml:25:15: no rule of the pack has the code `PRICE_SUMM`",
            "   |",
            "25 |       - code: PRICE_SUMM",
            "   |               ^^^^^^^^^^",
            "  help: did you mean `PRICE_SUM`?",
        ],
        [
            "parcels/faults.yaml:6:13: no rule of the pack has the code `WEIGHT`",
            "  |",
            "6 |     - code: WEIGHT",
            "  |             ^^^^^^",
            "  help: did you mean `WEIGHT_SUM`?",
        ],
    ]


def test_codes_that_repair_nothing(tmp_path):
    repaired_by = "  repaired_by: [PRICE_SUM, MISSING_FIELD, PRICE_SUN]\n\nRENAMED"
    found = lint(write_pack(tmp_path, faults=FAULTS.replace("\nRENAMED", repaired_by)))
    assert told(found, tmp_path) == [
        [
            "parcels/faults.yaml:14:43: no rule of the pack has the code `PRICE_SUN`",
            "   |",
            "14 |   repaired_by: [PRICE_SUM, MISSING_FIELD, PRICE_SUN]",
            "   |                                           ^^^^^^^^^",
            "  help: did you mean `PRICE_SUM`?",
        ],
    ]


def test_everything_wrong_at_once(tmp_path):
    cases = CASES.replace("verdict: pass", "verdict: passes")
    faults = FAULTS.replace("remove: part", "remove: weight + 1")
    found = lint(write_pack(tmp_path, cases=cases, faults=faults))
    assert [(d.mark.file.rpartition("/")[2], d.mark.line, d.message) for d in found.diagnostics] == [
        ("parcels.yaml", 16, "`verdict` is one of `pass`, `fail`, `unverified`, not `passes`"),
        ("faults.yaml", 4, "this is not a place in the candidate"),
    ]


def test_rules_that_do_not_link_hide_nothing_else_of_theirs(tmp_path):
    rules = RULES.replace("sum(parts.weight)", "sum(parts.label)").replace(
        "sum(parts.price)", "sum(part.price)"
    )
    found = lint(write_pack(tmp_path, rules=rules))
    assert [(d.mark.line, d.mark.column, d.message) for d in found.diagnostics] == [
        (3, 24, "`sum` has no meaning over a list of text"),
        (9, 23, "unknown name `part`"),
    ]


def test_a_pack_that_is_not_there(tmp_path):
    found = lint(tmp_path / "nowhere")
    assert [d.message for d in found.diagnostics] == ["there is no such folder"]


def test_the_bundled_packs_are_clean():
    """Of `dates` an invoice takes what is said of a record, and a plan what is said of rows."""
    found = [
        (one.diagnostics, *(note.partition(": ")[2] for note in one.notes))
        for one in map(lint, ("invoices", "ledger_plans"))
    ]
    assert found == [
        ((), "FINISH_BEFORE_START and 6 more rules fall away, for `rows` is not given"),
        (
            (),
            "DATE_IN_FUTURE and 2 more rules fall away, for `date` is not given",
            "DUE_BEFORE_DATE and 2 more rules fall away, for `due` is not given",
        ),
    ]
