"""What an engine is told of its last attempt, above the feedback on the version it is to go on from."""

from typing import Final

from selfcorrect.loop.judge import Ruling
from selfcorrect.loop.version import Version

_TAKEN_BACK: Final = "The last attempt was taken back; what follows is about the best one before it."
_KEPT: Final = (
    "The last attempt is kept, as less blocks than before it, but it changed more than it should have."
)
_MOST: Final = 5
"""Sentences."""


def said_before(version: Version, base: Version, ruling: Ruling) -> str:
    """What was wrong with an attempt that is not the base, or what the base should not have changed."""
    if version is not base:
        return f"{_TAKEN_BACK} {_few(_worse(version, ruling))}"
    return f"{_KEPT} {_few(version.regressions)}" if ruling.decision == "rollback" else ""


def _worse(version: Version, ruling: Ruling) -> tuple[str, ...]:
    """What was wrong with an attempt that is taken back, as its engine can understand it: an engine knows of
    no version but its own.
    """
    found = [f"{v.code}: {v.message}" for v in version.report.violations if v.blocks and v.origin == "engine"]
    if found or version.regressions:
        return (*found, *version.regressions)
    more = ruling.decision == "rollback"
    return ("More was wrong with it than before.",) if more else ("It was no better.",)


def _few(sentences: tuple[str, ...]) -> str:
    """Some sentences, however many there are."""
    more = len(sentences) - _MOST
    return " ".join([*sentences[:_MOST], *([f"And {more:,} more."] if more > 0 else [])])
