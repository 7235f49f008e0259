"""The nouns: marks, diagnostics, violations, reports."""
