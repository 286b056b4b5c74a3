#!/usr/bin/env python3
"""Breaks what the program stands on, on purpose: faults.py PROGRAM [SEED]. Readers that go away, pipes that pass a byte at a time, files that may not grow,
memory that runs out, signals at random instants to the program and to its workers. After each fault, an output is what it was before or whole, a run
that goes on has an answer for every page, and a batch that is run again has the bytes of one that nobody disturbed."""
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(sys.argv[1])
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
PAGES = 60
FORMER = b'{"former":true}\n'
failures = []


def main():
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        pages = scratch / "pages"
        pages.mkdir()
        for at in range(PAGES):
            (pages / f"{at:03}.html").write_text(page(chance, at), encoding="utf-8")
        whole = run("extract", pages, "-j", "2").stdout
        check("nothing disturbs a run", len(whole.splitlines()) == PAGES)
        for fault in (closed_pipes, narrow_pipes, full_files, little_memory, signals, killed_workers, killed_batches):
            begun, before = time.monotonic(), len(failures)
            times = fault(chance, scratch, pages, whole)
            print(f"{fault.__name__.replace('_', ' ')}: {times} times, {len(failures) - before} failures, {time.monotonic() - begun:.0f} s", flush=True)
    sys.exit(bool(failures))


def page(chance, at):
    rows = range(chance.randrange(3, 120))
    items = "".join(f"<div class=card><h3><a href=/p/{at}/{row}>Thing {row} of {at}</a></h3><p>{row * 7 % 90}.50 EUR<p>Text {row}</div>" for row in rows)
    table = "".join(f"<tr><td>Name {row}<td>{row * 3}<td>2024-05-{row % 28 + 1:02}" for row in rows)
    return f"<!doctype html><title>Shop {at}</title><style>.card{{float:left;width:30%}}</style>{items}<table><tr><th>Name<th>Count<th>Day{table}</table>"


def command(*arguments):
    return [PROGRAM, *map(str, arguments)]


def run(*arguments, **more):
    return subprocess.run(command(*arguments), stdin=more.pop("stdin", subprocess.DEVNULL), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **more)


def check(what, holds, why=""):
    if not holds:
        failures.append(what)
        print(f"FAILED: {what} {why}", flush=True)


