"""Threads, and processes that fork or begin anew."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from conftest import shop_page

import chaffinch

FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


def names(number: int) -> list[str]:
    return [row["name"] for row in chaffinch.extract(shop_page(number)).rows()]


def names_of_many(number: int) -> list[list[str]]:
    pages = chaffinch.extract_many((shop_page(number + at) for at in range(4)), threads=2)
    return [[row["name"] for row in page.rows()] for page in pages]


def page_of(number: int) -> chaffinch.Page:
    return chaffinch.extract(shop_page(number))


def test_eight_threads_read_as_one_does():
    expected = [names(number) for number in range(40)]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(names, range(40))) == expected


def test_one_iterator_serves_several_threads():
    pages = chaffinch.extract_many((shop_page(number) for number in range(60)), renderer="none")
    found: list[str] = []

    def take():
        for page in pages:
            found.append(page.title)

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(f"Feeders, page {number}" for number in range(60))


@pytest.mark.parametrize("how", [pytest.param("fork", marks=FORKS), "spawn"])
@pytest.mark.timeout(240)
def test_processes_read_as_one_does(how: str):
    # This process has threads of ours already, which a forked child has not.
    expected = [names(number) for number in range(12)]
    many = names_of_many(3)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(how)) as processes:
        assert list(processes.map(names, range(12))) == expected
        assert processes.submit(names_of_many, 3).result() == many
        assert processes.submit(page_of, 5).result().to_dict() == page_of(5).to_dict()


@FORKS
@pytest.mark.timeout(240)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forks_while_other_threads_read():
    expected = names(1)
    stop = threading.Event()

    def read():
        number = 0
        while not stop.is_set():
            names(number)
            number += 1

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        for _ in range(8):
            child = os.fork()
            if child == 0:
                os._exit(0 if names(1) == expected else 1)
            assert ended(child) == 0
    finally:
        stop.set()
        for reader in readers:
            reader.join()


@FORKS
def test_an_iterator_of_the_parent_is_refused_in_a_child():
    pages = chaffinch.extract_many(shop_page(number) for number in range(50))
    next(pages)
    child = os.fork()
    if child == 0:
        try:
            next(pages)
        except chaffinch.ChaffinchError as error:
            os._exit(0 if "forked" in str(error) else 2)
        os._exit(1)
    assert ended(child) == 0
    assert len(list(pages)) == 49


def ended(child: int) -> int:
    """The exit code of a child, which must end within a minute."""
    for _ in range(600):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.1)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return -1
