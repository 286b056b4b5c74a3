"""What was found on a page."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _native
from ._native import Document

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

#: A place on the page in CSS pixels: x, y, width, height.
Box = tuple[float, float, float, float]


class Column(NamedTuple):
    """A column of a relation.

    >>> import chaffinch
    >>> page = chaffinch.extract("<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>")
    >>> page.relations[0].columns[1]
    Column(name='People', type='number', confidence=None)
    """

    name: str
    #: text, number, money, date, url, image, boolean, email, phone, rating, duration, coordinates, isbn or gtin
    type: str
    #: How probable it is that its values are what its name says, where that is known.
    confidence: float | None


class Cell(NamedTuple):
    """A value and where it came from."""

    #: As the page writes it, on one line.
    text: str
    #: As Python has it: see :meth:`Relation.rows`.
    value: Any
    unit: str | None
    #: The ends of a range of numbers.
    range: tuple[float | None, float | None] | None
    link: str | None
    xpath: str | None
    #: Its bytes in the input as read.
    span: tuple[int, int] | None
    box: Box | None
    confidence: float | None


class Row(NamedTuple):
    """A row of a relation with all that is known of it."""

    #: For each column its cells: none where the value is missing, several where it has several.
    cells: tuple[tuple[Cell, ...], ...]
    #: The whole text of the row.
    text: str
    links: list[str]
    images: list[str]
    xpaths: list[str]
    box: Box | None


class Page:
    """What was found on a page: relations, best first.

    >>> import chaffinch
    >>> page = chaffinch.extract("<title>Towns</title><table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>")
    >>> page.title, page.kind, len(page.relations)
    ('Towns', 'table', 1)
    >>> page.rows()[0]
    {'City': 'Ulm', 'People': 126000}
    """

    __slots__ = ("_report", "relations")

    def __init__(self, report: _native.Report) -> None:
        self._report = report
        #: What was found, best first.
        self.relations: list[Relation] = [Relation(self, relation) for relation in report.relations()]

    @property
    def input(self) -> str:
        """The input as it was named; ``page`` where it had no name."""
        return self._report.input

    @property
    def url(self) -> str | None:
        """The address of the page, where it is known."""
        return self._report.url

    @property
    def title(self) -> str | None:
        """The page's title."""
        return self._report.title

    @property
    def kind(self) -> str | None:
        """What the page is: list, detail, table, topk, article, form or other; ``None`` where only one method ran."""
        return self._report.kind

    @property
    def renderer(self) -> str:
        """The renderer that gave the boxes: embedded, chromium or none."""
        return self._report.renderer

    @property
    def errors(self) -> list[str]:
        """What failed, a sentence each."""
        return self._report.errors

    @property
    def remarks(self) -> list[str]:
        """What was left out or is missing though nothing failed, a sentence each."""
        return self._report.remarks

    @property
    def explanation(self) -> list[str]:
        """Why the methods chose what they chose, where ``explain=True`` asked for it."""
        return self._report.explanation

    @property
    def best(self) -> Relation | None:
        """The first relation, where there is one."""
        return self.relations[0] if self.relations else None

    @property
    def fits(self) -> bool:
        """Whether the page fits the wrapper that read it; always true where no wrapper did."""
        return not self._report.misfit

    def rows(self, *, units: bool = True, links: bool = False) -> list[dict[str, Any]]:
        """The rows of the best relation; none where nothing was found. See :meth:`Relation.rows`."""
        return self.best.rows(units=units, links=links) if self.best else []

    def to_dict(self) -> dict[str, Any]:
        """The page as the JSON contract has it: what ``--format jsonl`` writes.

        >>> import chaffinch
        >>> chaffinch.extract("<p>Nothing to see.").to_dict()["relations"]
        []
        """
        contract: dict[str, Any] = json.loads(self._report.json())
        return contract

    def to_json(self) -> str:
        """:meth:`to_dict` as text."""
        return self._report.json()

    def write(self, file: str | os.PathLike[str] | None = None, *, format: str | None = None, select: str | int = "best") -> bytes:
        """Writes the page in one of the command line's formats: text, json, jsonl, rows, csv, tsv, md, html, xml, parquet, sqlite, xlsx.

        The format is that of the file's ending where none is named. The bytes are returned as well; without a file nothing is written.

        >>> import chaffinch
        >>> page = chaffinch.extract("<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>")
        >>> print(page.write(format="csv").decode())
        City,People
        Ulm,"126,000"
        Trier,"110,000"
        <BLANKLINE>
        """
        if format is None:
            format = os.path.splitext(os.fspath(file))[1].lstrip(".") if file is not None else "json"
        written = self._report.write(format, str(select))
        if file is not None:
            with open(file, "wb") as out:
                out.write(written)
        return written

    def raise_errors(self) -> None:
        """Raises the first error as an exception, where there is one: for pages of :func:`chaffinch.extract_many` and of wrappers."""
        self._report.raise_error()

    def __iter__(self) -> Iterator[Relation]:
        return iter(self.relations)

    def __len__(self) -> int:
        return len(self.relations)

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        found = ", ".join(f"{len(relation)} {relation.kind}" for relation in self.relations) or "nothing"
        return f"<Page {self.title or self.input}: {found}>"

    def _repr_html_(self) -> str:
        heading = f"<h4>{escape(self.title or self.input)}</h4>"
        found = "".join(relation._repr_html_() for relation in self.relations[:3])
        more = f"<p>and {len(self.relations) - 3} more</p>" if len(self.relations) > 3 else ""
        sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in [*self.errors, *self.remarks])
        return heading + (found or "<p>nothing found</p>") + more + sentences

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return _unpacked, (self._report.pack(),)


