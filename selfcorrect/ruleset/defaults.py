"""What a rule leaves unsaid: where it stands, which side is the actual one, its type, grade and severity."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.language.nodes import Call, Compare, Cycles, Get, Lookup, Node, Var
from selfcorrect.language.scope import ExpressionError, Scope
from selfcorrect.language.shape import Field, Shape
from selfcorrect.language.walk import below, patterns
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Marked
from selfcorrect.model.suggest import suggest
from selfcorrect.model.words import ERROR_TYPES, GRADES, INTENSITIES, SEVERITIES, ErrorType, Grade
from selfcorrect.ruleset.places import place_of
from selfcorrect.ruleset.rule import ONWARD, Place, Rule, RuleDraft
from selfcorrect.ruleset.tables import parts

_MOMENTS: Final = ("date", "time", "datetime", "duration")


def place(rule: Rule) -> Place | None:
    """Where the caret stands unless the rule says: a side that is one field, the row, the only field."""
    check = rule.check
    if isinstance(check, Compare):
        for side in (check.left, check.right):
            if isinstance(side, Get | Var) and (found := place_of(side, rule.loops)) and found.steps:
                return found
    if rule.loops:
        return place_of(rule.loops[-1].var, rule.loops)
    fields = (
        {found for part in below(check) if isinstance(part, Get) and (found := place_of(part, ()))}
        if check
        else set()
    )
    return fields.pop() if len(fields) == 1 else None


def onward(rule: Rule, scope: Scope) -> Place | None:
    """Of a rule about rings, the references along them."""
    for var, source in ((loop.var, loop.source) for loop in rule.loops[-1:]):
        if isinstance(source, Cycles) and (ring := place_of(var, rule.loops)):
            field = scope.field(source.path, source.via)
            one_of = (ONWARD,) if field is not None and field.kind == "list" else ()
            return Place((*ring.steps, source.via, *one_of))
    return None


def sides(check: Compare, rule: Rule, prefixes: Mapping[str, str]) -> tuple[Node, Node]:
    """Expected and actual of an equality: the side with a suspect is the actual one.

    If both or neither have one, the side that is the field under the caret; else the left.
    """
    left, right = (_suspicious(side, rule, prefixes) for side in (check.left, check.right))
    if left != right:
        return (check.right, check.left) if left else (check.left, check.right)
    if place_of(check.right, rule.loops) == rule.at and place_of(check.left, rule.loops) != rule.at:
        return check.left, check.right
    return check.right, check.left


def _suspicious(side: Node, rule: Rule, prefixes: Mapping[str, str]) -> bool:
    reads = patterns(side, prefixes)
    return any(_touches(suspect, read) for suspect in rule.suspects for read in reads)


def _touches(suspect: str, read: str) -> bool:
    return read == suspect or read.startswith((f"{suspect}.", f"{suspect}["))


_WORDS: Final[dict[str, tuple[Any, ...]]] = {
    "grade": GRADES,
    "error_type": ERROR_TYPES,
    "severity": SEVERITIES,
    "when_missing": ("skip", "fail"),
    "repair": INTENSITIES,
}


def check_words(draft: RuleDraft) -> None:
    """Refuse words that are none: the error type, the severity, the grade. Raises ExpressionError."""
    for key, words in _WORDS.items():
        _word(draft, key, words, words[0])


def fill(rule: Rule, draft: RuleDraft) -> Rule:
    """The rule with its error type, severity, grade and origin. Raises ExpressionError for unknown words."""
    highest = highest_grade(rule)
    grade: Grade = _word(draft, "grade", GRADES, highest)
    if grade > highest:
        text = draft.texts["grade"]
        message = f"the evidence of this rule is {highest} at most: a grade can be lowered, not raised"
        raise ExpressionError(Diagnostic(text.mark, message, width=len(text.value)))
    return replace(
        rule,
        error_type=_word(draft, "error_type", ERROR_TYPES, error_type(rule)),
        severity=_word(draft, "severity", SEVERITIES, "error"),
        grade=grade,
        repair=_word(draft, "repair", INTENSITIES, "edit"),
        origin="shape" if draft.texts.get("origin") else "rule",
    )


def _word(draft: RuleDraft, key: str, words: tuple[Any, ...], default: Any) -> Any:
    text = draft.texts.get(key)
    if text is None:
        return default
    if text.value not in words:
        raise ExpressionError(
            Diagnostic(
                text.mark,
                f"`{key}` is never `{text.value}`",
                suggest(text.value, words),
                width=len(text.value),
            )
        )
    return text.value


def highest_grade(rule: Rule) -> Grade:
    """The grade by what the rule touches: a model E1, a source E2, candidate and document E3."""
    if rule.form == "ask":
        return "E1"
    return "E2" if any(isinstance(part, Lookup) for part in parts(rule)) else "E3"


def error_type(rule: Rule) -> ErrorType:
    """The error type by the form of the check, where the rule does not say."""
    if rule.form == "ask" or rule.check is None:
        return "premise"
    calls = {part.function for part in below(rule.check) if isinstance(part, Call)}
    for function, word in _BY_FUNCTION.items():
        if function in calls:
            return word
    if any(isinstance(part, Lookup) for part in below(rule.check)):
        return "reference"
    kinds = {part.left.type.kind for part in below(rule.check) if isinstance(part, Compare)}
    if kinds & set(_MOMENTS):
        return "order"
    return "arithmetic" if rule.expected is not None and rule.expected.type.numeric else "logic_gap"


_BY_FUNCTION: Final[dict[str, ErrorType]] = {
    "appears": "grounding",
    "matches": "format",
    "present": "missing",
}


class Address(Struct, frozen=True):
    """Where a field stands, as expressions: the `each` bindings that lead there, the row or object that
    holds it (empty for the record), the field itself, and the fields beside it.
    """

    each: tuple[str, ...]
    holder: str
    target: str
    siblings: tuple[Field, ...]


def address(field: Field, shape: Shape) -> Address:
    """The address of a declared field."""
    each: list[str] = []
    holder, fields = "", shape.fields
    *outer, _ = field.path.split(".")
    for n, name in enumerate(outer):
        declared = next(f for f in fields if f.name == name)
        place = f"{holder}.{name}" if holder else name
        if declared.kind == "list":
            holder = f"row__{n}"
            each.append(f"{holder} in {place}")
        else:
            holder = place
        fields = declared.fields
    target = f"{holder}.{field.name}" if holder else field.name
    return Address(tuple(each), holder, target, fields if holder else ())


def presence(field: Field, shape: Shape) -> RuleDraft | None:
    """`required_when` as a draft: for every row the field can stand in, present where the condition holds.

    None for a field without one. The fields beside it are bare names in the condition; where the
    object they stand in is not there, nothing is asked.
    """
    condition = field.required_when
    if condition is None:
        return None
    where = address(field, shape)
    texts = {
        "says": _text(f"`{field.name}` is given where {condition.value}.", field),
        "check": _text(f"present({where.target})", field),
        "when": condition,
        "at": _text(where.target, field),
        "error_type": _text("missing", field),
        "severity": _text(field.severity or "error", field),
        "origin": _text("shape", field),
    }
    if where.holder:
        texts["where"] = _text(f"present({where.holder})", field)
    beside = tuple((_text(f.name, f), _text(f"{where.holder}.{f.name}", f)) for f in where.siblings)
    each = tuple(_text(text, field) for text in where.each)
    named = {"let": beside} if beside else {}
    return RuleDraft(_text(field.code("MISSING_FIELD"), field), texts, {"each": each} if each else {}, named)


def resolution(field: Field, shape: Shape) -> RuleDraft | None:
    """A reference as a draft: it names a row of its list. None for a field that refers to nothing."""
    refers = field.item or field
    if refers.kind != "reference" or refers.to is None:
        return None
    where = address(field, shape)
    each, target = list(where.each), where.target
    if field.item:
        each.append(f"reference__ in {target}")
        target = "reference__"
    texts = {
        "says": _text(f"`{field.name}` should name a row of `{refers.to}`.", field),
        "check": _text(f"resolves({target})", field),
        "when": _text(f"present({target})", field),
        "at": _text(target, field),
        "error_type": _text("reference", field),
        "severity": _text(refers.severity or field.severity or "error", field),
        "origin": _text("shape", field),
    }
    lists = {"each": tuple(_text(text, field) for text in each)} if each else {}
    return RuleDraft(_text(field.unresolved, field), texts, lists, {})


def _text(value: str, field: Field) -> Marked:
    return Marked(value, field.mark)
