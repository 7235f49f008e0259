"""The model engine against a real server on this machine: what it sends, what it makes of replies and faults."""

import asyncio
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_ai.exceptions import ModelConnectionError, ModelTimeoutError
from pydantic_ai.messages import ModelResponse, TextPart
from pydantic_ai.models import override_allow_model_requests
from pydantic_ai.usage import RequestUsage

from selfcorrect.engines.engine import AsyncEngine
from selfcorrect.engines.model.endpoint import endpoint_of
from selfcorrect.engines.model.engine import ModelEngine, ModelOptions
from selfcorrect.engines.model.failures import Asking, failure
from selfcorrect.engines.model.replies import usage_of
from selfcorrect.engines.model.words import repeatable, said
from selfcorrect.model.exchange import FREE, Budget, EngineError, Reply, Request, Usage
from tests.engines.provider import Answer, Provider, call, error, message, page, text, thought

KEY = "sk-test-0123456789abcdef"
PROMPT = "Read this invoice of Brown & Sons, Bristol:\nTotal due 12.50 GBP"
SCHEMA = {
    "type": "object",
    "properties": {"total": {"type": "number"}, "note": {"type": "string"}},
    "required": ["total"],
    "additionalProperties": False,
}
ANSWER = '{"total": 12.50}'
COUNTED = Usage(11, 7)
ENDLESS = Budget()
PATHS = {"anthropic": "", "ollama": "/v1", "openai": "/v1"}
MODELS = {"anthropic": "claude-haiku-4-5", "ollama": "hermes3", "openai": "gpt-4o"}
KEYS = {"anthropic": "ANTHROPIC_API_KEY", "ollama": "OLLAMA_API_KEY", "openai": "OPENAI_API_KEY"}
URLS = {"anthropic": "ANTHROPIC_BASE_URL", "ollama": "OLLAMA_BASE_URL", "openai": "OPENAI_BASE_URL"}
every_provider = pytest.mark.parametrize("provider", sorted(MODELS))


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.upper().startswith(("ANTHROPIC_", "OLLAMA_", "OPENAI_")) or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)


def request(prompt: str = PROMPT, schema: Any = SCHEMA, budget: Budget = ENDLESS) -> Request:
    return Request("r1", 1, "candidate", 1, prompt, schema, document=prompt, budget=budget)


def engine(
    provider: str, server: Provider, model: str = "", options: ModelOptions | None = None
) -> ModelEngine:
    url = f"{server.url}{PATHS[provider]}"
    return ModelEngine(provider, model or MODELS[provider], base_url=url, api_key=KEY, options=options)


def key_sent(server: Provider) -> str:
    """Newer clients of Anthropic send it as OpenAI's do."""
    headers = server.seen[0].headers
    return headers.get("x-api-key") or headers["authorization"].removeprefix("Bearer ")


def failed(made: ModelEngine, asked: Request | None = None) -> EngineError:
    with pytest.raises(EngineError) as caught:
        made.reply(asked or request())
    return caught.value


NATIVE = {"type": "json_schema", "json_schema": {"name": "candidate", "schema": SCHEMA, "strict": False}}
UNSTRICT = {"type": "json_schema", "json_schema": {"name": "candidate", "schema": SCHEMA}}
TOOL = {"name": "candidate", "description": "Hands in the candidate."}
NULLABLE = {"type": "object", "properties": {"total": {"type": ["number", "null"]}}}
OPEN = {"type": "object", "properties": {}, "additionalProperties": {"type": "string"}}
ANTHROPIC_TOOL = {"tools": [{**TOOL, "input_schema": SCHEMA}], "tool_choice": {"type": "any"}}
SENT: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("openai", "gpt-4o", SCHEMA, {"max_tokens": 500, "response_format": NATIVE}),
    ("openai", "gpt-5-mini", SCHEMA, {"max_completion_tokens": 500, "response_format": NATIVE}),
    ("openai", "gpt-4o", {}, {"max_tokens": 500}),
    ("ollama", "hermes3", SCHEMA, {"max_tokens": 500, "response_format": UNSTRICT}),
    (
        "ollama",
        "gpt-oss:120b-cloud",
        SCHEMA,
        {
            "max_tokens": 500,
            "tools": [{"type": "function", "function": {**TOOL, "parameters": SCHEMA}}],
            "tool_choice": "auto",
        },
    ),
    (
        "anthropic",
        "claude-haiku-4-5",
        SCHEMA,
        {"max_tokens": 500, "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}},
    ),
    ("anthropic", "kimi-k2", SCHEMA, {"max_tokens": 500, **ANTHROPIC_TOOL}),
    (
        "anthropic",
        "claude-haiku-4-5",
        NULLABLE,
        {**ANTHROPIC_TOOL, "max_tokens": 500, "tools": [{**TOOL, "input_schema": NULLABLE}]},
    ),
    (
        "anthropic",
        "claude-haiku-4-5",
        OPEN,
        {**ANTHROPIC_TOOL, "max_tokens": 500, "tools": [{**TOOL, "input_schema": OPEN}]},
    ),
]


