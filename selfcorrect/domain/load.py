"""From a name to a domain."""

from pathlib import Path

from selfcorrect.domain.domain import Domain
from selfcorrect.pack.load import load_pack


def load(name: str | Path, *, templates: bool = True) -> Domain:
    """The domain of a pack: `invoices`, or a folder such as `./my_pack`.

    Raises PackError holding every diagnostic of the pack. Without `templates` the critic's templates are
    not looked at: what only checks never needs them.
    """
    return Domain(load_pack(name, templates=templates))