def closed_pipes(chance, scratch, pages, whole):
    """Whoever reads the answer goes away after some bytes."""
    for time_ in range(20):
        for_format = ("jsonl", "json", "csv", "rows", "html", "xml", "parquet")[time_ % 7]
        process = subprocess.Popen(command("extract", pages, "--format", for_format), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.read(chance.randrange(0, 50_000))
        process.stdout.close()
        said = process.stderr.read()
        process.stderr.close()
        code = process.wait()
        check(f"a closed pipe ends a run in {for_format} quietly", code in (0, 1) and b"panicked" not in said, f"{code} {said[-300:]}")
    return 20


def narrow_pipes(chance, scratch, pages, whole):
    """Input and output pass a byte, or a few, at a time."""
    html = (pages / "000.html").read_bytes()
    expected = subprocess.run(command("extract", "-"), input=html, stdout=subprocess.PIPE, check=False).stdout
    for time_ in range(4):
        process = subprocess.Popen(command("extract", "-"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        at = 0
        while at < len(html):
            step = 1 if time_ < 2 else chance.randrange(1, 4096)
            process.stdin.write(html[at : at + step])
            at += step
        process.stdin.close()
        got = b""
        while some := process.stdout.read(1 if time_ % 2 else 37):
            got += some
        process.stdout.close()
        process.wait()
        check("bytes that come one by one are all read and written", got == expected)
    return 4


def full_files(chance, scratch, pages, whole):
    """A file may not grow beyond some bytes: a full disk, without one."""
    times = 0
    for for_format in ("jsonl", "json", "csv", "rows", "html", "md", "xml", "parquet", "sqlite", "xlsx"):
        for most in (1, chance.randrange(2, 4096), chance.randrange(4096, 20_000)):
            times += 1
            out = scratch / f"full.{for_format}"
            out.write_bytes(FORMER)

            def limited():
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

            done = run("extract", pages, "--format", for_format, "--select", "all", "-o", out, preexec_fn=limited)
            check(f"{for_format} of at most {most} bytes is not written and said so", out.read_bytes() == FORMER and done.returncode == 2,
                  f"{done.returncode} {done.stderr[-300:]}")
            check("nothing is left beside it", not list(scratch.glob("full*.part")))
            out.unlink()
    return times


def little_memory(chance, scratch, pages, whole):
    """The system has no more memory to give, at a hundred ever earlier places of a run, in the program and in its workers."""
    out = scratch / "memory.jsonl"
    # The allocator takes what it needs when it needs it, not much in advance, so that memory ends at many places.
    sparing = {**os.environ, "MIMALLOC_ARENA_EAGER_COMMIT": "0", "MIMALLOC_ARENA_RESERVE": "1024"}

    def attempt(kilobytes, isolate):
        out.write_bytes(FORMER)
        limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (kilobytes << 10, kilobytes << 10))
        options = ("-j", "2", "--isolate", isolate, "-o", out)
        done = run("extract", pages, *options, preexec_fn=limited, timeout=600, env=sparing)
        answered(f"with {kilobytes} KB", out, done, whole)
        return out.read_bytes() == whole

    times = 0
    for isolate in ("auto", "never"):
        # The least memory in which all is right.
        too_little, enough = 64 << 10, 4 << 20
        while enough - too_little > 1024:
            middle = (too_little + enough) // 2
            times += 1
            too_little, enough = (too_little, middle) if attempt(middle, isolate) else (middle, enough)
        for step in range(100):
            times += 1
            attempt(enough - (enough - (64 << 10)) * step // 100, isolate)
    return times


def signals(chance, scratch, pages, whole):
    """The program is told to end, or ended, at any instant."""
    for time_ in range(60):
        out = scratch / "signals.jsonl"
        out.write_bytes(FORMER)
        how = (signal.SIGTERM, signal.SIGINT, signal.SIGKILL, signal.SIGHUP)[time_ % 4]
        process = subprocess.Popen(command("extract", pages, "-j", "2", "-o", out), stderr=subprocess.DEVNULL, start_new_session=True)
        time.sleep(chance.random() * 1.2)
        process.send_signal(how)
        process.wait()
        got = out.read_bytes()
        check(f"an output is whole or not there after {how.name}", got in (FORMER, whole))
        gone(process.pid, how.name)
    return 60


def killed_workers(chance, scratch, pages, whole):
    """Workers die at any instant; the run goes on."""
    times = 0
    for _ in range(8):
        out = scratch / "workers.jsonl"
        out.write_bytes(FORMER)
        process = subprocess.Popen(command("extract", pages, "-j", "2", "-o", out), stderr=subprocess.PIPE)
        while process.poll() is None:
            time.sleep(chance.random() * 0.15)
            workers = children(process.pid)
            if workers:
                times += 1
                try:
                    os.kill(chance.choice(workers), chance.choice((signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT)))
                except ProcessLookupError:
                    pass
        process.stderr.read()
        answered("when workers are killed", out, process, whole)
    return times


def killed_batches(chance, scratch, pages, whole):
    """A batch is killed again and again, and goes on each time."""
    run("batch", pages, "--out", scratch / "calm")
    times = 0
    for at in range(3):
        folder = scratch / f"batch-{at}"
        for _ in range(12):
            process = subprocess.Popen(command("batch", pages, "--out", folder), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            time.sleep(chance.random() * 0.5)
            times += 1
            process.kill()
            process.wait()
        done = run("batch", pages, "--out", folder)
        check("a batch ends", done.returncode == 0, done.stderr[-300:])
        check("a batch that was killed has the bytes of one that was not", parts(folder) == parts(scratch / "calm"))
    return times


def parts(folder):
    return {path.name: path.read_bytes() for path in folder.glob("*.jsonl") if "error" not in path.name}


def answered(when, out, done, whole):
    """After a run: the former output and a code that says that it failed, or an answer for each page, each the right one or an error."""
    got = out.read_bytes()
    if got == FORMER:
        check(f"a run that wrote nothing says so {when}", done.returncode not in (0, 1), f"{done.returncode}")
        return
    lines, right = got.splitlines(), whole.splitlines()
    check(f"every page has its answer {when}", len(lines) == PAGES)
    for line, expected in zip(lines, right):
        if line != expected:
            report = json.loads(line)
            check(f"an answer is right or an error {when}", report["errors"], f"{report['input']}")


def children(of):
    found = []
    for task in pathlib.Path(f"/proc/{of}/task").glob("*/children"):
        try:
            found += [int(child) for child in task.read_text().split()]
        except OSError:
            pass
    return found


def gone(session, when):
    """No process of a session outlives it for long."""
    for _ in range(100):
        left = [stat for stat in pathlib.Path("/proc").glob("[0-9]*/stat") if belongs(stat, session)]
        if not left:
            return
        time.sleep(0.05)
    check(f"no process is left behind after {when}", False, str(left))


def belongs(stat, session):
    try:
        fields = stat.read_text().rsplit(")", 1)[1].split()
        return fields[3] == str(session) and fields[0] != "Z"
    except OSError:
        return False


main()
