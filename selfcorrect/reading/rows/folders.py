"""The files of a folder, in one order on every machine: by name, folders among files."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from selfcorrect.reading.forms.encoding import decoded
from selfcorrect.reading.forms.form import Unreadable
from selfcorrect.reading.rows.opening import read_rows
from selfcorrect.reading.rows.raw import SUFFIXES, RawFile, Trouble

MOST_FILES: Final = 100_000
"""Files of a folder that are looked at, of any kind."""
LARGEST: Final = 64 * 2**20
"""Bytes of all its files that may hold rows."""


def read_folder(folder: Path, rows_in: Sequence[str]) -> list[RawFile]:
    """Each file of a known extension. Raises Unreadable: TOO_LARGE, NO_ROWS, UNREADABLE."""
    found: list[RawFile] = []
    left = LARGEST
    for name, path in _files(folder):
        file, size = _read(name, path, rows_in, left)
        left -= size
        found.append(file)
    if not any(file.rows for file in found):
        first = next((f"; {file.name}: {file.troubles[0].message}" for file in found if file.troubles), "")
        raise Unreadable("NO_ROWS", f"no file in this folder holds a row{first}")
    return found


def _read(name: str, path: Path, rows_in: Sequence[str], left: int) -> tuple[RawFile, int]:
    try:
        with path.open("rb") as stream:
            data = stream.read(left + 1)
    except OSError as error:
        return _failed(name, "UNREADABLE", f"this cannot be read: {error.strerror or error}"), 0
    if len(data) > left:
        raise Unreadable("TOO_LARGE", f"the files in this folder have more than {LARGEST // 2**20} MiB")
    text = ""
    try:
        found = decoded(data)
        text = found.text
        file = read_rows(text, path.suffix, name, rows_in, in_folder=True)
    except Unreadable as error:
        code = "ROWLESS_FILE" if error.code == "NO_ROWS" else error.code
        return _failed(name, code, error.sentence, text), len(data)
    return _with_note(file, found.note), len(data)


def _failed(name: str, code: str, message: str, text: str = "") -> RawFile:
    """A file that holds no row; its text shows where that is told."""
    return RawFile(name, "", text, [], {}, (Trouble(code, message),))


def _with_note(file: RawFile, note: str) -> RawFile:
    if not note:
        return file
    return msgspec.structs.replace(file, troubles=(Trouble("ENCODING", note), *file.troubles))


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files that may hold rows, with their paths in the folder."""
    try:
        root = folder.resolve(strict=True)
        stack = [_listed(root)]
    except (OSError, RuntimeError) as error:
        raise Unreadable("UNREADABLE", f"this folder cannot be read: {error}") from error
    seen = {root}
    count = 0
    while stack:
        path = next(stack[-1], None)
        if path is None:
            stack.pop()
            continue
        count += 1
        if count > MOST_FILES:
            raise Unreadable("TOO_LARGE", f"there are more than {MOST_FILES:,} files in this folder")
        real = _inside(path, root)
        if real is None:
            continue
        if real.is_dir():
            if real not in seen:
                seen.add(real)
                stack.append(_listed(path))
        elif path.suffix.lower() in SUFFIXES and real.is_file():
            yield _name(path, root), path


def _listed(folder: Path) -> Iterator[Path]:
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))  # noqa: PTH208
    except OSError:
        names = []
    return iter([folder / name for name in names])


def _inside(path: Path, root: Path) -> Path | None:
    """The file that a path stands for; None where that is outside, or nowhere."""
    try:
        real = path.resolve(strict=True) if path.is_symlink() else path
    except (OSError, RuntimeError):
        return None
    return real if real.is_relative_to(root) else None


def _name(path: Path, root: Path) -> str:
    """A name that can be written, whatever the bytes are that the system has for it."""
    return path.relative_to(root).as_posix().encode("utf-8", "surrogateescape").decode("utf-8", "replace")
