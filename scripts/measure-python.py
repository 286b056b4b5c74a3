#!/usr/bin/env python3
"""Measures the Python package beside the command line and beside other tools, ratios in one run:

    measure-python.py many PROGRAM PAGES…      extract_many against the command line, and what conversion to pandas costs
    measure-python.py spark PROGRAM PAGES…     a local cluster of two workers against two threads of the command line, on one Parquet
    measure-python.py rivals PAGES…            pages a second of one core, other tools on the same archive

PAGES are files, folders or archives. Needs the wheel, and pandas, pyspark, or trafilatura, resiliparse and extruct. Beside the clock stands the
processor's time, which other work on the machine disturbs less.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chaffinch

#: The best of so many runs counts.
RUNS = 3


def main() -> None:
    what, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        {"many": many, "spark": spark, "rivals": rivals}[what](Path(folder), *rest)


def many(folder: Path, program: str, *inputs: str) -> None:
    documents = list(chaffinch.documents(*inputs))
    archive = write_warc(folder / "pages.warc", documents)
    for threads in (1, 2):
        by_program, by_python, program_work, python_work = 0.0, 0.0, [], []
        # One after the other, so that both see the same machine.
        for _ in range(RUNS):
            before = children_seconds()
            by_program = max(by_program, len(documents) / seconds(lambda: run_program(program, archive, threads)))
            program_work.append(children_seconds() - before)
            before = time.process_time()
            by_python = max(by_python, len(documents) / seconds(lambda: exhaust(chaffinch.extract_many(archive, threads=threads))))
            python_work.append(time.process_time() - before)
        print(f"{threads} threads: program {by_program:.1f} pages/s, extract_many {by_python:.1f}, ratio {by_python / by_program:.2f}")
        print(f"    of the processor: {min(program_work):.1f} s, {min(python_work):.1f} s, ratio {min(program_work) / min(python_work):.2f}")
    import pandas  # noqa: F401  Loading it once is not conversion.

    pages = list(chaffinch.extract_many(archive))
    reading = processor_seconds(lambda: exhaust(chaffinch.extract_many(archive, threads=1)))
    converting = processor_seconds(lambda: exhaust(relation.to_pandas() for page in pages for relation in page.relations[:1]))
    print(f"to_pandas of the best relation: {100 * converting / reading:.1f} % of reading")


def spark(folder: Path, program: str, *inputs: str) -> None:
    import pyarrow
    import pyarrow.parquet
    from pyspark.sql import SparkSession

    import chaffinch.spark

    documents = list(chaffinch.documents(*inputs))
    columns = {"html": [document.html for document in documents], "url": [document.url or address(at) for at, document in enumerate(documents)]}
    # Both workers have the same number of tasks. A task costs Spark a fifth of a second, so that each has 100 pages or more.
    tasks = 2 * max(1, min(4, len(documents) // 200))
    parquet = str(folder / "pages.parquet")
    pyarrow.parquet.write_table(pyarrow.table(columns), parquet, row_group_size=max(1, len(documents) // tasks))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,2048]").config("spark.ui.enabled", False)
    builder = builder.config("spark.executor.memory", "2g").config("spark.sql.execution.arrow.maxRecordsPerBatch", 32)
    session = builder.getOrCreate()

    def on_cluster() -> None:
        pages = session.read.parquet(parquet).repartition(tasks)
        assert chaffinch.spark.extract(pages).select("url").distinct().count() == len(set(columns["url"]))

    # The first run starts the workers' interpreters.
    on_cluster()
    by_program, by_spark, program_work, spark_work = 0.0, 0.0, [], []
    for _ in range(RUNS):
        before = children_seconds()
        by_program = max(by_program, len(documents) / seconds(lambda: run_program(program, parquet, 2)))
        program_work.append(children_seconds() - before)
        before = tree_seconds()
        by_spark = max(by_spark, len(documents) / seconds(on_cluster))
        spark_work.append(tree_seconds() - before)
    session.stop()
    print(f"program, 2 threads {by_program:.1f} pages/s, Spark local-cluster[2,1] {by_spark:.1f}, ratio {by_spark / by_program:.2f}")
    print(f"    of the processor: {min(program_work):.1f} s, {min(spark_work):.1f} s, ratio {min(program_work) / min(spark_work):.2f}")


def rivals(folder: Path, *inputs: str) -> None:
    import extruct
    import trafilatura
    from resiliparse.extract.html2text import extract_plain_text

    archive = write_warc(folder / "pages.warc", list(chaffinch.documents(*inputs)))
    texts = [document.html.decode("utf-8", "replace") for document in chaffinch.documents(archive)]

    def structured(text: str) -> object:
        try:
            return extruct.extract(text, syntaxes=["json-ld", "microdata"], errors="ignore")
        except Exception:
            # It fails on some pages, which then cost it little.
            return None

    tools = {
        "trafilatura, fast": lambda: exhaust(trafilatura.extract(text, fast=True) for text in texts),
        "resiliparse, main text": lambda: exhaust(extract_plain_text(text, main_content=True) for text in texts),
        "extruct, JSON-LD and microdata": lambda: exhaust(map(structured, texts)),
        "chaffinch records, renderer none": lambda: exhaust(chaffinch.extract_many(texts_of(texts), method="records", renderer="none", threads=1)),
        "chaffinch extract, renderer none": lambda: exhaust(chaffinch.extract_many(texts_of(texts), renderer="none", threads=1)),
        "chaffinch extract": lambda: exhaust(chaffinch.extract_many(texts_of(texts), threads=1)),
    }
    best = {name: 0.0 for name in tools}
    for _ in range(RUNS):
        for name, tool in tools.items():
            best[name] = max(best[name], len(texts) / processor_seconds(tool))
    for name, speed in best.items():
        print(f"{name}: {speed:.1f} pages a core-second, {speed / best['trafilatura, fast']:.2f} of trafilatura")


def texts_of(texts: list[str]) -> list[chaffinch.Document]:
    return [chaffinch.Document(text) for text in texts]


def run_program(program: str, pages: str, threads: int) -> None:
    subprocess.run([program, "extract", pages, "-j", str(threads), "-o", f"{pages}.jsonl"], stderr=subprocess.DEVNULL)


def write_warc(path: Path, documents: list[chaffinch.Document]) -> str:
    with open(path, "wb") as out:
        for at, document in enumerate(documents):
            kind = document.content_type or "text/html"
            response = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n".encode() + document.html
            head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {document.url or address(at)}\r\n"
            head += f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(response)}\r\n\r\n"
            out.write(head.encode() + response + b"\r\n\r\n")
    return str(path)


def address(at: int) -> str:
    return f"https://pages.example/{at}.html"


def exhaust(things: object) -> None:
    for _ in things:  # type: ignore[attr-defined]
        pass


def seconds(work: object) -> float:
    begun = time.perf_counter()
    work()  # type: ignore[operator]
    return time.perf_counter() - begun


def children_seconds() -> float:
    """Processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tree_seconds() -> float:
    """Processor time of this process and of all that it has started and that still run, with what has ended below them (Linux)."""
    parents, used = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        parents[int(folder.name)] = int(fields[1])
        used[int(folder.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def is_ours(process: int) -> bool:
        while process and process != os.getpid():
            process = parents.get(process, 0)
        return process != 0

    return sum(seconds for process, seconds in used.items() if is_ours(process))


def processor_seconds(work: object) -> float:
    begun = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - begun


if __name__ == "__main__":
    main()
