#!/usr/bin/env python3
"""How the processor time of each command grows with a page: growth.py PROGRAM [COMMAND...]. Prints a line for each kind of page: seconds at 8,000,
32,000 and 128,000 nodes and the exponent from the first to the last. Exits with 1 where an exponent is above the limit. Short times are mostly start-up,
so the time of an empty page is taken off."""
import math
import os
import resource
import subprocess
import sys
import tempfile

SIZES = (8_000, 32_000, 128_000)
MOST = 1.15
KINDS = {
    "list": lambda n: "<ul>" + "".join(f"<li class=item><a href=/p/{i}>Name {i} thing</a> <span>{i % 90}.50 EUR</span></li>" for i in range(n // 7)) + "</ul>",
    "table": lambda n: "<table><tr><th>Name<th>Price<th>City" + "".join(f"<tr><td>Name {i}<td>{i}.5<td>City {i % 17}" for i in range(n // 7)) + "</table>",
    "many tables": lambda n: "".join(f"<table><tr><td>a{i}<td>{i}<tr><td>b{i}<td>{i + 1}</table>" for i in range(n // 12)),
    "links": lambda n: "".join(f"<a href=/x/{i}>link number {i}</a> " for i in range(n // 3)),
    "lines": lambda n: "<div>" + "".join(f"line of text {i}<br>" for i in range(n // 2)) + "</div>",
    "distinct names": lambda n: "".join(f"<x-{i}>text {i}</x-{i}>" for i in range(n // 2)),
    "nested inline boxes": lambda n: ("<div>" + "<span style=display:inline-flex>" * 20 + "x" + "</span>" * 20 + "</div>") * (n // 22),
}
# A wrapper is learned from a small page and applied to a large one; where there is nothing to learn, that command is passed over.
APPLY = "wrapper apply"
COMMANDS = ("extract", "records", "tables", "topk", "render", "label --model product", "domain --domain real-estate", APPLY)


def seconds(arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program, commands = sys.argv[1], sys.argv[2:] or COMMANDS
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path, wrapper = os.path.join(folder, "page.html"), os.path.join(folder, "wrapper.toml")

        def write(html):
            with open(path, "w", encoding="utf-8") as file:
                file.write("<!doctype html><title>t</title><body>" + html)

        def best(command, html, times):
            write(html)
            known = [wrapper] if command == APPLY else ["--max-seconds", "300"]
            output = ["-o", os.devnull] + ([] if command == "render" else ["--format", "jsonl"])
            return min(seconds([program, *command.split(), *known, path, *output]) for _ in range(times))

        for command in commands:
            for kind, make in KINDS.items():
                if command == APPLY:
                    write(make(300))
                    learn = [program, "wrapper", "learn", "--from", "extract", path, "--out", wrapper]
                    if subprocess.run(learn, capture_output=True, check=False).returncode:
                        continue
                start = best(command, "<p>x", 3)
                times = [max(best(command, make(size), 3 if size < 100_000 else 2) - start, 0.001) for size in SIZES]
                exponent = math.log(times[-1] / times[0]) / math.log(SIZES[-1] / SIZES[0])
                failed |= exponent > MOST
                print(f"{command:27} {kind:20}", *(f"{time:8.2f} s" for time in times), f"  exponent {exponent:.2f}", flush=True)
    sys.exit(failed)


main()
