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
COMMANDS = ("extract", "records", "tables", "topk", "render")


def seconds(program, command, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, command, path, "-j", "1", "-o", os.devnull, "--max-seconds", "300"]
                   + ([] if command == "render" else ["--format", "jsonl"]), stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program, commands = sys.argv[1], sys.argv[2:] or COMMANDS
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")

        def best(command, html, times):
            with open(path, "w", encoding="utf-8") as file:
                file.write("<!doctype html><title>t</title><body>" + html)
            return min(seconds(program, command, path) for _ in range(times))

        for command in commands:
            start = best(command, "<p>x", 3)
            for kind, make in KINDS.items():
                times = [max(best(command, make(size), 3 if size < 100_000 else 2) - start, 0.001) for size in SIZES]
                exponent = math.log(times[-1] / times[0]) / math.log(SIZES[-1] / SIZES[0])
                failed |= exponent > MOST
                print(f"{command:8} {kind:20}", *(f"{time:8.2f} s" for time in times), f"  exponent {exponent:.2f}", flush=True)
    sys.exit(failed)


main()
