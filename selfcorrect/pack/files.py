"""The files of a pack, read once each, and none outside its folder."""

import hashlib
import stat
from pathlib import Path, PurePosixPath
from typing import Final

from selfcorrect.model.marks import Mark, Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import YamlNode, compose, quoted
from selfcorrect.pack.find import OUTSIDE
from selfcorrect.pack.keys import near

LARGEST_YAML: Final = 2 * 2**20
"""Bytes of a YAML file."""
LARGEST_DATA: Final = 32 * 2**20
"""Bytes of a source or an example."""


class Files:
    """A folder whose files are read by relative name, with `/` between its parts.

    `shown` is how the folder is called in diagnostics. What cannot be read, or leads out of the folder, is a
    problem at the text that names it (`asked`), or at the file where no text does.
    """

    __slots__ = ("_problems", "_real", "_used", "root", "shown")

    def __init__(self, root: Path, shown: str, problems: Problems) -> None:
        self.root = root
        self.shown = shown
        self._problems = problems
        self._real = root.resolve()
        self._used: dict[str, bytes] = {}

    def place(self, name: str) -> str:
        """How a file is called in diagnostics."""
        return f"{self.shown}/{name}" if self.shown else name

    def has(self, name: str) -> bool:
        """Whether there is something of that name in the folder, readable or not.

        A link that leads nowhere is something: who put it there wants it read.
        """
        path = self.root / name
        try:
            path.lstat()
        except (FileNotFoundError, NotADirectoryError):
            return path.parent.is_symlink() and not path.parent.exists()
        except ValueError:
            return False
        except OSError:
            return True
        return True

    def names(self, folder: str, ending: str) -> list[str]:
        """The names of the files right in a sub-folder that end so, sorted.

        A folder that is there and cannot be read is a problem.
        """
        try:
            return self._listed(folder, ending)
        except OSError as error:
            if self.has(folder):
                nowhere = isinstance(error, FileNotFoundError)
                self._blame(folder, None, _NOWHERE if nowhere else _why_no_folder(error))
            return []

    def _listed(self, folder: str, ending: str) -> list[str]:
        found = sorted(path.name for path in (self.root / folder).iterdir() if path.name.endswith(ending))
        return [f"{folder}/{name}" for name in found if not name.startswith(".")]

    def node(self, name: str, asked: Marked | None = None) -> YamlNode | None:
        """The nodes of a YAML file."""
        text = self.text(name, asked, LARGEST_YAML)
        return None if text is None else compose(text, self.place(name), self._problems)

    def text(self, name: str, asked: Marked | None = None, largest: int = LARGEST_DATA) -> str | None:
        """The text of a UTF-8 file, line ends as line feeds, without a byte order mark."""
        data = self.data(name, asked, largest)
        if data is None:
            return None
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._undecodable(name, data, error.start)
            return None
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._problems.knows(self.place(name), text)
        return text

    def data(self, name: str, asked: Marked | None = None, largest: int = LARGEST_DATA) -> bytes | None:
        """The bytes of a file."""
        if name in self._used:
            return self._used[name]
        try:
            found = self._read(name, largest)
        except (OSError, ValueError, RuntimeError) as error:
            linked = isinstance(error, FileNotFoundError) and self.has(name)
            found = _NOWHERE if linked else _why(error)
        if isinstance(found, str):
            self._blame(name, asked, found)
            return None
        self._used[name] = found
        return found

    def folder(self, name: str) -> Path | None:
        """A folder within this one; None where there is none of that name."""
        try:
            path = (self.root / PurePosixPath(name)).resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            return None
        inside = path.is_relative_to(self._real) and OUTSIDE.isdisjoint(PurePosixPath(name).parts)
        return path if inside and path.is_dir() else None

    def used(self) -> dict[str, bytes]:
        """The bytes of every file read, by name."""
        return self._used

    def _read(self, name: str, largest: int) -> bytes | str:
        """The bytes, or what is wrong.

        Raises OSError, ValueError for a name no file can have, RuntimeError for links in a circle.
        """
        parts = PurePosixPath(name)
        if parts.is_absolute() or ".." in parts.parts or "\\" in name:
            return "the path leads out of the pack"
        if not OUTSIDE.isdisjoint(parts.parts):
            return "this is no part of the pack"
        path = (self.root / parts).resolve(strict=True)
        if not path.is_relative_to(self._real):
            return "the path leads out of the pack"
        if not stat.S_ISREG(path.stat().st_mode):
            return "this is not a file"
        with path.open("rb") as stream:
            data = stream.read(largest + 1)
        return data if len(data) <= largest else f"the file is larger than {largest // 2**20} MB"

    def _blame(self, name: str, asked: Marked | None, said: str) -> None:
        if asked is None:
            self._problems.add(Mark(self.place(name), 0, 0), said)
            return
        folder = name.rpartition("/")[0]
        try:
            beside = self._listed(folder or ".", "") if said == _NO_FILE else []
        except OSError:
            beside = []
        hint = near(name, [one.removeprefix("./") for one in beside])
        self._problems.at(asked, f"{quoted(name)}: {said}", hint)

    def _undecodable(self, name: str, data: bytes, at: int) -> None:
        before = data[:at].decode("utf-8", "replace")
        self._problems.knows(self.place(name), data.decode("utf-8", "replace"))
        mark = Mark(self.place(name), before.count("\n") + 1, len(before) - before.rfind("\n"))
        self._problems.add(mark, f"the byte 0x{data[at]:02x} is not UTF-8", "save the file as UTF-8")


_NO_FILE: Final = "there is no such file"
_NOWHERE: Final = "this is a link that leads nowhere"


def _why_no_folder(error: OSError) -> str:
    return "this is not a folder" if isinstance(error, NotADirectoryError) else _why(error)


def _why(error: OSError | ValueError | RuntimeError) -> str:
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return _NO_FILE
        case PermissionError():
            return "there is no permission to read this"
        case RuntimeError():
            return "this is a link that leads round in a circle"
        case OSError():
            return f"this cannot be read: {(error.strerror or 'unknown reason').lower()}"
        case _:
            return "no file can have this name"


def digest_of(files: dict[str, bytes]) -> str:
    """SHA-256 over names and bytes, whatever order they come in; lengths keep them apart."""
    total = hashlib.sha256()
    for name, data in sorted(files.items()):
        total.update(f"{name}\0{len(data)}\0".encode("utf-8", "surrogatepass"))
        total.update(data)
    return total.hexdigest()
