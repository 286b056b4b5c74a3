#!/usr/bin/env python3
"""Compares the selectors in wrapper files with what the wrappers read, by lxml.

    test-selectors.py CHAFFINCH DATA

Learns wrappers from pages written here, and from the first labelled pages of some sites under DATA if there are any; applies each to the
pages it was learned from; runs every CSS selector and XPath on the same pages; and says where the values differ.
"""
import html as references
import json, subprocess, sys, tempfile, tomllib
from collections import defaultdict
from pathlib import Path
from lxml import html
from lxml.cssselect import CSSSelector

# Pages of a site that a wrapper is learned from.
LEARNED = 3
# Only every fourth site of the labelled sets.
EVERY = 4


def folded(text):
    """Wrappers write character references as their labels do; white space does not count."""
    return " ".join(references.unescape(text).split())


def written(folder):
    """A list in a table without a body, classes that are no words, a thing with labels: selectors of each kind."""
    def rows(start):
        names = [f"Feeder {n}" for n in range(start, start + 4)]
        cells = "".join(f'<tr><td class="2col name">{n}<td><b>${i}.50</b> each</tr>' for i, n in enumerate(names, start))
        labels = [{"name": n, "price": f"${i}.50"} for i, n in enumerate(names, start)]
        return f"<html><body><p>Menu<table>{cells}</table></body></html>", labels
    lines = []
    for number in range(3):
        page, labels = rows(10 * number + 1)
        (folder / f"list-{number}.html").write_text(page)
        lines.append({"page": f"list-{number}.html", "records": labels, "site": "list"})
        thing = f'<html><body><div id="a b"><h1>Bath {number}</h1><ul><li>Colour: <i>red {number}</i><li>Size: <i>{number} cm</i></ul></div></body></html>'
        (folder / f"thing-{number}.html").write_text(thing)
        lines.append({"page": f"thing-{number}.html", "site": "thing",
                      "record": {"name": f"Bath {number}", "colour": f"red {number}", "size": f"{number} cm"}})
    return folder, lines


def labelled(data):
    for name in ("swde", "wien"):
        gold = Path(data) / name / "gold.jsonl"
        if gold.exists():
            lines = [json.loads(line) for line in gold.open()]
            kept = sorted({line["site"] for line in lines})[::EVERY]
            yield Path(data), [line for line in lines if line["site"] in kept]


def values(report, name):
    """The texts of a column on a page; nothing where the wrapper found nothing."""
    for relation in report["relations"]:
        at = next(i for i, column in enumerate(relation["columns"]) if column["name"] == name)
        cells = [row["cells"][at] for row in relation["rows"]]
        return [folded(c["text"]) for cell in cells for c in (cell if isinstance(cell, list) else [cell]) if c]
    return []


def compare(chaffinch, root, lines, scratch, count):
    sites = defaultdict(list)
    for line in lines:
        sites[line["site"]].append(line)
    wrong = []
    for site, pages in sites.items():
        examples, wrapper = scratch / "examples.jsonl", scratch / "site.toml"
        examples.write_text("".join(json.dumps(page) + "\n" for page in pages[:LEARNED]))
        learn = [chaffinch, "wrapper", "learn", examples, "--root", root, "--out", wrapper, "--class", "node"]
        if subprocess.run(learn, capture_output=True).returncode != 0:
            continue
        known = [a for a in tomllib.loads(wrapper.read_text())["attribute"] if "xpath" in a]
        files = [str(root / page["page"]) for page in pages[:LEARNED]]
        applied = subprocess.run([chaffinch, "wrapper", "apply", wrapper, *files, "--format", "jsonl"], capture_output=True, text=True)
        for file, report in zip(files, map(json.loads, applied.stdout.splitlines())):
            tree = html.parse(file)
            for attribute in known:
                name = attribute["name"]
                wanted = values(report, name)
                for way, nodes in (("xpath", tree.xpath(attribute["xpath"])), ("css", CSSSelector(attribute["css"])(tree))):
                    count[way] += 1
                    got = [folded(node.text_content()) for node in nodes]
                    if got != wanted:
                        wrong.append(f"{file}: {name}: {way} {attribute[way]} gives {got[:3]}, the wrapper {wanted[:3]}")
    return wrong


def main():
    chaffinch, data = str(Path(sys.argv[1]).resolve()), sys.argv[2]
    count, wrong = defaultdict(int), []
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        for root, lines in [written(scratch), *labelled(data)]:
            wrong += compare(chaffinch, root, lines, scratch, count)
    print("\n".join(wrong))
    print(f"{sum(count.values())} selectors run on pages ({dict(count)}), {len(wrong)} give other values than the wrapper")
    if not count:
        sys.exit("test-selectors: no wrapper has a selector")
    sys.exit(1 if wrong else 0)


main()
