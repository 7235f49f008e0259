"""The document of a case, where its pack reads rows: a file or a folder of the pack."""

from pathlib import PurePosixPath

from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import quoted
from selfcorrect.pack.files import Files
from selfcorrect.pack.load import Pack
from selfcorrect.reading.filling.opened import RawRows, rows_in_folder, rows_in_text
from selfcorrect.reading.filling.ready import ready_rows
from selfcorrect.reading.forms.form import Unreadable


def read_case_rows(pack: Pack, document: Marked, files: Files, problems: Problems) -> RawRows | None:
    """The rows of a document, None where it is none of rows. What cannot be read is told, and has none."""
    if pack.reader is None or pack.reader.rows is None:
        return None
    ready, name = ready_rows(pack.reader, pack.context.shape), document.value
    suffix = PurePosixPath(name).suffix.lower()
    folder = files.folder(name)
    if ready is None or (folder is None and suffix not in ready.accepts):
        return None
    try:
        if folder is not None:
            return rows_in_folder(ready, folder, name)
        data = files.data(name, document)
        if data is not None:
            return rows_in_text(ready, data, suffix, name)
    except Unreadable as error:
        problems.at(document, f"{quoted(name)}: {error.sentence}")
    return RawRows((), name)
