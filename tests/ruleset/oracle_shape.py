"""The candidate as the oracle sees it: every value typed, and what is wrong with the shape."""

from collections.abc import Mapping
from typing import Any

from selfcorrect.language.shape import Field
from selfcorrect.language.values import BAD, OUT_OF_RANGE, read_value, show_raw
from selfcorrect.ruleset.rule import Context
from tests.ruleset.oracle_values import fits


class Row:
    """A row of the candidate: its values by field name. Rows are equal if their values are."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self.values == other.values

    __hash__ = None  # type: ignore[assignment]


class Candidate:
    """A record, read."""

    def __init__(self, context: Context, record: Mapping[Any, Any]) -> None:
        self.context = context
        self.violations: list[tuple[Any, ...]] = []
        self.lists: dict[str, list[Row] | None] = {}
        self.keys: dict[str, str] = {}
        self.note_lists(context.shape.fields)
        self.record = self.group(context.shape.fields, record, "")

    def note_lists(self, fields: tuple[Field, ...]) -> None:
        for field in fields:
            if field.kind == "list" and field.fields:
                self.lists[field.path] = None
                self.keys[field.path] = field.key or ""
            self.note_lists(field.fields)

    def shape_finding(self, field: Field, finding: str, path: str, actual: str | None) -> None:
        usual = "warning" if finding == "UNKNOWN_FIELD" else "error"
        self.violations.append((field.code(finding), path, field.severity or usual, actual))

    def group(
        self, fields: tuple[Field, ...], raw: Mapping[Any, Any], path: str, owner: Field | None = None
    ) -> Row:
        for key in raw:
            if key not in [field.name for field in fields]:
                place = f"{path}.{show_raw(key)}" if path else show_raw(key)
                code = owner.code("UNKNOWN_FIELD") if owner else "UNKNOWN_FIELD"
                severity = (owner.severity if owner else None) or "warning"
                self.violations.append((code, place, severity, show_raw(raw[key])))
        return Row({field.name: self.field(field, raw, path) for field in fields})

    def field(self, field: Field, raw: Mapping[Any, Any], path: str) -> Any:
        value = raw.get(field.name)
        place = f"{path}.{field.name}" if path else field.name
        if field.kind == "list":
            return self.listing(field, value, place)
        if field.kind == "object":
            return self.nested(field, value, place)
        return self.scalar(field, value, place)

    def scalar(self, field: Field, raw: object, path: str) -> Any:
        value = read_value(field.kind, raw)
        if value is BAD or value is OUT_OF_RANGE:
            self.shape_finding(
                field, "WRONG_TYPE" if value is BAD else "NUMBER_OUT_OF_RANGE", path, show_raw(raw)
            )
            return None
        if value is None:
            if field.required and field.if_absent is None:
                self.shape_finding(field, "MISSING_FIELD", path, None)
            value = field.if_absent
        if value is not None and field.choices and value not in field.choices:
            self.shape_finding(field, "NOT_A_CHOICE", path, show_raw(value))
            return None
        if value is not None and field.pattern and not fits(field.pattern, value):
            self.shape_finding(field, "BAD_PATTERN", path, show_raw(value))
        return value

    def container(self, field: Field, raw: object, path: str, *, fine: bool) -> bool:
        """Whether there is a list or an object where one should be."""
        if fine:
            return True
        if raw is not None and not (isinstance(raw, str) and not raw.strip()):
            self.shape_finding(field, "WRONG_TYPE", path, show_raw(raw))
        elif field.required:
            self.shape_finding(field, "MISSING_FIELD", path, None)
        return False

    def nested(self, field: Field, raw: Any, path: str) -> Row | None:
        if not self.container(field, raw, path, fine=isinstance(raw, Mapping)):
            return None
        return self.group(field.fields, raw, path, field)

    def listing(self, field: Field, raw: Any, path: str) -> list[Any] | None:
        if field.if_absent is not None and (raw is None or (isinstance(raw, str) and not raw.strip())):
            raw = []
        if not self.container(field, raw, path, fine=isinstance(raw, list | tuple)):
            return None
        if len(raw) < field.at_least:
            self.shape_finding(field, "TOO_FEW", path, str(len(raw)))
        if field.item is not None:
            return [self.scalar(field.item, item, f"{path}[{i}]") for i, item in enumerate(raw)]
        rows = [self.row(field, item, f"{path}[{i}]") for i, item in enumerate(raw)]
        self.lists[field.path] = [*(self.lists[field.path] or []), *rows]
        if field.key:
            seen: list[Any] = []
            for i, row in enumerate(rows):
                key = row.values[field.key]
                if key is not None and key in seen:
                    self.shape_finding(field, "DUPLICATE_KEY", f"{path}[{i}].{field.key}", show_raw(key))
                seen.append(key)
        return rows

    def row(self, field: Field, raw: object, path: str) -> Row:
        if isinstance(raw, Mapping):
            return self.group(field.fields, raw, path, field)
        self.shape_finding(field, "WRONG_TYPE", path, show_raw(raw))
        return Row(dict.fromkeys([inner.name for inner in field.fields]))
