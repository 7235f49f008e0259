"""The store of compiled packs, so that a check starts in a fraction of the time that compiling takes.

An entry is found by what it was made from: the bytes of every file of the pack and of the shared
families, this program's own files, and the Python it runs on. Nothing is ever looked up by name or by
time alone, so an entry cannot be stale; at worst it is not there. `SELFCORRECT_CACHE` names another
folder, or switches the store off (`off`).
"""

import marshal
import os
import pickle
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Final

from selfcorrect.domain.domain import Made
from selfcorrect.pack.find import resources
from selfcorrect.ruleset.ruleset import source_name

VARIABLE: Final = "SELFCORRECT_CACHE"
_LARGEST: Final = 8 << 20
"""Bytes of a pack that is kept; hashing a larger one would cost more than it saves."""
_MOST_ENTRIES: Final = 64
_SUFFIX: Final = ".compiled"


class Store:
    """The place of one pack's entry. `code` is the compiled function of the entry that `get` gave."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.code: CodeType | None = None

    @classmethod
    def of(cls, folder: Path, shown: str) -> "Store":
        """The place for a pack's folder that diagnostics call `shown`; none where nothing can be kept."""
        root = _root()
        key = _key(folder, shown) if root else None
        return cls(root / f"{key}{_SUFFIX}" if root and key else None)

    def get(self) -> Made | None:
        """The entry, or None: not there, not ours, or not readable any more."""
        if self.path is None:
            return None
        try:
            if not _ours(self.path):
                return None
            code, made = pickle.loads(self.path.read_bytes())  # noqa: S301 - written by us, for us alone
            self.code = marshal.loads(code)  # noqa: S302 - the same
        except Exception:  # noqa: BLE001 - whatever is wrong with an entry, the pack is there to be compiled
            return None
        return made if isinstance(made, Made) else None

    def put(self, made: Made) -> None:
        """Keep an entry, in one step; where that cannot be done nothing is kept."""
        if self.path is None:
            return
        compiled = made.compiled
        code = compile(compiled.source, source_name(compiled), "exec")
        part = self.path.with_suffix(f".{os.getpid()}.part")
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _ours(self.path.parent):
                return
            part.write_bytes(pickle.dumps((marshal.dumps(code), made), pickle.HIGHEST_PROTOCOL))
            part.replace(self.path)
            _prune(self.path.parent)
        except (OSError, pickle.PicklingError):
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
    if os.name == "nt":
        return True
    status = path.lstat()
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022 and not path.is_symlink()


def _key(folder: Path, shown: str) -> str | None:
    """What an entry is made from, as one text; None for a pack too large to keep."""
    digest = sha256(f"{sys.version}\0{shown}\0{folder}\0".encode())
    package = Path(__file__).parent.parent
    for path in _files(package, ".py"):
        status = path.stat()
        digest.update(f"{path.relative_to(package)}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    size = 0
    for root in (folder, resources() / "rules", resources() / "templates"):
        for path in _files(root):
            data = path.read_bytes()
            size += len(data)
            if size > _LARGEST:
                return None
            digest.update(f"{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
    return digest.hexdigest()


def _files(root: Path, suffix: str = "") -> Iterator[Path]:
    """Every file below a folder, in order; folders of bytecode and hidden ones are left out."""
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith((".", "__pycache__")))
        yield from (
            Path(folder, name)
            for name in sorted(names)
            if name.endswith(suffix) and os.access(Path(folder, name), os.R_OK)
        )


def _prune(folder: Path) -> None:
    """The newest entries only."""
    entries = sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in entries[_MOST_ENTRIES:]:
        path.unlink(missing_ok=True)
