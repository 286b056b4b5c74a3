"""A page object of web-poet that needs no code for a site, and a spider that is given it by scrapy-poet.

    scrapy runspider web_poet_page.py -a start=https://shop.example/feeders -o rows.jsonl
"""

from __future__ import annotations

from typing import Any

import attrs
import scrapy
from scrapy_poet import DummyResponse
from web_poet import WebPage, cached_method, field

import chaffinch


@attrs.define
class Listing:
    """What a page lists."""

    url: str
    title: str | None
    rows: list[dict[str, Any]]


class ListingPage(WebPage[Listing]):
    """Any page with a list: its rows, in columns of these names."""

    want = ["name", "price"]

    @cached_method
    def _page(self) -> chaffinch.Page:
        return chaffinch.extract(self.response.body, url=str(self.response.url), want=self.want)

    @field
    def url(self) -> str:
        return str(self.response.url)

    @field
    def title(self) -> str | None:
        return self._page().title

    @field
    def rows(self) -> list[dict[str, Any]]:
        return [{**row, "price": str(row["price"])} for row in self._page().rows()]


class ListingSpider(scrapy.Spider):
    """Follows a shop from page to page."""

    name = "listing"
    custom_settings = {"ADDONS": {"scrapy_poet.Addon": 300}, "LOG_LEVEL": "WARNING"}

    def __init__(self, start: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start]

    async def parse(self, response: DummyResponse, page: ListingPage) -> Any:
        yield await page.to_item()
        for link in page.css("a.next"):
            yield scrapy.Request(page.urljoin(link.attrib["href"]), self.parse)
