"""Writes the finders in docs/calculations.md from their declarations. `python docs/make_finders.py`."""

from pathlib import Path

from selfcorrect.language.finders import FINDERS, Finder

PAGE = Path(__file__).with_name("calculations.md")
MARK = "<!-- the rest is written by docs/make_finders.py -->\n"


def table() -> str:
    """One row a finder: its name, what it finds, and the values that its rows may have."""
    rows = [f"| `{name}` | {f.says} | {values(f)} |" for name, f in FINDERS.items()]
    return "\n".join(["| finder | finds | gives |", "|---|---|---|", *rows])


def values(finder: Finder) -> str:
    """What a finder gives: `step: integer`, `left: expression`."""
    return ", ".join(f"`{name}: {kind}`" for name, kind in finder.gives.items())


def page() -> str:
    """The page: what stands above the mark, and the table."""
    above = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    return f"{above}{MARK}\n{table()}\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
