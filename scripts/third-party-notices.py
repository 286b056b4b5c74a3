#!/usr/bin/env python3
"""Writes THIRD-PARTY-NOTICES.md: every crate that is compiled into the program, its licence and the
licence texts that it ships. With --check, says whether the file is up to date instead."""

import pathlib
import sys

import crates

TARGET = crates.ROOT / "THIRD-PARTY-NOTICES.md"
TEXT_NAMES = ("license", "licence", "copying", "notice", "unlicense")


def main():
    notices = render(crates.metadata())
    if "--check" in sys.argv[1:]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != notices:
            sys.exit("THIRD-PARTY-NOTICES.md is out of date: run scripts/third-party-notices.py")
        return
    TARGET.write_text(notices, encoding="utf-8")


def texts_of(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.lower().startswith(TEXT_NAMES):
            text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip()
            if text:
                yield text


def render(metadata):
    lines = [
        "# Third-party notices",
        "",
        "Chaffinch is built from the crates below, each under its own licence. This file is made by",
        "`scripts/third-party-notices.py` from the locked dependencies.",
        "",
        "The fonts Arimo, Tinos and Cousine (Copyright 2010, 2012-2020 Google LLC) are bundled under the SIL",
        "Open Font License 1.1; see `crates/chaffinch-render/fonts/OFL.txt`. The crates under MPL-2.0 (`stylo`,",
        "`selectors`, `cssparser` and their kin) are used unmodified; their source is on crates.io.",
        "",
        "The gazetteer of towns in `crates/chaffinch-domain/gazetteers` is made from GeoNames (https://www.geonames.org), licensed",
        "under Creative Commons Attribution 4.0, by `scripts/make-towns.py`.",
        "",
        "| crate | version | licence |",
        "|---|---|---|",
    ]
    users, texts = {}, {}
    for package in crates.compiled_in(metadata):
        licence = package["license"] or "see its licence file"
        lines.append(f"| {package['name']} | {package['version']} | {licence} |")
        for text in texts_of(package):
            # The same licence comes in many line lengths.
            key = " ".join(text.split())
            texts.setdefault(key, text)
            users.setdefault(key, []).append(package["name"])
    lines += ["", "## Licence texts", ""]
    for key, names in sorted(users.items(), key=lambda item: (item[1][0], item[0])):
        lines += [f"### {', '.join(dict.fromkeys(names))}", "", "```text", texts[key].replace("```", "'''"), "```", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
