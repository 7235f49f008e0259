"""Ids that items of a checklist start with: `- [x] K-1 Measure the room`."""

import re
from typing import Any, Final

from selfcorrect.reading.filling.names import LEAD, REST
from selfcorrect.reading.rows.raw import TEXT, RawFile

_LEAD: Final = re.compile(
    r"(?P<open>[\[(])?(?P<id>#[0-9]{1,9}|[^\W\d_]{1,20}[-_.]?[0-9][\w.-]{0,30}?)(?(open)[\])])"
    r"[:.)]?[ \t]+(?P<rest>\S.*)",
    re.DOTALL,
)


def has_leads(file: RawFile) -> bool:
    """Whether items of a file start with ids: half of them at least, for `OAuth2 login` starts with none."""
    texts = [row.values[TEXT] for row in file.rows if isinstance(row.values.get(TEXT), str)]
    found = sum(1 for text in texts if _LEAD.fullmatch(text))
    return bool(found) and 2 * found >= len(texts)


def with_lead(values: dict[str, Any]) -> dict[str, Any]:
    """The columns of an item with its id and what stands behind that, if it starts with one."""
    text = values.get(TEXT)
    found = _LEAD.fullmatch(text) if isinstance(text, str) and LEAD not in values else None
    return {**values, LEAD: found["id"], REST: found["rest"]} if found else values
