"""A trace as an engine: it gives the replies that were given then."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from selfcorrect.model.exact_json import JsonError
from selfcorrect.model.exchange import EngineError, Reply, Request
from selfcorrect.model.trace import AnyLine, Came, Failed, Sent, decoded, key_of


class ReplayEngine:
    """Answers each request with what the trace has for the very same."""

    name = "replay"
    computes = True

    def __init__(self, came: Mapping[str, Came | Failed]) -> None:
        self._came = came

    @classmethod
    def of(cls, path: Path) -> "ReplayEngine":
        """The engine of a trace file. Raises EngineError for a file that is none."""
        keys: dict[tuple[int, str], str] = {}
        came: dict[str, Came | Failed] = {}
        for line in read_trace(path):
            if isinstance(line, Sent):
                keys[line.session, line.id] = line.key
            elif isinstance(line, Came | Failed) and (key := keys.get((line.session, line.id))):
                came.setdefault(key, line)
        return cls(came)

    def reply(self, request: Request) -> Reply:
        """The reply of the trace. Raises the failure of the trace, and EngineError where there is none."""
        line = self._came.get(key_of(request))
        if line is None:
            message = f"the trace has no reply to request {request.number} as it is now"
            raise EngineError("unusable", message)
        if isinstance(line, Failed):
            raise line.error()
        return line.reply()


def read_trace(path: Path) -> Iterable[AnyLine]:
    """The lines of a trace file. Raises EngineError for what cannot be read or is no trace."""
    found: list[AnyLine] = []
    try:
        with path.open("rb") as stream:
            for number, data in enumerate(stream, 1):
                if data.strip():
                    found.append(_line(data, f"{path}:{number}"))
    except OSError as error:
        raise EngineError("unusable", f"{path}: {(error.strerror or 'cannot be read').lower()}") from error
    if not found:
        raise EngineError("unusable", f"{path} is empty: there is nothing to replay")
    return found


def _line(data: bytes, place: str) -> AnyLine:
    try:
        line = decoded(data)
        if isinstance(line, Came):
            line.reply()
    except (msgspec.MsgspecError, JsonError, UnicodeDecodeError) as error:
        raise EngineError("unusable", f"{place}: this is no line of a trace: {error}") from error
    return line
