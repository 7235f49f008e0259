"""Files as a pack reads them: documents, or files and folders of rows."""

from datetime import date
from pathlib import Path

from selfcorrect.domain.domain import Domain
from selfcorrect.model.report import Report
from selfcorrect.reading.filling.opened import rows_in_folder, rows_in_text
from selfcorrect.reading.forms.form import Unreadable, text_of


def read_file(domain: Domain, path: Path, today: date | None, source: str, *, explain: bool) -> Report:
    """The report on what was read of a file or folder. Raises Unreadable, OSError, PackError."""
    made = domain.made
    suffix = path.suffix.lower()
    accepts = made.rows.accepts if made.rows else made.ready.reader.accepts if made.ready else ()
    if path.is_dir():
        if made.rows is None:
            sentence = f"this is a folder, and the pack `{made.name}` reads no rows; name the files in it"
            raise Unreadable("FOLDER", sentence)
        raw = rows_in_folder(made.rows, path, source)
    elif accepts and suffix not in accepts:
        raise Unreadable(
            "NOT_ACCEPTED", f"this pack reads {' '.join(accepts)}, not {suffix or 'a name without extension'}"
        )
    elif made.rows is None:
        text = text_of(path.read_bytes(), path.suffix).text
        return domain.read(text, today=today, source=source, explain=explain)
    else:
        raw = rows_in_text(made.rows, path.read_bytes(), suffix, source)
    return domain.read_raw(raw, today=today, source=source, explain=explain)
