"""Tables of pages to tables of rows: what engines that work on Arrow call, on one machine or on many.

The answer has always the same columns, so that an engine can plan with them before any page is read:

==============  =============  ========================================================================================
column          type           what it is
==============  =============  ========================================================================================
``url``         string         the page's address, as it was given
``title``       string         the page's title
``kind``        string         what the page is: list, detail, table, topk, article, form, other
``relation``    int32          the rank of the row's relation on its page, from 1; null where the page has no row
``row``         int32          the number of the row in its relation, from 1
``score``       float          the score of the relation
``xpath``       string         the node of the row
``values``      map            the name of each column to its value as text: ISO 8601 for dates, a plain number for numbers
``units``       map            the name of each column with a unit or a currency to that
``error``       string         why the page could not be read
==============  =============  ========================================================================================

With ``want``, each wanted name is a string column of its own instead of ``values`` and ``units``, followed by ``<name>_unit``. A page
without rows gives one row with nulls, so that every page is accounted for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ._native import Document
from ._page import Page
from ._read import documents, extract_many

if TYPE_CHECKING:
    import pyarrow

#: How many rows a batch of the answer has at most.
BATCH_ROWS = 4096
#: How many bytes of pages a batch of documents has at most, save for the last page.
BATCH_BYTES = 16 << 20


def schema(want: str | Sequence[str] | None = None) -> pyarrow.Schema:
    """The columns of the answer.

    >>> import chaffinch.arrow
    >>> chaffinch.arrow.schema(["name", "price"]).names
    ['url', 'title', 'kind', 'relation', 'row', 'score', 'xpath', 'name', 'name_unit', 'price', 'price_unit', 'error']
    """
    import pyarrow

    text, number = pyarrow.string(), pyarrow.int32()
    fields = [("url", text), ("title", text), ("kind", text), ("relation", number), ("row", number)]
    fields += [("score", pyarrow.float32()), ("xpath", text)]
    if want:
        fields += [(field, text) for name in wanted(want) for field in (name, f"{name}_unit")]
    else:
        fields += [("values", pyarrow.map_(text, text)), ("units", pyarrow.map_(text, text))]
    return pyarrow.schema([*fields, ("error", text)])


def extract(
    table: Any, *, html: str = "html", url: str | None = "url", select: str = "best", want: str | Sequence[str] | None = None, **settings: Any
) -> pyarrow.Table:
    """The rows on the pages of a table of Arrow: ``html`` names the column of pages, text or bytes, and ``url`` that of their addresses.

    ``select`` is ``best`` for the best relation of a page, or ``all``. The other settings are those of :func:`chaffinch.extract_many`.

    >>> import chaffinch.arrow, pyarrow
    >>> html = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>"
    >>> rows = chaffinch.arrow.extract(pyarrow.table({"html": [html], "url": ["https://towns.example/"]}), want=["city", "people"])
    >>> rows.select(["url", "city", "people"]).to_pylist()[1]
    {'url': 'https://towns.example/', 'city': 'Trier', 'people': '110000'}
    """
    import pyarrow

    pages = pyarrow.table(table)
    batches = extract_batches(pages.to_batches(), html=html, url=url, select=select, want=want, **settings)
    return pyarrow.Table.from_batches(batches, schema(want))


def extract_batches(
    batches: Iterable[pyarrow.RecordBatch],
    *,
    html: str = "html",
    url: str | None = "url",
    select: str = "best",
    want: str | Sequence[str] | None = None,
    **settings: Any,
) -> Iterator[pyarrow.RecordBatch]:
    """:func:`extract` for batches that come one after the other, as engines hand them over; pages of the next batch are begun while rows
    of the last are taken."""
    if select not in ("best", "all"):
        raise ValueError("select is best or all")
    addresses: deque[str | None] = deque()
    pages = extract_many(_pages(batches, html, url, addresses), want=want, **settings)
    return written(_with_addresses(pages, addresses), select, want)


def written(pages: Iterable[tuple[Page, str | None]], select: str, want: str | Sequence[str] | None) -> Iterator[pyarrow.RecordBatch]:
    """Pages with their addresses, as batches of rows."""
    import pyarrow

    columns = schema(want)
    names = wanted(want) if want else None
    rows: list[dict[str, Any]] = []
    for page, address in pages:
        rows.extend(_rows(page, address, select, names))
        while len(rows) >= BATCH_ROWS:
            yield pyarrow.RecordBatch.from_pylist(rows[:BATCH_ROWS], schema=columns)
            rows = rows[BATCH_ROWS:]
    if rows:
        yield pyarrow.RecordBatch.from_pylist(rows, schema=columns)


def document_schema() -> pyarrow.Schema:
    """The columns of :func:`document_batches`."""
    import pyarrow

    text = pyarrow.string()
    return pyarrow.schema([("name", text), ("url", text), ("content_type", text), ("html", pyarrow.binary())])


def document_batches(*inputs: str, **settings: Any) -> Iterator[pyarrow.RecordBatch]:
    """The pages of files, folders and archives as batches of Arrow, to be spread over an engine before they are read."""
    import pyarrow

    rows: list[dict[str, Any]] = []
    size = 0
    for document in documents(*inputs, **settings):
        about = {"name": document.name, "url": document.url, "content_type": document.content_type}
        rows.append({**about, "html": document.html})
        size += len(rows[-1]["html"])
        if len(rows) == BATCH_ROWS or size > BATCH_BYTES:
            yield pyarrow.RecordBatch.from_pylist(rows, schema=document_schema())
            rows, size = [], 0
    if rows:
        yield pyarrow.RecordBatch.from_pylist(rows, schema=document_schema())


def wanted(want: str | Sequence[str]) -> list[str]:
    """The names in ``want``."""
    return [name.strip() for name in (want.split(",") if isinstance(want, str) else want)]


def documents_of(batch: Any, html: str = "html", url: str | None = "url") -> Iterator[Document]:
    """The pages of a batch or a table of Arrow."""
    pages = batch.column(html)
    urls = batch.column(url) if url is not None and url in batch.schema.names else None
    for at in range(batch.num_rows):
        address = urls[at].as_py() if urls is not None else None
        yield Document(pages[at].as_py() or b"", address)


def _pages(batches: Iterable[Any], html: str, url: str | None, addresses: deque[str | None]) -> Iterator[Document]:
    for batch in batches:
        for document in documents_of(batch, html, url):
            addresses.append(document.url)
            yield document


def _with_addresses(pages: Iterable[Page], addresses: deque[str | None]) -> Iterator[tuple[Page, str | None]]:
    for page in pages:
        yield page, addresses.popleft()


def _rows(page: Page, address: str | None, select: str, names: list[str] | None) -> Iterator[dict[str, Any]]:
    about = {"url": address, "title": page.title, "kind": page.kind, "error": "; ".join(page.errors) or None}
    relations = page.relations if select == "all" else page.relations[:1]
    found = False
    for rank, relation in enumerate(relations, 1):
        columns = [column.name for column in relation.columns]
        for number, (xpath, values) in enumerate(zip(relation._xpaths(), relation.rows()), 1):
            found = True
            place = {"relation": rank, "row": number, "score": relation.score, "xpath": xpath}
            yield {**about, **place, **(_named(values, names) if names else _mapped(values, columns))}
    if not found:
        yield about


def _named(values: dict[str, Any], names: list[str]) -> dict[str, str | None]:
    fields = [field for name in names for field in (name, f"{name}_unit")]
    return {field: _text(values.get(field)) for field in fields}


def _mapped(values: dict[str, Any], columns: list[str]) -> dict[str, list[tuple[str, str]]]:
    texts = [(name, _text(values[name])) for name in columns]
    units = [(name, _text(values.get(f"{name}_unit"))) for name in columns]
    return {
        "values": [(name, text) for name, text in texts if text is not None],
        "units": [(name, text) for name, text in units if text is not None],
    }


def _text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, list):
        return "; ".join(text for text in map(_text, value) if text is not None)
    return str(value)
