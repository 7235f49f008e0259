"""Currency signs of a reader.yaml, and what tells which currency one stands for."""

from typing import Final

from selfcorrect.language.currencies import CURRENCIES
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.yaml_nodes import Mapping, quoted
from selfcorrect.pack.keys import Keys
from selfcorrect.pack.reader_parts import ReaderParts
from selfcorrect.reading.spec import Usual

SIGN_KEYS: Final = ("usually", "sometimes", "unless")


class ReaderSigns(ReaderParts):
    """Reads `symbols` and `currency_hints`. `usual` are the codes that signs of several mostly stand for."""

    def __init__(self, problems: Problems) -> None:
        super().__init__(problems)
        self.usual: dict[str, Usual] = {}

    def signs(self, keys: Keys) -> dict[str, tuple[str, ...]]:
        """Currency signs and words with the code, or the codes, each stands for."""
        node = keys.mapping("symbols")
        if node is None:
            return {}
        signs = Keys(node, "`symbols`", [key.value for key, _ in node.entries], self.problems)
        found = {}
        for sign, value in node.entries:
            if isinstance(value, Mapping):
                found[sign.value] = self.usual_and_others(sign, value)
            else:
                found[sign.value] = self.codes(signs, sign.value)
        return found

    def usual_and_others(self, sign: Marked, node: Mapping) -> tuple[str, ...]:
        """The codes of a sign that mostly stands for one of them."""
        keys = Keys(node, f"the sign {quoted(sign.value)}", SIGN_KEYS, self.problems, required=SIGN_KEYS[:2])
        usual, others = self.codes(keys, "usually"), self.codes(keys, "sometimes")
        if usual:
            self.usual[sign.value] = Usual(usual[0], self.pattern(keys.text("unless")))
        return tuple(dict.fromkeys(usual + others))

    def codes(self, keys: Keys, name: str) -> tuple[str, ...]:
        """Currency codes."""
        codes = keys.texts(name)
        for code in codes:
            if code.value not in CURRENCIES:
                said = f"{quoted(code.value)} is no currency code"
                self.problems.at(code, said, suggest(code.value, CURRENCIES))
        return tuple(code.value for code in codes)

    def hints(self, keys: Keys) -> dict[str, str]:
        """Patterns by the currency they speak for."""
        node = keys.mapping("currency_hints")
        if node is None:
            return {}
        inner = Keys(node, "`currency_hints`", tuple(CURRENCIES), self.problems)
        patterns = {key.value: self.pattern(inner.text(key.value)) for key, _ in node.entries}
        return {code: pattern for code, pattern in patterns.items() if pattern}
