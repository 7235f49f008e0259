"""The impact of a change as JSON, format 1. Its schema is published as `docs/impact.schema.json`.

Within a format number keys are only ever added. The text is ASCII, one row a line.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from selfcorrect.model.impact import Changed, Impact, Row, Skipped, Stale, Step
from selfcorrect.report.json import FORMAT, encoded
from selfcorrect.report.refusal import Refusal, Stamp


def impact_document(
    impact: Impact | None, source: str, stamp: Stamp, refusals: Sequence[Refusal] = ()
) -> str:
    """The whole document; without an impact the `refusals` say why there is none."""
    told = impact or Impact((), ())
    domain = {"name": stamp.domain, "version": stamp.domain_version, "digest": stamp.digest}
    parts = {
        "format": encoded(FORMAT),
        "tool": encoded({"name": "selfcorrect", "version": stamp.version}),
        "domain": encoded(domain if stamp.domain else None),
        "source": encoded(source),
        "through": encoded(list(told.through)),
        "changed": _lines(_changed(one) for one in told.changed),
        "stale": _lines(_stale(one) for one in told.stale),
        "notes": encoded(list(told.notes)),
        "errors": encoded([{"source": r.source, "code": r.code, "message": r.message} for r in refusals]),
    }
    return "{" + ", ".join(f'"{key}": {text}' for key, text in parts.items()) + "}"


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    """A list with a row a line, made one after the other: there may be very many."""
    lines = ",\n".join(encoded(row) for row in rows)
    return f"[\n{lines}\n]" if lines else "[]"


def _row(row: Row) -> dict[str, Any]:
    return {"id": row.id, "list": row.list, "path": row.path}


def _changed(one: Changed) -> dict[str, Any]:
    return {**_row(one.row), "title": one.row.title, "reached": one.reached, "ring": one.ring}


def _stale(one: Stale) -> dict[str, Any]:
    return {
        **_row(one.row),
        "title": one.row.title,
        "direct": one.direct,
        "steps": one.steps,
        "way": [_step(step) for step in one.way],
        "ring": one.ring,
    }


def _step(step: Step | Skipped) -> dict[str, Any]:
    """A row on a way; what is left out of a long one stands where it would have stood."""
    if isinstance(step, Skipped):
        return {"skipped": step.count}
    return {"id": step.row.id, "list": step.row.list, "by": step.by or None}
