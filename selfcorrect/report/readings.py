"""How a document was read, as text and as JSON data."""

from collections.abc import Iterator
from typing import Any

from selfcorrect.model.report import FieldReadings, PrintedReading
from selfcorrect.report.escape import printable, shortened


def readings_text(fields: tuple[FieldReadings, ...]) -> str:
    """A block a field: its readings, the one taken marked with `*`, and why; last what was not read."""
    lines = [line for field in fields if field.readings for line in _lines(field)]
    left = ", ".join(printable(field.path) for field in fields if not field.readings)
    return "\n".join([*lines, f"not read: {left}"] if left else lines)


def _lines(field: FieldReadings) -> Iterator[str]:
    yield f"{printable(field.path)}: {field.reason}"
    widest = max(len(printable(shortened(reading.value))) for reading in field.readings)
    for number, reading in enumerate(field.readings):
        mark = "*" if number == field.taken else " "
        value = printable(shortened(reading.value))
        yield f"  {mark} {value:{widest}}  {_how(reading)}"


def _how(reading: PrintedReading) -> str:
    label = f" `{printable(shortened(reading.label))}`" if reading.label else ""
    place = f", {reading.span.line}:{reading.span.column}" if reading.span else ""
    return f"{reading.how}{label}{place}, loss {reading.loss}"


def readings_data(fields: tuple[FieldReadings, ...]) -> list[dict[str, Any]]:
    """The same as JSON data."""
    return [
        {
            "path": field.path,
            "reason": field.reason,
            "taken": field.taken,
            "readings": [_data(reading) for reading in field.readings],
        }
        for field in fields
    ]


def _data(reading: PrintedReading) -> dict[str, Any]:
    span = reading.span
    return {
        "value": reading.value,
        "how": reading.how,
        "label": reading.label,
        "loss": reading.loss,
        "line": span.line if span else None,
        "column": span.column if span else None,
    }