@pytest.mark.parametrize(("provider", "model", "schema", "sent"), SENT)
def test_what_is_sent(provider: str, model: str, schema: Any, sent: dict[str, Any]) -> None:
    with Provider(text(provider, ANSWER)) as server:
        reply = engine(provider, server, model).reply(request(schema=schema, budget=Budget(tokens=500)))
    content: Any = [{"type": "text", "text": PROMPT}] if provider == "anthropic" else PROMPT
    messages = [{"role": "user", "content": content}]
    assert [seen.body for seen in server.seen] == [
        {"model": model, "messages": messages, "stream": False, **sent}
    ]
    assert server.seen[0].path == ("/v1/messages" if provider == "anthropic" else "/v1/chat/completions")
    assert key_sent(server) == KEY
    assert reply == Reply(ANSWER, COUNTED)


@pytest.mark.parametrize(
    ("provider", "options", "sent"),
    [
        ("openai", ModelOptions(), {}),
        ("ollama", ModelOptions(temperature=0.0), {"temperature": 0.0}),
        ("anthropic", ModelOptions(temperature=0.5), {"max_tokens": 16_000, "temperature": 0.5}),
    ],
)
def test_limits_and_a_temperature_are_sent_where_there_are_any(
    provider: str, options: ModelOptions, sent: dict[str, Any]
) -> None:
    with Provider(text(provider, ANSWER)) as server:
        engine(provider, server, options=options).reply(request())
    limits = ("max_tokens", "max_completion_tokens", "temperature", "top_p", "seed")
    assert {name: server.seen[0].body[name] for name in limits if name in server.seen[0].body} == sent


FENCED = f"Here it is:\n```json\n{ANSWER}\n```"
REPLIES: list[tuple[Callable[[str], Answer], Any]] = [
    (lambda p: text(p, FENCED), Reply(FENCED, COUNTED)),
    (lambda p: text(p, '{"total": 12.', "length"), Reply('{"total": 12.', COUNTED, "length")),
    (lambda p: thought(p, "It says 12.50, or is it 21.50?", ANSWER), Reply(ANSWER, COUNTED)),
    (lambda p: text(p, ANSWER, usage=(0, 0)), Reply(ANSWER, Usage())),
    (lambda p: text(p, ANSWER, usage=(11, 0)), Reply(ANSWER, Usage(11, 0))),
]


@every_provider
@pytest.mark.parametrize(("answer", "reply"), REPLIES, ids=["fenced", "cut", "thought", "zeros", "one zero"])
def test_replies(provider: str, answer: Callable[[str], Answer], reply: Reply) -> None:
    with Provider(answer(provider)) as server:
        assert engine(provider, server).reply(request()) == reply
    assert len(server.seen) == 1


def test_the_arguments_of_a_call_come_as_text_where_they_are_text() -> None:
    said_so = []
    for provider, model in (("ollama", "gpt-oss:120b-cloud"), ("anthropic", "kimi-k2")):
        with Provider(call(provider, ANSWER), call(provider, "{}", "length")) as server:
            made = engine(provider, server, model)
            said_so += [made.reply(request()), made.reply(request())]
    assert said_so == [
        Reply(ANSWER, COUNTED),
        Reply("{}", COUNTED, "length"),
        Reply({"total": 12.5}, COUNTED),
        Reply({}, COUNTED, "length"),
    ]


