"""The rule language: parse, type-check, functions; knows no YAML and no backend."""
