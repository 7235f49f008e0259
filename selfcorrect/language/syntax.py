"""Expression text to a Python syntax tree, safely: capped before parsing, allow-listed after.

Python's own parser reads the text, so that precedence and chains are what everybody knows; nothing is
ever evaluated. Three things differ from Python: a field may be called `from` or `class`, a backslash
in a text is a backslash, and a new line is white space.
"""

import ast
import keyword
import re
import warnings
from typing import Final, NoReturn

from selfcorrect.language.scope import ExpressionError
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Marked

LONGEST: Final = 2000
"""Characters of an expression."""
MOST_NODES: Final = 600
DEEPEST: Final = 40

_OPERATORS: Final = frozenset({"and", "or", "not", "in", "if", "else", "for"})
_TOKEN: Final = re.compile(r"\"[^\"]*\"|'[^']*'|[^\W\d]\w*|#|\"|'")
_BACKSLASH: Final = "\ue05c"
_STYLED: Final = {c: chr(0x1D41A + ord(c) - ord("a")) for c in "abcdefghijklmnopqrstuvwxyz"}
"""Mathematical bold letters: the tokenizer sees no keyword, and the parser folds the name back (NFKC)."""

_REFUSED: Final[dict[type[ast.AST], tuple[str, str]]] = {
    ast.Pow: ("powers are not part of the rule language", "power(x, n) is, with n from -64 to 64"),
    ast.Mod: ("`%` is not part of the rule language", "mod(a, b) is the remainder, percent(x) a hundredth"),
    ast.FloorDiv: (
        "`//` is not part of the rule language",
        "use `/`, and round() where a whole number is meant",
    ),
    ast.Lambda: ("functions cannot be defined in a rule", "use `let` to name a part"),
    ast.Subscript: ("rows cannot be picked by position", "first(), last() and only() pick one"),
    ast.JoinedStr: ("texts cannot be put together", "the message is made from `says` and the figures"),
    ast.ListComp: (
        "a list cannot be built here",
        "use a generator inside a function: sum(x.amount for x in xs)",
    ),
    ast.Dict: ("objects cannot be built here", ""),
    ast.Set: ("sets cannot be built here", "write a list: [1, 2]"),
    ast.Tuple: ("a comma has no place here", "write a list in brackets: [1, 2]"),
    ast.NamedExpr: ("names cannot be assigned here", "use `let` to name a part"),
}
_ALLOWED: Final = (
    ast.Expression, ast.Constant, ast.Name, ast.Attribute, ast.Load, ast.Store, ast.BinOp, ast.Add, ast.Sub,
    ast.Mult, ast.Div, ast.UnaryOp, ast.USub, ast.UAdd, ast.Not, ast.Compare, ast.Eq, ast.NotEq, ast.Lt,
    ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.BoolOp, ast.And, ast.Or, ast.IfExp, ast.List, ast.Call,
    ast.keyword, ast.GeneratorExp, ast.comprehension,
)  # fmt: skip


