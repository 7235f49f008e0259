"""The packs that are there, told in a line each."""

from typing import Any

from msgspec import Struct

from selfcorrect.model.diagnostic import PackError
from selfcorrect.pack.find import list_packs
from selfcorrect.pack.load import load_pack
from selfcorrect.report.escape import printable, shortened


class Entry(Struct, frozen=True):
    """A pack on the shelf; `version` is None where it does not load, for so many `problems`."""

    name: str
    folder: str
    version: str | None = None
    summary: str = ""
    problems: int = 0

    def data(self) -> dict[str, Any]:
        """The entry as JSON data."""
        return {
            "name": self.name,
            "version": self.version,
            "summary": self.summary,
            "folder": self.folder,
            "problems": self.problems,
        }

    def line(self) -> str:
        """Version and summary, or why there are none."""
        if self.version is None:
            return f"does not load; see selfcorrect pack lint {self.name}"
        return f"{printable(self.version)}  {shortened(self.summary)}"


def shelf() -> tuple[Entry, ...]:
    """Every pack a name can mean, by name. A broken one does not hide the others."""
    found: list[Entry] = []
    for name, folder in list_packs():
        try:
            pack = load_pack(name)
            found.append(Entry(name, str(folder), pack.version, pack.summary))
        except PackError as error:
            found.append(Entry(name, str(folder), problems=len(error.diagnostics)))
    return tuple(found)
