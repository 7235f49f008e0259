"""Reading again from a candidate: what is fixed, what is read anew, and which row of a list is which."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from selfcorrect.language.shape import Field, Shape
from selfcorrect.model.marks import Mark, Span
from selfcorrect.reading.choosing.choose import Choice
from selfcorrect.reading.choosing.listed import Ambiguity, Listed, Unsure
from selfcorrect.reading.fields.offers import Option, Strength
from selfcorrect.reading.start import Start, as_read, kept, plain, started

D = Decimal
AT = Mark("pack.yaml", 1, 1)


def option(value: Any, at: int = 0, *, loss: int = 0, sure: bool = True) -> Option:
    return Option(value, Span(at, at + 1), Strength.LABEL, loss, sure)


def rows(*given: dict[str, Any], loss: int = 0) -> Option:
    """A reading of `lines` that is unsure of every amount."""
    places = [
        (f"lines[{n}].{name}", str(value)) for n, row in enumerate(given) for name, value in row.items()
    ]
    spans = {place: Span(n, n + 1) for n, (place, _) in enumerate(places)}
    unsure = tuple(Unsure(place, value, spans[place]) for place, value in places if place.endswith(".amount"))
    return Option(Listed(list(given), spans, (), unsure), None, Strength.TABLE, loss, sure=False)


def values(choices: tuple[Choice, ...]) -> dict[str, list[Any]]:
    return {choice.path: [plain(one.value) for one in choice.options] for choice in choices}


POT = {"name": "Terracotta pot", "count": D(3), "amount": D(22)}
MIX = {"name": "Potting mix", "count": D(2), "amount": D(25)}
HERB = {"name": "Herb", "count": D(6), "amount": D(17)}
TOTAL = Choice("total", (option(D(64), 3), option(D(60), 5, loss=10)))
TAX = Choice("tax", (option(D(4), 7),))


def test_what_is_not_suspected_is_fixed_with_the_place_it_is_printed_at():
    found = started((TOTAL, TAX), Start({"total": D(60), "tax": D(4)}, ("tax",)))
    assert found == (
        Choice("total", (Option(D(60), Span(5, 6), Strength.LABEL, 0),)),
        Choice("tax", TAX.options, suspected=True),
    )


def test_what_the_document_does_not_offer_stays_and_what_the_candidate_lacks_is_not_added():
    found = started(
        (TOTAL, TAX), Start({"total": D(99), "note": "paid", "seller": {"city": "Bonn"}}, ("note",))
    )
    assert values(found) == {"total": [D(99)], "note": ["paid"], "seller.city": ["Bonn"]}


def test_a_name_with_a_dot_is_no_path():
    candidate = {"seller": {"city.x": 1, "city": "Bonn"}, "total.x": 2}
    assert values(started((), Start(candidate, ()))) == {"seller.city": ["Bonn"]}


def test_a_missing_field_is_offered_where_it_is_suspected():
    assert values(started((TOTAL, TAX), Start({"total": D(60)}, ("tax",)))) == {
        "total": [D(60)],
        "tax": [D(4)],
    }


def test_the_empty_path_suspects_everything():
    found = started((TOTAL, TAX), Start({"total": D(99)}, ("",)))
    assert [choice.suspected for choice in found] == [True, True]


def test_a_field_of_an_object_is_read_anew_alone():
    city = Choice("seller.city", (option("Bonn"),))
    name = Choice("seller.name", (option("Pott"),))
    found = started((city, name), Start({"seller": {"city": "Rom", "name": "Topf"}}, ("seller.city",)))
    assert values(found) == {"seller.city": ["Bonn"], "seller.name": ["Topf"]}


def test_a_list_is_kept_as_it_is_where_nothing_of_it_is_suspected():
    found = started((Choice("lines", (rows(POT, MIX),)),), Start({"lines": [MIX]}, ("total",)))
    assert values(found) == {"lines": [[MIX]]}


CELLS: dict[str, tuple[list[Any], tuple[str, ...], list[Any]]] = {
    "a suspected value": (
        [POT, MIX | {"amount": D(52)}],
        ("lines[1].amount",),
        [POT, MIX],
    ),
    "in rows of another order": (
        [MIX | {"amount": D(52)}, POT],
        ("lines[0].amount",),
        [MIX, POT],
    ),
    "in fewer rows": (
        [HERB | {"count": D(8)}],
        ("lines[0].count",),
        [HERB],
    ),
    "in more rows": (
        [POT, POT, MIX, HERB | {"amount": D(71)}],
        ("lines[3].amount",),
        [POT, POT, MIX, HERB],
    ),
    "of a row that is told by its numbers": (
        [{"count": D(6), "amount": D(17), "name": None}, POT],
        ("lines[0].name",),
        [HERB, POT],
    ),
    "of a row whose text is shorter": (
        [MIX | {"name": "potting  MIX", "amount": D(52)}],
        ("lines[0].amount",),
        [MIX | {"name": "potting  MIX"}],
    ),
    "not of a row that is none of the document's": (
        [{"name": "Spade", "count": D(3), "amount": D(1)}],
        ("lines[0].amount",),
        [{"name": "Spade", "count": D(3), "amount": D(1)}],
    ),
    "nor, by its number, of one with another text": (
        [POT, {"name": "Spade", "count": D(9), "amount": D(1)}, HERB],
        ("lines[1].amount",),
        [POT, {"name": "Spade", "count": D(9), "amount": D(1)}, HERB],
    ),
    "by its number of one without a text": (
        [POT, {"count": D(9), "amount": D(1)}, HERB],
        ("lines[1].amount",),
        [POT, {"count": D(9), "amount": D(25)}, HERB],
    ),
    "not of what is no row": (
        [POT, "mix", HERB],
        ("lines[1].amount", "lines[7].amount"),
        [POT, "mix", HERB],
    ),
}


@pytest.mark.parametrize("name", CELLS)
def test_in_a_row(name):
    given_rows, suspects, expected = CELLS[name]
    before = [dict(row) if isinstance(row, dict) else row for row in given_rows]
    choice = Choice("lines", (rows(POT, MIX, HERB),))
    found = started((choice,), Start({"lines": given_rows}, suspects))
    assert (values(found), found[0].suspected) == ({"lines": [expected]}, True)
    assert given_rows == before


def test_places_and_doubts_go_with_the_values_to_their_new_rows():
    choice = Choice("lines", (rows(POT, MIX),))
    found = started((choice,), Start({"lines": [MIX | {"amount": D(52)}, POT]}, ("lines[0].amount",)))
    listed = found[0].options[0].value
    assert listed.spans == {"lines[0].amount": Span(5, 6)}
    assert listed.unsure == (Unsure("lines[0].amount", "25", Span(5, 6)),)


def test_what_is_ambiguous_in_a_row_stays_so():
    read = Listed([MIX | {"amount": None}], {}, (Ambiguity("lines[0].amount", ("2", "25")),), ())
    choice = Choice("lines", (Option(read, None, Strength.TABLE, 0),))
    found = started((choice,), Start({"lines": [POT, MIX]}, ("lines[1].amount",)))
    assert found[0].options[0].value.ambiguities == (Ambiguity("lines[1].amount", ("2", "25")),)


WHOLE: dict[str, tuple[list[Any], list[Any]]] = {
    "a dropped row is back": ([POT, HERB], [POT, MIX, HERB]),
    "the rows of the candidate stay in its order": ([HERB, MIX | {"amount": D(52)}, POT], [HERB, MIX, POT]),
    "what the document prints of no row stays": (
        [MIX | {"rate": D(20)}, POT | {"rate": None}],
        [POT, MIX | {"rate": D(20)}, HERB],
    ),
    "what is no row goes": (["pot", MIX], [POT, MIX, HERB]),
}


@pytest.mark.parametrize("name", WHOLE)
def test_of_a_whole_list(name):
    given_rows, expected = WHOLE[name]
    choice = Choice("lines", (rows(POT, MIX, HERB),))
    assert values(started((choice,), Start({"lines": given_rows}, ("lines",)))) == {"lines": [expected]}


def test_readings_of_a_list_that_are_the_same_for_a_row_are_one():
    choice = Choice("lines", (rows(POT, MIX), rows(POT, loss=10), rows(POT | {"amount": D(1)}, MIX, loss=20)))
    found = started((choice,), Start({"lines": [POT | {"amount": D(9)}]}, ("lines[0].amount",)))
    assert values(found) == {"lines": [[POT], [POT | {"amount": D(1)}]]}


def test_long_lists_go_by_their_numbers():
    many = [{"name": f"Part {n:04}", "amount": D(n)} for n in range(300)]
    wrong = [row | {"amount": D(7)} if n == 290 else row for n, row in enumerate(many)]
    found = started((Choice("lines", (rows(*many),)),), Start({"lines": wrong}, ("lines[290].amount",)))
    assert values(found) == {"lines": [many]}


any_row = st.fixed_dictionaries(
    {"name": st.sampled_from(["Pot", "Mix", "Herb", ""]), "amount": st.integers(0, 3).map(D)}
)


@given(st.lists(any_row, max_size=4), st.lists(any_row, min_size=1, max_size=4))
def test_a_whole_list_has_the_documents_rows_and_no_other(given_rows, printed):
    found = started((Choice("lines", (rows(*printed),)),), Start({"lines": given_rows}, ("lines",)))
    listed = found[0].options[0].value
    assert sorted(map(str, listed.rows)) == sorted(map(str, printed))
    for one in listed.unsure:
        assert str(listed.value_of(one)) == one.value


def test_kept_is_the_reading_that_the_candidate_has():
    assert kept(TOTAL, {"total": D("60.00")}) == Choice(
        "total", (Option(D(60), Span(5, 6), Strength.LABEL, 0),)
    )
    assert kept(TOTAL, {"total": D(1)}) == Choice("total", (Option(D(1), None, Strength.BEST, 0),))
    assert kept(TOTAL, {"total": None}) is None
    assert kept(Choice("seller.city", ()), {"seller": "Bonn"}) is None


SHAPE = Shape(
    (
        Field(name="total", kind="money", path="total", mark=AT),
        Field(name="day", kind="date", path="day", mark=AT),
        Field(name="paid", kind="boolean", path="paid", mark=AT),
        Field(
            name="lines",
            kind="list",
            path="lines",
            mark=AT,
            fields=(Field(name="rate", kind="percent", path="lines.rate", mark=AT),),
        ),
        Field(
            name="counts",
            kind="list",
            path="counts",
            mark=AT,
            item=Field(name="", kind="integer", path="counts", mark=AT),
        ),
        Field(
            name="seller",
            kind="object",
            path="seller",
            mark=AT,
            fields=(Field(name="since", kind="date", path="seller.since", mark=AT),),
        ),
    )
)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ({"total": "5.50", "other": "5.50"}, {"total": D("5.50"), "other": "5.50"}),
        ({"total": 0.1}, {"total": D("0.1")}),
        ({"total": "much", "day": "soon"}, {"total": "much", "day": "soon"}),
        ({"total": " ", "day": None}, {"total": None, "day": None}),
        ({"day": date(2025, 3, 4), "paid": "yes"}, {"day": "2025-03-04", "paid": True}),
        ({"lines": [{"rate": "19 %"}, 7, None]}, {"lines": [{"rate": D(19)}, 7, None]}),
        ({"lines": "none", "counts": (1, "2", "x")}, {"lines": "none", "counts": [D(1), D(2), "x"]}),
        ({"seller": {"since": date(2020, 1, 1)}}, {"seller": {"since": "2020-01-01"}}),
        ({"seller": "Pott"}, {"seller": "Pott"}),
    ],
)
def test_a_record_as_a_reader_gives_it(record, expected):
    assert as_read(record, SHAPE) == expected
