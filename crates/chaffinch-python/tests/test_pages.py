"""One page: what goes in, what comes out."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import pytest

import chaffinch

EVENTS = """<table><tr><th>Event<th>Day<th>Begins<th>Fee<th>Places
<tr><td>Ringing course<td>2026-03-12<td>2026-03-12T10:30:00+01:00<td>€24.90<td>12
<tr><td>Night walk<td>2026-04-01<td>2026-04-01T21:00:00+02:00<td>€7.50<td>30
<tr><td>Nest box day<td>2026-05-09<td>2026-05-09T09:00:00+02:00<td>€0.99<td>8</table>"""


def test_values_have_the_types_of_python():
    row = chaffinch.tables(EVENTS).rows()[0]
    assert row["Event"] == "Ringing course"
    assert row["Day"] == date(2026, 3, 12)
    assert row["Begins"] == datetime(2026, 3, 12, 10, 30, tzinfo=timezone(timedelta(hours=1)))
    assert row["Fee"] == Decimal("24.9") and isinstance(row["Fee"], Decimal) and row["Fee_unit"] == "EUR"
    assert row["Places"] == 12 and isinstance(row["Places"], int)


def test_several_values_are_a_list_and_a_missing_one_is_none():
    recipe = {
        "@context": "https://schema.org",
        "@type": "Recipe",
        "name": "Seed cake",
        "recipeIngredient": ["500 g suet", "200 g seed", "50 g nuts"],
    }
    html = f"<title>Seed cake</title><script type='application/ld+json'>{json.dumps(recipe)}</script><h1>Seed cake</h1>"
    row = chaffinch.extract(html, want=["name", "ingredients", "isbn"]).rows()[0]
    assert row["name"] == "Seed cake" and row["isbn"] is None
    assert row["ingredients"] == ["500 g suet", "200 g seed", "50 g nuts"]


def test_a_page_is_text_bytes_a_path_or_a_document(page, tmp_path: Path):
    html = page(1)
    file = tmp_path / "page.html"
    file.write_text(html, encoding="utf-8")
    given = [html, html.encode(), bytearray(html.encode()), memoryview(html.encode()), file, str(file), chaffinch.Document(html)]
    rows = [chaffinch.extract(one).rows() for one in given]
    assert len(rows[0]) == 6 and all(other == rows[0] for other in rows)


def test_text_is_text_whatever_encoding_it_says(page):
    html = '<meta charset="iso-8859-1">' + page(1)
    assert chaffinch.extract(html).rows()[0]["price_unit"] == "EUR"
    latin = html.replace("€", "£").encode("latin-1")
    assert chaffinch.extract(latin).rows()[0]["price_unit"] == "GBP"


def test_the_address_makes_links_absolute(page):
    found = chaffinch.extract(page(1), url="https://birds.example/feeders/", want=["name"])
    assert found.url == "https://birds.example/feeders/"
    assert found.rows(links=True)[0]["name_url"] == "https://birds.example/item/100"


def test_wanted_columns_come_in_the_order_asked_for(page):
    found = chaffinch.extract(page(1), want=["price", "name"]).relations[0]
    assert [column.name for column in found.columns] == ["price", "name"]
    assert [column.type for column in found.columns][0] == "money"
    assert list(found.rows(units=False)[0]) == ["price", "name"]
    assert chaffinch.extract(page(1), want="price, name").rows() == found.rows()


def test_a_schema_names_the_columns_too(page, tmp_path: Path):
    schema = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
    file = tmp_path / "row.schema.json"
    file.write_text(json.dumps(schema))
    rows = chaffinch.extract(page(1), schema=schema).rows()
    assert list(rows[0])[0] == "name" and rows == chaffinch.extract(page(1), schema=file).rows()


def test_cells_tell_where_they_came_from(page):
    html = page(1)
    relation = chaffinch.extract(html).relations[0]
    row = relation[0]
    price = row.cells[[column.name for column in relation.columns].index("price")][0]
    assert html.encode()[slice(*price.span)].decode() == price.text == "€11.90"
    assert price.box is not None and row.box is not None and price.xpath.endswith("span")
    assert relation[-1].text.startswith(relation.rows()[-1]["name"])
    with pytest.raises(IndexError):
        relation[6]


def test_a_page_is_what_the_command_line_writes(page, tmp_path: Path):
    file = tmp_path / "page.html"
    file.write_text(page(2), encoding="utf-8")
    command = [sys.executable, "-m", "chaffinch", "extract", str(file), "--format", "jsonl"]
    contract = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert chaffinch.extract(file).to_dict() == contract
    assert chaffinch.extract(file).write(format="csv").startswith(b"name,")
    chaffinch.extract(file).write(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_bytes() == chaffinch.extract(file).write(format="csv")


def test_a_page_survives_pickling(page):
    found = chaffinch.extract(page(3), url="https://birds.example/")
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict() and again.rows() == found.rows()
    document = pickle.loads(pickle.dumps(chaffinch.Document(page(3), "https://birds.example/")))
    assert document.url == "https://birds.example/" and chaffinch.extract(document).rows() == found.rows()


def test_a_notebook_shows_the_table_and_its_place(page):
    found = chaffinch.extract(page(1).replace("Holds 1 kg", "Holds <b>1</b> &lt;script&gt; kg"))
    shown = found._repr_html_()
    assert "<table>" in shown and "<svg" in shown and shown.count("<rect") >= 8
    assert "<script>" not in shown and "&lt;script&gt;" in shown


def test_other_methods(page):
    assert len(chaffinch.records(page(1), method="depta").rows()) == 6
    assert chaffinch.records(page(1)).relations[0].kind == "records"
    assert chaffinch.tables(page(1), method="grid").relations == []
    assert chaffinch.extract(page(1), explain=True).explanation
    assert chaffinch.extract(page(1), min_score=1).relations == []
    assert chaffinch.extract(page(1), renderer="none").renderer == "none"
    assert chaffinch.extract(page(1), renderer="none").relations[0].box is None


def test_errors_are_exceptions_with_the_programs_sentences(page, tmp_path: Path):
    with pytest.raises(chaffinch.SettingsError, match="renderer"):
        chaffinch.extract(page(1), renderer="crayons")
    with pytest.raises(TypeError, match=r"extract\(\) got an unexpected keyword argument 'colour'"):
        chaffinch.extract(page(1), colour="red")
    with pytest.raises(TypeError, match="output"):
        chaffinch.extract(page(1), output="rows.csv")
    with pytest.raises(TypeError, match="not as int"):
        chaffinch.extract(7)
    with pytest.raises(chaffinch.LimitError, match="max_nodes") as limit:
        chaffinch.extract(page(1), max_nodes=10)
    assert limit.value.limit == "max_nodes" and isinstance(limit.value, OSError)
    with pytest.raises(chaffinch.ReadError, match="nowhere.html"):
        chaffinch.extract(tmp_path / "nowhere.html")
    with pytest.raises(ValueError, match="no model"):
        chaffinch.label(page(1), model="no-such-model")
    with pytest.raises(ValueError):
        chaffinch.domain(page(1), domain="no-such-domain")
    error = pickle.loads(pickle.dumps(limit.value))
    assert str(error) == str(limit.value) and error.limit == "max_nodes"


def test_a_folder_is_not_one_page(folder: Path):
    with pytest.raises(ValueError, match="several pages"):
        chaffinch.extract(folder)


def test_documents_are_those_of_a_folder(folder: Path):
    found = list(chaffinch.documents(folder))
    assert len(found) == 12 and found[0].name.endswith("page-00.html") and b"Feeders" in found[0].html
    with pytest.raises(chaffinch.ReadError):
        list(chaffinch.documents(folder / "nothing"))
