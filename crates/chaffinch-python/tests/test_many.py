"""Many pages: in order, bounded, and without holding the interpreter."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import chaffinch


def titles(pages) -> list[str]:
    return [page.title for page in pages]


def test_pages_come_in_their_order(page):
    # Every third page is much larger than the others.
    given = [page(number, 200 if number % 3 == 0 else 4) for number in range(30)]
    found = list(chaffinch.extract_many(given, renderer="none"))
    assert titles(found) == [f"Feeders, page {number}" for number in range(30)]
    assert [len(one.rows()) for one in found] == [200 if number % 3 == 0 else 4 for number in range(30)]


def test_pairs_names_and_folders_are_pages_too(page, folder: Path):
    pair = (page(77), "https://birds.example/77")
    found = list(chaffinch.extract_many([pair, folder, folder / "page-03.html", page(78).encode()], renderer="none"))
    assert len(found) == 15 and found[0].url == "https://birds.example/77"
    assert titles(found[1:13]) == [f"Feeders, page {number}" for number in range(12)]
    assert titles(found[13:]) == ["Feeders, page 3", "Feeders, page 78"]
    assert titles(chaffinch.extract_many(folder, renderer="none")) == titles(found[1:13])


def test_few_pages_are_taken_before_they_are_asked_for(page):
    taken = []

    def source():
        for number in range(1000):
            taken.append(number)
            yield page(number)

    pages = chaffinch.extract_many(source(), threads=2, renderer="none")
    next(pages)
    assert len(taken) <= 2 * 4 + 1
    next(pages)
    assert len(taken) <= 2 * 4 + 2


def test_a_page_that_cannot_be_read_costs_no_other(page, tmp_path: Path):
    large = b"<p>x" * 500
    found = list(chaffinch.extract_many([page(1), tmp_path / "nowhere.html", large, page(2)], max_nodes=200))
    assert [bool(one.errors) for one in found] == [False, True, True, False]
    assert "max_nodes" in found[2].errors[0]
    assert "nowhere.html" in found[1].input
    with pytest.raises(chaffinch.ReadError):
        found[1].raise_errors()
    found[0].raise_errors()


def test_an_exception_of_the_source_comes_after_the_pages_before_it(page):
    def source():
        yield page(1)
        yield page(2)
        raise RuntimeError("the crawl stopped")

    pages = chaffinch.extract_many(source())
    assert titles([next(pages), next(pages)]) == ["Feeders, page 1", "Feeders, page 2"]
    with pytest.raises(RuntimeError, match="the crawl stopped"):
        next(pages)
    with pytest.raises(StopIteration):
        next(pages)


def test_a_model_sees_pages_of_a_site_together(page):
    given = [(page(number), f"https://birds.example/{number}") for number in range(6)]
    found = list(chaffinch.extract_many(given, method="label", model="product"))
    assert titles(found) == [f"Feeders, page {number}" for number in range(6)]


def test_the_interpreter_is_free_while_pages_are_read(page):
    html = page(1, 800)
    counted = 0
    stop = threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    begun = time.monotonic()
    counter.start()
    chaffinch.extract(html)
    stop.set()
    counter.join()
    taken = time.monotonic() - begun
    # A reader that held the interpreter would have let it count once or twice.
    assert counted > 10 or taken < 0.05


def test_control_c_ends_a_run():
    program = """
import chaffinch, sys
item = "<li><h3>Feeder no. {0}</h3><p>Holds {0} kg of seed.</p><b>€{0}.90</b></li>"
html = "<h1>Feeders</h1><ul>" + "".join(map(item.format, range(400))) + "</ul>"
def forever():
    while True:
        yield html
for page in chaffinch.extract_many(forever()):
    print("page", flush=True)
"""
    run = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout is not None and run.stdout.readline() == "page\n"
    os.kill(run.pid, signal.SIGINT)
    begun = time.monotonic()
    _, said = run.communicate(timeout=60)
    assert "KeyboardInterrupt" in said and time.monotonic() - begun < 20


def resident() -> int:
    """Bytes of memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")
def test_memory_stays_flat(page):
    # The figure of the documentation is of 10,000 pages: CHAFFINCH_PAGES=10000.
    pages = int(os.environ.get("CHAFFINCH_PAGES", "1500"))
    sizes = []
    for number, _ in enumerate(chaffinch.extract_many(page(number) for number in range(pages))):
        if number % 100 == 99:
            sizes.append(resident())
    settled = max(sizes[: len(sizes) // 3])
    assert max(sizes) - settled < 64 << 20, sizes
