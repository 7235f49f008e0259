"""Lists that are found: what is said of `find`, `in`, `by`, `with` and the rows they give."""

from pathlib import Path

import pytest

from selfcorrect.model.diagnostic import PackError
from selfcorrect.pack.load import load_pack

PACK = """\
pack: p
candidate:
  problem: text
  steps: {type: list, of: text}
  lines: {type: list, of: {note: text, amount: money}}
  total: money
  found:
    type: list
"""
FACTS = "sources:\n  facts: {file: facts.csv, key: fact}\n"
GOOD_FACTS = "fact,says\nweek,a week has {value} days\n"
FINDERS = (
    "known here: `equations`, `numbering`, `operands`, `quantities`, `results`, `statements`, `substitutions`"
)
TEXTS = "known here: `lines.note`, `problem`, `steps`"
HOW = "a list that is found says by which finder and in which texts: find: equations, in: steps"
SAYS = "a|one week has {? exactly} {value} days; there are {value} days in a week"

Said = tuple[str, int, int, int, str]
"""Message, line, column, width, hint."""


def load(folder: Path, keys: str, more: str = "", facts: str | None = None) -> list[Said]:
    """Everything wrong with a pack that has a list with these keys."""
    folder.joinpath("pack.yaml").write_text(
        PACK + "".join(f"    {line}\n" for line in keys.split("\n")) + more, "utf-8"
    )
    if facts is not None:
        folder.joinpath("facts.csv").write_text(facts, "utf-8")
    try:
        load_pack(folder)
    except PackError as error:
        # Told where pack.yaml says it, whatever file it is about.
        told = [d for d in error.diagnostics if d.mark.file == f"{folder}/pack.yaml"]
        return [(d.message, d.mark.line, d.mark.column, d.width, d.hint) for d in told]
    return []


GOOD = [
    "find: equations\nin: steps\nwith: problem\nof: {step: integer, left: expression, rounded: boolean}",
    "find: equations\nin: lines.note\nof: {right: expression}",
    "find: quantities\nin: problem\nof: {quantity: quantity}",
    "find: operands\nin: steps\nwith: lines.note\nof: {number: quantity, known: boolean}",
    "find: numbering\nin: steps\nof: {number: integer, step: integer}",
    "find: substitutions\nin: steps\nof: {name: text, found: expression, stated: expression, found_in: integer}",
    "find: results\nin: steps\nof: {name: text, value: expression}",
]


@pytest.mark.parametrize("keys", GOOD)
def test_it_loads(keys: str, tmp_path: Path) -> None:
    assert load(tmp_path, keys) == []


def test_it_loads_with_a_source(tmp_path: Path) -> None:
    keys = "find: statements\nin: steps\nby: facts\nof: {fact: text, stated: number}"
    assert load(tmp_path, keys, FACTS, GOOD_FACTS) == []


