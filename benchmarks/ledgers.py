"""Work ledgers of any size, made by a seed: sound ones, ones with so many faults, ones with so many rings.

A ledger is a hundred weeks of work. What starts in a week waits for what was finished in the five weeks
before, so that ways are up to a hundred rows deep; ten rows of a week are one task with its parts; one row in
twenty was superseded by its neighbour. There are three references a row, exactly.
"""

import csv
import json
from collections.abc import Iterable
from datetime import date, timedelta
from io import StringIO
from random import Random
from typing import Any, Final

from msgspec import Struct

Row = dict[str, Any]

WEEKS: Final = 100
TODAY: Final = date(2027, 1, 6)
_FIRST: Final = date(2026, 1, 5)
_NOW: Final = (TODAY - _FIRST).days // 7
_EFFORTS: Final = {"4 h": 4, "2 d": 16, "1 d 4 h": 12, "1 week": 40}
_RINGS: Final = (2, 3, 5, 40)
"""Rows of the rings that are planted, in turn."""
_COLUMNS: Final = (
    "id",
    "title",
    "status",
    "parent",
    "depends_on",
    "blocked_by",
    "supersedes",
    "superseded_by",
    "owner",
    "start",
    "finish",
    "due",
    "updated",
    "effort",
    "criteria_total",
    "criteria_met",
)


class Ledger(Struct, frozen=True):
    """A plan as a record, and how many findings of each code a check of it has."""

    record: Row
    expected: dict[str, int]

    @property
    def rows(self) -> list[Row]:
        """Its rows."""
        found: list[Row] = self.record["tasks"]
        return found

    def as_json(self) -> bytes:
        """The whole record."""
        return json.dumps(self.record).encode()

    def as_lines(self) -> str:
        """Its rows as JSON lines."""
        return "".join(f"{json.dumps(row)}\n" for row in self.rows)

    def as_csv(self) -> str:
        """Its rows under a line of headings."""
        text = StringIO()
        writer = csv.DictWriter(text, _COLUMNS, lineterminator="\n", extrasaction="raise")
        writer.writeheader()
        for row in self.rows:
            writer.writerow({k: "; ".join(v) if isinstance(v, list) else v for k, v in row.items()})
        return text.getvalue()


def sound(size: int, seed: int = 6) -> Ledger:
    """A ledger of so many rows, a multiple of a thousand, with nothing wrong in it."""
    made = _Made(size, Random(seed))  # noqa: S311 - the same ledger every time
    return made.ledger({})


