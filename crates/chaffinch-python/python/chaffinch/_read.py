"""Functions that read pages: one for each command."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Union

from . import _native, _settings
from ._native import Document
from ._page import Page

if TYPE_CHECKING:
    from typing_extensions import TypeAlias, Unpack

#: A page: HTML as text or bytes, the path of a file, an address, or a :class:`Document`.
PageLike: TypeAlias = "Union[str, bytes, bytearray, memoryview, os.PathLike[str], Document]"


def extract(page: PageLike, *, url: str | None = None, **settings: Unpack[_settings.ExtractSettings]) -> Page:
    """What is on a page: records, tables and details, best first.

    ``page`` is HTML as text or bytes, a path, or an address that begins with http; text without a ``<`` is a path. ``url`` is where the
    page came from, so that its links become absolute. ``want`` names the columns to give, whatever the page calls them. The other settings
    are the options of ``chaffinch extract`` with their names and defaults: see :class:`chaffinch.ExtractSettings`.

    >>> import chaffinch
    >>> html = '''<h1>Feeders</h1><ul>
    ...   <li><h3><a href="/1">Steel mesh feeder</a></h3><p>For peanuts.</p><b>€17.50</b></li>
    ...   <li><h3><a href="/2">Clear tray feeder</a></h3><p>For windows.</p><b>€12.40</b></li>
    ...   <li><h3><a href="/3">Oak hopper feeder</a></h3><p>For seed.</p><b>€39.00</b></li></ul>'''
    >>> page = chaffinch.extract(html, url="https://birds.example/feeders", want=["name", "price"])
    >>> for row in page.relations[0].rows():
    ...     print(row)
    {'name': 'Steel mesh feeder', 'price': Decimal('17.5'), 'price_unit': 'EUR'}
    {'name': 'Clear tray feeder', 'price': Decimal('12.4'), 'price_unit': 'EUR'}
    {'name': 'Oak hopper feeder', 'price': Decimal('39'), 'price_unit': 'EUR'}
    """
    return _read("extract", page, url, settings)


def tables(page: PageLike, *, url: str | None = None, **settings: Unpack[_settings.TablesSettings]) -> Page:
    """The tables on a page, whatever their markup. Settings are the options of ``chaffinch tables``.

    >>> import chaffinch
    >>> page = chaffinch.tables("<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>", keyword="Trier")
    >>> page.rows()[1]["City"]
    'Trier'
    """
    return _read("tables", page, url, settings)


def topk(page: PageLike, *, url: str | None = None, **settings: Unpack[_settings.TopkSettings]) -> Page:
    """The list that a title such as "The 10 best …" promises, and nothing else. Settings are the options of ``chaffinch topk``.

    >>> import chaffinch
    >>> items = "".join(f"<h2>{place}. {name}</h2><p>Sings at dawn.</p>" for place, name in enumerate(["Robin", "Wren", "Finch"], 1))
    >>> page = chaffinch.topk(f"<title>The 3 best singers</title><h1>The 3 best singers</h1>{items}")
    >>> [(row["rank"], row["title"]) for row in page.rows()]
    [(1, 'Robin'), (2, 'Wren'), (3, 'Finch')]
    """
    return _read("topk", page, url, settings)


def records(page: PageLike, *, url: str | None = None, **settings: Unpack[_settings.RecordsSettings]) -> Page:
    """The lists of records on a page, such as search results or products. Settings are the options of ``chaffinch records``.

    >>> import chaffinch
    >>> item = "<li><h3>Nest box no. {0}</h3><p>Of oak, with a roof.</p><b>${0}.90</b></li>"
    >>> page = chaffinch.records("<ul>" + "".join(map(item.format, range(10, 16))) + "</ul>")
    >>> page.relations[0]
    <Relation of 6 records: name, price, other>
    """
    return _read("records", page, url, settings)


def label(page: PageLike, *, model: str | os.PathLike[str], url: str | None = None, **settings: Unpack[_settings.LabelSettings]) -> Page:
    """Names records and their attributes with a model that was learned from other sites.

    ``model`` is the name of one that comes with the package (:func:`models` lists them) or a file that :func:`train` wrote. A model sees more
    when it sees the pages of a site together: give these to :func:`extract_many` with ``method="label"``.

    >>> import chaffinch
    >>> html = "<h1>The Old Mill</h1><p>12 River Street, Ulm</p><p>Tel. +49 731 1234567</p><p>Cuisine: Swabian</p>"
    >>> chaffinch.label(html, model="restaurant").input
    'page'
    """
    return _read("label", page, url, {"model": model, **settings})


def domain(page: PageLike, *, domain: str | os.PathLike[str], url: str | None = None, **settings: Unpack[_settings.DomainSettings]) -> Page:
    """The records of a domain: real-estate, product, job or another that comes with the program, or a file of your own knowledge.

    >>> import chaffinch
    >>> home = "<li><h3>{0} bedroom flat in Ulm</h3><p>{0} bedrooms</p><b>£{1},000</b></li>"
    >>> html = "<ul>" + "".join(home.format(beds, price) for beds, price in [(2, 180), (3, 240), (1, 120), (4, 310)]) + "</ul>"
    >>> len(chaffinch.domain(html, domain="real-estate").rows())
    4
    """
    return _read("domain", page, url, {"domain": domain, **settings})


def extract_many(
    pages: Iterable[PageLike | tuple[PageLike, str | None]] | str | os.PathLike[str], *, method: str = "extract", **settings: Any
) -> Iterator[Page]:
    """Reads many pages on all cores and gives them in their order, a bounded number of them in memory.

    ``pages`` is anything that gives what :func:`extract` takes, pairs of a page and its address, or names of folders and archives, whose
    pages follow one another. A page that cannot be read is a :class:`Page` with ``errors``, and the rest follows. ``method`` is the command:
    extract, tables, topk, records, label or domain; the settings are its options, and ``threads``.

    The interpreter is free while pages are read. Where the settings have a model, pages of one site are read together.

    >>> import chaffinch
    >>> html = "<table><tr><th>City<th>People<tr><td>{}<td>126,000<tr><td>Trier<td>110,000</table>"
    >>> pages = chaffinch.extract_many((html.format(name) for name in ["Ulm", "Bonn", "Jena"]), threads=2)
    >>> [page.rows()[0]["City"] for page in pages]
    ['Ulm', 'Bonn', 'Jena']
    """
    return map(Page, _reader(method, settings).many(pages))


def documents(*inputs: str | os.PathLike[str], **settings: Unpack[_settings.ReadSettings]) -> Iterator[Document]:
    """The pages of files, folders, patterns, archives and addresses, one at a time, unread.

    >>> import chaffinch, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = pathlib.Path(folder, "a.html").write_text("<p>Hello")
    ...     [document.html for document in chaffinch.documents(folder)]
    [b'<p>Hello']
    """
    return _native.Documents([os.fspath(name) for name in inputs], _settings.options(settings))


def _read(command: str, page: Any, url: str | None, settings: Any) -> Page:
    return Page(_reader(command, settings).read(page, url))


def _reader(command: str, settings: Any) -> _native.Reader:
    """What reads pages with these settings. The same ones are used again, and not across processes: Chromium is bound to one."""
    if command not in COMMANDS:
        raise ValueError(f"there is no method {command!r}; there are {', '.join(COMMANDS)}")
    given = dict(settings)
    schema = _settings.schema_text(given)
    return _made(command, _settings.options(given), schema, os.getpid())


COMMANDS = ("extract", "tables", "topk", "records", "label", "domain")


@lru_cache(maxsize=16)
def _made(command: str, options: _settings.Options, schema: str | None, process: int) -> _native.Reader:
    return _native.Reader(command, list(options), schema)
