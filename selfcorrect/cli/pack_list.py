"""`selfcorrect pack list`."""

import click


@click.command(short_help="List the packs a name can mean.")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def pack_list(shape: str) -> int:
    """List the packs a name can mean: those that come with the program and those on SELFCORRECT_PATH."""
    from selfcorrect.cli.shelf import shelf

    packs = shelf()
    if shape == "json":
        from selfcorrect.report.json import FORMAT, encoded

        click.echo(encoded({"format": FORMAT, "packs": [p.data() for p in packs]}))
        return 0
    widest = max((len(p.name) for p in packs), default=0)
    for entry in packs:
        click.echo(f"{entry.name:{widest}}  {entry.line()}")
    return 0
