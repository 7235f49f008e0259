"""From a name to a domain."""

from pathlib import Path

from selfcorrect.domain.domain import Domain, Made
from selfcorrect.domain.store import Store
from selfcorrect.pack.find import find_pack, shown_as
from selfcorrect.ruleset.ruleset import RuleSet


def load(name: str | Path, *, templates: bool = True, reader: str | Path | None = None) -> Domain:
    """The domain of a pack: `invoices`, or a folder such as `./my_pack`. A file `reader` stands in for the
    pack's reader.yaml: the same rules for what another program writes.

    Raises PackError holding every diagnostic of the pack, TypeError for what can be no name. Without
    `templates` the critic's templates are not looked at: what only checks never needs them. A pack that
    has been compiled before and has not changed since comes from the store of compiled packs (see
    `Store`).
    """
    if not isinstance(name, str | Path):
        raise TypeError(f"a pack is given by its name or its folder, not by a {type(name).__name__}")
    folder = find_pack(name)
    domain = _stored(name, folder, templates=templates)
    if reader is None:
        return domain
    from selfcorrect.domain.reader import with_reader

    return Domain(with_reader(domain.made, Path(reader)), domain.rules)


def _stored(name: str | Path, folder: Path, *, templates: bool) -> Domain:
    store = Store.of(folder, shown_as(name, folder))
    kept = store.get()
    if kept is not None and (kept.templates_checked or not templates):
        return Domain(kept, RuleSet(kept.compiled, store.code))
    domain = _compile(name, folder, templates=templates)
    store.put(domain.made)
    return domain


def _compile(name: str | Path, folder: Path, *, templates: bool) -> Domain:
    from selfcorrect.pack.load import load_pack
    from selfcorrect.reading.ready.reader import ReadyReader
    from selfcorrect.ruleset.compile import compile_rules

    pack = load_pack(name, templates=templates)
    rows = None
    if pack.reader and pack.reader.rows:
        from selfcorrect.reading.filling.ready import ready_rows

        rows = ready_rows(pack.reader, pack.context.shape)
    rules = compile_rules(pack.rules, pack.context, pack.answer, pack.loop.coverage)
    made = Made(
        name=pack.name,
        version=pack.version,
        summary=pack.summary,
        digest=pack.digest,
        shown=pack.shown,
        folder=folder,
        shape=pack.context.shape,
        ready=ReadyReader(pack.reader, pack.context.shape) if pack.reader else None,
        compiled=rules.compiled,
        templates_checked=templates,
        answer=pack.answer,
        attempts=pack.loop.attempts,
        rows=rows,
    )
    return Domain(made, rules)
