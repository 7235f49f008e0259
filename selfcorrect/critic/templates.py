"""Critic templates: checked once, compiled once, and rendered into feedback that never raises."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from selfcorrect.critic.allowed import TemplateCheck, lines_of
from selfcorrect.critic.quoting import facts, fenced, inline, is_known, joined, part
from selfcorrect.language.shape import Shape
from selfcorrect.model.diagnostic import Diagnostic
from selfcorrect.model.marks import Mark
from selfcorrect.model.report import Violation

LONGEST: Final = 20_000
"""Characters of a template, and of the text it makes."""


class Template:
    """A checked template."""

    __slots__ = ("_compiled", "file")

    def __init__(self, file: str, compiled: Any) -> None:
        self.file = file
        self._compiled = compiled

    def render(self, violation: Violation, candidate: Any) -> str:
        """The feedback for a violation: what the template says, or the bare message if it cannot say it."""
        try:
            pieces = self._compiled.generate(violation=facts(violation), candidate=candidate)
            return _capped(pieces).strip()
        except (TypeError, ValueError, ArithmeticError, AttributeError, LookupError, RuntimeError):
            return inline(violation.message)


class Templates:
    """The templates of a pack by name: a code's or an error type's; `shared` are those of the error types,
    and of the codes that belong to no pack.

    `named` says which template a code asks for by name.
    """

    __slots__ = ("_named", "_own", "_shared")

    def __init__(
        self, own: Mapping[str, Template], shared: Mapping[str, Template], named: Mapping[str, str]
    ) -> None:
        self._own = own
        self._shared = shared
        self._named = named

    def find(self, code: str, error_type: str) -> Template | None:
        """The template a rule names, else the one for its code, else for its error type; of one name the
        pack's own before the shared one.
        """
        for name in (self._named.get(code), code, error_type):
            if name and (template := self._own.get(name) or self._shared.get(name)):
                return template
        return None

    def render(self, violation: Violation, candidate: Any) -> str:
        """The feedback for a violation; its bare message where there is no template."""
        template = self.find(violation.code, violation.error_type)
        return template.render(violation, candidate) if template else inline(violation.message)


def check_template(source: str, file: str, shape: Shape | None = None) -> tuple[Diagnostic, ...]:
    """Everything wrong with a template, by line. Fields of the candidate are checked against `shape`."""
    return read_template(source, file, shape)[1]


def read_template(
    source: str, file: str, shape: Shape | None = None
) -> tuple[Template | None, tuple[Diagnostic, ...]]:
    """The compiled template, or None and everything wrong with it."""
    if len(source) > LONGEST:
        return None, (Diagnostic(Mark(file, 0, 0), f"the template is longer than {LONGEST} characters"),)
    import jinja2

    try:
        parsed = _environment().parse(source, filename=file)
        findings = TemplateCheck(shape).check(parsed)
        if not findings:
            return Template(file, _environment().from_string(parsed)), ()
    except jinja2.TemplateError as error:
        reason = (error.message or "it cannot be read").split(". ")[0].rstrip(".")
        line = getattr(error, "lineno", None) or 1
        findings = [(line, f"this is no template: {reason[:1].lower()}{reason[1:]}", "", "")]
    except (RecursionError, SyntaxError, MemoryError, OverflowError, ValueError):
        findings = [(1, "this template is too large or nested too deeply", "split it by code", "")]
    return None, _diagnostics(findings, source, file)


def _diagnostics(findings: list[Any], source: str, file: str) -> tuple[Diagnostic, ...]:
    placed = lines_of(findings, source)
    return tuple(
        Diagnostic(Mark(file, finding[0], column), finding[1], finding[2], width=width)
        for finding, column, width in placed
    )


def _capped(pieces: Iterable[str]) -> str:
    made: list[str] = []
    room = LONGEST
    for piece in pieces:
        made.append(piece[:room])
        room -= len(made[-1])
        if room <= 0:
            made.append("\n[cut]")
            break
    return "".join(made)


@cache
def _environment() -> Any:
    import jinja2
    from jinja2.runtime import LoopContext

    class Environment(jinja2.Environment):
        """Looks names up in the data, never on Python objects."""

        def getattr(self, obj: Any, attribute: str) -> Any:
            """A field of the data; of a loop, where it stands."""
            if isinstance(obj, LoopContext):
                return getattr(obj, attribute)
            return part(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            """A field of the data."""
            return part(obj, argument)

    environment = Environment(  # what it makes is a prompt, never HTML
        undefined=jinja2.StrictUndefined, finalize=inline, trim_blocks=True, lstrip_blocks=True, cache_size=0
    )
    environment.globals.clear()
    environment.filters = {
        "fenced": fenced,
        "join": joined,
        "length": lambda value: len(value) if isinstance(value, list | tuple | str) else 0,
        "lower": lambda value: inline(value).lower(),
        "upper": lambda value: inline(value).upper(),
    }
    environment.tests = {"known": is_known}
    return environment
