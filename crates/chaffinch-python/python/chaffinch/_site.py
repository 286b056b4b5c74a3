"""Wrappers: how a site writes its records, learned from a few of its pages and used to read the rest at memory speed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _native, _settings
from ._errors import MisfitError
from ._native import Document
from ._page import Page

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from ._read import PageLike


class _Wrappers:
    """What a site and a single wrapper have in common."""

    __slots__ = ("_site",)

    def __init__(self, site: _native.Site) -> None:
        self._site = site

    @property
    def notes(self) -> list[str]:
        """What was learned and how sure that is, a sentence each; none where it comes from a file."""
        return self._site.notes

    def apply(self, page: PageLike, *, url: str | None = None) -> Page:
        """What is read on a page. Where it does not fit, ``page.fits`` is false and ``page.errors`` say why.

        >>> import chaffinch
        >>> row = "<li><a href=/{0}>Feeder no. {0} of oak</a> <p>Holds seed.</p> <b>${0}.90</b></li>"
        >>> pages = ["<h1>Feeders</h1><ul>" + "".join(row.format(10 * page + n) for n in range(6 + page % 3)) + "</ul>" for page in range(1, 9)]
        >>> site = chaffinch.Site.learn(pages, want=["name", "price"])
        >>> len(site.apply(pages[5]).rows())
        6
        """
        return Page(self._site.read(page, url))

    def apply_many(self, pages: Iterable[PageLike | tuple[PageLike, str | None]] | str | os.PathLike[str]) -> Iterator[Page]:
        """What is read on many pages, in their order and on all cores: what :func:`chaffinch.extract_many` takes."""
        return map(Page, self._site.many(pages))

    def check(self, pages: Iterable[PageLike | tuple[PageLike, str | None]] | str | os.PathLike[str]) -> list[MisfitError]:
        """The pages that do not fit any more, and why; none where all fit.

        >>> import chaffinch
        >>> row = "<li><a href=/{0}>Feeder no. {0} of oak</a> <p>Holds seed.</p> <b>${0}.90</b></li>"
        >>> pages = ["<h1>Feeders</h1><ul>" + "".join(row.format(10 * page + n) for n in range(6 + page % 3)) + "</ul>" for page in range(1, 9)]
        >>> site = chaffinch.Site.learn(pages, want=["name", "price"])
        >>> site.check(pages), len(site.check(["<p>All is new here.</p>"]))
        ([], 1)
        """
        misfits = []
        for page in self.apply_many(pages):
            if not page.fits:
                misfits.append(MisfitError(page.input, "; ".join(page.errors)))
        return misfits

    def show(self) -> str:
        """The marks that are looked for, and selectors that pick the same nodes, for a reader."""
        return "\n".join(self._site.show())

    def _relearned(self, pages: Any, settings: dict[str, Any]) -> _native.Site:
        """The same attributes, learned anew."""
        attributes = list(dict.fromkeys(name for names in self._site.attributes() for name in names))
        return _learned(f"{type(self).__name__}.repair", pages, {"want": attributes, **settings})


class Site(_Wrappers):
    """The wrappers of a site, one for each of its templates.

    Some pages are understood with every method, wrappers are learned from what they agree on, and the wrappers read the rest.
    """

    __slots__ = ()

    @classmethod
    def learn(
        cls, pages: Iterable[PageLike] | str | os.PathLike[str], **settings: Unpack[_settings.SiteSettings]
    ) -> Self:
        """Learns from pages at hand, or from files, folders and archives by their names. Settings are the options of ``chaffinch site``.

        >>> import chaffinch
        >>> row = "<li><a href=/{0}>Feeder no. {0} of oak</a> <p>Holds seed.</p> <b>${0}.90</b></li>"
        >>> pages = ["<h1>Feeders</h1><ul>" + "".join(row.format(10 * page + n) for n in range(6 + page % 3)) + "</ul>" for page in range(1, 9)]
        >>> chaffinch.Site.learn(pages).templates
        1
        """
        return cls(_learned("Site.learn", pages, dict(settings)))

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Self:
        """The wrappers in a folder, as :meth:`save` and ``chaffinch site --keep`` write them."""
        return cls(_native.Site.load(os.fspath(folder)))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the wrappers into a folder, a file each."""
        self._site.save(os.fspath(path))

    @property
    def templates(self) -> int:
        """How many templates the site has, as far as it was seen."""
        return len(self._site.about())

    @property
    def wrappers(self) -> list[Wrapper]:
        """The wrapper of each template."""
        return [Wrapper(_native.Site.from_toml([file])) for file in self._site.toml()]

    def repair(self, pages: Iterable[PageLike] | str | os.PathLike[str], **settings: Unpack[_settings.SiteSettings]) -> Site:
        """A site whose wrappers read the same attributes, learned anew from pages as they are now."""
        return Site(self._relearned(pages, dict(settings)))

    def __reduce__(self) -> tuple[Any, tuple[type[Site], list[str]]]:
        return _from_files, (Site, self._site.toml())

    def __repr__(self) -> str:
        return f"<Site of {self.templates} templates>"


