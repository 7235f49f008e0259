"""What codes, names and the shape's findings look like."""

import re
from typing import Final

from selfcorrect.language.functions import CONSTANTS, NEIGHBOURS
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import quoted

SHAPE_FINDINGS: Final = (
    "MISSING_FIELD",
    "WRONG_TYPE",
    "UNKNOWN_FIELD",
    "TOO_FEW",
    "NOT_A_CHOICE",
    "BAD_PATTERN",
    "DUPLICATE_KEY",
    "UNKNOWN_REFERENCE",
    "NUMBER_OUT_OF_RANGE",
)
RESERVED_CODES: Final = (*SHAPE_FINDINGS, "CHECK_CRASHED", "AMBIGUOUS_READING", "EVIDENCE_LOST")
"""Codes under which the program itself finds things."""
OPERATORS: Final = ("and", "or", "not", "in", "if", "else", "for", "True", "False", "None", "true", "false")
"""Words that no expression can take for a name, not even after a dot."""
WORDS: Final = (*NEIGHBOURS, *CONSTANTS, "document", "record")
"""Words that mean something of their own where they stand alone in an expression."""
CODE: Final = re.compile(r"[A-Z][A-Z0-9_]{0,79}")


def check_code(text: Marked, problems: Problems) -> bool:
    """Whether a text can be a code; a problem if not."""
    if CODE.fullmatch(text.value):
        return True
    problems.at(text, f"{quoted(text.value)} is no code", "a code is written in capitals: LINE_ITEM_MATH")
    return False


def check_own_code(text: Marked, problems: Problems) -> bool:
    """Whether a text can be a code of the pack's own: a code, and none that the program finds by itself."""
    if not check_code(text, problems):
        return False
    if text.value in RESERVED_CODES:
        said = f"{quoted(text.value)} is a code of the program's own"
        problems.at(text, said, "choose a code that says what is wrong: NO_VENDOR")
        return False
    return True


def check_name(text: Marked, what: str, problems: Problems, *, bare: bool = True) -> bool:
    """Whether a text can name `what` ("a field"). `bare` says that it can stand alone in an expression."""
    name = text.value
    if not is_name(name):
        problems.at(text, f"{quoted(name)} is no name of {what}", _NAMES)
        return False
    if name in OPERATORS or (bare and name in WORDS):
        said = f"{quoted(name)} is a word of the rule language, and no name of {what}"
        problems.at(text, said, f"choose another name, such as {quoted(f'{name.lower()}_')}")
        return False
    return True


_NAMES: Final = "letters, digits and _, not starting with a digit or two _"


def is_name(text: str) -> bool:
    """Whether a text is built like a name."""
    if text.startswith("__"):
        return False
    if text.isascii():
        return text.isidentifier()
    from unicodedata import normalize

    return text.isidentifier() and normalize("NFKC", text) == text
