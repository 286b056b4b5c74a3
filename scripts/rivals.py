#!/usr/bin/env python3
"""What other tools find on the same pages: rivals.py DATA [EVERY]

autoscraper learns from the values of the first page of each site of `swde` and reads the others: mean F1 of attributes.
extruct reads JSON-LD, microdata and RDFa of `lists`: the share of labelled records whose name is among its values.
trafilatura keeps the text of `testbed`: the share of labelled records all of whose values are in it.
"""
import json
import sys
import time
import unicodedata
from pathlib import Path
from statistics import mean, median


def norm(text):
    return " ".join(unicodedata.normalize("NFKC", text or "").casefold().split())


def gold(data, name, task):
    lines = (data / name / "gold.jsonl").read_text(encoding="utf-8").splitlines()
    return [line for line in map(json.loads, lines) if line["task"] == task]


def markup(data, line):
    return (data / line["page"]).read_bytes().decode("utf-8", "replace")


def values(record):
    for name, value in record.items():
        if name != "area" and value:
            for one in value if isinstance(value, list) else [value]:
                yield name, str(one)


def autoscraper(data, every):
    from autoscraper import AutoScraper

    sites = {}
    for line in gold(data, "swde", "detail"):
        sites.setdefault(line["site"], []).append(line)
    scores, times = [], []
    for lines in list(sites.values())[::every]:
        attributes = lines[0]["attributes"]
        wanted = {a: [v for n, v in values(lines[0]["record"]) if n == a] for a in attributes}
        scraper = AutoScraper()
        scraper.build(html=markup(data, lines[0]), wanted_dict={a: v for a, v in wanted.items() if v})
        counts = {a: [0, 0, 0] for a in attributes}
        for line in lines[1::6]:
            page = markup(data, line)
            begin = time.perf_counter()
            found = scraper.get_result_similar(html=page, group_by_alias=True, unique=True)
            times.append(time.perf_counter() - begin)
            for a in attributes:
                want = [norm(v) for n, v in values(line["record"]) if n == a]
                got = [norm(v) for v in found.get(a, [])]
                counts[a][0] += bool(want) and any(v in want for v in got)
                counts[a][1] += bool(got)
                counts[a][2] += bool(want)
        for right, given, there in counts.values():
            if there:
                scores.append(2 * right / (given + there) if given + there else 0.0)
    return len(scores), mean(scores), median(times)


def flat(item):
    if isinstance(item, dict):
        for value in item.values():
            yield from flat(value)
    elif isinstance(item, list):
        for value in item:
            yield from flat(value)
    elif isinstance(item, str):
        yield norm(item)


def extruct_items(data, every):
    import extruct

    found, there, times = 0, 0, []
    for line in gold(data, "lists", "records")[::every]:
        page = markup(data, line)
        begin = time.perf_counter()
        try:
            items = extruct.extract(page, syntaxes=["json-ld", "microdata", "rdfa"], errors="ignore")
        except Exception:  # a page that it cannot read has no items
            items = {}
        times.append(time.perf_counter() - begin)
        said = set(flat(items))
        for record in line["records"]:
            name = record.get("name")
            there += 1
            found += bool(name) and norm(name) in said
    return there, found / there, median(times)


def trafilatura_text(data, every):
    import trafilatura

    found, there, times = 0, 0, []
    for line in gold(data, "testbed", "records")[::every]:
        page = markup(data, line)
        begin = time.perf_counter()
        text = norm(trafilatura.extract(page, favor_recall=True) or "")
        times.append(time.perf_counter() - begin)
        for record in line["records"]:
            there += 1
            found += all(norm(value) in text for name, value in values(record) if name not in ("url", "image"))
    return there, found / there, median(times)


def main():
    data = Path(sys.argv[1])
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"{'tool':<12} {'what':<52} {'of':>6} {'share':>7} {'median':>9}")
    runs = [
        ("autoscraper", "swde, from 1 page a site, mean F1 of attributes", autoscraper),
        ("extruct", "lists, records whose name it gives", extruct_items),
        ("trafilatura", "testbed, records kept, as flat text", trafilatura_text),
    ]
    for tool, what, run in runs:
        count, share, seconds = run(data, every)
        print(f"{tool:<12} {what:<52} {count:>6} {share:>7.3f} {1000 * seconds:>6.1f} ms", flush=True)


if __name__ == "__main__":
    main()
