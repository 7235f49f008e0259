"""`check --explain-reading`: every reading, why one was taken, as text and as JSON."""

import json

TEXT = """Corner Shop
Invoice no: A-7
Date: 2025-04-03
Net     100.00 EUR
VAT 19%  19.00
Total   100.00
Amount due  119.00
"""

SAYS = """invoice_number: it is the only reading
  * A-7  label `Invoice no`, 2:13, loss 0
date: it is the only reading
  * 2025-04-03  label `Date`, 3:7, loss 0
vendor: it is the only reading
  * Corner Shop  first line, 1:1, loss 0
currency: it is the only reading
  * EUR  beside the amounts, 4:16, loss 0
"""


def test_as_text(selfcorrect, file):
    done = selfcorrect("check", file("x.txt", TEXT), "--domain", "invoices", "--explain-reading")
    assert done.out.startswith(SAYS)
    assert "\ntotal: the rules prove it\n    100.00  label `Total`, 6:9, loss 0\n  * 119.00" in done.out


def test_as_json(selfcorrect, file, schema):
    done = selfcorrect(
        "check", file("x.txt", TEXT), "--domain", "invoices", "--explain-reading", "--format", "json"
    )
    report = json.loads(done.out)
    schema.validate(report)
    readings = {field["path"]: field for field in report["reports"][0]["readings"]}
    assert readings["total"]["reason"] == "the rules prove it"
    assert [one["value"] for one in readings["total"]["readings"]] == ["100.00", "119.00"]
    assert readings["total"]["taken"] == 1


def test_only_where_it_is_asked_for(selfcorrect, file):
    done = selfcorrect("check", file("x.txt", TEXT), "--domain", "invoices", "--format", "jsonl")
    assert "readings" not in json.loads(done.out)
