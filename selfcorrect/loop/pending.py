"""A version that is not judged yet."""

from msgspec import Struct

from selfcorrect.loop.judge import Ruling
from selfcorrect.loop.version import Version
from selfcorrect.model.exchange import FREE, Feedback, Usage
from selfcorrect.model.outcome import Attempt
from selfcorrect.model.report import Report


class Pending(Struct, frozen=True):
    """A report on what came in, whether there was a record in it, and what it has cost so far."""

    request_id: str
    report: Report
    usable: bool
    usage: Usage = FREE
    elapsed: float = 0.0
    at: float | None = None

    def judged(
        self, version: Version, ruling: Ruling, before: str, feedback: Feedback | None, digest: str
    ) -> Attempt:
        """The attempt that it has become. `before` is the digest of the version it was made from."""
        return Attempt(
            version=version.number,
            parent=version.parent,
            before=before,
            after=version.digest,
            decision=ruling.decision,
            reason=ruling.reason,
            because=ruling.because,
            evidence=tuple((v.code, v.path, v.grade) for v in version.report.violations),
            request_id=self.request_id,
            digest=digest,
            usage=self.usage,
            elapsed=self.elapsed,
            at=self.at,
            candidate=version.candidate,
            report=version.report,
            feedback=feedback,
        )