class Syntax:
    """A parsed expression that remembers its text, so that any node can say where it stands."""

    def __init__(self, source: Marked) -> None:
        self.source = source
        text = _disguise(source)
        self.text = text.lstrip(" ")
        self._lead = len(text) - len(self.text)
        self._bytes = self.text.encode("utf-8", "surrogatepass")
        self.root = self._parse()
        self._allow(self.root)

    def segment(self, node: ast.AST) -> str:
        """The node's own text, as the author wrote it."""
        start, end = self.extent(node)
        return self.source.value[start:end]

    def extent(self, node: ast.AST) -> tuple[int, int]:
        """Start and end of a node in the expression, in code points (Python counts UTF-8 bytes)."""
        first = getattr(node, "col_offset", 0)
        last = getattr(node, "end_col_offset", None) or len(self._bytes)
        start = self._lead + len(self._bytes[:first].decode("utf-8", "surrogatepass"))
        return start, start + len(self._bytes[first:last].decode("utf-8", "surrogatepass"))

    def fail(self, node: ast.AST, message: str, hint: str = "") -> NoReturn:
        """Raise the diagnostic for a node."""
        start, end = self.extent(node)
        refuse(self.source, start, end, message, hint)

    def _parse(self) -> ast.expr:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(self.text, mode="eval").body
        except SyntaxError as error:
            at = self._lead + min(max(0, (error.offset or 1) - 1), len(self.text))
            if "nested" in str(error.msg):
                refuse(self.source, at, at + 1, "this expression is nested too deeply", "split it with `let`")
            refuse(self.source, at, at + 1, "this is not an expression", _why(self.source.value))
        except UnicodeError:
            end = len(self.source.value)
            refuse(self.source, 0, end, "this expression holds half of a character (a lone surrogate)")
        except (RecursionError, MemoryError, ValueError, OverflowError):
            refuse(
                self.source,
                0,
                len(self.source.value),
                "this expression is nested too deeply",
                "split it with `let`",
            )

    def _allow(self, root: ast.expr) -> None:
        stack: list[tuple[ast.AST, int, ast.AST]] = [(root, 0, root)]
        count = 0
        while stack:
            node, depth, near = stack.pop()
            near = node if hasattr(node, "col_offset") else near
            count += 1
            if count > MOST_NODES:
                self.fail(root, f"this expression has more than {MOST_NODES} parts", "split it with `let`")
            if depth > DEEPEST:
                self.fail(near, f"this expression is nested more than {DEEPEST} deep", "split it with `let`")
            if not isinstance(node, _ALLOWED):
                message, hint = _REFUSED.get(
                    type(node), (f"`{type(node).__name__}` is not part of the rule language", "")
                )
                self.fail(near, message, hint)
            stack.extend((child, depth + 1, near) for child in ast.iter_child_nodes(node))


def refuse(source: Marked, start: int, end: int, message: str, hint: str = "") -> NoReturn:
    """Raise the diagnostic for a stretch of an expression."""
    raise ExpressionError(Diagnostic(source.at(start), message, hint, width=max(1, end - start)))


def _disguise(source: Marked) -> str:
    """The text with keywords made names and backslashes made ordinary, character for character."""
    text = source.value
    if len(text) > LONGEST:
        refuse(source, 0, 1, f"this expression is longer than {LONGEST} characters", "split it with `let`")
    if not text.strip():
        refuse(source, 0, 1, "an expression is missing here")
    parts, last = [], 0
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word == "#":
            refuse(
                source,
                token.start(),
                token.end(),
                "a comment cannot stand inside an expression",
                "put it on a YAML line of its own",
            )
        if word in ('"', "'"):
            refuse(source, token.start(), token.end(), "this quotation mark has no partner")
        parts.append(text[last : token.start()].translate(_BLANK))
        parts.append(_disguised(word))
        last = token.end()
    parts.append(text[last:].translate(_BLANK))
    return "".join(parts)


_BLANK: Final = {ord(c): " " for c in "\n\r\t\f\v"}


def _disguised(word: str) -> str:
    if word[0] in "\"'":
        return word.translate(_BLANK).replace("\\", _BACKSLASH)
    if keyword.iskeyword(word) and word not in _OPERATORS and word not in ("True", "False", "None"):
        return _STYLED.get(word[0], word[0]) + word[1:]
    return word


def text_of(node: ast.Constant) -> str:
    """The text of a literal, with its backslashes back."""
    return str(node.value).replace(_BACKSLASH, "\\")


def _why(text: str) -> str:
    if re.search(r"(?<![=!<>])=(?!=)", text):
        return "equality is written `==`"
    if "&&" in text or "||" in text:
        return "write `and`, `or`"
    if "!" in text.replace("!=", ""):
        return "write `not`"
    if text.count("(") > text.count(")"):
        return "a parenthesis is left open; YAML ends a text in brackets at a comma: put it in quotes"
    return ""
