"""Ways out for mistyped names."""

from collections.abc import Iterable

_MOST = 12
"""Names listed in full; of a longer list only the likeliest is told."""


def suggest(name: str, options: Iterable[str]) -> str:
    """A hint for an unknown name: the likeliest option, else a short list of all, else nothing."""
    import difflib

    known = sorted(set(options))
    if near := difflib.get_close_matches(name, known, n=1, cutoff=0.6):
        return f"did you mean `{near[0]}`?"
    if 0 < len(known) <= _MOST:
        return "known here: " + ", ".join(f"`{option}`" for option in known)
    return ""
