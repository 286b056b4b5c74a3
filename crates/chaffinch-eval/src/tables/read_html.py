"""Prints a line of JSON for each page: its name, and its tables as pandas reads them, header first.

Each table comes twice: as pandas answers, and with column names as the page writes them, because pandas calls the
second and third column of one name `name.1` and `name.2`.
"""
import io, json, sys, warnings
import lxml.html
import pandas

warnings.filterwarnings("ignore")


def text(value):
    return "" if pandas.isna(value) else str(value)


def written(names):
    """The column names as the page writes them: a number is taken off where it counts earlier columns of the name."""
    seen, result = {}, []
    for name in names:
        parts = name if isinstance(name, tuple) else (name,)
        base, dot, number = str(parts[-1]).rpartition(".")
        key = (*parts[:-1], base)
        if not (dot and seen.get(key) and number == str(seen[key])):
            key = tuple(parts)
        seen[key] = seen.get(key, 0) + 1
        result.append(key)
    return result


def heading(name):
    """A column's name in one text; a name that stands over several rows counts once."""
    parts = list(dict.fromkeys(name)) if isinstance(name, tuple) else [name]
    return " ".join(str(part) for part in parts if not str(part).startswith("Unnamed:"))


def read(html, **options):
    # Values as they are written: without `thousands=None`, "7,764" becomes 7764.
    return pandas.read_html(io.StringIO(html), keep_default_na=False, thousands=None, **options)[0]


def table(element):
    html = lxml.html.tostring(element, encoding="unicode")
    frame = read(html, converters={i: str for i in range(read(html).shape[1])})
    rows = [[text(v) for v in row] for row in frame.itertuples(index=False, name=None)]
    if all(isinstance(c, int) for c in frame.columns):
        return rows, rows
    return tuple([[heading(c) for c in names]] + rows for names in (frame.columns, written(frame.columns)))


for page in sys.argv[1:]:
    tables = []
    document = lxml.html.fromstring(open(page, "rb").read().decode("utf-8", "replace"))
    for element in document.iter("table"):
        try:
            tables.append(table(element))
        except (ValueError, IndexError):
            continue
    print(json.dumps([page, *(list(t) for t in zip(*tables))] if tables else [page, [], []]))
