"""Text to a candidate with spans, without a model. Knows no rule and no YAML."""
