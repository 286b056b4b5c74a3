#!/usr/bin/env python3
"""Holds pandas to the grids of spanning cells that a browser makes (`scripts/span-fixtures.py` wrote them).

    scripts/span-rivals.py    prints how many of the tables pandas.read_html reads as the browser does

Empty cells, names that pandas makes up and the numbers that it adds to equal names are forgiven.
"""
import io, pathlib, re

import pandas

FIXTURES = pathlib.Path(__file__).parent.parent / "crates/chaffinch-tables/tests/spans/spans.txt"


def shown(value):
    text = str(value)
    return "" if value != value or text.startswith("Unnamed:") else re.sub(r"\.\d+$", "", text)


def grid(markup):
    table = pandas.read_html(io.StringIO(markup), thousands=None)[0]
    head = []
    if isinstance(table.columns, pandas.MultiIndex):
        head = [list(level) for level in zip(*table.columns)]
    elif not all(isinstance(name, int) for name in table.columns):
        head = [list(table.columns)]
    return [[shown(value) for value in row] for row in head + table.values.tolist()]


lines = FIXTURES.read_text().splitlines()
pages = list(zip(lines[::2], lines[1::2]))
wanted = lambda line: [["" if word == "." else word for word in row.split(" ")] for row in line.split(" / ")]
right = sum(grid(markup) == wanted(line) for markup, line in pages)
print(f"pandas.read_html: {right} of {len(pages)} tables as in the browser")
