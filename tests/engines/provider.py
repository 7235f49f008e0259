"""A provider of models on this machine: a real HTTP server that speaks OpenAI's and Anthropic's protocols."""

import json
import select
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType, TracebackType
from typing import Any, Literal, Self

from msgspec import Struct

STOPS = {
    "stop": ("stop", "end_turn"),
    "length": ("length", "max_tokens"),
    "filter": ("content_filter", "refusal"),
    "tool": ("tool_calls", "tool_use"),
}
"""How replies end, in either protocol."""


class Answer(Struct, frozen=True):
    """What the server sends: at once, a byte at a time, cut off in the middle, or never."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({"Content-Type": "application/json"})
    pace: Literal["whole", "drip", "cut", "hang"] = "whole"


class Seen(Struct, frozen=True):
    """A request as the server saw it; header names in lower case, the path without a query."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]


Answers = Callable[[dict[str, Any]], Answer]


def text(protocol: str, content: str, stop: str = "stop", usage: tuple[int, int] | None = (11, 7)) -> Answer:
    """A reply in words."""
    if protocol == "anthropic":
        return _anthropic([{"type": "text", "text": content}], stop, usage)
    return message({"content": content}, stop, usage)


def call(protocol: str, arguments: str, stop: str = "tool") -> Answer:
    """A call of the tool `candidate`, after some words."""
    if protocol == "anthropic":
        made = {"type": "tool_use", "id": "t1", "name": "candidate", "input": json.loads(arguments)}
        return _anthropic([{"type": "text", "text": "Here it is."}, made], stop, (11, 7))
    function = {"name": "candidate", "arguments": arguments}
    calls = [{"id": "t1", "type": "function", "function": function}]
    return message({"content": "Here it is.", "tool_calls": calls}, stop, (11, 7))


def thought(protocol: str, thinking: str, content: str) -> Answer:
    """A reply after thinking."""
    if protocol == "anthropic":
        blocks = [
            {"type": "thinking", "thinking": thinking, "signature": "s"},
            {"type": "text", "text": content},
        ]
        return _anthropic(blocks, "stop", (11, 7))
    return message({"reasoning_content": thinking, "content": content}, "stop", (11, 7))


def error(protocol: str, status: int, words: str, headers: Mapping[str, str] | None = None) -> Answer:
    """An error with a message."""
    told: dict[str, Any] = {"type": "error", "message": words}
    body = {"type": "error", "error": told} if protocol == "anthropic" else {"error": told}
    sent = {"Content-Type": "application/json", **(headers or {})}
    return Answer(json.dumps(body).encode(), status=status, headers=sent)


def page(status: int = 200) -> Answer:
    """A web page, as proxies send it."""
    body = b"<!DOCTYPE html><html><body><h1>Sign in</h1></body></html>"
    return Answer(body, status=status, headers={"Content-Type": "text/html"})


def message(said: dict[str, Any], stop: str = "stop", usage: tuple[int, int] | None = (11, 7)) -> Answer:
    """A completion of OpenAI with that message."""
    body: dict[str, Any] = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": STOPS[stop][0], "message": {"role": "assistant", **said}}],
    }
    if usage:
        counted = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
        body["usage"] = counted
    return Answer(json.dumps(body).encode())


def _anthropic(content: list[dict[str, Any]], stop: str, usage: tuple[int, int] | None) -> Answer:
    body = {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": content,
        "stop_reason": STOPS[stop][1],
        "stop_sequence": None,
        "usage": dict(zip(("input_tokens", "output_tokens"), usage or (0, 0), strict=True)),
    }
    return Answer(json.dumps(body).encode())


class Provider:
    """Answers one request after the other with the answers given, the last one for ever; or as a function of
    the body says.
    """

    def __init__(self, *answers: Answer, by: Answers | None = None) -> None:
        self.seen: list[Seen] = []
        self.most_at_once = 0
        self.arrived = threading.Event()
        self.abandoned = threading.Event()
        self.closing = threading.Event()
        self._answers = answers
        self._by = by
        self._at_once = 0
        self._lock = threading.Lock()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.005,))
        self._thread.start()

    @property
    def url(self) -> str:
        """Its address, without a path."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def begin(self, seen: Seen) -> Answer:
        """Notes a request; the answer to it."""
        with self._lock:
            self.seen.append(seen)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            number = len(self.seen)
        self.arrived.set()
        return self._by(seen.body) if self._by else self._answers[min(number, len(self._answers)) - 1]

    def end(self) -> None:
        """Notes that a request is about to be answered."""
        with self._lock:
            self._at_once -= 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 128

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    connection: socket.socket

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        answer = self.server.provider.begin(Seen(self.path.partition("?")[0], headers, body))
        self.close_connection = answer.pace != "whole"
        with suppress(OSError):  # the client may be gone
            if answer.pace == "hang":
                self._wait_until_it_is_over()
            self.server.provider.end()
            self._send(answer)

    def _send(self, answer: Answer) -> None:
        if answer.pace == "hang":
            return
        self.send_response(answer.status)
        for name, value in {**answer.headers, "Content-Length": str(len(answer.body))}.items():
            self.send_header(name, value)
        self.end_headers()
        if answer.pace == "drip":
            for at in range(len(answer.body)):
                self.wfile.write(answer.body[at : at + 1])
                if self.server.provider.closing.wait(0.01):
                    return
        else:
            self.wfile.write(answer.body[: len(answer.body) // 2] if answer.pace == "cut" else answer.body)

    def _wait_until_it_is_over(self) -> None:
        while not self.server.provider.closing.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0.01)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self.server.provider.abandoned.set()
                return

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 the server calls it so
        pass
