"""A hundred documents and a model behind a real server: eight requests under way, and no document lost."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from selfcorrect.engines.model.engine import ModelEngine
from selfcorrect.loop.repair import repair_many
from selfcorrect.loop.run import Task
from tests.engines.provider import Answer, Provider, text
from tests.loop.histories import record
from tests.loop.packs import domain

WIDTH = 8


class Model:
    """Wrong at first and right when told; holds requests back until eight are there, once."""

    def __init__(self, protocol: str) -> None:
        self._protocol = protocol
        self._together = threading.Barrier(WIDTH)
        self._held = threading.Semaphore(WIDTH)

    def __call__(self, body: dict[str, Any]) -> Answer:
        if self._held.acquire(blocking=False):
            self._together.wait(20)
        told = "It has been checked" in str(body)
        return text(self._protocol, json.dumps(record({} if told else {"weight": "4"})))


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_hundred_documents_eight_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, provider: str
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    parcels = domain(tmp_path / "parcels")
    tasks = [Task(f"A box and a lid. A is packed well. {n}", source=str(n)) for n in range(100)]
    with Provider(by=Model(provider)) as server:
        path = "/v1" if provider == "openai" else ""
        model = ModelEngine(provider, "claude-haiku-4-5", base_url=server.url + path, api_key="key")
        outcomes = list(repair_many(parcels, tasks, engine=model, concurrency=WIDTH))
    assert [(one.source, one.reason, one.version) for one in outcomes] == [
        (str(n), "checks_pass", 2) for n in range(100)
    ]
    assert (server.most_at_once, len(server.seen)) == (WIDTH, 200)