class Wrapper(_Wrappers):
    """How pages of one template write their records."""

    __slots__ = ()

    @classmethod
    def learn(
        cls, examples: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], **settings: Unpack[_settings.WrapperSettings]
    ) -> Self:
        """Learns from labelled pages, or from the pages themselves where ``from_`` or ``recognizers`` say how.

        ``examples`` are the names of the files that ``chaffinch wrapper learn`` reads; settings are its options.

        >>> import chaffinch, json, pathlib, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     site = pathlib.Path(folder, "countries")
        ...     site.mkdir()
        ...     _ = (site / "a.html").write_text("<b>Congo<i>242.")
        ...     _ = (site / "b.html").write_text("<b>Spain<i>34.<b>Belize<i>501.")
        ...     labels = [
        ...         {"page": "countries/a.html", "attributes": ["name", "code"], "tuples": [[[3, 8], [11, 14]]]},
        ...         {"page": "countries/b.html", "attributes": ["name", "code"], "tuples": [[[3, 8], [11, 13]], [[17, 23], [26, 29]]]},
        ...     ]
        ...     _ = (site / "gold.jsonl").write_text("\\n".join(map(json.dumps, labels)))
        ...     wrapper = chaffinch.Wrapper.learn(site / "gold.jsonl")
        >>> wrapper.attributes
        ['name', 'code']
        >>> wrapper.apply("<b>Fiji<i>679.").rows()
        [{'name': 'Fiji', 'code': 679}]
        """
        names = [examples] if isinstance(examples, (str, os.PathLike)) else list(examples)
        return cls(_native.Site.learn_wrapper([os.fspath(name) for name in names], _settings.options(settings)))

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> Self:
        """The wrapper in a file."""
        return cls(_native.Site.load(os.fspath(file)))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """The wrapper that the text of a file describes."""
        return cls(_native.Site.from_toml([text]))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the wrapper to a file."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.to_toml())

    def to_toml(self) -> str:
        """The text of its file."""
        return self._site.toml()[0]

    @property
    def attributes(self) -> list[str]:
        """The names of its columns."""
        return self._site.attributes()[0]

    def repair(self, pages: Iterable[PageLike] | str | os.PathLike[str], **settings: Unpack[_settings.SiteSettings]) -> Wrapper:
        """A wrapper for the same attributes, learned anew from pages as they are now: that of the template which most of them have.

        >>> import chaffinch
        >>> row = "<li><a href=/{0}>Feeder no. {0} of oak</a> <p>Holds seed.</p> <b>${0}.90</b></li>"
        >>> old = ["<h1>Feeders</h1><ul>" + "".join(row.format(10 * page + n) for n in range(6 + page % 3)) + "</ul>" for page in range(1, 9)]
        >>> new = [page.replace("<b>", '<em class="price">').replace("</b>", "</em>") for page in old]
        >>> wrapper = chaffinch.Site.learn(old, want=["name", "price"]).wrappers[0]
        >>> repaired = wrapper.repair(new)
        >>> repaired.attributes, repaired.check(new)
        (['name', 'price'], [])
        """
        learned = self._relearned(pages, dict(settings))
        return Wrapper(_native.Site.from_toml(learned.toml()[:1]))

    def __reduce__(self) -> tuple[Any, tuple[type[Wrapper], list[str]]]:
        return _from_files, (Wrapper, self._site.toml())

    def __repr__(self) -> str:
        return f"<Wrapper of {', '.join(self.attributes)}>"


def _learned(function: str, pages: Any, settings: dict[str, Any]) -> _native.Site:
    """Names are read by the native half, which takes a sample of what they hold; pages at hand are handed over."""
    names: list[str] = []
    documents: list[Document] = []
    single = isinstance(pages, (str, os.PathLike))
    for page in [pages] if single else pages:
        if isinstance(page, os.PathLike) or (isinstance(page, str) and "<" not in page):
            names.append(os.fspath(page))
        else:
            documents.append(_named(page, len(documents) + 1))
    if names and documents:
        raise ValueError("give pages or names of files, not both")
    return _native.Site.learn(function, names, documents, _settings.options(settings))


def _named(page: Any, number: int) -> Document:
    """A document with a name of its own, by which learning tells pages apart."""
    given = page if isinstance(page, Document) else Document(*page) if isinstance(page, tuple) else Document(page)
    if given.name != "page":
        return given
    return Document(given.html, given.url, name=f"page {number}", content_type=given.content_type)


def _from_files(kind: Any, files: list[str]) -> Any:
    return kind(_native.Site.from_toml(files))
