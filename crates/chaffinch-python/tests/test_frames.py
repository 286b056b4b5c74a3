"""Rows in the tables of others."""

from __future__ import annotations

import subprocess
import sys

import duckdb
import numpy
import pandas
import polars
import pyarrow
from test_pages import EVENTS

import chaffinch


def events() -> chaffinch.Relation:
    return chaffinch.tables(EVENTS).relations[0]


def test_pandas_gets_numbers_and_moments():
    frame = events().to_pandas()
    assert list(frame.columns) == ["Event", "Day", "Begins", "Fee", "Fee_unit", "Places"]
    assert frame["Fee"].dtype == numpy.float64 and frame["Fee"].sum() == 33.39
    assert frame["Day"].dtype.kind == "M" and frame["Day"].dt.month.tolist() == [3, 4, 5]
    assert str(frame["Begins"].dtype).endswith("UTC]") and frame["Begins"].dt.hour.tolist() == [9, 19, 7]


def test_polars_and_arrow_get_the_columns_of_parquet():
    frame = events().to_polars()
    assert frame.schema["Fee"] == polars.Float64 and frame.schema["Day"] == polars.Date
    assert frame["Event"].to_list() == ["Ringing course", "Night walk", "Nest box day"]
    table = events().to_arrow()
    assert isinstance(table, pyarrow.Table) and table.num_rows == 3
    assert table.schema.field("Begins").type == pyarrow.timestamp("ms", "UTC")
    assert pyarrow.schema(events()) == table.schema
    # Twice from the same relation, because a stream can be read once only.
    relation = events()
    assert polars.DataFrame(relation).equals(polars.DataFrame(relation))


def test_duckdb_asks_questions_of_a_relation():
    found = events().to_arrow()
    assert duckdb.sql("select sum(Places) from found").fetchall() == [(50.0,)]


def test_nothing_but_the_package_is_needed():
    program = """
import sys
before = set(sys.modules)
import chaffinch
relation = chaffinch.extract("<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>").relations[0]
assert relation.rows()[0]["People"] == 126000
assert "arrow_array_stream" in repr(relation.__arrow_c_stream__())
assert "arrow_schema" in repr(relation.__arrow_c_schema__())
foreign = {name.split(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names - {"chaffinch"}
assert not foreign, foreign
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_what_is_no_number_leaves_its_column_as_it_is():
    html = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000<tr><td>Bonn<td>unknown<tr><td>Jena<td></table>"
    frame = chaffinch.extract(html).relations[0].to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == 4
