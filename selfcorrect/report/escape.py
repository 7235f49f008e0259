"""Text made safe for a terminal: nothing in a document can move the cursor, recolour or reorder it."""


def printable(text: str) -> str:
    r"""`text` with every control, format and unassigned character spelt out, as `\x1b` or `\u202e`.

    Line feeds and tabs are spelt out too: the answer is always one line.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _spelt(c) for c in text)


def shortened(text: str, limit: int = 120) -> str:
    """`printable`, cut to `limit` characters with an ellipsis."""
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    return printable(text)


def _spelt(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def printable_lines(text: str) -> str:
    """`printable`, line by line."""
    return "\n".join(printable(line) for line in text.split("\n"))
