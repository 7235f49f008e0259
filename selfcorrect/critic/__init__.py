"""Report to feedback."""
