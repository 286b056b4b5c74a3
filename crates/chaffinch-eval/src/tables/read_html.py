import io, json, sys, warnings
import lxml.html
import pandas

warnings.filterwarnings("ignore")


def text(value):
    return "" if pandas.isna(value) else str(value)


def name(value):
    parts = [value] if not isinstance(value, tuple) else list(dict.fromkeys(value))
    return " ".join(str(part) for part in parts if not str(part).startswith("Unnamed:"))


def read(html, **options):
    return pandas.read_html(io.StringIO(html), keep_default_na=False, **options)[0]


def table(element):
    html = lxml.html.tostring(element, encoding="unicode")
    # Values as they are written: no number is read out of a text.
    frame = read(html, converters={i: str for i in range(read(html).shape[1])})
    rows = [[text(v) for v in row] for row in frame.itertuples(index=False, name=None)]
    if all(isinstance(c, int) for c in frame.columns):
        return rows
    return [[name(c) for c in frame.columns]] + rows


for page in sys.argv[1:]:
    tables = []
    document = lxml.html.fromstring(open(page, "rb").read().decode("utf-8", "replace"))
    for element in document.iter("table"):
        try:
            tables.append(table(element))
        except (ValueError, IndexError):
            continue
    print(json.dumps([page, tables]))
