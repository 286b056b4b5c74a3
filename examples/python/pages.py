"""A small shop of our own: what the examples read."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FEEDERS = ["Steel mesh feeder", "Clear window tray", "Oak hopper", "Glazed bird bath", "Peanut cage", "Seed column", "Suet log"]
PAGES = 6
ROWS = 7


def shop_page(number: int) -> str:
    """A page of the shop, with a link to the next one."""
    item = (
        '<li class="item"><h3><a href="/item/{id}">{name} no. {id}</a></h3><p>Holds {at} kg of seed.</p><span class="price">€{price}.90</span></li>'
    )
    items = "".join(
        item.format(id=100 * number + at, name=FEEDERS[(number + at) % len(FEEDERS)], at=at + 1, price=10 + 3 * at + number) for at in range(ROWS)
    )
    following = f'<a class="next" href="/feeders/{number + 1}">Next page</a>' if number + 1 < PAGES else ""
    return f"<!doctype html><title>Feeders, page {number + 1}</title><h1>Feeders</h1><ul>{items}</ul>{following}"


class Shop(http.server.BaseHTTPRequestHandler):
    """Serves the pages of the shop."""

    def do_GET(self) -> None:
        number = self.path.removeprefix("/feeders/")
        found = self.path.startswith("/feeders/") and number.isdecimal() and int(number) < PAGES
        body = shop_page(int(number)).encode() if found else b"<p>There is no such page."
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def shop() -> Iterator[str]:
    """The address of a shop that is open within the block."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
