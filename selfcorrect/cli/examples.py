"""The examples of a pack: documents with the records they hold."""

from pathlib import Path
from typing import Any, Final

import click
from msgspec import Struct

from selfcorrect.cli.inputs import Input, Refused, document_text, identify
from selfcorrect.cli.records import records
from selfcorrect.domain.domain import Domain
from selfcorrect.model.suggest import suggest
from selfcorrect.report.refusal import Refusal

FOLDER: Final = "examples"
_RECORDS: Final = (".yaml", ".yml", ".json")


class Example(Struct, frozen=True):
    """A document and the truthful record of it."""

    name: str
    document: str
    record: Any


def examples(domain: Domain) -> dict[str, tuple[Path, Path]]:
    """The documents that have a record of the same name beside them, by name, in order."""
    folder = domain.made.folder / FOLDER
    files = sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
    documents: dict[str, Path] = {}
    for path in files:
        if not _is_record(path):
            documents.setdefault(path.stem, path)
    return {
        path.stem: (documents[path.stem], path)
        for path in files
        if _is_record(path) and path.stem in documents
    }


def _is_record(path: Path) -> bool:
    return path.suffix.lower() in _RECORDS


def chosen(domain: Domain, name: str | None, seed: int) -> Example:
    """The example of that name, or one that the seed chooses. Raises click's errors where there is none."""
    known = examples(domain)
    if not known:
        said = f"the pack {domain.name} has no example: give it a document and its record of the same name"
        raise click.UsageError(f"{said}, such as {FOLDER}/slip.txt and {FOLDER}/slip.yaml")
    if name is None:
        name = list(known)[seed % len(known)]
    if name not in known:
        hint = suggest(name, known).replace("`", "'")
        raise click.BadParameter(f"{domain.name} has no example {name!r}; {hint}", param_hint="'EXAMPLE'")
    document, record = known[name]
    return Example(name, _text(document), truth_of(record))


def truth_of(path: Path) -> Any:
    """The one record in a file. Raises click's errors."""
    try:
        found = next(iter(records(_input(path))))
    except Refused as refused:
        raise click.UsageError(f"{refused.refusal.source}: {refused.refusal.message}") from None
    if isinstance(found, Refusal):
        raise click.UsageError(f"{found.source}: {found.message}")
    return found.value


def _text(path: Path) -> str:
    try:
        return document_text(identify(str(path), "document", None))[0].text
    except Refused as refused:
        raise click.UsageError(f"{refused.refusal.source}: {refused.refusal.message}") from None


def _input(path: Path) -> Input:
    return identify(str(path), "record", None)
