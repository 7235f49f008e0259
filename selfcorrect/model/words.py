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

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "hint")
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
