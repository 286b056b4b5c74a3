import io, json, sys, warnings
import pandas

warnings.filterwarnings("ignore")


def text(value):
    return "" if pandas.isna(value) else str(value)


def name(value):
    parts = [value] if not isinstance(value, tuple) else list(dict.fromkeys(value))
    return " ".join(str(part) for part in parts if not str(part).startswith("Unnamed:"))


for page in sys.argv[1:]:
    tables = []
    try:
        html = open(page, encoding="utf-8", errors="replace").read()
        # Values as they are written: no number is read out of a text.
        for frame in pandas.read_html(io.StringIO(html), keep_default_na=False, converters={i: str for i in range(200)}):
            header = [[name(c) for c in frame.columns]]
            if all(isinstance(c, int) for c in frame.columns):
                header = []
            tables.append(header + [[text(v) for v in row] for row in frame.itertuples(index=False, name=None)])
    except Exception:
        pass
    print(json.dumps([page, tables]))
