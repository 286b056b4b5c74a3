"""A Scrapy spider without a single selector for values, and the item pipeline that reads them.

    scrapy runspider scrapy_spider.py -a start=https://shop.example/feeders -o rows.jsonl
"""

from __future__ import annotations

from typing import Any

import scrapy

import chaffinch


class PageItem(scrapy.Item):
    """A page as it was fetched, and its rows once the pipeline has read them."""

    url = scrapy.Field()
    body = scrapy.Field()
    rows = scrapy.Field()


class ExtractPipeline:
    """Puts the rows of a page into its item, in the place of its bytes.

    The columns are those of the setting ``CHAFFINCH_WANT``; items without a page pass.
    """

    def __init__(self, want: list[str]) -> None:
        self.want = want

    @classmethod
    def from_crawler(cls, crawler: Any) -> ExtractPipeline:
        return cls(crawler.settings.getlist("CHAFFINCH_WANT"))

    def process_item(self, item: Any) -> Any:
        if isinstance(item, PageItem):
            page = chaffinch.extract(item.pop("body"), url=item["url"], want=self.want)
            item["rows"] = [{**row, "price": str(row["price"])} for row in page.rows(links=True)]
        return item


class ShopSpider(scrapy.Spider):
    """Follows a shop from page to page."""

    name = "shop"
    custom_settings = {
        "ITEM_PIPELINES": {ExtractPipeline: 300},
        "CHAFFINCH_WANT": ["name", "price"],
        "LOG_LEVEL": "WARNING",
    }

    def __init__(self, start: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [start]

    def parse(self, response: Any) -> Any:
        yield PageItem(url=response.url, body=response.body)
        yield from response.follow_all(css="a.next")
