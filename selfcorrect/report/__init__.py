"""Reports for people and programs: caret text, JSON."""
