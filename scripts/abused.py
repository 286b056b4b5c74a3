#!/usr/bin/env python3
"""Reads every page of a folder of data sets in the shapes in which pages are broken on their way: abused.py PROGRAM DATA [--every N] [--cuts N] [SET...].
Each page is cut at some places, stripped of its styles, doubled, and joined with the next one. All of it is read twice, with one thread and with two in
the opposite order. Fails where a page makes the program fail, takes more than 10 seconds or 1 GB, or where the two answers differ in a byte."""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# So many pages are on the disk at a time.
AT_ONCE = 400
STYLES = re.compile(rb"<style\b.*?</style\s*>|<link\b[^>]*stylesheet[^>]*>|\sstyle\s*=\s*(\"[^\"]*\"|'[^']*')", re.I | re.S)
# What no page may cause.
HARM = re.compile(r"made the program fail|took more than|needed more than|gave up on this page|renderer died")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--every", type=int, default=1, help="only every so many pages of a set")
    parser.add_argument("--cuts", type=int, default=20)
    given = parser.parse_args()
    failures = 0
    for folder in sorted(path for path in given.data.iterdir() if (path / "pages").is_dir()):
        if given.sets and folder.name not in given.sets:
            continue
        pages = sorted((folder / "pages").rglob("*.htm*"))
        chosen = pages[:: given.every]
        variants = ((page, name, html) for at, page in enumerate(chosen)
                    for name, html in broken(page.read_bytes(), chosen[(at + 1) % len(chosen)], given.cuts))
        read, harmed = 0, 0
        while batch := [variant for _, variant in zip(range(AT_ONCE), variants)]:
            read += len(batch)
            harmed += attempt(given.program, batch)
        print(f"{folder.name}: {len(chosen)} pages in {read} shapes, {harmed} failures", flush=True)
        failures += harmed
    sys.exit(failures > 0)


def broken(html, following, cuts):
    for cut in range(1, cuts + 1):
        yield f"cut-{cut}", html[: len(html) * cut // (cuts + 1)]
    yield "unstyled", STYLES.sub(b"", html)
    yield "doubled", html + html
    yield "joined", html + following.read_bytes()


def attempt(program, batch):
    """Reads the pages twice; how many lines are not as they should be."""
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        names = []
        for at, (page, name, html) in enumerate(batch):
            folder = scratch / f"{page.parent.name}-{page.stem}"
            if not folder.exists():
                folder.mkdir()
                for sheet in page.parent.rglob("*.css"):
                    to = folder / sheet.relative_to(page.parent)
                    to.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(sheet, to)
            path = folder / f"{at:04}-{name}.html"
            path.write_bytes(html)
            names.append(str(path))
        once = answers(program, names, 1, scratch / "once.jsonl")
        again = answers(program, names[::-1], 2, scratch / "again.jsonl")
        harmed = 0
        for name in names:
            line = once.get(name, "")
            what = "no answer" if not line else "another answer" if line != again.get(name) else harm(line)
            if what:
                harmed += 1
                kept = pathlib.Path("target/abused")
                kept.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(name, kept / pathlib.Path(name).name)
                print(f"{name.removeprefix(str(scratch))}: {what}; kept in {kept}", flush=True)
        return harmed


def answers(program, names, threads, out):
    subprocess.run([program, "extract", *names, "-j", str(threads), "--max-page-seconds", "10", "-o", out], stderr=subprocess.DEVNULL, check=False)
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    return {json.loads(line)["input"]: line for line in lines}


def harm(line):
    errors = [error if isinstance(error, str) else json.dumps(error) for error in json.loads(line)["errors"]]
    return next((error for error in errors if HARM.search(error)), None)


main()
