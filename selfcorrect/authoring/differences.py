"""Findings that were expected against findings that were made, as the whole list, a line each.

A line starts with two spaces where both lists have it, with `-` where it was expected and not found, and
with `+` where it was found and not expected.
"""

from collections.abc import Sequence

from selfcorrect.model.report import NotEvaluated, Violation
from selfcorrect.pack.cases import Wanted, agree


def differences(wanted: Sequence[Wanted], found: Sequence[Violation]) -> tuple[str, ...]:
    """The two lists, compared in order; empty where they agree."""
    shown = [str(Wanted(v.code, v.path, v.expected, v.actual, v.severity)) for v in found]
    return _compared(_paired(wanted, found, shown), shown)


def unevaluated_differences(wanted: Sequence[Wanted], found: Sequence[NotEvaluated]) -> tuple[str, ...]:
    """The same for what was not evaluated, whatever the reason."""
    as_violations = [Wanted(n.code, n.path) for n in found]
    shown = [f"{n.code} at {n.path or 'the record'} not evaluated: {n.reason}" for n in found]
    texts, free = [], list(range(len(found)))
    for want in wanted:
        hit = next((n for n in free if _same_place(want, as_violations[n])), None)
        if hit is None:
            texts.append(f"{want} not evaluated")
        else:
            free.remove(hit)
            texts.append(shown[hit])
    return _compared(texts, shown)


def _paired(wanted: Sequence[Wanted], found: Sequence[Violation], shown: Sequence[str]) -> list[str]:
    """The lines of what was wanted, worded like the finding that each one fits, where one does."""
    texts, free = [], list(range(len(found)))
    for want in wanted:
        hit = next((n for n in free if _fits(want, found[n])), None)
        if hit is None:
            texts.append(str(want))
        else:
            free.remove(hit)
            texts.append(shown[hit])
    return texts


def _fits(want: Wanted, found: Violation) -> bool:
    return (
        want.code == found.code
        and want.at in (None, found.path)
        and want.severity in (None, found.severity)
        and agree(want.expected, found.expected)
        and agree(want.actual, found.actual)
    )


def _same_place(want: Wanted, found: Wanted) -> bool:
    return want.code == found.code and want.at in (None, found.at)


def _compared(wanted: Sequence[str], found: Sequence[str]) -> tuple[str, ...]:
    if list(wanted) == list(found):
        return ()
    from difflib import SequenceMatcher

    lines: list[str] = []
    steps = SequenceMatcher(None, wanted, found, autojunk=False).get_opcodes()
    for step, start, end, found_start, found_end in steps:
        if step == "equal":
            lines += [f"  {text}" for text in wanted[start:end]]
            continue
        lines += [f"- {text}" for text in wanted[start:end]]
        lines += [f"+ {text}" for text in found[found_start:found_end]]
    return tuple(lines)
