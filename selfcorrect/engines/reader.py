"""The reader as an engine: offline, free, and without a model. Feedback makes it offer its next reading."""

from collections.abc import Mapping

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.doubts import doubts_of
from selfcorrect.engines.rereading import Rereading
from selfcorrect.model.diagnostic import PackError
from selfcorrect.model.exchange import FREE, EngineError, Reply, Request
from selfcorrect.reading.read import Reading


class ReaderEngine:
    """Reads the document of a request by a domain's reader.yaml.

    The first time it gives the reading that labels and rules decide for. Given feedback it reads what is
    suspected anew, and changes anything else only where rules need it; once that brings nothing new, it
    offers the next reading by its label, in doubt. What has been offered it knows from the request alone.
    """

    name = "reader"
    computes = True

    def __init__(self, domain: Domain) -> None:
        self._domain = domain

    def reply(self, request: Request) -> Reply:
        """A reading of the document; the last one again when there is no other. Raises EngineError."""
        if request.kind != "candidate":
            raise EngineError("unusable", "the reader answers no questions: a model has to be asked")
        if self._domain.made.rows is not None and not self._domain.reads_texts:
            return self._of_rows(request)
        if request.document is None:
            raise EngineError("unusable", "the reader has nothing to read: give the document of the record")
        try:
            reading = self._reading(request, request.document)
        except PackError as error:
            raise EngineError("unusable", error.diagnostics[0].message) from error
        return Reply(
            reading.candidate, FREE, spans=reading.spans, doubts=doubts_of(reading, request.document)
        )

    def _of_rows(self, request: Request) -> Reply:
        """Rows can be read in one way only: what they were read as is handed in, and given back."""
        if request.base is None:
            raise EngineError("unusable", "this pack reads rows, and makes no record of a document")
        return Reply(request.base, FREE)

    def _reading(self, request: Request, document: str) -> Reading:
        if not isinstance(request.base, Mapping) or request.feedback is None:
            return self._domain.reading(document, today=request.today)
        return Rereading(self._domain, request, request.base, request.feedback).reading()
