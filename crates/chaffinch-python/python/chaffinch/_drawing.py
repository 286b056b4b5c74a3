"""Where a relation stands on its page, drawn small."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._page import Box, Page, Relation

#: The size of the drawing, in pixels of the screen.
WIDTH, HEIGHT = 160, 320
#: More rows than these cannot be told apart.
MOST_ROWS = 200


def place(page: Page, relation: Relation) -> str:
    """The page as an outline, the relation and its rows on it; nothing where the page was not laid out."""
    all_boxes = [box for other in page.relations for box in [other.box, *other._places()] if box is not None]
    if relation.box is None or not all_boxes:
        return ""
    width = max(max(x + w for x, _, w, _ in all_boxes), 1.0)
    height = max(max(y + h for _, y, _, h in all_boxes), 1.0)
    scale = min(WIDTH / width, HEIGHT / height)
    rows = "".join(rectangle(box, scale, "#4a90d9", "0.35") for box in relation._places()[:MOST_ROWS])
    outline = rectangle((0.0, 0.0, width, height), scale, "none", "1", "#999")
    whole = rectangle(relation.box, scale, "#4a90d9", "0.12", "#4a90d9")
    title = f"<title>{len(relation)} {relation.kind} on the page</title>"
    size = f'width="{width * scale + 2:.0f}" height="{height * scale + 2:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="flex:none">{title}{outline}{whole}{rows}</svg>'


def rectangle(box: Box, scale: float, fill: str, opacity: str, stroke: str = "none") -> str:
    x, y, w, h = (side * scale for side in box)
    place = f'x="{x + 1:.1f}" y="{y + 1:.1f}" width="{max(w, 1):.1f}" height="{max(h, 1):.1f}"'
    return f'<rect {place} fill="{fill}" fill-opacity="{opacity}" stroke="{stroke}"/>'
