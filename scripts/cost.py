#!/usr/bin/env python3
"""Instructions a page, by stage: cost.py PROGRAM [--check | --record] [FOLDER...]. Counted by Valgrind, so that they do not depend on what else the
machine is doing. Without folders, pages of our own making, always the same ones; --check fails where a stage costs far more than what --record wrote
down in scripts/cost.json."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

RECORD = pathlib.Path(__file__).with_name("cost.json")
# So much more a stage may cost before it is a failure: compilers and libraries change, too.
MARGIN = 1.4
# The whole way, and ways that leave something out.
STAGES = {
    "start": None,
    "parse, no boxes, extract": ["extract", "--renderer", "none"],
    "parse, lay out": ["render"],
    "all": ["extract"],
}


def main():
    program, *rest = sys.argv[1:]
    modes = [one for one in rest if one in ("--check", "--record")]
    folders = [one for one in rest if one not in modes]
    if shutil.which("valgrind") is None:
        sys.exit("cost: needs valgrind, which counts instructions")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        if folders:
            sets = {folder: sorted(pathlib.Path(folder).rglob("*.htm*")) for folder in folders}
        else:
            sets = {"own pages": [write(scratch / f"{name}.html", html) for name, html in own_pages().items()]}
        empty = write(scratch / "empty.html", "<p>x")
        start = instructions(program, ["extract"], empty)
        found = {"start": start / 1e6}
        print(f"start: {start / 1e6:.0f} million")
        for name, pages in sets.items():
            for stage, command in STAGES.items():
                if command:
                    each = sum(instructions(program, command, page) - start for page in pages) / max(len(pages), 1)
                    found[stage] = each / 1e6
                    print(f"{name}, {len(pages)} pages, {stage}: {each / 1e6:.0f} million a page", flush=True)
    if "--record" in modes:
        RECORD.write_text(json.dumps({stage: round(cost) for stage, cost in found.items()}, indent=1) + "\n", encoding="utf-8")
    if "--check" in modes:
        known = json.loads(RECORD.read_text(encoding="utf-8"))
        slower = [f"{stage}: {cost:.0f} million, was {known[stage]}" for stage, cost in found.items() if cost > known[stage] * MARGIN]
        if slower:
            sys.exit("cost: far more than before: " + "; ".join(slower))


def write(path, html):
    path.write_text(html, encoding="utf-8")
    return path


def instructions(program, command, page):
    arguments = [program, *command, str(page), "-j", "1", "-o", "/dev/null"]
    said = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *arguments], stderr=subprocess.PIPE,
                          stdout=subprocess.DEVNULL, check=False).stderr.decode(errors="replace")
    return int(re.search(r"Collected : (\d+)", said)[1])


def own_pages():
    rules = "".join(f".c{at}{{color:#{at % 4096:03x};padding:{at % 9}px;transition:all .3s}}.c{at}:hover{{margin:1px}}" for at in range(400))
    narrow = "".join(f"@media (max-width:{300 + at}px){{.c{at}{{float:left;width:50%}}}}" for at in range(100))
    cards = "".join(f"<div class='card c{at % 7}'><h3><a href=/p/{at}>Thing {at} with a name</a></h3><img src=/i/{at}.png width=90 height=60>"
                    f"<p class=price>{at * 7 % 90}.50 EUR<p class=text>Some words on thing {at} that say what it is good for.</div>" for at in range(120))
    rows = "".join(f"<tr><td>Name {at}<td>{at * 3}<td>2024-05-{at % 28 + 1:02}<td><a href=/r/{at}>more</a>" for at in range(250))
    prose = "".join(f"<p>Paragraph {at} of an article: {'it goes on for a while and says little, ' * 6}and ends." for at in range(60))
    return {
        "shop": f"<!doctype html><title>Shop</title><style>{rules}{narrow}.card{{float:left;width:30%}}</style><nav><a href=/>Home</a></nav><main>{cards}</main>",
        "table": f"<!doctype html><title>Results</title><h1>Results</h1><table border=1><tr><th>Name<th>Count<th>Day<th>Link{rows}</table>",
        "article": f"<!doctype html><title>An article</title><article><h1>An article</h1>{prose}</article>",
    }


main()
