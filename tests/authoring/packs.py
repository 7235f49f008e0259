"""A small pack on disk, to be broken in one place at a time."""

PACK = """\
pack: parcels
money_in: currency
candidate:
  name:
    type: text
    required: true
  currency: currency
  parts:
    type: list
    of:
      label: text
      weight: number
      price: money
  weight: number
  price: money
"""

RULES = """\
WEIGHT_SUM:
  says: The parts weigh what the parcel weighs.
  check: weight == sum(parts.weight)
  at: weight

PRICE_SUM:
  says: The parts cost what the parcel costs.
  when: present(price)
  check: price == sum(parts.price)
  within: 1 cent
  at: price
"""

CASES = """\
sound:
  name: A
  currency: EUR
  parts:
    - label: box
      weight: 2
      price: 1.50
    - label: lid
      weight: 1
      price: 0.50
  weight: 3
  price: 2.00
cases:
  - name: sound
    finds: []
    verdict: pass
  - name: a part is missing
    change:
      parts[1]: removed
    finds:
      - code: WEIGHT_SUM
        at: weight
        expected: 2
        actual: 3.0
      - code: PRICE_SUM
        at: price
        expected: 1.50
        actual: 2
"""

FAULTS = """\
PART_LOST:
  says: A part is left out.
  each: part in parts
  remove: part
  finds:
    - code: WEIGHT_SUM
      at: weight
      expected: weight - part.weight
      actual: weight
    - code: PRICE_SUM
      at: price
      expected: price - part.price
      actual: price

RENAMED:
  says: The name is another.
  unseen: true
  set:
    name: '"B"'
"""


def write_pack(folder, **files):
    """The pack in a folder, with some of its files (pack, rules, cases, faults) others than above."""
    given = {"pack": PACK, "rules": RULES, "cases": CASES, "faults": FAULTS} | files
    places = {"cases": "cases/parcels.yaml"}
    for name, text in given.items():
        path = folder / places.get(name, f"{name}.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder
