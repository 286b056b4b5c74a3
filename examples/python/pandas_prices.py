"""A folder of saved pages to one data frame of pandas.

    python pandas_prices.py pages/
"""

from __future__ import annotations

import sys

import pandas

import chaffinch

pages = chaffinch.extract_many(sys.argv[1:], want=["name", "price"])
frames = [page.best.to_pandas().assign(page=page.title) for page in pages if page.best]
shop = pandas.concat(frames, ignore_index=True)
print(shop.groupby("page")["price"].agg(["count", "mean", "max"]))
