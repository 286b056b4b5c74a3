#!/usr/bin/env python3
"""How fast `chaffinch wrapper apply` reads lists, from files to JSON Lines, on one core.

    scripts/wrapper-lists.py PROGRAM [ROUNDS]

Pages of four kinds are made: short rows, rows of a table with typed columns, cards, and cards with links and images; ten pages of
5.5 MB of each, and 400 of 20 kB. A wrapper is learned from four small pages. Printed are megabytes of pages a second of processor time
(user and system, start of the program included, the least of the rounds), to a file and to nowhere, and how many bytes are written
for each that is read.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

WORDS = (
    "oak ash elm nest seed finch garden water stone river light morning feeder basin copper bright small large hanging window "
    "tower field meadow forest winter"
).split()


def words(count):
    return " ".join(random.choice(WORDS) for _ in range(count)).capitalize()


def rows(number):
    values = {"name": words(3), "kind": random.choice(WORDS), "code": f"{random.choice(WORDS)} {number}"}
    return values, "<li><b>{name}</b> <i>{kind}</i> <u>{code}</u></li>\n".format(**values)


def price():
    return f"${random.randint(1, 999)}.{random.randint(10, 99)}"


def table(number):
    day = f"20{random.randint(10, 24)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
    values = {"name": words(3), "price": price(), "date": day, "stock": str(random.randint(1, 5000))}
    cells = "".join(f'<td class="{name}">{value}</td>' for name, value in values.items())
    return values, f"<tr>{cells}</tr>\n"


def card(number, linked=False):
    values = {"name": words(4), "text": words(14) + ".", "price": price(), "stock": f"{random.randint(1, 99)} left"}
    image, name = "", values["name"]
    if linked:
        image = (
            f'  <div class="card-image"><a href="/item/{number}" class="image-link"><img src="/images/thumbs/{number}.jpg" '
            'alt="" loading="lazy" width="320" height="240"></a></div>\n'
        )
        name = f'<a href="/item/{number}">{name}</a>'
    return values, (
        f'<div class="card card-wide shadow-sm" data-id="{number}">\n{image}'
        f'  <div class="card-body"><h3 class="card-title">{name}</h3>\n    <p class="card-text">{values["text"]}</p>\n'
        f'    <div class="card-footer"><span class="price">{values["price"]}</span> '
        f'<span class="stock">{values["stock"]}</span></div>\n  </div>\n</div>\n'
    )


KINDS = {
    "rows": (rows, "<ul>", "</ul>"),
    "table": (table, "<table>", "</table>"),
    "cards": (card, "<div class=list>", "</div>"),
    "linked cards": (lambda number: card(number, linked=True), "<div class=list>", "</div>"),
}


def page(kind, size):
    make, begin, end = KINDS[kind]
    records, parts, length, number = [], [], 0, 0
    while length < size:
        number += 1
        values, source = make(number)
        records.append(values)
        parts.append(source)
        length += len(source)
    head = '<html><head><meta charset="utf-8"><title>List</title></head><body><h1>All of it</h1>'
    return records, f"{head}{begin}\n{''.join(parts)}{end}<p>The end of the list</p></body></html>"


def seconds(command, out):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(out, "wb") as target:
        subprocess.run(command, stdout=target, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(program, rounds, kind, folder):
    examples = folder / "examples"
    examples.mkdir(exist_ok=True)
    lines = []
    for number in range(4):
        records, html = page(kind, 3_000 + 1_500 * number)
        (examples / f"{kind}{number}.html").write_text(html)
        lines.append(json.dumps({"page": f"{kind}{number}.html", "records": records}))
    gold, wrapper = folder / f"{kind}.jsonl", folder / f"{kind}.toml"
    gold.write_text("\n".join(lines))
    learn = [program, "wrapper", "learn", gold, "--root", examples, "--out", wrapper]
    subprocess.run(learn, check=True, stdout=subprocess.DEVNULL)
    # However many records a page has, it is the same kind of list.
    wrapper.write_text("\n".join("most = 1000000" if line.startswith("most = ") else line for line in wrapper.read_text().split("\n")))
    for name, count, size in [("5.5 MB", 10, 5_500_000), ("20 kB", 400, 20_000)]:
        pages = folder / f"{kind} {name}"
        pages.mkdir()
        for number in range(count):
            (pages / f"{number}.html").write_text(page(kind, size)[1])
        read = sum(file.stat().st_size for file in pages.iterdir())
        out = folder / "out.jsonl"
        command = [program, "wrapper", "apply", wrapper, pages, "-j", "1"]
        to_file = min(seconds(command, out) for _ in range(rounds))
        written = out.stat().st_size
        nowhere = min(seconds(command, os.devnull) for _ in range(rounds))
        print(
            f"{kind:<13} pages of {name:<7} {read / 1e6 / to_file:5.0f} MB/s to a file, {read / 1e6 / nowhere:5.0f} to nowhere; "
            f"{written / read:.2f} bytes written for each, {written / 1e9 / nowhere:.2f} GB/s of them"
        )


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            measure(program, rounds, kind, Path(folder))


if __name__ == "__main__":
    main()
