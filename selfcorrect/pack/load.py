"""A pack's folder, loaded: every file read, every rule linked, every mistake told at once."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from selfcorrect.model.marks import Mark
from selfcorrect.model.problems import Problems
from selfcorrect.pack.families import read_family
from selfcorrect.pack.files import Files, digest_of
from selfcorrect.pack.find import PACK_FILE, find_pack, resources, shown_as
from selfcorrect.pack.found import check_sentences
from selfcorrect.pack.pack_file import LoopLimits, Sheet, read_pack_file
from selfcorrect.pack.rules_file import read_rules, refuse_repeated, refuse_shadows
from selfcorrect.ruleset.link import falls_away, link_rules
from selfcorrect.ruleset.rule import Context, Rule, RuleDraft

if TYPE_CHECKING:
    from selfcorrect.critic.templates import Templates
    from selfcorrect.language.shape import Shape
    from selfcorrect.reading.spec import Reader

RULES_FILE = "rules.yaml"
READER_FILE = "reader.yaml"
NOTATION_FILE = "notation.yaml"
TEMPLATES = "templates"


class Pack(Struct, frozen=True):
    """A pack, loaded. `folder` is where it is, `shown` how diagnostics call it, `digest` what it consists of.

    `answer` names the fields that matter: a loop compares them, and each must be upheld by a rule before a
    report passes; empty, a loop compares all. `notes` are sentences about rules that fell away.
    `templates` are None where they were not asked for.
    """

    name: str
    version: str
    summary: str
    folder: Path
    shown: str
    digest: str
    context: Context
    rules: tuple[Rule, ...]
    reader: "Reader | None"
    answer: tuple[str, ...]
    loop: LoopLimits
    notes: tuple[str, ...] = ()
    templates: "Templates | None" = None


def load_pack(name: str | Path, *, templates: bool = True) -> Pack:
    """The pack of a name or a folder. Raises PackError holding every diagnostic.

    Without `templates` the critic's templates are neither read nor checked, and jinja2 is not imported.
    """
    folder = find_pack(name)
    return _Loading(folder, shown_as(name, folder)).pack(templates=templates)


class _Loading:
    """One loading: the pack's own files, the shared ones, and what is wrong so far."""

    def __init__(self, folder: Path, shown: str) -> None:
        self.problems = Problems()
        self.files = Files(folder, shown, self.problems)
        self.shared = Files(resources(), "", self.problems)

    def pack(self, *, templates: bool) -> Pack:
        """The pack, or PackError."""
        node = self.files.node(PACK_FILE)
        sheet = read_pack_file(node, self.files, self.problems) if node is not None else None
        sheet = self.with_notation(sheet)
        if sheet and sheet.linkable and sheet.shape.found:
            check_sentences(sheet.shape, sheet.sources, self.problems)
        drafts = self.drafts(sheet)
        shape = sheet.shape if sheet and sheet.linkable else None
        reader = self.reader(shape)
        context = self.context(sheet)
        self.refuse_misnamed()
        critic = self.templates(shape, drafts) if templates else None
        rules = self.linked(drafts, context) if shape else ()
        self.problems.stop_if_any()
        assert sheet is not None  # noqa: S101  a pack without a sheet has had its problem
        return Pack(
            name=sheet.name,
            version=sheet.version,
            summary=sheet.summary,
            folder=self.files.root,
            shown=self.files.shown,
            digest=context.digest,
            context=context,
            rules=rules,
            reader=reader,
            answer=sheet.answer,
            loop=sheet.loop,
            notes=_notes(drafts),
            templates=critic,
        )

    def with_notation(self, sheet: Sheet | None) -> Sheet | None:
        """The sheet with what notation.yaml says of calculations, if there is one."""
        if not self.files.has(NOTATION_FILE) or (node := self.files.node(NOTATION_FILE)) is None:
            return sheet
        from selfcorrect.pack.notation_file import read_notation

        notation = read_notation(node, self.problems)
        return replace(sheet, shape=replace(sheet.shape, notation=notation)) if sheet else None

    def drafts(self, sheet: Sheet | None) -> list[RuleDraft]:
        """The drafts of the families in the order of their use, then the pack's own."""
        found: list[RuleDraft] = []
        for use in sheet.use if sheet else ():
            found += read_family(use, self.files, self.shared, self.problems)
        if self.files.has(RULES_FILE) and (node := self.files.node(RULES_FILE)) is not None:
            found += read_rules(node, self.problems)
        refuse_repeated(found, self.problems)
        if sheet:
            refuse_shadows(found, {field.name for field in sheet.shape.fields}, self.problems)
        return found

    def refuse_misnamed(self) -> None:
        """A problem for each file that would not be read, by its ending, and was meant to be."""
        for name in (RULES_FILE, READER_FILE, NOTATION_FILE, "faults.yaml"):
            if self.files.has(wrong := name.replace(".yaml", ".yml")):
                self.problems.add(Mark(self.files.place(wrong), 0, 0), f"this file must be called {name}")

    def reader(self, shape: "Shape | None") -> "Reader | None":
        """What reader.yaml says, if there is one."""
        if not self.files.has(READER_FILE):
            return None
        node = self.files.node(READER_FILE)
        if node is None or shape is None:
            return None
        from selfcorrect.pack.reader_file import read_reader

        return read_reader(node, shape, self.problems)

    def templates(self, shape: "Shape | None", drafts: list[RuleDraft]) -> "Templates":
        """The critic's templates, checked."""
        from selfcorrect.pack.critic_files import read_templates

        return read_templates(self.files, self.shared, shape, drafts, self.problems)

    def context(self, sheet: Sheet | None) -> Context:
        """What rules are linked against, and the digest of every file read."""
        from selfcorrect.language.shape import Shape

        if sheet is None:
            return Context(Shape(()))
        for name in self.files.names(TEMPLATES, ""):
            # They are part of what the pack says, whether they are checked or not.
            self.files.data(name)
        digest = digest_of({**self.shared.used(), **self.files.used()})
        return Context(sheet.shape, sheet.sources, sheet.compute, digest)

    def linked(self, drafts: list[RuleDraft], context: Context) -> tuple[Rule, ...]:
        """The rules, linked; what does not link is a problem."""
        rules, diagnostics = link_rules(drafts, context)
        self.problems.extend(diagnostics)
        return rules


def _notes(drafts: list[RuleDraft]) -> tuple[str, ...]:
    """A sentence for each parameter that is not given: the rules that fall away for want of it."""
    fallen: dict[tuple[str, str], list[RuleDraft]] = {}
    for draft in drafts:
        if draft.optional and (name := falls_away(draft)):
            fallen.setdefault((draft.code.mark.file, name), []).append(draft)
    return tuple(
        f"{first.code.mark}: {first.code.value} {_and_more(len(more))}, for `{name}` is not given"
        for (_, name), (first, *more) in fallen.items()
    )


def _and_more(count: int) -> str:
    return f"and {count} more rule{'s' * (count != 1)} fall away" if count else "falls away"
