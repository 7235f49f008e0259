"""Who checked, and what could not be checked: what a report says beside its findings."""

from msgspec import Struct


class Stamp(Struct, frozen=True):
    """Who checked: the tool and its version, the domain with version and digest.

    `domain` is empty where the pack could not be loaded.
    """

    version: str
    domain: str = ""
    domain_version: str = ""
    digest: str = ""


class Refusal(Struct, frozen=True):
    """An input, or a pack, that could not be used: its place, a code, a sentence."""

    source: str
    code: str
    message: str
