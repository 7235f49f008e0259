"""What a pack's name can mean."""

from pathlib import Path

import pytest

from selfcorrect.model.diagnostic import PackError
from selfcorrect.pack.find import find_pack, list_packs, resources, shown_as


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("menus", "invoices"):
        (tmp_path / "shelf" / name).mkdir(parents=True)
        (tmp_path / "shelf" / name / "pack.yaml").write_text("")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.yaml").write_text("")
    (tmp_path / "bare").mkdir()
    monkeypatch.setenv("SELFCORRECT_PATH", f"{tmp_path}/missing:{tmp_path}/shelf:")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "shelf"


def test_bundled_packs_come_before_the_search_path(shelf: Path) -> None:
    assert find_pack("invoices") == resources() / "domains/invoices"
    assert find_pack("menus") == shelf / "menus"
    assert dict(list_packs())["menus"] == shelf / "menus"
    assert dict(list_packs())["invoices"] == resources() / "domains/invoices"


def test_paths_are_paths(shelf: Path) -> None:
    assert [find_pack(name) for name in ("./mine", f"{shelf}/menus", Path("mine"))] == [
        Path("mine"),
        shelf / "menus",
        Path("mine"),
    ]
    assert shown_as("invoices", find_pack("invoices")) == "domains/invoices"
    assert shown_as("./mine", find_pack("./mine")) == "mine"


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("menu", "menu: there is no pack of this name\n  help: did you mean `menus`?"),
        ("mine", "mine: there is no pack of this name\n  help: a name is no folder; write ./mine"),
        ("./none", "./none: there is no such folder"),
        ("./bare", "./bare: this folder has no pack.yaml"),
    ],
)
def test_what_is_not_there(name: str, expected: str) -> None:
    with pytest.raises(PackError) as caught:
        find_pack(name)
    assert str(caught.value) == expected