class Relation:
    """Rows with the same columns: a table, a list of records, a top-k list, or the one row of a page about one thing.

    It speaks Arrow's PyCapsule protocol, so that anything which reads Arrow reads it: ``polars.DataFrame(relation)``,
    ``pyarrow.table(relation)``, ``duckdb.sql("from relation")`` after ``relation = relation.to_arrow()``.
    """

    __slots__ = ("_page", "_relation")

    def __init__(self, page: Page, relation: _native.Relation) -> None:
        self._page = page
        self._relation = relation

    @property
    def kind(self) -> str:
        """records, table, topk or detail."""
        return self._relation.kind

    @property
    def method(self) -> str:
        """The method that found it."""
        return self._relation.method

    @property
    def score(self) -> float:
        """How sure the method is, 0 to 1, comparable across methods."""
        return self._relation.score

    @property
    def title(self) -> str | None:
        """What the page calls it."""
        return self._relation.title

    @property
    def facts(self) -> dict[str, str]:
        """What else the method knows about the relation as a whole."""
        return self._relation.facts

    @property
    def xpath(self) -> str:
        """The node that holds it."""
        return self._relation.xpath

    @property
    def box(self) -> Box | None:
        """Where that node stands on the page."""
        return self._relation.box

    @property
    def columns(self) -> list[Column]:
        """The columns. One without a name on the page is called by its place, ``column3``; no two have the same name."""
        return [Column(*column) for column in self._relation.columns()]

    def rows(self, *, units: bool = True, links: bool = False) -> list[dict[str, Any]]:
        """The rows as dictionaries of Python values.

        Money is :class:`decimal.Decimal`, other numbers are ``int`` where whole and ``float`` where not, days are
        :class:`datetime.date`, moments :class:`datetime.datetime`, yes and no ``bool``; several values are a list, a missing value is
        ``None``, everything else is text. Beside a column with units or currencies stands ``<name>_unit``, beside one with ranges
        ``<name>_range``, unless ``units=False``; ``links=True`` adds ``<name>_url``. All rows have the same keys.

        >>> import chaffinch
        >>> page = chaffinch.extract("<table><tr><th>Feeder<th>Price<tr><td>Steel mesh<td>€17.50<tr><td>Clear tray<td>€12.40</table>")
        >>> page.relations[0].rows()[0]
        {'Feeder': 'Steel mesh', 'Price': Decimal('17.5'), 'Price_unit': 'EUR'}
        """
        return self._relation.rows(units, links)

    def to_pandas(self, *, units: bool = True, links: bool = False) -> pandas.DataFrame:
        """The rows as a data frame of pandas: numbers are ``float64``, days and moments ``datetime64``, several values lists.

        >>> import chaffinch
        >>> page = chaffinch.extract("<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>")
        >>> page.relations[0].to_pandas()["People"].sum()
        np.float64(236000.0)
        """
        from ._frames import data_frame

        return data_frame(self, self._relation.lists(units, links))

    def to_polars(self) -> polars.DataFrame:
        """The rows as a data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of pyarrow. Columns and types are those of the Parquet output."""
        import pyarrow

        return pyarrow.table(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Arrow's PyCapsule protocol: the rows."""
        return self._relation.arrow_stream()

    def __arrow_c_schema__(self) -> object:
        """Arrow's PyCapsule protocol: the columns."""
        return self._relation.arrow_schema()

    def __len__(self) -> int:
        return len(self._relation)

    def __bool__(self) -> bool:
        return True

    def __getitem__(self, at: int) -> Row:
        """A row with all that is known of it.

        >>> import chaffinch
        >>> html = "<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>"
        >>> cell = chaffinch.extract(html).relations[0][0].cells[1][0]
        >>> cell.text, cell.value, html[slice(*cell.span)]
        ('126,000', 126000, '126,000')
        """
        place = at + len(self) if at < 0 else at
        if not 0 <= place < len(self):
            raise IndexError(f"there is no row {at}")
        xpaths, box, text, links, images, cells = self._relation.row(place)
        found = tuple(tuple(Cell(*cell) for cell in content or ()) for content in cells)
        return Row(found, text, links, images, xpaths, box)

    def __iter__(self) -> Iterator[Row]:
        return (self[at] for at in range(len(self)))

    def __repr__(self) -> str:
        names = ", ".join(column.name for column in self.columns)
        return f"<Relation of {len(self)} {self.kind}: {names}>"

    def _repr_html_(self) -> str:
        """The table, and where it stands on the page."""
        from ._drawing import place

        return f'<div style="display:flex;gap:1em;align-items:flex-start">{self._relation.html()}{place(self._page, self)}</div>'

    def _xpaths(self) -> list[str]:
        return self._relation.xpaths()

    def _places(self) -> list[Box]:
        return self._relation.places()


def _unpacked(packed: bytes) -> Page:
    return Page(_native.unpack_report(packed))


def _document(html: bytes, url: str | None, name: str, content_type: str | None) -> Document:
    return Document(html, url, name=name, content_type=content_type)
