"""Pages on a cluster of Spark. The package must be installed on the workers; nothing else is needed there.

    df = spark.read.parquet("pages.parquet")
    rows = chaffinch.spark.extract(df, html="html", url="url", want=["name", "price"])

The columns are those of :mod:`chaffinch.arrow`, the same for every input.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from . import arrow
from ._errors import LearnError
from ._page import Page
from ._read import extract_many
from ._site import Site

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType


def schema(want: str | Sequence[str] | None = None) -> StructType:
    """The columns of the answer, as Spark writes them."""
    return _spark_schema(arrow.schema(want))


def extract(
    df: DataFrame, html: str = "html", url: str | None = "url", *, want: str | Sequence[str] | None = None, select: str = "best", **settings: Any
) -> DataFrame:
    """The rows on the pages of a data frame: ``html`` names the column of pages, text or binary, and ``url`` that of their addresses.

    The other settings are those of :func:`chaffinch.extract_many`. Each task of Spark reads with one thread, unless ``threads`` says
    otherwise (raise ``spark.task.cpus`` with it).
    """
    given = {"threads": 1, "want": want, "select": select, **settings}

    def read(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        return arrow.extract_batches(batches, html=html, url=url, **given)

    columns = [html, *([url] if url is not None and url in df.columns else [])]
    return df.select(*columns).mapInArrow(read, schema(want))


def extract_sites(
    df: DataFrame,
    html: str = "html",
    url: str = "url",
    *,
    site: str | None = None,
    want: str | Sequence[str] | None = None,
    sample: int = 10,
    **settings: Any,
) -> DataFrame:
    """:func:`extract` for data frames with many pages of each site: wrappers are learned once a site and read the rest of it.

    ``site`` names the column that tells the sites apart; without it, it is the host of the address. Pages that fit no wrapper, and all pages
    of sites from which nothing can be learned, are read one by one. The pages of one site are in the memory of one task together.
    """
    from pyspark.sql import functions

    given = {"threads": 1, **settings}

    def read(pages: pyarrow.Table) -> pyarrow.Table:
        return read_site(pages, html=html, url=url, want=want, sample=sample, **given)

    key = functions.col(site) if site is not None else functions.expr(f"coalesce(try_parse_url(`{url}`, 'HOST'), '')")
    pages = df.select(functions.col(html), functions.col(url), key.alias("_site"))
    return pages.groupBy("_site").applyInArrow(read, schema(want))


def read_site(
    pages: pyarrow.Table, *, html: str = "html", url: str | None = "url", want: str | Sequence[str] | None = None, sample: int = 10, **settings: Any
) -> pyarrow.Table:
    """The rows on the pages of one site, a table of Arrow: what :func:`extract_sites` does with each site."""
    import pyarrow

    documents = list(arrow.documents_of(pages, html, url))
    # Fewer pages than are looked at to learn are read as fast without learning.
    learned = _learned(documents, want, sample) if len(documents) > 2 * sample else None
    read: list[Page | None] = list(learned.apply_many(documents)) if learned else [None] * len(documents)
    left = [at for at, page in enumerate(read) if page is None or not page.fits or not page.relations]
    for at, page in zip(left, extract_many((documents[at] for at in left), want=want, **settings)):
        read[at] = page
    found = [(page, document.url) for page, document in zip(read, documents) if page is not None]
    return pyarrow.Table.from_batches(arrow.written(found, "best", want), arrow.schema(want))


def documents(spark: SparkSession, *inputs: str, partitions: int | None = None) -> DataFrame:
    """The pages of archives, files and folders that all workers can reach, as a data frame: name, url, content_type, html.

    Each input is read by one task; the pages are then spread over ``partitions``, where a number is given.
    """

    def read(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            yield from arrow.document_batches(*batch.column("input").to_pylist())

    names = spark.createDataFrame([(name,) for name in inputs], "input string").repartition(len(inputs))
    pages = names.mapInArrow(read, _spark_schema(arrow.document_schema()))
    return pages.repartition(partitions) if partitions else pages


def _learned(documents: list[Any], want: str | Sequence[str] | None, sample: int) -> Site | None:
    try:
        return Site.learn(documents, sample=sample, want=want)
    except LearnError:
        return None


def _spark_schema(columns: pyarrow.Schema) -> StructType:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(columns)
