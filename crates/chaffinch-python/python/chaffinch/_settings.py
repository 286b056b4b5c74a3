"""Keyword arguments: the command line's options, with its names and defaults.

``--max-bytes 5M`` is ``max_bytes="5M"``; a switch such as ``--scripts`` is ``scripts=True``. Where an option is a word that Python keeps for
itself, its keyword has an underscore behind it: ``from_``, ``class_``. The native half reads them with the command line's own reader, so that
there is one list of them; ``chaffinch extract --help`` explains each.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

Seconds: TypeAlias = "Union[float, str, timedelta]"
Size: TypeAlias = "Union[int, str]"
Path: TypeAlias = "Union[str, os.PathLike[str]]"
Options: TypeAlias = "tuple[tuple[str, Union[str, None]], ...]"


class LimitSettings(TypedDict, total=False):
    """What a page may cost."""

    #: Bytes of one page, such as 500K, 32M or 1G [32M]
    max_bytes: Size
    #: Nodes of one page [1000000]
    max_nodes: int
    #: Nesting of tags; deeper ones are ignored, as browsers do [512]
    max_depth: int
    #: Bytes of the address of a link; a link with a longer one is plain text [8K]
    max_address: Size
    #: Nodes of a page that is laid out; a larger one comes without boxes [150000]
    max_layout_nodes: int
    #: Bytes of text of a page that is laid out [4M]
    max_layout_text: Size
    #: Seconds to lay one page out [8]
    max_seconds: Seconds
    #: Decoded bytes for each byte of a compressed record [1000]
    max_ratio: int
    #: Entries of one zip or tar archive [10000000]
    max_entries: int
    #: Bytes of one batch of rows of a table, which is held at a time [1G]
    max_table: Size
    #: Seconds to fetch one address, redirects included [30]
    fetch_timeout: Seconds


class ReadSettings(LimitSettings, total=False):
    """How inputs are read."""

    #: Fetch even what a site's robots.txt asks robots to leave alone
    ignore_robots: bool
    #: How to introduce ourselves to web servers
    user_agent: str
    #: Follow links of a folder that lead out of it or to other folders
    follow_links: bool
    #: Where the archives lie that an index names [the folder of the index]
    archives: Path
    #: The column of a table that holds the pages [html, content, …]
    html_column: str
    #: The column of a table that holds the addresses of the pages [url, …]
    url_column: str
    #: Read only pages of these types: "text/html" or "text/*,application/xhtml+xml"
    mime: str
    #: Read only pages whose address matches this regular expression; the name counts where there is no address
    url_pattern: str
    #: Read only pages in these languages, as they say of themselves or as their text seems to be: "en,de"
    language: str
    #: Read only pages of so many bytes or more
    min_length: Size
    #: Read only pages of so many bytes or fewer
    max_length: Size
    #: How many pages to work on at a time [all cores]
    threads: int


class PageSettings(ReadSettings, total=False):
    """How pages are read."""

    #: Who lays the page out: embedded needs nothing, chromium an installed Chromium, none gives no boxes [embedded]
    renderer: Literal["embedded", "chromium", "none"]
    #: Run the scripts of pages named by their address, and load what they ask for (chromium only)
    scripts: bool
    #: The address from which to see links on pages whose own address is not known
    base_url: str
    #: Leave out relations with a lower score, and columns with a lower confidence: 0 to 1 [0]
    min_score: float
    #: Say in ``Page.explanation`` why the methods chose what they chose
    explain: bool


class ExtractSettings(PageSettings, total=False):
    """Settings of :func:`chaffinch.extract`."""

    #: The columns to give, found by their name, type, label and content: ["name", "price", "image"]
    want: str | Sequence[str] | None
    #: The columns to give, with their types: a JSON Schema of a row, or the file that holds one
    schema: Mapping[str, Any] | Path


class TablesSettings(PageSettings, total=False):
    """Settings of :func:`chaffinch.tables`."""

    #: Only tables that hold this word; the visual method expands from the boxes it stands in
    keyword: str
    #: Where to look: table markup (grid, webtables), boxes on the screen (visual), or both [auto]
    method: Literal["auto", "grid", "webtables", "visual"]
    #: Use the published values of every threshold
    paper: bool
    #: With a keyword, refuse tables with more words than this in a cell; 0 refuses none
    max_words: int
    #: What stands in the further places of a cell that spans several [repeat]
    spanning: Literal["repeat", "null"]
    #: What becomes of headings between rows: they stay rows, or become a column of the rows below [row]
    sub_headings: Literal["row", "column"]
    #: Leave tables whose records are columns as they are written
    as_written: bool


class TopkSettings(PageSettings, total=False):
    """Settings of :func:`chaffinch.topk`."""

    #: How many items the list has, whatever the title says
    k: int
    #: Use the published algorithm without its optimisations
    basic: bool
    #: Use the published algorithm with its four optimisations and nothing beyond
    paper: bool
    #: Rank lists by their characters instead of their visual area
    no_visual_area: bool
    #: Do not join two lists that alternate
    no_interleaving: bool
    #: Do not mend lists with a few items too many or one too few
    no_boundaries: bool
    #: Do not look for the titles of items; their first text is their name
    no_item_titles: bool
    #: Do not look at numbers in the items
    no_numbering: bool
    #: Take only nodes with the same tag path as alike, and items as they stand in the tree
    no_likeness: bool


class RecordsSettings(PageSettings, total=False):
    """Settings of :func:`chaffinch.records`."""

    #: How to find them: auto uses all methods and chooses; the others run alone [auto]
    method: Literal["auto", "mdr", "depta", "tagpath", "visual", "state"]
    #: Fewest records that make a list
    min_records: int


class LabelSettings(PageSettings, total=False):
    """Settings of :func:`chaffinch.label` beside its model."""


class DomainSettings(PageSettings, total=False):
    """Settings of :func:`chaffinch.domain` beside the domain."""

    #: Use the published rules without the improvements that the paper proposes
    paper: bool
    #: Do not find missed attributes from their position in sibling records
    no_positions: bool
    #: Do not score alternative segmentations; take the clusters of the published rules
    no_alternatives: bool
    #: Do not look at boxes and fonts
    no_visual: bool
    #: Do not look for titles
    no_titles: bool
    #: Where the screen shows no records, do not look for those that a script would show
    no_hidden: bool
    #: Rules of your own: a folder of files called after their phase, such as areas.rules or areas+mine.rules
    rules: Path
    #: Fewest records that make a list
    min_records: int


class SiteSettings(ReadSettings, total=False):
    """Settings of :meth:`chaffinch.Site.learn`."""

    #: The method that teaches: extract, records, tables, label:MODEL or domain:NAME [extract]
    from_: str
    #: Learn from this many pages, taken from all over the input, and check on as many others [10]
    sample: int
    #: Learn these columns alone
    want: str | Sequence[str] | None


class WrapperSettings(TypedDict, total=False):
    """Settings of :meth:`chaffinch.Wrapper.learn`."""

    #: Where the examples' pages are; by default the folder above the examples' own
    root: Path
    #: The site to learn, where the examples are of several
    site: str
    #: The class: auto, LR, HLRT, OCLR, HOCLRT, N-LR, N-HLRT, X-LR, X-HLRT or node [auto]
    class_: str
    #: Learn without labels, from these recognisers
    recognizers: Path
    #: Learn without labels, from what a method finds: extract, records, tables, label:MODEL or domain:NAME
    from_: str
    #: Learn from this many pages, taken from all over the input, and check on as many others [10]
    sample: int
    #: Learn these columns alone
    want: str | Sequence[str] | None
    #: The share of pages that may be read wrongly; examples are used until this can be promised
    epsilon: float
    #: The probability with which the promise may fail
    delta: float


class TrainSettings(LimitSettings, total=False):
    """Settings of :func:`chaffinch.train`."""

    #: Where the pages are; by default the folder above the gold file's own
    root: Path
    #: The attributes to learn [all that the labels name]
    attributes: str | Sequence[str]
    #: Only lines that say so, such as "vertical=auto" or "kind=list,detail"
    only: str | Sequence[str]
    #: Labelled pages of other kinds, from which the model learns where to answer nothing: FILE or FILE:KEY=VALUE
    against: str | Sequence[str]
    #: Learn from so many pages of a site [60]
    per_site: int
    #: Measure in so many parts, each by a model that has not seen its sites; 0 or 1 measures nothing [4]
    parts: int
    #: How far features of leaves, of inner blocks, of pairs, of edges and of triangles are trusted, such as "1,1,0.1,0.1,0.1"
    trust: str
    #: How many threads to use [all cores]
    threads: int


#: Options that may be given several times; a list of another one is its items with commas between them.
REPEATED = {"only", "against"}


def options(settings: Mapping[str, Any]) -> Options:
    """Settings as options of the command line.

    >>> options({"want": ["name", "price"], "scripts": True, "explain": False, "max_bytes": None})
    (('want', 'name,price'), ('scripts', None))
    """
    found: list[tuple[str, str | None]] = []
    for keyword, value in settings.items():
        name = keyword.rstrip("_") if keyword in ("from_", "class_") else keyword
        if value is None or value is False:
            continue
        if value is True:
            found.append((name, None))
        elif name in REPEATED and not isinstance(value, str):
            found.extend((name, written(name, part)) for part in value)
        else:
            found.append((name, written(name, value)))
    return tuple(found)


def written(name: str, value: Any) -> str:
    """A value as the command line writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, timedelta):
        return str(value.total_seconds())
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, Sequence):
        return ",".join(written(name, part) for part in value)
    raise TypeError(f"{name} cannot be of type {type(value).__name__}")


def schema_text(settings: dict[str, Any]) -> str | None:
    """Takes a schema that is no file out of the settings, as JSON."""
    schema = settings.get("schema")
    if isinstance(schema, Mapping):
        del settings["schema"]
        return json.dumps(schema)
    return None
