"""The invoices pack's own shape and reader, as the tests of this room read with them."""

from functools import cache
from pathlib import Path

from selfcorrect.language.shape import Shape
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import Mapping, compose
from selfcorrect.pack.reader_file import read_reader
from selfcorrect.pack.shape_file import read_shape
from selfcorrect.reading.read import Reading, read
from selfcorrect.reading.ready.reader import ReadyReader
from selfcorrect.reading.spec import Reader

PACK = Path(__file__).resolve().parents[2] / "domains" / "invoices"


@cache
def shape() -> Shape:
    problems = Problems()
    node = compose((PACK / "pack.yaml").read_text(encoding="utf-8"), "pack.yaml", problems)
    assert isinstance(node, Mapping)
    candidate = node.get("candidate")
    assert isinstance(candidate, Mapping)
    found = read_shape(candidate, problems)
    problems.stop_if_any()
    assert found
    return found


@cache
def reader() -> Reader:
    problems = Problems()
    node = compose((PACK / "reader.yaml").read_text(encoding="utf-8"), "reader.yaml", problems)
    assert node
    found = read_reader(node, shape(), problems)
    problems.stop_if_any()
    return found


@cache
def ready() -> ReadyReader:
    return ReadyReader(reader(), shape())


def read_invoice(text: str) -> Reading:
    return read(ready(), text)
