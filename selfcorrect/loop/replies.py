"""What engines reply, read as a record or as answers; or one violation that says why it is none."""

from collections.abc import Collection
from decimal import Decimal
from typing import Any, Final, get_args

from selfcorrect.language.values import show_raw
from selfcorrect.loop.found_json import behind_thoughts, values_in
from selfcorrect.loop.lenient_json import LenientError
from selfcorrect.model.exact_json import canonical
from selfcorrect.model.exchange import Answer, AnswerVerdict, Finish
from selfcorrect.model.report import Violation

Record = dict[str, Any]

EVIDENCE: Final = 200
"""Characters of a reply that a violation shows."""

_VERDICTS: Final[dict[str, AnswerVerdict]] = {verdict: verdict for verdict in get_args(AnswerVerdict)}

ANSWERS_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "question": {"type": "integer", "description": "the number of the question"},
                    "verdict": {"type": "string", "enum": list(_VERDICTS)},
                    "quote": {
                        "type": "string",
                        "description": "the words of the document that show it, letter by letter; else empty",
                    },
                },
                "required": ["question", "verdict", "quote"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["answers"],
    "additionalProperties": False,
}
"""What a reply to a request for answers is to look like."""


def read_reply(content: Any, finish: Finish, fields: Collection[str]) -> Record | Violation:
    """The record in a reply, or why there is none. `fields` are the names of the candidate's own fields.

    An object is taken out of fences, prose, thoughts, a list of one and a wrapper of one key, if it is the
    only one that can be meant: those with no field of the candidate are not, where others have one.
    """
    values = _values(content, finish)
    if isinstance(values, Violation):
        return values
    values = [_unwrapped(value, fields) for value in values]
    values = _apart([value for value in values if _has_any(value, fields)] or values)
    if len(values) > 1:
        return _ambiguous(len(values), content)
    record = values[0]
    if not isinstance(record, dict):
        return _no_record(f"The reply is {_called(record)}, where one object is asked for.", content)
    return record


def read_answers(content: Any, finish: Finish, count: int) -> tuple[Answer | None, ...] | Violation:
    """The answers to `count` questions, in their order, or why there are none.

    None stands for a question with no answer, with two, or with one that is none of the verdicts.
    """
    values = _values(content, finish)
    if isinstance(values, Violation):
        return values
    if len(values) > 1 and all(map(_is_row, values)):
        values = [values]  # one object a question, without the list around them
    lists = _apart([rows for value in values if (rows := _rows(value)) is not None])
    if not lists:
        return _no_record("The reply has no list of answers.", content)
    if len(lists) > 1:
        return _ambiguous(len(lists), content)
    given: dict[int, list[Answer | None]] = {}
    for row in lists[0]:
        if isinstance(row, dict):
            given.setdefault(_number(row.get("question")), []).append(_answer(row))
    return tuple(_only(given.get(number, [])) for number in range(1, count + 1))


def _values(content: Any, finish: Finish) -> list[Any] | Violation:
    """What a reply holds, one value at least."""
    if finish == "length":
        text = content if isinstance(content, str) else ""
        return _violation("REPLY_TRUNCATED", "The reply is cut off at its greatest length.", text[-EVIDENCE:])
    if content is None:
        return _violation("REPLY_EMPTY", "The reply is empty.", "")
    return _values_of(content) if isinstance(content, str) else [content]


def _values_of(text: str) -> list[Any] | Violation:
    start = behind_thoughts(text)
    if start is None:
        return _violation("REPLY_TRUNCATED", "The reply ends inside its thoughts.", text[-EVIDENCE:])
    if not text[start:].strip("\ufeff \t\r\n"):
        says = "The reply has nothing behind its thoughts." if start else "The reply is empty."
        return _violation("REPLY_EMPTY", says, text[-EVIDENCE:])
    try:
        found = values_in(text, start)
    except LenientError as error:
        return _unreadable(text, error)
    if found:
        return found
    return _violation(
        "REPLY_NOT_JSON", "There is no JSON object in the reply.", text[start : start + EVIDENCE]
    )


def _unreadable(text: str, error: LenientError) -> Violation:
    line, column = text.count("\n", 0, error.at) + 1, error.at - text.rfind("\n", 0, error.at)
    place = f"line {line}, column {column}"
    near = max(0, error.at - EVIDENCE // 2)
    evidence = text[near : near + EVIDENCE]
    if error.fault == "cut off":
        return _violation("REPLY_TRUNCATED", f"The reply is cut off at {place}: {error.what}.", evidence)
    if error.fault == "repeated key":
        says = f"The key {error.what} stands twice in one object, the second time at {place}."
        return _violation("REPLY_DUPLICATE_KEY", says, evidence)
    return _violation("REPLY_NOT_JSON", f"The reply is not JSON at {place}: {error.what}.", evidence)


def _ambiguous(count: int, content: Any) -> Violation:
    says = f"The reply holds {count} different objects, each of which may be meant."
    return _violation("REPLY_AMBIGUOUS", says, _shown(content))


def _no_record(says: str, content: Any) -> Violation:
    return _violation("REPLY_NOT_A_RECORD", says, _shown(content))


def _shown(content: Any) -> str:
    return content[:EVIDENCE] if isinstance(content, str) else show_raw(content)


def _violation(code: str, message: str, actual: str) -> Violation:
    return Violation(
        code=code,
        path="",
        message=message,
        expected=None,
        actual=actual,
        severity="error",
        error_type="format",
        grade="E3",
        origin="engine",
        suspects=("",),
    )


def _apart(values: list[Any]) -> list[Any]:
    """The values that say different things, in order."""
    if len(values) < 2:
        return values
    return list({canonical(value): value for value in reversed(values)}.values())[::-1]


def _unwrapped(value: Any, fields: Collection[str]) -> Any:
    """The object in a list of one, and in a wrapper: `{"invoice": {…}}`."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
        value = value[0]
    if isinstance(value, dict) and len(value) == 1:
        [(key, inner)] = value.items()
        if key not in fields and isinstance(inner, dict) and _has_any(inner, fields):
            return inner
    return value


def _has_any(value: Any, fields: Collection[str]) -> bool:
    if isinstance(value, list):
        return any(isinstance(item, dict) and _has_any(item, fields) for item in value)
    return isinstance(value, dict) and any(key in value for key in fields)


def _called(value: Any) -> str:
    """What a value is, in words."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return "a text in quotes"
    return "a number" if isinstance(value, int | float | Decimal) else "something else"


def _rows(value: Any) -> list[Any] | None:
    """The list of answers in a value, wrapped or bare; None if there is none."""
    if isinstance(value, dict) and len(value) == 1 and "answers" not in value:
        [value] = value.values()
    if isinstance(value, dict) and isinstance(value.get("answers"), list):
        value = value["answers"]
    if _is_row(value):
        return [value]
    return value if isinstance(value, list) and (not value or any(map(_is_row, value))) else None


def _is_row(value: Any) -> bool:
    return isinstance(value, dict) and "question" in value and "verdict" in value


def _number(raw: Any) -> int:
    """The number of a question; 0, which none has, for anything else."""
    if isinstance(raw, str) and len(raw) < 10 and raw.strip().isdecimal():
        return int(raw)
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else 0


def _answer(row: Record) -> Answer | None:
    said, quote = row.get("verdict"), row.get("quote")
    words = said.replace("_", " ").lower().split() if isinstance(said, str) else []
    verdict = _VERDICTS.get(" ".join(words))
    return Answer(verdict, quote if isinstance(quote, str) else "") if verdict else None


def _only(given: list[Answer | None]) -> Answer | None:
    return given[0] if len(given) == 1 else None
