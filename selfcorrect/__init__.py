"""Checks documents and records against rules written as data.

The names below are loaded when first asked for, so that `import selfcorrect` costs next to nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from selfcorrect.domain.domain import Domain as Domain
    from selfcorrect.domain.load import load as load
    from selfcorrect.engines.engine import AsyncEngine as AsyncEngine
    from selfcorrect.engines.engine import Engine as Engine
    from selfcorrect.engines.simulated import simulated as simulated
    from selfcorrect.loop.repair import repair as repair
    from selfcorrect.loop.repair import repair_async as repair_async
    from selfcorrect.loop.repair import repair_many as repair_many
    from selfcorrect.loop.repair import repair_many_async as repair_many_async
    from selfcorrect.loop.run import Task as Task
    from selfcorrect.loop.session import Session as Session
    from selfcorrect.loop.session import session as session
    from selfcorrect.loop.step import StaleRequestError as StaleRequestError
    from selfcorrect.loop.step import Step as Step
    from selfcorrect.loop.trace import Trace as Trace
    from selfcorrect.model.diagnostic import Diagnostic as Diagnostic
    from selfcorrect.model.diagnostic import PackError as PackError
    from selfcorrect.model.exchange import Budget as Budget
    from selfcorrect.model.exchange import EngineError as EngineError
    from selfcorrect.model.exchange import Feedback as Feedback
    from selfcorrect.model.exchange import Reply as Reply
    from selfcorrect.model.exchange import Request as Request
    from selfcorrect.model.exchange import Usage as Usage
    from selfcorrect.model.impact import Impact as Impact
    from selfcorrect.model.impact import ImpactError as ImpactError
    from selfcorrect.model.outcome import Attempt as Attempt
    from selfcorrect.model.outcome import Limits as Limits
    from selfcorrect.model.outcome import Outcome as Outcome
    from selfcorrect.model.report import NotEvaluated as NotEvaluated
    from selfcorrect.model.report import Report as Report
    from selfcorrect.model.report import Violation as Violation
    from selfcorrect.reading.forms.form import FormText as FormText
    from selfcorrect.reading.forms.form import Unreadable as Unreadable
    from selfcorrect.reading.forms.form import open_document as open_document

__version__ = "0.1.0"

__all__ = [
    "AsyncEngine",
    "Attempt",
    "Budget",
    "Diagnostic",
    "Domain",
    "Engine",
    "EngineError",
    "Feedback",
    "FormText",
    "Impact",
    "ImpactError",
    "Limits",
    "NotEvaluated",
    "Outcome",
    "PackError",
    "Reply",
    "Report",
    "Request",
    "Session",
    "StaleRequestError",
    "Step",
    "Task",
    "Trace",
    "Unreadable",
    "Usage",
    "Violation",
    "load",
    "open_document",
    "repair",
    "repair_async",
    "repair_many",
    "repair_many_async",
    "session",
    "simulated",
]

_HOMES = {
    "AsyncEngine": "selfcorrect.engines.engine",
    "Attempt": "selfcorrect.model.outcome",
    "Budget": "selfcorrect.model.exchange",
    "Diagnostic": "selfcorrect.model.diagnostic",
    "Domain": "selfcorrect.domain.domain",
    "Engine": "selfcorrect.engines.engine",
    "EngineError": "selfcorrect.model.exchange",
    "Feedback": "selfcorrect.model.exchange",
    "FormText": "selfcorrect.reading.forms.form",
    "Impact": "selfcorrect.model.impact",
    "ImpactError": "selfcorrect.model.impact",
    "Limits": "selfcorrect.model.outcome",
    "NotEvaluated": "selfcorrect.model.report",
    "Outcome": "selfcorrect.model.outcome",
    "PackError": "selfcorrect.model.diagnostic",
    "Reply": "selfcorrect.model.exchange",
    "Report": "selfcorrect.model.report",
    "Request": "selfcorrect.model.exchange",
    "Session": "selfcorrect.loop.session",
    "StaleRequestError": "selfcorrect.loop.step",
    "Step": "selfcorrect.loop.step",
    "Task": "selfcorrect.loop.run",
    "Trace": "selfcorrect.loop.trace",
    "Unreadable": "selfcorrect.reading.forms.form",
    "Usage": "selfcorrect.model.exchange",
    "Violation": "selfcorrect.model.report",
    "load": "selfcorrect.domain.load",
    "open_document": "selfcorrect.reading.forms.form",
    "repair": "selfcorrect.loop.repair",
    "repair_async": "selfcorrect.loop.repair",
    "repair_many": "selfcorrect.loop.repair",
    "repair_many_async": "selfcorrect.loop.repair",
    "session": "selfcorrect.loop.session",
    "simulated": "selfcorrect.engines.simulated",
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
