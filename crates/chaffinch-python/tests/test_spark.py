"""The package on a cluster of Spark, of two workers that are processes of their own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from conftest import shop_page
from pyspark.sql import SparkSession

import chaffinch.spark

pytestmark = pytest.mark.timeout(600)

PAGES = [(shop_page(number, 5 + number % 3), f"https://shop-{number % 2}.example/{number}") for number in range(40)]
EXPECTED = {
    (url, row["name"], str(row["price"]))
    for page, (_, url) in zip(chaffinch.extract_many(PAGES, want=["name", "price"]), PAGES)
    for row in page.rows()
}


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkSession]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # The tests' own modules are pickled by name, and the workers start elsewhere.
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", False)
    builder = builder.config("spark.executor.memory", "1g").config("spark.sql.shuffle.partitions", 2)
    session = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    yield session
    session.stop()


def found(rows) -> set[tuple[str, str, str]]:
    return {(row["url"], row["name"], row["price"]) for row in rows.collect()}


def test_pages_of_a_parquet_file(spark: SparkSession, tmp_path: Path):
    table = pyarrow.table({"html": [page for page, _ in PAGES], "url": [url for _, url in PAGES]})
    pyarrow.parquet.write_table(table, tmp_path / "pages.parquet")
    pages = spark.read.parquet(str(tmp_path / "pages.parquet")).repartition(4)
    rows = chaffinch.spark.extract(pages, html="html", url="url", want=["name", "price"])
    assert rows.columns == chaffinch.arrow.schema(["name", "price"]).names
    assert found(rows) == EXPECTED


def test_pages_of_an_archive(spark: SparkSession, tmp_path: Path):
    archive = tmp_path / "crawl.warc"
    archive.write_bytes(b"".join(warc_record(page, url) for page, url in PAGES))
    pages = chaffinch.spark.documents(spark, str(archive), partitions=4)
    assert pages.columns == ["name", "url", "content_type", "html"]
    assert found(chaffinch.spark.extract(pages, want="name, price")) == EXPECTED


def test_wrappers_are_taught_once_a_site(spark: SparkSession):
    pages = spark.createDataFrame(PAGES, "html string, url string")
    rows = chaffinch.spark.extract_sites(pages, want=["name", "price"], sample=5)
    assert found(rows) == EXPECTED


def test_all_columns_are_a_map_without_wanted_names(spark: SparkSession):
    pages = spark.createDataFrame([*PAGES[:3], ("", "https://shop-0.example/empty")], "html string, url string")
    rows = chaffinch.spark.extract(pages).collect()
    first = next(row for row in rows if row["url"] == PAGES[0][1] and row["row"] == 1)
    assert first["values"]["name"].endswith("no. 0") and first["units"]["price"] == "EUR"
    assert [row["row"] for row in rows if row["url"].endswith("empty")] == [None]


def warc_record(page: str, url: str) -> bytes:
    response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.encode()
    head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; msgtype=response\r\n"
    return f"{head}Content-Length: {len(response)}\r\n\r\n".encode() + response + b"\r\n\r\n"
