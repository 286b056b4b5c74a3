"""Pages of our own that the tests read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FEEDERS = ["Steel mesh feeder", "Clear window tray", "Oak hopper", "Glazed bird bath", "Peanut cage", "Seed column", "Suet log"]


def shop_page(number: int, rows: int = 6) -> str:
    """A page of a shop, different for each number."""
    item = '<li class="item"><h3><a href="/item/{id}">{name} no. {id}</a></h3><p>{about}</p><span class="price">€{price}.90</span></li>'
    items = "".join(
        item.format(id=100 * number + at, name=FEEDERS[(number + at) % 7], about=f"Holds {at + 1} kg of seed.", price=10 + at + number % 9)
        for at in range(rows)
    )
    return f"<!doctype html><title>Feeders, page {number}</title><h1>Feeders, page {number}</h1><ul>{items}</ul><p>All prices with tax.</p>"


@pytest.fixture
def page() -> Callable[..., str]:
    return shop_page


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of twelve pages."""
    for number in range(12):
        (tmp_path / f"page-{number:02}.html").write_text(shop_page(number, 5 + number % 3), encoding="utf-8")
    return tmp_path
