"""Another reader in place of a pack's own."""

from os.path import realpath
from pathlib import Path

from msgspec.structs import replace

from selfcorrect.domain.domain import Made
from selfcorrect.model.problems import Problems
from selfcorrect.pack.files import Files, digest_of
from selfcorrect.pack.reader_file import read_reader
from selfcorrect.reading.filling.ready import ready_rows
from selfcorrect.reading.ready.reader import ReadyReader


def with_reader(made: Made, path: Path) -> Made:
    """What remains of a pack with the reader of another file. Raises PackError holding every diagnostic."""
    problems = Problems()
    if path.is_symlink():
        # A user names the file, not a pack: a link may lead where it likes.
        path = Path(realpath(path))
    files = Files(path.parent, "" if str(path.parent) == "." else str(path.parent), problems)
    node = files.node(path.name)
    reader = read_reader(node, made.shape, problems) if node is not None else None
    problems.stop_if_any()
    assert reader is not None  # noqa: S101 - what has no nodes has had its problem
    digest = digest_of({"pack": made.digest.encode(), "reader": files.data(path.name) or b""})
    return replace(
        made,
        ready=ReadyReader(reader, made.shape),
        rows=ready_rows(reader, made.shape),
        digest=digest,
        pack_digest=made.pack_digest or made.digest,
    )
