"""Checks documents and records against rules written as data.

The names below are loaded when first asked for, so that `import selfcorrect` costs next to nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from selfcorrect.domain.domain import Domain as Domain
    from selfcorrect.domain.load import load as load
    from selfcorrect.model.diagnostic import Diagnostic as Diagnostic
    from selfcorrect.model.diagnostic import PackError as PackError
    from selfcorrect.model.report import NotEvaluated as NotEvaluated
    from selfcorrect.model.report import Report as Report
    from selfcorrect.model.report import Violation as Violation
    from selfcorrect.reading.forms.form import FormText as FormText
    from selfcorrect.reading.forms.form import Unreadable as Unreadable
    from selfcorrect.reading.forms.form import open_document as open_document

__version__ = "0.1.0"

__all__ = [
    "Diagnostic",
    "Domain",
    "FormText",
    "NotEvaluated",
    "PackError",
    "Report",
    "Unreadable",
    "Violation",
    "load",
    "open_document",
]

_HOMES = {
    "Diagnostic": "selfcorrect.model.diagnostic",
    "Domain": "selfcorrect.domain.domain",
    "FormText": "selfcorrect.reading.forms.form",
    "NotEvaluated": "selfcorrect.model.report",
    "PackError": "selfcorrect.model.diagnostic",
    "Report": "selfcorrect.model.report",
    "Unreadable": "selfcorrect.reading.forms.form",
    "Violation": "selfcorrect.model.report",
    "load": "selfcorrect.domain.load",
    "open_document": "selfcorrect.reading.forms.form",
}


def __getattr__(name: str) -> Any:
    """Fetch a public name from the room that owns it."""
    if name not in _HOMES:
        raise AttributeError(f"module 'selfcorrect' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted([*__all__, "__version__"])
