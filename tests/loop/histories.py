"""Runs of the loop written down as data, and what goes through them."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from selfcorrect.domain.domain import Domain
from selfcorrect.loop.session import Session
from selfcorrect.loop.step import Step
from selfcorrect.model.exchange import EngineError, Usage
from selfcorrect.model.outcome import Attempt, Limits, Outcome

SOUND: dict[str, Any] = {
    "name": "A",
    "parts": [{"label": "box", "weight": "2"}, {"label": "lid", "weight": "1"}],
    "weight": "3",
}
TOLD = {"is", "of", "because", "finds"}
"""What a history may say of an attempt."""


def histories(name: str) -> list[dict[str, Any]]:
    """The histories of a file; every scalar is a text, as a model writes it."""
    text = (Path(__file__).parent / name).read_text("utf-8")
    return yaml.load(text, Loader=yaml.BaseLoader)  # type: ignore[no-any-return]  # noqa: S506


def record(changes: dict[str, Any]) -> dict[str, Any]:
    """The sound record with other fields; `-` takes one out, `null` is one that is null."""
    found = {**SOUND, **changes}
    return {name: None if value == "null" else value for name, value in found.items() if value != "-"}


def session_of(history: dict[str, Any], domain: Domain) -> Session:
    """The session that a history is of, not started."""
    limits = history.get("limits", {})
    given = record(history["given"]) if "given" in history else history.get("handed")
    return Session(
        domain,
        document=history.get("document", "A box and a lid." if given is None else None),
        record=given,
        limits=Limits(
            attempts=int(limits.get("attempts", domain.pack.loop.attempts)),
            tokens=int(limits["tokens"]) if "tokens" in limits else None,
            cost=Decimal(limits["cost"]) if "cost" in limits else None,
            seconds=float(limits["seconds"]) if "seconds" in limits else None,
        ),
    )


def go_through(history: dict[str, Any], domain: Domain) -> tuple[list[Attempt], Outcome | None]:
    """The attempts of a history, and its outcome, if it has come to one."""
    session = session_of(history, domain)
    step = session.start()
    for version in history["versions"]:
        if {"has", "says", "fails"} & version.keys():
            step = _hand_in(session, version)
    return [event.attempt for event in session.events if event.attempt is not None], step.outcome


def _hand_in(session: Session, version: dict[str, Any]) -> Step:
    elapsed = float(version.get("takes", 0))
    if "fails" in version:
        return session.fail(EngineError(version["fails"], "It failed."), elapsed=elapsed)
    content = record(version["has"]) if "has" in version else version["says"]
    return session.submit(content, usage=usage_of(version.get("costs", {})), elapsed=elapsed)


def usage_of(costs: dict[str, str]) -> Usage:
    """What a reply cost: nothing, where nothing is said, and unknown where that is `?`."""
    tokens = {
        f"{name}_tokens": None if costs.get(name) == "?" else int(costs.get(name, 0))
        for name in ("input", "output")
    }
    return Usage(**tokens, cost=None if costs.get("cost") == "?" else Decimal(costs.get("cost", 0)))


def said(history: dict[str, Any], domain: Domain) -> tuple[list[dict[str, Any]], str]:
    """What comes of a history, as far as it says it, and how it ends."""
    attempts, outcome = go_through(history, domain)
    versions = history["versions"]
    assert len(attempts) == len(versions)
    return [
        {key: value for key, value in told(attempt).items() if key in version}
        for attempt, version in zip(attempts, versions, strict=True)
    ], f"{outcome.decision} {outcome.reason} {outcome.version}" if outcome else ""


def expected(history: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """What a history says."""
    found = [{key: version[key] for key in TOLD & version.keys()} for version in history["versions"]]
    return found, history["ends"]


def told(attempt: Attempt) -> dict[str, Any]:
    """All that a history may say of an attempt."""
    return {
        "is": f"{attempt.decision} {attempt.reason}",
        "of": str(attempt.parent),
        "because": list(attempt.because),
        "finds": [f"{code} {path}".strip() for code, path, _ in attempt.evidence],
    }
