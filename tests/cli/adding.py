"""A small pack with all that a repair needs, and documents for it."""

from pathlib import Path

PACK = {
    "pack.yaml": """\
pack: adding
version: 1.0.0
summary: Two numbers and their sum.
candidate:
  first: number
  second: number
  total:
    type: number
    required: true
  note: text
answer:
  - total
loop:
  attempts: 3
  coverage: 0.8
""",
    "rules.yaml": """\
SUM:
  says: The parts add up to the total.
  check: first + second == total
  at: total
  see: the book, page 1

NOT_NEGATIVE:
  says: No part is negative.
  check: first >= 0 and second >= 0
  at: first

SHORT_NOTE:
  says: A note is short.
  when: present(note)
  check: length(note) <= 10
  at: note
  severity: warning

IN_EUROS:
  says: The total is an amount of euros.
  ask: Is {total} an amount of euros?
  at: total
  error_type: premise
""",
    "reader.yaml": """\
fields:
  first:
    labels: [First]
  second:
    labels: [Second]
  total:
    labels: [Total]
""",
    "faults.yaml": """\
PART_TAKEN_FOR_TOTAL:
  says: One of the parts is taken for the total.
  each: part in [first, second]
  when: part != total
  set:
    total: part
  finds:
    - code: SUM
      at: total
      expected: total
      actual: part

TOTAL_DOUBLED:
  says: The total is counted twice.
  set:
    total: total + total
  finds:
    - code: SUM
      at: total
      expected: total
      actual: total + total

NEGLIGENCE:
  says: The total is lost, whatever is said.
  remove: total
  finds:
    - code: MISSING_FIELD
      at: total
  chance: 0
""",
    "templates/SUM.md.j2": "{{ violation.code }}: the parts make {{ violation.expected }}.\n",
    "examples/five.txt": "First: 2\nSecond: 3\nTotal: 5 EUR\n",
    "examples/five.yaml": "first: 2\nsecond: 3\ntotal: 5\n",
    "examples/nine.txt": "First: 4\nSecond: 5\nTotal: 9 EUR\n",
    "examples/nine.yaml": "first: 4\nsecond: 5\ntotal: 9\n",
}

FIVE = PACK["examples/five.txt"]
WRONG = "First: 2\nSecond: 3\nTotal: 6 EUR\n"
"""A document whose own sum is wrong."""


def write_pack(folder: Path, **changed: str) -> None:
    """The pack's files below a folder; `changed` are other texts for those of that stem."""
    for name, text in PACK.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changed.get(path.name.partition(".")[0], text), encoding="utf-8")