def test_a_refusal_is_no_reply() -> None:
    refusal = {"refusal": "I cannot help with Brown & Sons, Bristol.", "content": None}
    with Provider(message(refusal)) as server:
        told = failed(engine("openai", server))
    expected = "openai: gpt-4o declined to answer, or a filter held it back"
    assert (told.kind, str(told), told.usage) == ("rejected", expected, COUNTED)


def test_a_server_that_counts_nothing_leaves_the_usage_unknown() -> None:
    with Provider(text("openai", ANSWER, usage=None)) as server:
        assert engine("openai", server).reply(request()) == Reply(ANSWER, Usage())


@pytest.mark.parametrize(
    ("name", "model", "url"),
    [
        ("openai", "gpt-4o-mini", "https://api.openai.com/v1/"),
        ("anthropic", "claude-haiku-4-5", "https://api.anthropic.com"),
    ],
)
def test_a_cost_is_known_where_the_address_has_prices(name: str, model: str, url: str) -> None:
    def response(address: str) -> ModelResponse:
        usage = RequestUsage(input_tokens=1000, output_tokens=100)
        return ModelResponse(
            [TextPart("x")], usage=usage, model_name=model, provider_name=name, provider_url=address
        )

    hosted = response(url)
    assert usage_of(hosted) == Usage(1000, 100, hosted.cost().total_price)
    assert usage_of(response("http://127.0.0.1:8000/v1/")) == Usage(1000, 100, None)


HTML = "what {url} sent is no reply of a model: try again, or check {url_variable}"
FAULTS: list[tuple[Callable[[str], Answer], tuple[str, str, float | None, Usage]]] = [
    (
        lambda p: error(p, 401, f"Incorrect API key provided: {KEY}"),
        ("key", "{provider} refused the key: check {key_variable}", None, FREE),
    ),
    (
        lambda p: error(p, 403, "Your organization may not."),
        (
            "key",
            "{provider} does not allow this key to do that (Your organization may not.): check {key_variable}",
            None,
            FREE,
        ),
    ),
    (
        lambda p: error(p, 402, "Payment required"),
        ("quota", "{provider}: the account has no credit left: top it up, or raise its limit", None, FREE),
    ),
    (
        lambda p: error(p, 400, f"Bad {KEY}\x1b[31m\n and sk-test-0123***, or {KEY[:12]}"),
        ("rejected", "{provider} refused the request with 400 (Bad *** [31m and ******, or ***)", None, FREE),
    ),
    (
        lambda p: error(p, 422, f"cannot take {PROMPT[10:40]}"),
        ("rejected", "{provider} refused the request with 422", None, FREE),
    ),
    (
        lambda p: error(p, 413, "x" * 300),
        ("rejected", f"{{provider}} refused the request with 413 ({'x' * 200}…)", None, FREE),
    ),
    (
        lambda p: error(p, 429, "slow down", {"Retry-After": "2"}),
        ("rate_limit", "{provider}: 429, asked to wait 2 s", 2.0, FREE),
    ),
    (
        lambda p: error(p, 429, "slow down", {"Retry-After": "1.5"}),
        ("rate_limit", "{provider}: 429, asked to wait 1.5 s", 1.5, FREE),
    ),
    (
        lambda p: error(p, 429, "slow down", {"Retry-After": "Mon, 01 Jan 2024 00:00:00 GMT"}),
        ("rate_limit", "{provider}: 429, asked to wait 0 s", 0.0, FREE),
    ),
    (
        lambda p: error(p, 429, "slow down", {"Retry-After": "soon"}),
        ("rate_limit", "{provider}: 429, asked too often", None, FREE),
    ),
    (
        lambda p: error(p, 500, "oh no"),
        ("server", "{provider}: 500, the server failed (oh no)", None, FREE),
    ),
    (
        lambda p: error(p, 503, "busy", {"Retry-After": "3"}),
        ("server", "{provider}: 503, the server failed, asked to wait 3 s (busy)", 3.0, FREE),
    ),
    (lambda _: page(502), ("server", "{provider}: 502, the server failed", None, Usage())),
    (lambda _: page(200), ("server", HTML, None, Usage())),
    (lambda _: Answer(b"{not json"), ("server", HTML, None, Usage())),
    (lambda _: Answer(b'{"choices": [], "content": []}'), ("server", HTML, None, Usage())),
    (lambda _: Answer(b'{"ok": true}'), ("server", HTML, None, Usage())),
    (
        lambda _: Answer(b"", status=307, headers={"Location": "http://127.0.0.1:9/"}),
        ("unusable", "{url} redirects elsewhere (307): check {url_variable}", None, FREE),
    ),
    (
        lambda _: Answer(b"x" * 2000, pace="cut"),
        ("server", "{provider}: the connection broke off", None, Usage()),
    ),
    (lambda _: Answer(b"", pace="hang"), ("timeout", "{provider} said nothing for 0.2 s", None, Usage())),
    (lambda p: text(p, " \n"), ("empty", "{provider}: {model} said nothing", None, COUNTED)),
    (
        lambda p: text(p, "", "length"),
        (
            "empty",
            "{provider}: {model} said nothing: all tokens went into thinking, or there were too few",
            None,
            COUNTED,
        ),
    ),
    (
        lambda p: text(p, "I cannot", "filter"),
        ("rejected", "{provider}: {model} declined to answer, or a filter held it back", None, COUNTED),
    ),
]


