"""What docs/cluster.md shows for Ray, Dask and Daft, where these are installed."""

from __future__ import annotations

from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from conftest import shop_page

import chaffinch.arrow

WANT = ["name", "price"]
PAGES = [(shop_page(number), f"https://shop.example/{number}") for number in range(8)]
EXPECTED = {(f"https://shop.example/{number}", at + 1) for number in range(8) for at in range(6)}


@pytest.fixture
def parquet(tmp_path: Path) -> str:
    table = pyarrow.table({"html": [page for page, _ in PAGES], "url": [url for _, url in PAGES]})
    pyarrow.parquet.write_table(table, tmp_path / "pages.parquet", row_group_size=2)
    return str(tmp_path / "pages.parquet")


def found(rows: list[dict]) -> set[tuple[str, int]]:
    assert all(row["name"] and row["price_unit"] == "EUR" for row in rows)
    return {(row["url"], row["row"]) for row in rows}


def test_arrow_gives_a_row_for_each_page_that_has_none():
    pages = {"html": [shop_page(1), "", "<p>x" * 500], "url": ["a", "b", "c"]}
    rows = chaffinch.arrow.extract(pages, want=WANT, max_nodes=200)
    assert rows.schema == chaffinch.arrow.schema(WANT) and rows.num_rows == 8
    last = rows.to_pylist()[-2:]
    assert [row["url"] for row in last] == ["b", "c"] and last[1]["error"] and last[0]["row"] is None
    everything = chaffinch.arrow.extract({"html": [shop_page(1)]}, url=None, select="all").to_pylist()
    assert dict(everything[0]["units"]) == {"price": "EUR"} and dict(everything[0]["values"])["price"] == "11.9"


def test_ray(parquet: str):
    ray = pytest.importorskip("ray")
    pages = ray.data.read_parquet(parquet)
    arguments = {"want": WANT, "threads": 1}
    rows = pages.map_batches(chaffinch.arrow.extract, batch_format="pyarrow", batch_size=4, fn_kwargs=arguments)
    assert found(rows.take_all()) == EXPECTED


def test_dask(parquet: str):
    dataframe = pytest.importorskip("dask.dataframe")

    def read(part):
        return chaffinch.arrow.extract(pyarrow.Table.from_pandas(part), want=WANT, threads=1).to_pandas()

    meta = chaffinch.arrow.schema(WANT).empty_table().to_pandas()
    rows = dataframe.read_parquet(parquet).map_partitions(read, meta=meta)
    assert found(rows.compute().to_dict("records")) == EXPECTED


def test_daft(parquet: str):
    daft = pytest.importorskip("daft")
    row = daft.DataType.from_arrow_type(pyarrow.struct(list(chaffinch.arrow.schema(WANT))))

    @daft.func.batch(return_dtype=daft.DataType.list(row))
    def read(html, url):
        pages = zip(html.to_pylist(), url.to_pylist())
        tables = [chaffinch.arrow.extract({"html": [page], "url": [address]}, want=WANT, threads=1) for page, address in pages]
        return [table.to_pylist() for table in tables]

    rows = daft.read_parquet(parquet).select(read(daft.col("html"), daft.col("url")).alias("row")).explode("row")
    assert found([row["row"] for row in rows.to_pylist()]) == EXPECTED
