"""Chooses among readings, by labels and by what rules prove."""
