"""Names of columns and keys, compared as people take them for the same."""

import re
from typing import Final

_SAID_ALIKE: Final = re.compile(r"[\s_\-\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
"""What may stand between the words of a name, and marks that nobody sees."""


def same_name(name: str) -> str:
    """One text for all spellings of a name: `Depends on`, `depends_on` and `DEPENDS-ON`."""
    return _SAID_ALIKE.sub("", name).casefold()