BAD: dict[str, tuple[str, list[Said]]] = {
    "a finder misspelt": (
        "find: equation\nin: steps\nof: {step: integer}",
        [("there is no finder `equation`", 9, 11, 8, "did you mean `equations`?")],
    ),
    "no finder": (
        "find: sums\nin: steps\nof: {step: integer}",
        [("there is no finder `sums`", 9, 11, 4, FINDERS)],
    ),
    "several finders": (
        "find: [equations]\nin: steps\nof: {step: integer}",
        [("`find` takes a text; here stands a list", 9, 11, 1, "")],
    ),
    "find without in": (
        "find: equations\nof: {step: integer}",
        [("the field `found` has `find`, and not `in`", 8, 5, 1, HOW)],
    ),
    "in without find": (
        "in: steps\nof: {step: integer}",
        [("the field `found` has `in`, and not `find`", 8, 5, 1, HOW)],
    ),
    "no rows": (
        "find: equations\nin: steps",
        [("the field `found` is a list and needs `of`", 8, 5, 1, "")],
    ),
    "texts misspelt": (
        "find: equations\nin: step\nof: {step: integer}",
        [("`step` is no text of the candidate, nor are there texts", 10, 9, 4, "did you mean `steps`?")],
    ),
    "no texts": (
        "find: equations\nin: total\nof: {step: integer}",
        [("`total` is no text of the candidate, nor are there texts", 10, 9, 5, TEXTS)],
    ),
    "rows and not a text in them": (
        "find: equations\nin: lines\nof: {step: integer}",
        [("`lines` is no text of the candidate, nor are there texts", 10, 9, 5, "did you mean `lines.note`?")],
    ),
    "itself": (
        "find: equations\nin: found\nof: {step: integer}",
        [("`found` is no text of the candidate, nor are there texts", 10, 9, 5, TEXTS)],
    ),
    "fields that it does not give": (
        "find: equations\nin: steps\nof: {lefts: expression, sum: number}",
        [
            ("the finder `equations` gives no `lefts`", 11, 10, 1, "did you mean `left`?"),
            (
                "the finder `equations` gives no `sum`",
                11,
                29,
                1,
                "known here: `chain`, `implied`, `left`, `relation`, `right`, `rounded`, `step`",
            ),
        ],
    ),
    "fields of other types": (
        "find: equations\nin: steps\nof: {left: number, step: text}",
        [
            (
                "`left` is of the type `expression` as the finder `equations` gives it",
                11,
                10,
                1,
                "left: expression",
            ),
            (
                "`step` is of the type `integer` as the finder `equations` gives it",
                11,
                24,
                1,
                "step: integer",
            ),
        ],
    ),
    "statements of nothing": (
        "find: statements\nin: steps\nof: {fact: text}",
        [
            (
                "the finder `statements` needs `by`",
                7,
                3,
                1,
                "a source whose column `says` has the sentences that state each fact",
            )
        ],
    ),
    "statements of no source": (
        "find: statements\nin: steps\nby: facts\nof: {fact: text}",
        [("there is no source `facts`", 11, 9, 5, "declare it under `sources`")],
    ),
    "a source that means nothing": (
        "find: equations\nin: steps\nby: facts\nof: {step: integer}",
        [("the finder `equations` takes no `by`", 11, 9, 5, "drop it")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("keys", "says"), BAD.values(), ids=BAD)
def test_everything_wrong_is_said(keys: str, says: list[Said], tmp_path: Path) -> None:
    assert load(tmp_path, keys) == says


def test_with_names_texts_too(tmp_path: Path) -> None:
    keys = "find: equations\nin: steps\nwith: problems\nof: {step: integer}"
    said = (
        "`problems` is no text of the candidate, nor are there texts",
        11,
        11,
        8,
        "did you mean `problem`?",
    )
    assert load(tmp_path, keys) == [said]


STATED = "find: statements\nin: steps\nby: {by}\nof: {{fact: text}}"


@pytest.mark.parametrize(
    ("by", "facts", "said"),
    [
        ("fact", GOOD_FACTS, ("there is no source `fact`", 11, 9, 4, "did you mean `facts`?")),
        (
            "facts",
            "fact,said\nweek,x\n",
            (
                "the source `facts` has no column `says`",
                11,
                9,
                5,
                "it has the sentences that state each fact",
            ),
        ),
        (
            "facts",
            "fact,says\nweek,a week has seven days\n",
            (
                "the fact `week` of `facts` cannot be looked for: a sentence has one {value}",
                11,
                9,
                5,
                SAYS,
            ),
        ),
        (
            "facts",
            "fact,says\nweek,a {week has {value} days\n",
            (
                "the fact `week` of `facts` cannot be looked for: braces enclose {value}, or {? an optional word}",
                11,
                9,
                5,
                SAYS,
            ),
        ),
    ],
    ids=["no source", "no column", "no value", "braces"],
)
def test_sentences_are_checked_when_linked(by: str, facts: str, said: Said, tmp_path: Path) -> None:
    assert load(tmp_path, STATED.format(by=by), FACTS, facts) == [said]


def test_a_list_in_a_list_is_not_found(tmp_path: Path) -> None:
    more = "  outer:\n    type: list\n    of:\n      inner: {type: list, find: equations, in: steps, of: {step: integer}}\n"
    keys = "of: {a: text}"
    said = (
        "`outer.inner` is found, and stands in another list",
        13,
        33,
        9,
        "declare it at the top of `candidate`",
    )
    assert load(tmp_path, keys, more) == [said]


def test_only_lists_are_found(tmp_path: Path) -> None:
    more = "  one: {type: text, find: equations, in: steps}\n"
    assert load(tmp_path, "of: {a: text}", more) == [
        ("`find` means nothing for the type `text`", 10, 27, 1, "it belongs to `list`"),
        ("`in` means nothing for the type `text`", 10, 42, 1, "it belongs to `list`"),
    ]
