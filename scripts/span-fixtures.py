#!/usr/bin/env python3
"""Writes pages with spanning cells and asks an installed Chromium for their grids.

    scripts/span-fixtures.py > crates/chaffinch-tables/tests/spans/spans.txt

Each page takes two lines: its markup, and the grid that the browser's own rows and cells make of it, with " / " between rows and "." for
empty slots: `table.rows`, `row.cells`, `cell.rowSpan` and
`cell.colSpan`, in the order in which the browser shows the rows. The pages come from a fixed seed, so that a second run writes the same ones.
"""
import html, json, os, random, re, subprocess, sys, tempfile

PAGES = 60

# Puts every cell into the slots that it covers; a cell ends with its row group.
SCRIPT = """
const table = document.querySelector('table');
const rows = [...table.rows];
const grid = rows.map(() => []);
rows.forEach((row, y) => {
  const group = rows.filter(other => other.parentNode === row.parentNode);
  const left = group.length - group.indexOf(row);
  let x = 0;
  for (const cell of row.cells) {
    while (grid[y][x] !== undefined) x++;
    const height = cell.rowSpan === 0 ? left : Math.min(cell.rowSpan, left);
    for (let dy = 0; dy < height; dy++)
      for (let dx = 0; dx < cell.colSpan; dx++) grid[y + dy][x + dx] = cell.textContent.trim();
    x += cell.colSpan;
  }
});
const width = Math.max(...grid.map(row => row.length));
const full = grid.map(row => Array.from({length: width}, (_, x) => row[x] === undefined ? null : row[x]));
document.body.innerHTML = '<pre id=answer></pre>';
document.getElementById('answer').textContent = JSON.stringify(full);
"""


def section(rng, name, rows, columns, tag, counter):
    """Rows of cells, some of which span several rows or columns."""
    out, taken = [], [0] * columns
    for y in range(rows):
        row, x = [], 0
        while x < columns:
            if taken[x] > y:
                x += 1
                continue
            free = 1
            while x + free < columns and taken[x + free] <= y:
                free += 1
            width = rng.choice([1, 1, 1, 2, 3]) if rng.random() < 0.5 else 1
            width = min(width, free)
            height = rng.choice([1, 1, 2, 3])
            written = 0 if rng.random() < 0.04 else height + (rng.choice([0, 0, 4]) if y + height >= rows else 0)
            real = rows - y if written == 0 else min(height, rows - y)
            if rng.random() < 0.08 and width == 1 and x + 1 == columns:
                break  # a row that ends early
            counter[0] += 1
            spans = (f" colspan={width}" if width > 1 else "") + (f" rowspan={written}" if written != 1 else "")
            row.append(f"<{tag}{spans}>{name}{counter[0]}</{tag}>")
            for at in range(x, x + width):
                taken[at] = y + real
            x += width
        out.append("<tr>" + "".join(row) + "</tr>")
    return "".join(out)


def page(rng):
    columns, counter = rng.randint(2, 7), [0]
    head = section(rng, "h", rng.randint(1, 3), columns, "th", counter) if rng.random() < 0.7 else ""
    bodies = [section(rng, "d", rng.randint(1, 6), columns, "td", counter) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    foot = section(rng, "f", 1, columns, "td", counter) if rng.random() < 0.2 else ""
    parts = [f"<thead>{head}</thead>" if head else ""] + [f"<tbody>{body}</tbody>" for body in bodies]
    if foot:
        parts.insert(rng.choice([1, len(parts)]), f"<tfoot>{foot}</tfoot>")
    return "<table>" + "".join(parts) + "</table>"


def grid(browser, markup):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        with open(path, "w") as file:
            file.write(f"<!DOCTYPE html><body>{markup}<script>{SCRIPT}</script>")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", f"file://{path}"]
        dom = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout
    return json.loads(html.unescape(re.search(r'<pre id="answer">(.*?)</pre>', dom, re.S).group(1)))


def main():
    browser = os.environ.get("CHROMIUM", "chromium")
    rng = random.Random(22)
    written = 0
    while written < PAGES:
        markup = page(rng)
        if "span" not in markup:
            continue
        rows = [" ".join(cell or "." for cell in row) for row in grid(browser, markup)]
        print(markup, " / ".join(rows), sep="\n")
        written += 1
        print(f"{written} of {PAGES}", file=sys.stderr, end="\r")


main()