def faulty(size: int, seed: int = 6) -> Ledger:
    """The same with a fault in one row of a hundred."""
    made = _Made(size, Random(seed))  # noqa: S311
    return made.ledger(made.put_faults(size // 100))


def ringed(size: int, seed: int = 6) -> Ledger:
    """The same with one row of a hundred on a ring."""
    made = _Made(size, Random(seed))  # noqa: S311
    return made.ledger({"CIRCULAR": made.put_rings(size // 100)})


class _Made:
    """A ledger in the making: rows week by week."""

    def __init__(self, size: int, random: Random) -> None:
        self.random = random
        self.weeks = [[self.row(week, n) for n in range(size // WEEKS)] for week in range(WEEKS)]
        for week in self.weeks:
            for start in range(0, len(week), 10):
                self.join(week[start : start + 10], superseding=start % 20 == 0)
        self.rows = [row for week in self.weeks for row in week]
        self.alive = [[row for row in week if row["status"] != "superseded"] for week in self.weeks]
        self.block()
        self.wait(3 * size - sum(map(count_references, self.rows)))

    def row(self, week: int, number: int) -> Row:
        start = _FIRST + timedelta(weeks=week)
        status = "done" if week < _NOW else "active" if week == _NOW else "planned"
        return {
            "id": f"T-{week:02}-{number:04}",
            "title": f"Task {number} of week {week}",
            "status": status,
            "depends_on": [],
            "owner": f"Person {number}",
            "start": f"{start}",
            "finish": f"{start + timedelta(days=4)}",
            "due": f"{start + timedelta(days=6)}",
            "updated": f"{min(start + timedelta(days=4), TODAY)}",
            "effort": self.random.choice(list(_EFFORTS)),
        }

    def join(self, rows: list[Row], *, superseding: bool) -> None:
        """Ten rows: one task and its parts, the last of which may have been superseded."""
        whole, *parts = rows
        for row in parts:
            row["parent"] = whole["id"]
        if superseding:
            old, new = rows[-1], rows[-2]
            old["status"] = "superseded"
            old["superseded_by"], new["supersedes"] = [new["id"]], [old["id"]]
        whole["effort"] = (
            f"{sum(_EFFORTS[row['effort']] for row in parts if row['status'] != 'superseded')} h"
        )

    def block(self) -> None:
        """One row in ten of those to come is blocked by one of the weeks before."""
        for number, week in enumerate(self.weeks[_NOW + 10 :], _NOW + 10):
            for row in week[5::10]:
                row["status"] = "blocked"
                row["blocked_by"] = [self.earlier(number)["id"]]

    def wait(self, references: int) -> None:
        """So many dependencies, spread over all rows but those of the first week."""
        while references:
            number = self.random.randrange(1, WEEKS)
            row, need = self.random.choice(self.weeks[number]), self.earlier(number)["id"]
            if need not in row["depends_on"]:
                row["depends_on"].append(need)
                references -= 1

    def earlier(self, week: int) -> Row:
        """A row of the five weeks before one."""
        return self.random.choice(self.alive[self.random.randrange(max(0, week - 5), week)])

    def put_faults(self, number: int) -> dict[str, int]:
        """So many rows with one fault each, and how often each code is found."""
        kinds = {
            "UNKNOWN_DEPENDENCY": self.rows,
            "DEPENDS_ON_ITSELF": self.rows,
            "DONE_WITH_CRITERIA_LEFT": [row for row in self.rows if row["status"] == "done"],
            "MORE_CRITERIA_MET_THAN_THERE_ARE": [row for row in self.rows if row["status"] == "planned"],
            "SUCCESSOR_SILENT": [row for row in self.rows if "supersedes" in row],
        }
        found = dict.fromkeys(kinds, 0)
        taken: set[str] = set()
        while sum(found.values()) < number:
            code = list(kinds)[sum(found.values()) % len(kinds)]
            row = self.random.choice(kinds[code])
            if row["id"] not in taken:
                taken.add(row["id"])
                found[code] += 1
                _put(code, row)
        return found

    def put_rings(self, number: int) -> int:
        """About so many rows more, on rings; how many rings there are."""
        rings = 0
        while number > 0:
            size = _RINGS[rings % len(_RINGS)]
            names = [f"R-{rings}-{n}" for n in range(size)]
            for name, after in zip(names, names[1:] + names[:1], strict=True):
                needs = [after, self.random.choice(self.alive[0])["id"]]
                more = {"status": "planned", "updated": f"{TODAY}", "effort": "4 h"}
                self.rows.append({"id": name, "depends_on": needs, **more})
            number -= size
            rings += 1
        return rings

    def ledger(self, expected: dict[str, int]) -> Ledger:
        """The record, its rows in no order."""
        tops = [row for row in self.rows if "parent" not in row and "effort" in row]
        total = sum(int(row["effort"].removesuffix(" h")) for row in tops)
        self.random.shuffle(self.rows)
        return Ledger({"capacity": "100%", "effort": f"{total} h", "tasks": self.rows}, expected)


def _put(code: str, row: Row) -> None:
    """A fault of that code into a row."""
    match code:
        case "UNKNOWN_DEPENDENCY":
            row["depends_on"].append("NOBODY")
        case "DEPENDS_ON_ITSELF":
            row["depends_on"].append(row["id"])
        case "DONE_WITH_CRITERIA_LEFT":
            row |= {"criteria_total": 5, "criteria_met": 3}
        case "MORE_CRITERIA_MET_THAN_THERE_ARE":
            row |= {"criteria_total": 3, "criteria_met": 5}
        case _:
            del row["supersedes"]


def count_references(row: Row) -> int:
    """How many other rows a row names."""
    lists = ("depends_on", "blocked_by", "supersedes", "superseded_by")
    return ("parent" in row) + sum(len(row.get(name, ())) for name in lists)


def adjacency(rows: Iterable[Row]) -> list[list[int]]:
    """For each row, by number, those that it waits for, is part of, or is blocked by."""
    known = list(rows)
    number = {row["id"]: n for n, row in enumerate(known)}
    named = ([*row["depends_on"], *row.get("blocked_by", ()), row.get("parent")] for row in known)
    return [[number[name] for name in names if name in number] for names in named]
