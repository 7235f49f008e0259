"""The store of compiled packs: it saves time, and can never do anything else."""

import os
import threading
from pathlib import Path

import pytest

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load
from selfcorrect.model.diagnostic import PackError

PACK = "pack: p\ncandidate: {a: number, b: number}\n"
RULES = "SAME:\n  says: They are the same.\n  check: a == b\n  at: a\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the store is, before there is one."""
    monkeypatch.setenv("SELFCORRECT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK)
    (folder / "rules.yaml").write_text(RULES)
    return folder


def codes(domain: Domain) -> list[str]:
    return [violation.code for violation in domain.check({"a": 1, "b": 2}).violations]


def entries(cache: Path) -> list[str]:
    return [path.suffix for path in sorted(cache.iterdir())] if cache.is_dir() else []


def test_a_pack_is_kept_and_found_again(cache: Path, pack: Path) -> None:
    assert [codes(load(pack)) for _ in range(2)] == [["SAME"], ["SAME"]]
    assert entries(cache) == [".compiled"]
    assert {path.stat().st_mode & 0o777 for path in cache.iterdir()} == {0o600}
    (pack / "rules.yaml").write_text(RULES.replace("SAME", "EQUAL"))
    assert codes(load(pack)) == ["EQUAL"]
    assert entries(cache) == [".compiled", ".compiled"]


def _file(cache: Path) -> None:
    cache.write_text("")


def _below_a_file(cache: Path) -> None:
    cache.parent.joinpath("f").write_text("")
    cache.symlink_to("f/cache")


def _nowhere(cache: Path) -> None:
    cache.symlink_to("nowhere")


def _of_everybody(cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o777)


@pytest.mark.parametrize("spoil", [_file, _below_a_file, _nowhere, _of_everybody])
def test_a_cache_that_cannot_be_written_is_none(cache: Path, pack: Path, spoil) -> None:
    spoil(cache)
    assert [codes(load(pack)) for _ in range(2)] == [["SAME"], ["SAME"]]
    assert entries(cache) == []


def test_a_cache_with_a_folder_where_the_entry_goes(cache: Path, pack: Path) -> None:
    load(pack)
    (entry,) = cache.iterdir()
    entry.unlink()
    entry.mkdir()
    assert codes(load(pack)) == ["SAME"]
    assert [path.name for path in cache.iterdir()] == [entry.name]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_leaves_nothing_behind(cache: Path, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.fdopen

    def full(descriptor: int, *rest: object) -> object:
        os.dup2(os.open("/dev/full", os.O_WRONLY), descriptor)
        return real(descriptor, *rest)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "fdopen", full)
    assert codes(load(pack)) == ["SAME"]
    assert entries(cache) == []


@pytest.mark.parametrize("data", [b"", b"\x80\x05", b"cos\nsystem\n", b"\x80\x05K\x01K\x02\x86."])
def test_a_damaged_entry_is_written_again(cache: Path, pack: Path, data: bytes) -> None:
    load(pack)
    (entry,) = cache.iterdir()
    whole = entry.stat().st_size
    entry.write_bytes(data)
    assert codes(load(pack)) == ["SAME"]
    assert entry.stat().st_size == whole


def test_several_writers_at_once(cache: Path, pack: Path) -> None:
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(codes(load(pack)))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [["SAME"]] * 8
    assert entries(cache) == [".compiled"]


def test_parts_that_nobody_finishes_are_cleared_away(cache: Path, pack: Path) -> None:
    cache.mkdir(mode=0o700)
    for name, age in (("old", 7200), ("new", 10)):
        part = cache / f"{name}.part"
        part.write_text("")
        os.utime(part, (part.stat().st_mtime - age,) * 2)
    load(pack)
    assert entries(cache) == [".compiled", ".part"]


def test_what_is_no_plain_file_is_seen_though_the_pack_was_kept(cache: Path, pack: Path) -> None:
    (pack / "rules.yaml").unlink()
    load(pack)
    (pack / "rules.yaml").symlink_to("nowhere")
    with pytest.raises(PackError) as caught:
        load(pack)
    assert [d.message for d in caught.value.diagnostics] == ["this is a link that leads nowhere"]
    (pack / "rules.yaml").unlink()
    os.mkfifo(pack / "rules.yaml")
    with pytest.raises(PackError) as caught:
        load(pack)
    assert [d.message for d in caught.value.diagnostics] == ["this is not a file"]


def test_a_hidden_folder_counts(cache: Path, pack: Path) -> None:
    (pack / ".data").mkdir()
    (pack / ".data" / "t.csv").write_text("name,to\nx,1\n")
    (pack / "pack.yaml").write_text(
        "pack: p\ncandidate: {a: text, b: number}\nsources:\n  t: {file: .data/t.csv, key: name, columns: {to: number}}\n"
    )
    (pack / "rules.yaml").write_text("TO:\n  says: It is so.\n  check: lookup(t, a, to) == b\n  at: b\n")
    record = {"a": "x", "b": 1}
    assert load(pack).check(record).violations == ()
    (pack / ".data" / "t.csv").write_text("name,to\nx,2\n")
    assert [v.code for v in load(pack).check(record).violations] == ["TO"]
