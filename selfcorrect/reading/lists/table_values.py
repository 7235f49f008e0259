"""The values of a table's row, by field."""

from selfcorrect.reading.lists.headings import Column
from selfcorrect.reading.lists.table_lines import Draft, Lines
from selfcorrect.reading.lists.tokens import Token
from selfcorrect.reading.values import Value, slot_value, text_value

_NUMBERS = frozenset({"money", "number", "integer"})


def row_values(lines: Lines, draft: Draft) -> dict[str, Value]:
    """The values of a row's cells, but for its words; a unit after a quantity where none has its own."""
    found: dict[str, Value] = {}
    for at, column in enumerate(lines.table.columns):
        token = draft.token(at)
        if token is None or not column.name or at == lines.words:
            continue
        value = _value(lines, token, column)
        if value:
            found[column.name] = value
        elif token.form == "rate" and column.percent and token.value:
            found[column.percent] = token.value
        unit = lines.spec.unit
        if token.unit and unit and column.kind == "number" and unit not in found:
            word = text_value(lines.scan, token.unit.start, token.unit.end)
            if word:
                found[unit] = word
    return found


def _value(lines: Lines, token: Token, column: Column) -> Value | None:
    if column.kind in _NUMBERS:
        is_rate = token.form == "rate" or (column.rate and column.kind == "money")
        return (token.value or token.misread) if not is_rate else None
    if column.kind == "percent":
        return token.value if token.form == "rate" or token.whole or column.rate else None
    return slot_value(lines.scan, column.kind, token.start, token.end)
