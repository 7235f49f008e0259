"""The store of compiled packs, so that a check starts in a fraction of the time that compiling takes.

An entry is found by what it was made from: the bytes of every file of the pack and of the shared
families, this program's version and the sizes and times of its files, and the Python it runs on. So an
entry is not stale when something changes; it is not there. Entries hold code: they are read only where
nobody but the user can have written them. `SELFCORRECT_CACHE` names another
folder, or switches the store off (`off`).
"""

import gc
import marshal
import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from time import time
from types import CodeType
from typing import Final

from selfcorrect import __version__
from selfcorrect.domain.domain import Made
from selfcorrect.pack.find import OUTSIDE, resources
from selfcorrect.ruleset.function import source_name

VARIABLE: Final = "SELFCORRECT_CACHE"
_LARGEST: Final = 8 << 20
"""Bytes of a pack that is kept; hashing a larger one would cost more than it saves."""
_MOST_ENTRIES: Final = 64
_SUFFIX: Final = ".compiled"
_PART: Final = ".part"
_ABANDONED: Final = 3600
"""Seconds after which a part belongs to a program that was ended before it could finish."""


class Store:
    """The place of one pack's entry. `code` is the compiled function of the entry that `get` gave."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.code: CodeType | None = None

    @classmethod
    def of(cls, folder: Path, shown: str) -> "Store":
        """The place for a pack's folder that diagnostics call `shown`; none where nothing can be kept."""
        try:
            root = _root()
            key = _key(folder, shown) if root else None
        except Exception:  # noqa: BLE001 - a store is a saving, never a reason to fail
            return cls(None)
        return cls(root / f"{key}{_SUFFIX}" if root and key else None)

    def get(self) -> Made | None:
        """The entry, or None: not there, not ours, or not readable any more."""
        if self.path is None:
            return None
        try:
            data = _read(self.path)
            if data is None:
                return None
            with _uncollected():
                code, made = pickle.loads(data)  # noqa: S301 - written by us, for us alone
            self.code = marshal.loads(code)  # noqa: S302 - the same
        except Exception:  # noqa: BLE001 - whatever is wrong with an entry, the pack is there to be compiled
            return None
        return made if isinstance(made, Made) else None

    def put(self, made: Made) -> None:
        """Keep an entry, in one step; where that cannot be done nothing is kept. Never raises.

        Whoever writes the same entry at the same time writes the same bytes, each to a part of its own.
        A pack that was changed while it was compiled has another key by now, and is not kept.
        """
        path = self.path
        if path is None:
            return
        with suppress(Exception):
            if path != Store.of(made.folder, made.shown).path:
                return
            compiled = made.compiled
            code = compile(compiled.source, source_name(compiled), "exec")
            data = pickle.dumps((marshal.dumps(code), made), pickle.HIGHEST_PROTOCOL)
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _ours(path.parent):
                _write(path, data)
                _prune(path.parent)


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage is looked for among many new objects, all of which are kept: it takes as long again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _read(path: Path) -> bytes | None:
    """The bytes of an entry, from the very file that was looked at; None if others could have written it."""
    if not _ours(path.parent):
        return None
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as stream:
        return stream.read() if _private(os.fstat(stream.fileno())) else None


def _write(path: Path, data: bytes) -> None:
    """Put a file in place whole or not at all. Raises OSError: no space, no permission."""
    part = path.with_suffix(f".{os.getpid()}.{os.urandom(4).hex()}{_PART}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(data)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _root() -> Path | None:
    wanted = os.environ.get(VARIABLE, "")
    if wanted.lower() in ("off", "0", "no"):
        return None
    if wanted:
        return Path(wanted)
    base = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME")
    try:
        return Path(base) / "selfcorrect" if base else Path.home() / ".cache" / "selfcorrect"
    except RuntimeError:
        # No home folder.
        return None


def _ours(path: Path) -> bool:
    """Whether nobody else can have written a file: entries hold code."""
    return not path.is_symlink() and _private(path.lstat())


def _private(status: os.stat_result) -> bool:
    """Whether a file or folder is the user's own, and nobody else may write it."""
    if os.name == "nt":
        # The folder is in the user's profile, which Windows keeps from others.
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _key(folder: Path, shown: str) -> str | None:
    """What an entry is made from, as one text; None for a pack that is too large, or not all plain files.

    Raises OSError where something cannot be read.
    """
    digest = sha256(f"{__version__}\0{sys.version}\0{shown}\0{folder}\0".encode())
    package = Path(__file__).parent.parent
    for path in _files(package, ".py"):
        status = path.stat()
        digest.update(f"{path.relative_to(package)}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    size = 0
    for root in (folder, resources() / "rules", resources() / "templates"):
        for path in _files(root):
            status = path.stat()
            size += status.st_size
            if size > _LARGEST or not S_ISREG(status.st_mode):
                return None
            data = path.read_bytes()
            digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
    return digest.hexdigest()


def _files(root: Path, suffix: str = "") -> Iterator[Path]:
    """Every file below a folder, in order, and every link to a folder; what no pack reads is left out.

    Raises OSError for a folder that cannot be read: what is in it might matter.
    """
    for folder, below, names in os.walk(root, onerror=_raise):
        links = [name for name in below if Path(folder, name).is_symlink()]
        below[:] = sorted(name for name in below if name not in OUTSIDE)
        yield from (Path(folder, name) for name in sorted([*names, *links]) if name.endswith(suffix))


def _raise(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):
        raise error


def _prune(folder: Path) -> None:
    """The newest entries only, and no parts that nobody will finish."""
    entries = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in entries[_MOST_ENTRIES:]:
        path.unlink(missing_ok=True)
    for path in folder.glob(f"*{_PART}"):
        if path.stat().st_mtime < time() - _ABANDONED:
            path.unlink(missing_ok=True)