@every_provider
@pytest.mark.parametrize(
    ("answer", "expected"), FAULTS, ids=[f"{row[1][0]}: {row[1][1][:40]}" for row in FAULTS]
)
def test_faults(provider: str, answer: Callable[[str], Answer], expected: Any) -> None:
    with Provider(answer(provider)) as server:
        told = failed(engine(provider, server, options=ModelOptions(read_timeout=0.2)))
    kind, message, retry_after, usage = expected
    names = {"provider": provider, "model": MODELS[provider], "url": f"{server.url}{PATHS[provider]}"}
    message = message.format(**names, key_variable=KEYS[provider], url_variable=URLS[provider])
    assert (told.kind, str(told), told.retry_after, told.usage) == (kind, message, retry_after, usage)
    assert told.__cause__ is None
    assert told.__suppress_context__ or told.__context__ is None
    assert len(server.seen) == 1


UNKNOWN_MODEL = [
    ("openai", "openai has no gpt-4o at {url} (no such model): check the model's name and OPENAI_BASE_URL"),
    (
        "ollama",
        "ollama has no hermes3 at {url} (no such model): run `ollama pull hermes3`, "
        "or check the model's name and OLLAMA_BASE_URL",
    ),
    (
        "anthropic",
        "anthropic has no claude-haiku-4-5 at {url} (no such model): "
        "check the model's name and ANTHROPIC_BASE_URL",
    ),
]


@pytest.mark.parametrize(("provider", "message"), UNKNOWN_MODEL)
def test_an_unknown_model(provider: str, message: str) -> None:
    with Provider(error(provider, 404, "no such model")) as server:
        told = failed(engine(provider, server))
    assert (told.kind, str(told)) == ("unusable", message.format(url=f"{server.url}{PATHS[provider]}"))
    assert len(server.seen) == 1


def test_codes_that_say_more_than_their_status() -> None:
    spent = {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}
    long = {"error": {"message": "too long", "code": "context_length_exceeded"}}
    answers = [
        Answer(json.dumps(spent).encode(), status=429),
        Answer(json.dumps(long).encode(), status=400),
    ]
    with Provider(*answers) as server:
        made = engine("openai", server)
        told = [(told.kind, str(told)) for told in (failed(made), failed(made))]
    assert told == [
        ("quota", "openai: the account has no credit left: top it up, or raise its limit"),
        ("rejected", "gpt-4o cannot read so much at once: take a shorter document"),
    ]


