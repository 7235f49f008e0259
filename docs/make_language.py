"""Writes the functions in docs/language.md from their declarations. `python docs/make_language.py`."""

from collections.abc import Mapping
from pathlib import Path

from selfcorrect.language.functions import AGGREGATES, ROWS, SCALARS, SPECIAL, Function

PAGE = Path(__file__).with_name("language.md")
MARK = "<!-- the rest is written by docs/make_language.py -->\n"
GROUPS: Mapping[str, Mapping[str, Function]] = {
    "Of lists": AGGREGATES,
    "Of values": SCALARS,
    "Of rows": ROWS,
    "Of sources": SPECIAL,
}


def table(functions: Mapping[str, Function]) -> str:
    """One row a function: how it is called, what it gives and means, an example."""
    rows = [f"| `{signature(f)}` | {f.gives} | {f.says} | `{f.example}` |" for f in functions.values()]
    return "\n".join(["| function | gives | means | for example |", "|---|---|---|---|", *rows])


def signature(function: Function) -> str:
    """The function with what it takes: `round(numeric, numeric?)`."""
    return f"{function.name}({', '.join(function.takes)})"


def page() -> str:
    """The page: what stands above the mark, and the tables."""
    above = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    tables = [f"## {name}\n\n{table(functions)}\n" for name, functions in GROUPS.items()]
    return above + MARK + "\n" + "\n".join(tables)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
