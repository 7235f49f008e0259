"""Where things are: the data that comes with the program, and the packs a name can mean."""

import os
import re
from pathlib import Path
from typing import Final

from selfcorrect.model.diagnostic import Diagnostic, PackError
from selfcorrect.model.marks import Mark
from selfcorrect.model.suggest import suggest

SEARCH_PATH: Final = "SELFCORRECT_PATH"
"""The environment variable that names more folders holding packs."""
PACK_FILE: Final = "pack.yaml"
OUTSIDE: Final = frozenset({".git", ".hg", ".svn", "__pycache__"})
"""Folders in which nothing of a pack stands."""

_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")


def resources() -> Path:
    """The folder that holds `rules`, `templates` and `domains`: the checkout's root, or the wheel's data."""
    package = Path(__file__).resolve().parent.parent
    data = package / "_data"
    return data if data.is_dir() else package.parent


def list_packs() -> tuple[tuple[str, Path], ...]:
    """Every pack that a name can mean, by name; what comes with the program wins over `SELFCORRECT_PATH`."""
    found: dict[str, Path] = {}
    for folder in _shelves():
        try:
            packs = [path for path in folder.iterdir() if (path / PACK_FILE).is_file()]
        except OSError:
            continue
        for path in packs:
            found.setdefault(path.name, path)
    return tuple(sorted(found.items()))


def find_pack(name: str | Path) -> Path:
    """The folder of a pack. A Path, a text with a separator or one that starts with `.` is a path itself.

    A bare name never means a folder in the working directory. Raises PackError.
    """
    if isinstance(name, Path) or is_path(name):
        return _folder(Path(name), str(name))
    if _NAME.fullmatch(name):
        for shelf in _shelves():
            if (shelf / name / PACK_FILE).is_file():
                return shelf / name
    raise _no_pack(name)


def is_path(name: str) -> bool:
    """Whether a text names a folder, not a pack."""
    return name.startswith(".") or os.sep in name or "/" in name


def shown_as(name: str | Path, folder: Path) -> str:
    """How a pack's folder is called in diagnostics: as given; a bundled pack from the data's root."""
    root = resources()
    if isinstance(name, str) and not is_path(name) and folder.is_relative_to(root):
        return folder.relative_to(root).as_posix()
    return str(folder)


def _shelves() -> list[Path]:
    named = os.environ.get(SEARCH_PATH, "").split(os.pathsep)
    return [resources() / "domains", *(Path(folder) for folder in named if folder)]


def _folder(path: Path, shown: str) -> Path:
    try:
        if (path / PACK_FILE).is_file():
            return path
        why = f"this folder has no {PACK_FILE}" if path.is_dir() else "there is no such folder"
    except (OSError, ValueError):
        why = "no folder can have this name"
    raise PackError((Diagnostic(Mark(shown, 0, 0), why),))


def _no_pack(name: str) -> PackError:
    hint = suggest(name, [known for known, _ in list_packs()])
    if _NAME.fullmatch(name) and (Path(name) / PACK_FILE).is_file():
        hint = f"a name is no folder; write ./{name}"
    return PackError((Diagnostic(Mark(name, 0, 0), "there is no pack of this name", hint),))
