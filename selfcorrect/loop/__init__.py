"""The repair loop: judge, session, and what drives an engine."""
