#!/usr/bin/env python3
"""Lets autoscraper and compiled lxml XPaths read the pages that the wrapper bench read, and prints the ratios.

    wrapper-rivals.py BENCH.jsonl DATA

BENCH.jsonl is what `cargo bench -p chaffinch-wrapper --bench wrapper -- --out BENCH.jsonl` writes, DATA the folder that
holds `swde`. Needs autoscraper, beautifulsoup4 and lxml; scripts/measure.sh wrapper installs them and runs both.

All pages are in memory before the clock starts, and decoded where a rival wants text. autoscraper is built from the same
example pages and then keeps, for each attribute, only the rule that is right most often on them; lxml parses each page once and
evaluates one compiled XPath for each attribute, the one that is right most often on the examples.
"""
import gc, json, statistics, sys, time
from collections import Counter, defaultdict
from pathlib import Path
from autoscraper import AutoScraper
from lxml import etree

# Rounds over all pages of a site; the fastest counts. No further one begins after so many seconds.
ROUNDS = 5
ENOUGH = 2.0


def folded(text):
    return " ".join(text.split())


class Lxml:
    """One compiled XPath for each attribute."""

    def __init__(self, site, pages):
        self.parser = etree.HTMLParser(encoding="utf-8")
        self.paths = []
        trees = [etree.fromstring(page, self.parser) for page in pages[: site["examples"]]]
        for attribute, known in zip(site["attributes"], site["xpaths"]):
            wanted = [record[attribute] for record in site["values"][: len(trees)]]
            candidates = [known + "/text()"] if known else []
            for tree, values in zip(trees, wanted):
                root = tree.getroottree()
                for text in tree.iterfind(".//*"):
                    if isinstance(text.tag, str) and text.text and folded(text.text) in values:
                        candidates.append(root.getpath(text) + "/text()")
            compiled = [etree.XPath(path, smart_strings=False) for path in dict.fromkeys(candidates)]
            def right(path):
                return sum(any(folded(t) in values for t in path(tree)) for tree, values in zip(trees, wanted))
            if compiled:
                self.paths.append((attribute, max(compiled, key=right)))

    def read(self, page):
        tree = etree.fromstring(page, self.parser)
        return {attribute: path(tree) for attribute, path in self.paths}


class Autoscraper:
    """The rule of each attribute that is right most often on the examples."""

    def __init__(self, site, pages):
        self.scraper = AutoScraper()
        examples = list(zip(pages, site["values"]))[: site["examples"]]
        for page, record in examples:
            wanted = {attribute: record[attribute] for attribute in site["attributes"] if record[attribute]}
            self.scraper.build(html=page, wanted_dict=wanted, update=True)
        alias = {rule["stack_id"]: rule["alias"] for rule in self.scraper.stack_list}
        right = defaultdict(Counter)
        for page, record in examples:
            for rule, texts in self.scraper.get_result_exact(html=page, grouped=True).items():
                right[alias[rule]][rule] += any(folded(t) in record[alias[rule]] for t in texts)
        self.scraper.keep_rules([rules.most_common(1)[0][0] for rules in right.values()])

    def read(self, page):
        return self.scraper.get_result_exact(html=page, group_by_alias=True)


def timed(rival, pages):
    """The fastest of some rounds over all pages, in seconds, and what was found."""
    took = []
    while len(took) < ROUNDS and sum(took) < ENOUGH:
        gc.collect()
        begin = time.perf_counter()
        found = [rival.read(page) for page in pages]
        took.append(time.perf_counter() - begin)
    return min(took), found


def share_right(site, found):
    """The share of labelled attributes of pages of which a rival finds a value."""
    right = wanted = 0
    for record, texts in zip(site["values"], found):
        for attribute in site["attributes"]:
            if record[attribute]:
                wanted += 1
                right += any(folded(t) in record[attribute] for t in texts.get(attribute) or [])
    return right / max(1, wanted)


def main():
    bench, data = Path(sys.argv[1]), Path(sys.argv[2])
    sites = [json.loads(line) for line in bench.read_text(encoding="utf-8").splitlines() if line]
    ratios = defaultdict(lambda: defaultdict(list))
    rights = defaultdict(list)
    print(f"{'pages per second':<28}{'engine':<12}{'chaffinch':>10}{'right':>6}{'lxml':>8}{'ratio':>8}{'right':>6}"
          f"{'autoscraper':>12}{'ratio':>8}{'right':>6}")
    for site in sites:
        pages = [(data / page).read_bytes() for page in site["pages"]]
        texts = [page.decode("utf-8", "replace") for page in pages]
        ours = len(pages) / site["seconds"]
        rights["chaffinch"].append(share_right(site, site["found"]))
        line = f"{site['site']:<28}{site['engine']:<12}{ours:>10,.0f}{rights['chaffinch'][-1]:>6.0%}"
        for name, rival, read, width in (("lxml", Lxml, pages, 8), ("autoscraper", Autoscraper, texts, 12)):
            seconds, found = timed(rival(site, read), read)
            theirs = len(pages) / seconds
            ratios[site["engine"]][name].append(ours / theirs)
            rights[name].append(share_right(site, found))
            line += f"{theirs:>{width},.0f}{ours / theirs:>8,.0f}{rights[name][-1]:>6.0%}"
        print(line, flush=True)
    for engine, by_rival in sorted(ratios.items()):
        for name, times in by_rival.items():
            print(f"{engine}, {len(times)} sites: {statistics.median(times):,.1f} times the pages per second of {name} "
                  f"in the median, {min(times):,.1f} at least")
    for name, shares in rights.items():
        print(f"{name} finds {statistics.mean(shares):.1%} of the labelled values")

if __name__ == "__main__":
    main()
