"""Finds a pack's critic templates and those that come with the program, and has each checked."""

from collections.abc import Iterable, Mapping

from selfcorrect.critic.templates import Template, Templates, read_template
from selfcorrect.language.shape import Shape
from selfcorrect.model.marks import Marked
from selfcorrect.model.problems import Problems
from selfcorrect.model.suggest import suggest
from selfcorrect.model.words import ERROR_TYPES
from selfcorrect.model.yaml_nodes import quoted
from selfcorrect.pack.files import Files
from selfcorrect.ruleset.rule import RuleDraft

FOLDER = "templates"
ENDING = ".md.j2"


def read_templates(
    files: Files, shared: Files, shape: Shape | None, drafts: Iterable[RuleDraft], problems: Problems
) -> Templates:
    """The templates of a pack: its own, by code or error type, and the shared ones."""
    own = _all(files, shape, problems)
    common = _all(shared, None, problems)
    asked = {draft.code.value: text for draft in drafts if (text := draft.texts.get("template"))}
    # The shared ones by code are for findings about replies, which no rule makes.
    _check_names(asked, {**own, **{name: common[name] for name in ERROR_TYPES if name in common}}, problems)
    named = {code: text.value for code, text in asked.items()}
    return Templates(own, common, named)


def template_files(files: Files) -> list[str]:
    """The names of the template files of a folder."""
    return files.names(FOLDER, ENDING)


def _all(files: Files, shape: Shape | None, problems: Problems) -> dict[str, Template]:
    found: dict[str, Template] = {}
    for name in template_files(files):
        source = files.text(name)
        if source is None:
            continue
        template, diagnostics = read_template(source, files.place(name), shape)
        problems.extend(diagnostics)
        if template:
            found[name.removeprefix(f"{FOLDER}/").removesuffix(ENDING)] = template
    return found


def _check_names(asked: Mapping[str, Marked], known: Mapping[str, Template], problems: Problems) -> None:
    for text in asked.values():
        if text.value not in known:
            problems.at(text, f"there is no template {quoted(text.value)}", suggest(text.value, known))
