"""Whoever produces candidates and answers, behind one protocol."""
