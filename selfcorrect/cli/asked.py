"""What is told of questions that a model was asked and that stay open all the same."""

from selfcorrect.domain.domain import Domain
from selfcorrect.model.report import Report
from selfcorrect.report.text import leaves_open


def open_questions(report: Report, domain: Domain) -> list[str]:
    """A sentence for each semantic rule that stays open, and why; none where the report as text says so."""
    if not report.passed() or leaves_open(report):
        return []
    asking = {rule.code for rule in domain.rules.rules if rule.form == "ask"}
    found = [item for item in report.not_evaluated if item.code in asking]
    return list(dict.fromkeys(f"{item.code} stays open: {item.reason}" for item in found))
