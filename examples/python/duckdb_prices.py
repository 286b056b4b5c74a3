"""Pages to questions in SQL, without a file in between.

    python duckdb_prices.py pages/
"""

from __future__ import annotations

import sys

import duckdb
import pyarrow

import chaffinch

pages = chaffinch.extract_many(sys.argv[1:], want=["name", "price"])
feeders = pyarrow.concat_tables([page.best.to_arrow() for page in pages if page.best], promote_options="permissive")
for name, price in duckdb.sql("select name, price from feeders order by price desc, name limit 3").fetchall():
    print(f"{price:.2f} {name}")
