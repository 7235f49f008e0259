"""Where a model is asked: addresses and keys, from arguments or the usual environment variables."""

import os
from collections.abc import Mapping
from typing import Final
from urllib.parse import SplitResult, urlsplit

from msgspec import Struct

from selfcorrect.model.exchange import EngineError

_CHAT: Final = "/v1"
"""The path under which Ollama speaks OpenAI's protocol."""
_ANY_HOST: Final = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 what a server listens on, and nobody asks


class Provider(Struct, frozen=True):
    """What is usual for a provider: the extra its client comes with, the variables people set, its address.

    `hosted` says whether that address is the provider's own, and so wants a key.
    """

    extra: str
    key_variable: str
    url_variable: str
    url: str
    hosted: bool


PROVIDERS: Final[Mapping[str, Provider]] = {
    "anthropic": Provider(
        "anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "https://api.anthropic.com", True
    ),
    "ollama": Provider("openai", "OLLAMA_API_KEY", "OLLAMA_BASE_URL", "http://localhost:11434/v1", False),
    "openai": Provider("openai", "OPENAI_API_KEY", "OPENAI_BASE_URL", "https://api.openai.com/v1", True),
}


class Secret:
    """A key that does not show itself."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "***"


class Endpoint(Struct, frozen=True):
    """A model at an address. `secret` is the key, in a form that no print shows; None where there is none."""

    provider: str
    model: str
    url: str
    secret: Secret | None

    @property
    def usual(self) -> Provider:
        """What is usual for its provider."""
        return PROVIDERS[self.provider]

    @property
    def key(self) -> str:
        """The key to send. The clients insist on one; a server that needs none looks at none."""
        return self.secret.text if self.secret else "not-set"

    @property
    def shown(self) -> str:
        """The address for messages: without a password, without a query."""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        return f"{parts.scheme}://{host}{parts.path}".rstrip("/")

    @property
    def hosted(self) -> bool:
        """Whether the provider itself answers there."""
        return self.usual.hosted and _within(self.url, urlsplit(self.usual.url).hostname or "")

    @property
    def in_ollama_cloud(self) -> bool:
        """Whether Ollama's own machines answer, which take a schema and do not keep to it."""
        in_cloud = self.model.endswith(("-cloud", ":cloud")) or _within(self.url, "ollama.com")
        return self.provider == "ollama" and in_cloud


class ModelOptions(Struct, frozen=True):
    """How a model is asked: seconds for a whole request, seconds without a word from the server (None for no
    limit of their own: most say nothing until they have the whole reply), and a temperature if there is
    to be one.
    """

    request_timeout: float = 120.0
    read_timeout: float | None = None
    temperature: float | None = None


def endpoint_of(provider: str, model: str, base_url: str | None, api_key: str | None) -> Endpoint:
    """The endpoint, completed from the environment. Raises EngineError if it is of no use."""
    if provider not in PROVIDERS:
        raise EngineError(
            "unusable", f"{provider!r} is no provider of models: there are {', '.join(PROVIDERS)}"
        )
    if not model.strip():
        raise EngineError("unusable", f"{provider} has many models: say which, as in {provider}:MODEL")
    usual = PROVIDERS[provider]
    url = base_url or _url_from_environment(provider) or usual.url
    endpoint = Endpoint(provider, model.strip(), _checked(url, provider), _secret(api_key, usual))
    if endpoint.hosted and endpoint.secret is None:
        raise EngineError("key", f"{provider} needs a key: set {usual.key_variable}")
    return endpoint


def _url_from_environment(provider: str) -> str:
    url = os.environ.get(PROVIDERS[provider].url_variable, "").strip()
    if url or provider != "ollama":
        return url
    return _url_of_host(os.environ.get("OLLAMA_HOST", "").strip())


def _url_of_host(host: str) -> str:
    """What OLLAMA_HOST means to a client: it tells a server where to listen, often as an address without a
    scheme, a port or a host.
    """
    if not host or "://" in host:
        return host
    try:
        parts = urlsplit(f"//{host}")
        name, port = parts.hostname or "", parts.port or 11434
    except ValueError:
        return host
    name = "localhost" if name in _ANY_HOST else name
    return f"http://{f'[{name}]' if ':' in name else name}:{port}{parts.path}"


def _checked(url: str, provider: str) -> str:
    parts = _split(url.strip())
    if parts is None:
        raise EngineError(
            "unusable",
            f"the address of {provider} has to be like {PROVIDERS[provider].url}: "
            f"check {PROVIDERS[provider].url_variable}",
        )
    bare = provider == "ollama" and parts.path in {"", "/"}
    return (parts._replace(path=_CHAT) if bare else parts).geturl()


def _split(url: str) -> SplitResult | None:
    """The parts of a web address with a host; None where it is none."""
    try:
        parts = urlsplit(url)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if sound and url.isascii() and url.isprintable() and " " not in url else None


def _secret(given: str | None, usual: Provider) -> Secret | None:
    key = (given or os.environ.get(usual.key_variable, "")).strip()
    if key and not (key.isascii() and key.isprintable()):
        raise EngineError("key", f"the key has characters that no key has: check {usual.key_variable}")
    return Secret(key) if key else None


def _within(url: str, domain: str) -> bool:
    host = urlsplit(url).hostname or ""
    return host == domain or host.endswith(f".{domain}")
