"""Small packs on disk for the loop's tests, and the domains they make."""

from pathlib import Path

from selfcorrect.domain.domain import Domain
from selfcorrect.domain.load import load

PARCELS = """\
pack: parcels
version: 1.0.0
summary: Parcels and what is in them.
candidate:
  name:
    type: text
    required: true
  note: text
  sender:
    type: object
    of:
      city: text
      country: text
      phone: text
  parts:
    type: list
    of:
      label: text
      weight: number
      price: number
      worth: number
      remark: text
  pieces: number
  weight:
    type: number
    required: true
  limit: number
loop:
  attempts: 9
  coverage: 0.6
"""
PARCEL_RULES = """\
WEIGHT_SUM:
  says: The parts weigh what the parcel weighs.
  check: sum(parts.weight) == weight
  at: weight

PIECES:
  says: There are as many parts as are said.
  when: present(pieces)
  check: count(parts) == pieces
  at: pieces
  suspects:
    - pieces
    - parts

PART_WEIGHT:
  says: A part weighs something.
  each: part in parts
  check: part.weight > 0
  at: part.weight

PART_PRICE:
  says: A part is worth what it costs.
  each: part in parts
  when: present(part.price)
  check: part.price == part.worth
  at: part.price

WASTE:
  says: Waste is no part.
  each: part in parts
  when: present(part.label)
  check: part.label != "waste"
  at: part

LIMIT:
  says: The parcel is not too heavy.
  when: present(limit)
  check: weight <= limit
  at: weight

SENDER:
  says: A parcel from abroad says from which city.
  when: present(sender.country)
  check: length(sender.city) > 1
  at: sender.city

NAME_PRINTED:
  says: The name is printed in the document.
  when: present(document)
  check: appears(name)
  at: name
  error_type: grounding

PARTS_PRINTED:
  says: The label of a part is printed in the document.
  each: part in parts
  when: present(document) and present(part.label)
  check: appears(part.label)
  at: part.label
  error_type: grounding

LIGHT:
  says: Parcels are light.
  check: weight < 1000
  at: weight
  severity: warning

ODD:
  says: No parcel weighs thirteen.
  check: weight != 13
  at: weight
  grade: E1

FRAGILE:
  says: What is fragile is packed well.
  ask: Is {name} packed well?
  at: name
  error_type: premise

REMARK:
  says: A remark is true.
  each: part in parts
  when: present(part.remark)
  ask: Is it true that {part.label} is {part.remark}?
  at: part.remark
  error_type: premise
  severity: warning
"""

ANSWERED = f"{PARCELS}answer:\n  - weight\n"

UNPROVABLE = """\
pack: unprovable
version: 1.0.0
summary: Records of which nothing can be proved.
candidate:
  name:
    type: text
    required: true
  parts:
    type: list
    of:
      label: text
      weight: number
  weight: number
  least: number
"""
UNPROVABLE_RULES = """\
LEAST:
  says: The parcel is heavy enough.
  check: weight >= least
  at: weight
"""

LOTS = """\
pack: lots
version: 1.0.0
summary: Numbers that are all to be the same one.
candidate:
{fields}
  one: number
answer:
{answer}
loop:
  attempts: 100
"""


def domain(folder: Path, pack: str = PARCELS, rules: str = PARCEL_RULES) -> Domain:
    """The domain of a pack that is written into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(pack, "utf-8")
    (folder / "rules.yaml").write_text(rules, "utf-8")
    return load(folder)


def lots(folder: Path, number: int, answer: str = "") -> Domain:
    """As many fields as are asked for, each with a rule that it is what `one` is; `answer` is compared between
    versions, every field where it is empty.
    """
    names = [f"f{n}" for n in range(number)]
    fields = "\n".join(f"  {name}: number" for name in names)
    told = f"  - {answer}" if answer else "\n".join(f"  - {name}" for name in names)
    rules = "\n".join(
        f"R{n:02}:\n  says: {name} is one.\n  check: {name} == one\n  at: {name}\n"
        for n, name in enumerate(names)
    )
    return domain(folder, LOTS.format(fields=fields, answer=told), rules)
