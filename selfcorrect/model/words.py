"""The closed vocabularies: severities, grades, error types, verdicts, origins."""

from typing import Final, Literal

Severity = Literal["error", "warning", "hint"]
Grade = Literal["E0", "E1", "E2", "E3"]
Verdict = Literal["pass", "fail", "unverified"]
Origin = Literal["rule", "shape", "reader", "engine", "person", "detector"]
ErrorType = Literal[
    "arithmetic",
    "logic_gap",
    "premise",
    "grounding",
    "missing",
    "format",
    "reference",
    "order",
    "unit",
]

Intensity = Literal["edit", "regenerate"]
"""How a mistake is mended: where it stands, or by making everything from there on anew."""

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "hint")
INTENSITIES: Final[tuple[Intensity, ...]] = ("edit", "regenerate")
GRADES: Final[tuple[Grade, ...]] = ("E0", "E1", "E2", "E3")
ERROR_TYPES: Final[tuple[ErrorType, ...]] = (
    "arithmetic",
    "logic_gap",
    "premise",
    "grounding",
    "missing",
    "format",
    "reference",
    "order",
    "unit",
)

Decision = Literal["revise", "retain", "inspect", "defer", "rollback", "stop"]
"""What a judge says of an attempt: ask for a repair; accept; a person should look; nothing can be said;
take back and ask for a repair of the version before; give up."""
Reason = Literal[
    "checks_pass",
    "violations",
    "low_coverage",
    "unsupported_objection",
    "unverifiable",
    "overshoot",
    "oscillation",
    "converged",
    "ceiling",
    "engine_failed",
]
