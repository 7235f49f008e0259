"""`selfcorrect impact`."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from selfcorrect.cli.arguments import (
    domain_option,
    form_option,
    inputs_of,
    load_domain,
    reader_option,
    stamp_of,
    stdin_option,
    tell_pack_error,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selfcorrect.cli.items import Item
    from selfcorrect.domain.domain import Domain
    from selfcorrect.model.diagnostic import PackError
    from selfcorrect.model.impact import Impact
    from selfcorrect.report.refusal import Refusal


@click.command(short_help="Tell which rows go stale when others change.")
@click.argument("words", nargs=-1, required=True, metavar="ROW... FILE")
@domain_option
@click.option("--in", "rows", metavar="LIST", help="The list that the rows are in. [default: any]")
@click.option(
    "--through",
    multiple=True,
    metavar="FIELD",
    help="A reference to follow; may be given again. [default: all that carry a change]",
)
@form_option
@reader_option
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json", "mermaid"]),
    default="text",
    show_default=True,
)
@stdin_option
def impact(words: tuple[str, ...], shape: str, **options: Any) -> int:
    """Tell which rows go stale when others change: those that refer to them, and those that refer to these.

    Each ROW is the id of a row in FILE that has changed, or is going to. Rows that go stale are told in the
    order in which they have to be looked at, each after those it refers to, with the shortest way from a
    changed row. A FILE of - is standard input.

    \b
    Exit status:
      0  told, also where nothing goes stale
      2  wrong usage, a bad pack or one without references, a file that cannot be
         used, a row that is not there or is not one
    """  # noqa: D301  click reads the backspace
    if len(words) < 2:
        raise click.UsageError("name the rows that change, and after them the file that they are in")
    if early := _early_file(words):
        raise click.UsageError(f"the file stands last: put {early} after the rows that change")

    from selfcorrect.model.diagnostic import PackError

    try:
        domain = load_domain(options["domain"], reader=options["reader"])
        told = _told(domain, words, options)
    except PackError as error:
        return _tell_pack_error(error, shape, words[-1])
    if isinstance(told, list):
        return _refuse(told, shape, told[0].source, domain)
    _put(*told, shape, domain)
    return 0


def _early_file(words: tuple[str, ...]) -> str | None:
    """The file, where it stands before the rows and what stands last is none."""
    *rows, last = words
    return None if last == "-" or _is_there(last) else next(filter(_is_there, rows), None)


def _is_there(word: str) -> bool:
    try:
        return Path(word).exists()
    except OSError:  # what is too long for a name
        return False


def _told(
    domain: "Domain", words: tuple[str, ...], options: dict[str, Any]
) -> "tuple[Impact, str] | list[Refusal]":
    """The impact, and what the file is called; or why there is none. Raises PackError."""
    from selfcorrect.model.impact import ImpactError
    from selfcorrect.report.refusal import Refusal

    item = _item(domain, words[-1], options)
    if isinstance(item, Refusal):
        return [item]
    rows = options["rows"]
    names = [word if rows is None else (rows, word) for word in words[:-1]]
    try:
        return domain.impact(_record(domain, item), names, through=options["through"]), item.source
    except ImpactError as error:
        return [Refusal(item.source, reason.code, reason.message) for reason in error.reasons]


def _item(domain: "Domain", file: str, options: dict[str, Any]) -> "Item | Refusal":
    """The one thing that a file holds."""
    from itertools import islice

    from selfcorrect.cli.inputs import Input
    from selfcorrect.cli.items import items
    from selfcorrect.report.refusal import Refusal

    given = inputs_of((file,), options, domain)[0]
    if not isinstance(given, Input):
        return given
    item, *more = islice(items(given), 2)
    if more:
        return Refusal(given.name, "SEVERAL_RECORDS", "this holds more than one record; name a file with one")
    if not isinstance(item, Refusal) and item.note:
        _say(f"{item.source}: {item.note}")
    return item


def _record(domain: "Domain", item: "Item") -> object:
    """The record that a file holds, or the report on what was read of it."""
    if item.is_document:
        return domain.read(item.value, source=item.source)
    return domain.read_raw(item.value, source=item.source) if item.is_rows else item.value


def _put(impact: "Impact", source: str, shape: str, domain: "Domain") -> None:
    """The impact in the form that was asked for."""
    if shape == "json":
        from selfcorrect.report.impact_json import impact_document

        click.echo(impact_document(impact, source, stamp_of(domain)))
    elif shape == "mermaid":
        _put_mermaid(impact)
    else:
        from selfcorrect.cli.output import style_of
        from selfcorrect.report.impact_text import impact_text

        click.echo(impact_text(impact, source, style_of(sys.stdout)))


def _put_mermaid(impact: "Impact") -> None:
    from selfcorrect.report.mermaid import MOST_LINKS, mermaid

    click.echo(mermaid(impact))
    for note in impact.notes:
        _say(note)
    count = len(impact.references)
    if count > MOST_LINKS:
        _say(f"Mermaid draws {MOST_LINKS} references unless its maxEdges is raised, and here are {count:,}")


def _say(sentence: str) -> None:
    """A note on standard error."""
    from selfcorrect.cli.output import style_of
    from selfcorrect.report.impact_text import note_line

    click.echo(note_line(sentence, style_of(sys.stderr)), err=True)


def _refuse(refusals: "Sequence[Refusal]", shape: str, source: str, domain: "Domain | None" = None) -> int:
    """Why there is no impact, in the form that was asked for."""
    if shape == "json":
        from selfcorrect.report.impact_json import impact_document

        click.echo(impact_document(None, source, stamp_of(domain), refusals))
        return 2
    from selfcorrect.cli.output import style_of
    from selfcorrect.report.escape import printable

    style = style_of(sys.stderr)
    for refusal in refusals:
        label = style.paint(f"error[{refusal.code}]", "error")
        click.echo(f"{label}: {printable(refusal.source)}: {printable(refusal.message)}", err=True)
    return 2


def _tell_pack_error(error: "PackError", shape: str, source: str) -> int:
    """Every diagnostic of a pack."""
    if shape != "json":
        return tell_pack_error(error, "text")
    from selfcorrect.report.refusal import Refusal
    from selfcorrect.report.text import mark_text

    told = [Refusal(mark_text(d.mark), "BAD_PACK", d.message) for d in error.diagnostics]
    return _refuse(told, shape, source)
