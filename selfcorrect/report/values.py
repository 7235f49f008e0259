"""The value that stands at a path of a record."""

import re
from typing import Any, Final

_STEP: Final = re.compile(r"\[(\d+)\]|\.?([^.\[]+)")


def value_at(candidate: Any, path: str) -> Any:
    """The value at `line_items[2].amount`, None where the record has nothing there; `""` is the whole."""
    here = candidate
    for row, name in _STEP.findall(path):
        if name and isinstance(here, dict):
            here = here.get(name)
        elif row and isinstance(here, list | tuple) and int(row) < len(here):
            here = here[int(row)]
        else:
            return None
    return here
