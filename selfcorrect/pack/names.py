"""What codes, names and the shape's findings look like."""

import re
from typing import Final

from selfcorrect.model.marks import Marked
from selfcorrect.pack.problems import Problems
from selfcorrect.pack.yaml_nodes import quoted

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
CODE: Final = re.compile(r"[A-Z][A-Z0-9_]{0,79}")


def check_code(text: Marked, problems: Problems) -> bool:
    """Whether a text can be a code; a problem if not."""
    if CODE.fullmatch(text.value):
        return True
    problems.at(text, f"{quoted(text.value)} is no code", "a code is written in capitals: LINE_ITEM_MATH")
    return False


def is_name(text: str) -> bool:
    """Whether a text can name a field in an expression."""
    if text.isascii():
        return text.isidentifier()
    from unicodedata import normalize

    return text.isidentifier() and normalize("NFKC", text) == text
