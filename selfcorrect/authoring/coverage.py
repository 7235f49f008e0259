"""Which codes of a pack its cases try, both ways: found where the mistake is, and passed where it is not."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from selfcorrect.authoring.run import Ran
from selfcorrect.domain.rows import CODES
from selfcorrect.language.shape import NUMERIC, Field, Shape, walk
from selfcorrect.ruleset.compile import compile_rules
from selfcorrect.ruleset.rule import Context, Rule


def uncovered(ran: Sequence[Ran], rules: tuple[Rule, ...], context: Context) -> tuple[str, ...]:
    """A sentence for every code that no case finds, or that no case passes.

    A case counts only if it says what is to be found: one without `finds` takes note of nothing.

    Questions for a model are left out: a case has nobody to ask.
    """
    ran = [one for one in ran if one.case.finds is not None]
    found = {violation.code for one in ran for violation in one.report.violations}
    asked = [rule for rule in rules if rule.form != "ask" and rule.origin == "rule"]
    by_code = {code: tuple(group) for code, group in groupby(asked, key=lambda rule: rule.code)}
    unfound = [code for code in (*shape_codes(context.shape), *by_code) if code not in found]
    unpassed = [code for code, group in by_code.items() if not _passes(ran, code, group, context)]
    return (
        *(f"{code}: no case finds it." for code in unfound),
        *(f"{code}: no case passes it." for code in unpassed),
    )


def shape_codes(shape: Shape) -> tuple[str, ...]:
    """The codes under which what is wrong with the shape is found, as far as the shape can have it."""
    codes = ["UNKNOWN_FIELD"]
    for field in walk(shape.fields):
        codes += [field.code(finding) for finding in _findings(field)]
        codes += [field.unresolved] * ((field.item or field).kind == "reference")
    return tuple(dict.fromkeys(codes))


def known_codes(rules: Iterable[Rule], shape: Shape) -> tuple[str, ...]:
    """Every code that a check of the pack can find."""
    return tuple(dict.fromkeys([*shape_codes(shape), *(rule.code for rule in rules), *_OTHERS]))


_OTHERS = ("CHECK_CRASHED", *CODES)


def _findings(field: Field) -> list[str]:
    item = field.item or field
    # Any text is a text: only an object or a list is of the wrong type for it, as a table must not be.
    found = ["WRONG_TYPE"]
    found += ["MISSING_FIELD"] * (field.required or field.required_when is not None)
    found += ["TOO_FEW"] * (field.at_least > 0)
    found += ["NOT_A_CHOICE"] * bool(item.choices)
    found += ["BAD_PATTERN"] * (item.pattern is not None)
    found += ["DUPLICATE_KEY"] * (field.key is not None)
    found += ["NUMBER_OUT_OF_RANGE"] * (item.kind in NUMERIC)
    return found


def _passes(ran: Sequence[Ran], code: str, rules: tuple[Rule, ...], context: Context) -> bool:
    """Whether some case has the rules of a code apply, be evaluated everywhere, and hold."""
    alone = compile_rules(rules, context)
    for one in ran:
        if any(violation.code == code for violation in one.report.violations):
            continue
        # Of rows the text is no document.
        document = None if one.report.places else one.report.document
        report = alone.check(one.report.candidate, document=document, today=one.case.today)
        if report.coverage.applicable and report.coverage.applicable == report.coverage.evaluated:
            return True
    return False