def test_a_date_to_wait_for() -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    with Provider(error("openai", 429, "slow down", {"Retry-After": date})) as server:
        told = failed(engine("openai", server))
    assert told.retry_after is not None
    assert 0 < told.retry_after <= 3600


@every_provider
def test_a_deadline_holds_though_the_server_keeps_sending(provider: str) -> None:
    with Provider(Answer(b" " * 2000, pace="drip")) as server:
        made = engine(provider, server, options=ModelOptions(request_timeout=0.3))
        told = [failed(made), failed(made, request(budget=Budget(seconds=0.2)))]
    assert [(t.kind, str(t), t.usage) for t in told] == [
        ("timeout", f"{provider} gave no reply within 0.3 s", Usage()),
        ("timeout", f"{provider} gave no reply within 0.2 s", Usage()),
    ]


def test_no_time_left() -> None:
    with Provider(text("openai", ANSWER)) as server:
        told = failed(engine("openai", server), request(budget=Budget(seconds=0.0)))
    assert (told.kind, str(told), told.usage) == ("timeout", "no time is left to ask openai", FREE)
    assert server.seen == []


@pytest.mark.parametrize(
    ("provider", "way"),
    [
        ("ollama", "start Ollama, or set OLLAMA_BASE_URL"),
        ("openai", "check OPENAI_BASE_URL"),
        ("anthropic", "check ANTHROPIC_BASE_URL"),
    ],
)
def test_nobody_there(provider: str, way: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and not listened on
        place = f"127.0.0.1:{taken.getsockname()[1]}/v1"
        told = failed(ModelEngine(provider, "m", base_url=f"http://someone:secret@{place}?key=secret"))
    message = f"nothing listens at http://{place}: {way}"
    assert (told.kind, str(told), told.usage) == ("unreachable", message, FREE)


def test_a_connection_that_cannot_be_trusted() -> None:
    with Provider(page()) as server:
        url = server.url.replace("http:", "https:")
        told = failed(ModelEngine("openai", "m", base_url=url))
    message = f"{url} has no connection that can be trusted: check OPENAI_BASE_URL"
    assert (told.kind, str(told)) == ("unreachable", message)


def test_connections_that_only_a_network_breaks() -> None:
    unknown = ModelConnectionError("m", "", phase="connect")
    unknown.__cause__ = ExceptionGroup("all attempts", [OSError("x"), socket.gaierror("unknown")])
    slow = ModelTimeoutError("m", "", phase="connect")
    own = endpoint_of("openai", "m", "http://models.test/v1", None)
    hosted = endpoint_of("openai", "m", None, KEY)
    told = [failure(e, Asking(place, PROMPT, False, 9.0)) for e in (unknown, slow) for place in (own, hosted)]
    assert [(t.kind, str(t)) for t in told] == [
        ("unreachable", "there is no host for http://models.test/v1: check OPENAI_BASE_URL"),
        ("unreachable", "there is no host for https://api.openai.com/v1: check the network"),
        ("unreachable", "http://models.test/v1 does not answer: check OPENAI_BASE_URL"),
        ("unreachable", "https://api.openai.com/v1 does not answer: check the network"),
    ]


def test_a_defect_is_told_with_its_cause() -> None:
    with Provider(text("openai", ANSWER)) as server, override_allow_model_requests(False):
        told = failed(engine("openai", server))
    assert (told.kind, str(told)) == ("crashed", "openai: the client failed with RuntimeError")
    assert (type(told.__cause__), told.usage) == (RuntimeError, Usage())


REFUSALS = [
    ("openai", "gpt-4o", 400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported"),
    ("openai", "tiny", 422, "Extra inputs: response_format"),
    ("ollama", "gpt-oss:20b-cloud", 400, "registry.ollama.ai/library/gpt-oss does not support tools"),
    ("openai", "m", 404, "No endpoints found that support tool use"),
    ("anthropic", "claude-haiku-4-5", 400, "output_config.format: extra inputs are not permitted"),
    ("anthropic", "kimi-k2", 400, "tools: extra inputs are not permitted"),
]


@pytest.mark.parametrize(("provider", "model", "status", "message"), REFUSALS)
def test_a_server_that_takes_no_schema_is_asked_in_words(
    provider: str, model: str, status: int, message: str
) -> None:
    with Provider(error(provider, status, message), text(provider, FENCED)) as server:
        made = engine(provider, server, model)
        assert [made.reply(request()), made.reply(request())] == [Reply(FENCED, COUNTED)] * 2
    forms = ("response_format", "tools", "tool_choice", "output_config")
    assert [any(form in seen.body for form in forms) for seen in server.seen] == [True, False, False]
    assert server.seen[1].body["messages"] == server.seen[0].body["messages"]


def test_a_model_that_is_called_after_tools_is_not_asked_twice() -> None:
    with Provider(error("ollama", 404, "model 'llama3-tools' not found")) as server:
        told = failed(engine("ollama", server, "llama3-tools"))
    assert (told.kind, len(server.seen)) == ("unusable", 1)


def test_what_failed_in_words_too_says_nothing_about_schemas() -> None:
    refused = error("openai", 400, "response_format: no")
    with Provider(refused, error("openai", 500, "down"), text("openai", ANSWER)) as server:
        made = engine("openai", server)
        assert str(failed(made)) == "openai: 500, the server failed (down)"
        made.reply(request())
    assert ["response_format" in seen.body for seen in server.seen] == [True, False, True]


USELESS: list[tuple[dict[str, str], tuple[str, str]]] = [
    (
        {"provider": "gpt", "model": "m"},
        ("unusable", "'gpt' is no provider of models: there are anthropic, ollama, openai"),
    ),
    (
        {"provider": "ollama", "model": " "},
        ("unusable", "ollama has many models: say which, as in ollama:MODEL"),
    ),
    ({"provider": "openai", "model": "m"}, ("key", "openai needs a key: set OPENAI_API_KEY")),
    ({"provider": "anthropic", "model": "m"}, ("key", "anthropic needs a key: set ANTHROPIC_API_KEY")),
    (
        {"provider": "openai", "model": "m", "base_url": "https://eu.api.openai.com/v1"},
        ("key", "openai needs a key: set OPENAI_API_KEY"),
    ),
    (
        {"provider": "openai", "model": "m", "api_key": "schlüssel"},
        ("key", "the key has characters that no key has: check OPENAI_API_KEY"),
    ),
    *(
        (
            {"provider": "ollama", "model": "m", "base_url": url},
            (
                "unusable",
                "the address of ollama has to be like http://localhost:11434/v1: check OLLAMA_BASE_URL",
            ),
        )
        for url in ("localhost:11434", "http://", "http://[::1", "http://h:port", "file:///x", "http://a b")
    ),
]


@pytest.mark.parametrize(("arguments", "expected"), USELESS)
def test_what_cannot_be_asked_at_all(arguments: dict[str, str], expected: tuple[str, str]) -> None:
    with pytest.raises(EngineError) as caught:
        ModelEngine(**arguments)  # type: ignore[arg-type]
    assert (caught.value.kind, str(caught.value)) == expected


ADDRESSES = [
    ("ollama", {}, "http://localhost:11434/v1"),
    ("ollama", {"OLLAMA_HOST": "0.0.0.0"}, "http://localhost:11434/v1"),  # noqa: S104
    ("ollama", {"OLLAMA_HOST": ":8080"}, "http://localhost:8080/v1"),
    ("ollama", {"OLLAMA_HOST": "box:1234"}, "http://box:1234/v1"),
    ("ollama", {"OLLAMA_HOST": "[::1]:1234"}, "http://[::1]:1234/v1"),
    ("ollama", {"OLLAMA_HOST": "https://box/"}, "https://box/v1"),
    ("ollama", {"OLLAMA_HOST": "box", "OLLAMA_BASE_URL": "http://other:1/x"}, "http://other:1/x"),
    ("openai", {"OPENAI_BASE_URL": " http://box:8000/v1 "}, "http://box:8000/v1"),
    ("openai", {"OPENAI_BASE_URL": "", "OPENAI_API_KEY": KEY}, "https://api.openai.com/v1"),
    ("anthropic", {"ANTHROPIC_BASE_URL": "http://box:8000"}, "http://box:8000"),
    ("anthropic", {"ANTHROPIC_API_KEY": KEY}, "https://api.anthropic.com"),
]


@pytest.mark.parametrize(("provider", "environment", "url"), ADDRESSES)
def test_addresses_come_from_the_environment(
    provider: str, environment: dict[str, str], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert endpoint_of(provider, "m", None, None).url == url
    assert endpoint_of(provider, "m", "http://given:1/v1", None).url == "http://given:1/v1"


@every_provider
def test_keys_come_from_the_environment_and_are_shown_nowhere(
    provider: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEYS[provider], f"{KEY}\n")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "another")
    with Provider(text(provider, ANSWER)) as server:
        made = ModelEngine(provider, "m", base_url=f"{server.url}{PATHS[provider]}")
        made.reply(request())
    assert key_sent(server) == KEY
    assert repr(made) == f"<ModelEngine {provider}:m>"
    assert KEY not in repr(endpoint_of(provider, "m", None, KEY))


def test_a_server_of_ones_own_needs_no_key() -> None:
    with Provider(text("openai", ANSWER), error("openai", 401, "a key, please")) as server:
        made = ModelEngine("openai", "m", base_url=f"{server.url}/v1")
        assert made.reply(request()) == Reply(ANSWER, COUNTED)
        assert str(failed(made)) == "openai needs a key: set OPENAI_API_KEY"


def test_it_is_an_engine_with_a_name() -> None:
    made = ModelEngine("ollama", " hermes3 ")
    assert (isinstance(made, AsyncEngine), made.name) == (True, "ollama:hermes3")


def fresh(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_nothing_heavy_is_imported_before_an_engine_is_made() -> None:
    said_so = fresh(
        "import sys, selfcorrect, selfcorrect.engines.model.engine\n"
        "from selfcorrect.cli.main import run\n"
        "run(['check', 'domains/invoices/examples/shelving.txt', '--domain', 'invoices'])\n"
        "heavy = ('pydantic_ai', 'pydantic', 'openai', 'anthropic', 'httpx2', 'genai_prices')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    assert said_so.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("provider", "missing", "extra"),
    [
        ("anthropic", "anthropic", "anthropic"),
        ("openai", "openai", "openai"),
        ("ollama", "openai", "openai"),
        ("ollama", "pydantic_ai", "openai"),
    ],
)
def test_a_missing_extra(provider: str, missing: str, extra: str) -> None:
    said_so = fresh(
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from selfcorrect.engines.model.engine import ModelEngine\n"
        "from selfcorrect.model.exchange import EngineError\n"
        f"try: ModelEngine({provider!r}, 'm', api_key='key')\n"
        "except EngineError as error: print(error.kind, error)\n"
    )
    assert said_so == (
        f"unusable {provider} needs the extra `{extra}`: python -m pip install 'selfcorrect[{extra}]'\n"
    )


def echo(provider: str, first: int) -> Callable[[dict[str, Any]], Answer]:
    """Sends every prompt back; the first so many answers wait for each other."""
    together = threading.Barrier(first, timeout=10)
    numbers = itertools.count()

    def answer(body: dict[str, Any]) -> Answer:
        if next(numbers) < first:
            together.wait()
        content = body["messages"][0]["content"]
        return text(provider, content if isinstance(content, str) else content[0]["text"])

    return answer


@every_provider
def test_threads_share_an_engine(provider: str) -> None:
    prompts = [f"prompt {number}" for number in range(40)]
    with Provider(by=echo(provider, 8)) as server, ThreadPoolExecutor(8) as threads:
        made = engine(provider, server)
        replies = list(threads.map(lambda prompt: made.reply(request(prompt)).content, prompts))
    assert (replies, server.most_at_once) == (prompts, 8)


@every_provider
def test_a_hundred_requests_eight_at_once(provider: str) -> None:
    prompts = [f"prompt {number}" for number in range(100)]

    async def ask_all(made: ModelEngine) -> list[Any]:
        eight = asyncio.Semaphore(8)

        async def ask(prompt: str) -> Any:
            async with eight:
                return (await made.reply_async(request(prompt))).content

        return await asyncio.gather(*map(ask, prompts))

    with Provider(by=echo(provider, 8)) as server:
        replies = asyncio.run(ask_all(engine(provider, server)))
    assert (replies, server.most_at_once, len(server.seen)) == (prompts, 8, 100)


def test_one_loop_after_the_other() -> None:
    with Provider(text("openai", "1"), text("openai", "2"), text("openai", "3")) as server:
        made = engine("openai", server)
        replies = [asyncio.run(made.reply_async(request())) for _ in range(2)]
        replies.append(made.reply(request()))
    assert [reply.content for reply in replies] == ["1", "2", "3"]


def test_failures_come_through_a_loop() -> None:
    with Provider(error("openai", 500, "down")) as server, pytest.raises(EngineError) as caught:
        asyncio.run(engine("openai", server).reply_async(request()))
    assert str(caught.value) == "openai: 500, the server failed (down)"


def test_a_cancelled_task_takes_its_request_along() -> None:
    async def cancelled(made: ModelEngine) -> None:
        task = asyncio.create_task(made.reply_async(request()))
        assert await asyncio.to_thread(server.arrived.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with Provider(Answer(b"", pace="hang")) as server:
        asyncio.run(cancelled(engine("openai", server)))
        assert server.abandoned.wait(10)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="signals to a thread are of POSIX")
def test_an_interrupt_takes_the_request_along() -> None:
    main = threading.main_thread().ident
    assert main is not None

    def interrupt() -> None:
        if server.arrived.wait(10):
            signal.pthread_kill(main, signal.SIGINT)

    with Provider(Answer(b"", pace="hang")) as server:
        made = engine("openai", server)
        key_press = threading.Thread(target=interrupt)
        key_press.start()
        with pytest.raises(KeyboardInterrupt):
            made.reply(request())
        key_press.join()
        assert server.abandoned.wait(10)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are of POSIX")
def test_a_forked_process_has_a_background_of_its_own() -> None:
    said_so = fresh(
        "import asyncio, os\n"
        "from selfcorrect.engines.background import run\n"
        "async def double(number): return 2 * number\n"
        "first = run(double(1))\n"
        "child = os.fork()\n"
        "if child == 0: os._exit(run(double(21)))\n"
        "print(first, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), run(double(3)))\n"
    )
    assert said_so == "2 42 6\n"


SAID: list[tuple[Any, str]] = [
    ({"error": {"message": "a  b", "param": "x"}}, "a b"),
    ({"message": "a", "type": "error"}, "a"),
    ({"error": "a"}, "a"),
    (
        {"detail": [{"loc": ["body"], "msg": "Field required", "input": PROMPT}, {"msg": "b"}]},
        "Field required; b",
    ),
    ("404 page not found", "404 page not found"),
    ("<html>404</html>", ""),
    (None, ""),
    ({"x": 1}, ""),
    ([1, None], ""),
    ({"error": {"error": {"error": {"error": {"error": "deep"}}}}}, ""),
]


@pytest.mark.parametrize(("body", "words"), SAID)
def test_what_providers_say(body: Any, words: str) -> None:
    assert said(body) == words


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["error", "message", "detail"]), inner)
    ),
)
WORDS = st.lists(st.sampled_from([KEY, KEY[3:], PROMPT, "why ", "\n", "\x1b[0m", "é" * 90]) | st.text()).map(
    "".join
)


@settings(deadline=None)
@given(JSON, WORDS)
def test_nothing_secret_is_repeated(body: Any, words: str) -> None:
    assert said(body).strip() == said(body)
    line = repeatable(words, KEY, PROMPT)
    assert len(line) <= 201
    assert line.isprintable()
    assert KEY not in line
    one_line = PROMPT.replace("\n", " ")
    assert not any(one_line[at : at + 16] in line for at in range(len(one_line) - 15))
