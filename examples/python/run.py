"""Runs all examples against a server of our own and checks what they print."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import nbclient
import nbformat
from pages import PAGES, ROWS, shop, shop_page

HERE = Path(__file__).parent
SCRAPY = [sys.executable, "-m", "scrapy", "runspider"]


def main() -> None:
    with shop() as address, tempfile.TemporaryDirectory() as folder:
        pages = Path(folder, "pages")
        pages.mkdir()
        for number in range(PAGES):
            (pages / f"{number}.html").write_text(shop_page(number), encoding="utf-8")
        for example in ("scrapy_spider.py", "web_poet_page.py"):
            check_spider(example, address, Path(folder, f"{example}.jsonl"))
        printed = run([sys.executable, str(HERE / "pandas_prices.py"), str(pages)])
        assert "Feeders, page 6" in printed and f" {ROWS} " in printed, printed
        printed = run([sys.executable, str(HERE / "duckdb_prices.py"), str(pages)])
        assert printed.splitlines()[0] == "33.90 Peanut cage no. 506", printed
        check_notebook(address)
    print("all examples do what they say")


def check_spider(example: str, address: str, out: Path) -> None:
    run([*SCRAPY, str(HERE / example), "-a", f"start={address}/feeders/0", "-o", str(out)])
    items = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(items) == PAGES, items
    first = next(item for item in items if item["url"].endswith("/feeders/0"))
    assert len(first["rows"]) == ROWS and first["rows"][0]["name"] == "Steel mesh feeder no. 0", first
    assert first["rows"][0]["price"] == "10.9", first


def check_notebook(address: str) -> None:
    notebook = nbformat.read(HERE / "notebook.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("https://shop.example", address)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    html = "".join(output.get("data", {}).get("text/html", "") for output in shown)
    assert "<svg" in html and "Steel mesh feeder" in html, html[:500]


def run(command: list[str]) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, cwd=HERE)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


if __name__ == "__main__":
    main()
