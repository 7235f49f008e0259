"""reader.yaml, typed: how a text becomes a candidate."""

from typing import Final, get_args

from selfcorrect.language.shape import Shape
from selfcorrect.model.problems import Problems
from selfcorrect.model.yaml_nodes import YamlNode
from selfcorrect.pack.keys import Keys
from selfcorrect.pack.reader_fields import ReaderFields
from selfcorrect.pack.reader_lists import ReaderLists
from selfcorrect.pack.reader_parts import Named, ReaderParts
from selfcorrect.pack.reader_rows import ROWS_KEYS, ReaderRows
from selfcorrect.pack.reader_signs import ReaderSigns
from selfcorrect.reading.spec import THROUGHOUT, DateOrder, Reader, Throughout

READER_KEYS: Final = (
    "accepts",
    "symbols",
    "currency_hints",
    "same_throughout",
    "date_order",
    "mail_headers",
    "mail_subject",
    "mail_sent",
    "mail_replies",
    "passages",
    "titles",
    "title_words",
    "areas",
    "name_endings",
    "salutations",
    "fields",
    "lists",
    *ROWS_KEYS,
)
ORDER_KEYS: Final = ("day_first", "month_first", "likely_day_first", "likely_month_first")


def read_reader(node: YamlNode, shape: Shape, problems: Problems) -> Reader:
    """The reader that a reader.yaml describes over the pack's shape. What is wrong is left out and told."""
    return _ReaderFile(shape, problems).reader(node)


class _ReaderFile(ReaderParts):
    def __init__(self, shape: Shape, problems: Problems) -> None:
        super().__init__(problems)
        self.shape = shape

    def reader(self, node: YamlNode) -> Reader:
        keys = Keys(node, "the reader", READER_KEYS, self.problems)
        signs = ReaderSigns(self.problems)
        named = Named(
            symbols=signs.signs(keys),
            areas=self.named_labels(keys, "areas"),
            passages=self.named_labels(keys, "passages"),
        )
        return Reader(
            fields=ReaderFields(self.shape, named, self.problems).all(keys),
            lists=ReaderLists(self.shape, named, self.problems).all(keys),
            symbols=named.symbols,
            usual=signs.usual,
            currency_hints=signs.hints(keys),
            same_throughout=self.throughout(keys),
            mail_headers=self.labels(keys, "mail_headers"),
            mail_subject=self.labels(keys, "mail_subject"),
            mail_sent=self.labels(keys, "mail_sent"),
            mail_replies=self.labels(keys, "mail_replies"),
            accepts=_texts(keys, "accepts"),
            date_order=self.date_order(keys),
            titles=self.labels(keys, "titles"),
            title_words=self.labels(keys, "title_words"),
            areas=named.areas,
            passages=named.passages,
            name_endings=_texts(keys, "name_endings"),
            salutations=self.labels(keys, "salutations"),
            rows=ReaderRows(self.shape, self.problems).reader(keys),
        )

    def date_order(self, keys: Keys) -> DateOrder:
        """The patterns that say which of day and month comes first."""
        node = keys.mapping("date_order")
        if node is None:
            return DateOrder()
        order = Keys(node, "`date_order`", ORDER_KEYS, self.problems)
        return DateOrder(*(self.pattern(order.text(name)) for name in ORDER_KEYS))

    def throughout(self, keys: Keys) -> tuple[Throughout, ...]:
        """What a document writes in one way; both where nothing is said."""
        if "same_throughout" not in keys:
            return THROUGHOUT
        known = self.chosen(keys, "same_throughout", get_args(Throughout))
        return tuple(one for one in THROUGHOUT if one in known)


def _texts(keys: Keys, name: str) -> tuple[str, ...]:
    return tuple(text.value for text in keys.texts(name))
