"""Wrappers, sites and models."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from conftest import shop_page

import chaffinch

PAGES = [shop_page(number, 5 + number % 3) for number in range(12)]


def changed(html: str) -> str:
    """The same page with other markup around its values."""
    return html.replace('<span class="price">', '<em class="cost">').replace("</span>", "</em>").replace("h3>", "h2>")


def test_a_site_is_learned_from_pages_or_from_files(folder: Path, tmp_path: Path):
    site = chaffinch.Site.learn(PAGES, want=["name", "price"])
    assert site.templates == 1 and site.notes
    rows = site.apply(PAGES[3]).rows()
    assert rows[0]["name"] == "Glazed bird bath no. 300" and str(rows[0]["price"]) == "13.9"
    found = list(site.apply_many(PAGES))
    assert [len(page.rows()) for page in found] == [5 + number % 3 for number in range(12)]
    by_name = chaffinch.Site.learn(folder, want=["name", "price"])
    assert [page.rows() for page in by_name.apply_many(folder)] == [page.rows() for page in found]
    site.save(tmp_path / "wrappers")
    assert chaffinch.Site.load(tmp_path / "wrappers").apply(PAGES[3]).rows() == rows
    assert pickle.loads(pickle.dumps(site)).apply(PAGES[3]).rows() == rows


def test_a_wrapper_says_when_it_fits_no_more_and_is_repaired():
    wrapper = chaffinch.Site.learn(PAGES, want=["name", "price"]).wrappers[0]
    assert wrapper.attributes == ["name", "price"] and wrapper.check(PAGES) == []
    new = [changed(page) for page in PAGES]
    misfits = wrapper.check(new)
    assert len(misfits) == 12 and all(isinstance(misfit, chaffinch.MisfitError) for misfit in misfits)
    page = wrapper.apply(new[0])
    assert not page.fits and page.errors
    with pytest.raises(chaffinch.MisfitError):
        page.raise_errors()
    repaired = wrapper.repair(new)
    assert repaired.check(new) == [] and repaired.attributes == ["name", "price"]
    old_rows = [page.rows() for page in wrapper.apply_many(PAGES)]
    assert [page.rows() for page in repaired.apply_many(new)] == old_rows


def test_a_wrapper_is_learned_from_labels_and_kept_in_a_file(tmp_path: Path):
    site = tmp_path / "countries"
    site.mkdir()
    (site / "a.html").write_text("<b>Congo<i>242.")
    (site / "b.html").write_text("<b>Spain<i>34.<b>Belize<i>501.")
    labels = [
        {"page": "countries/a.html", "attributes": ["name", "code"], "tuples": [[[3, 8], [11, 14]]]},
        {"page": "countries/b.html", "attributes": ["name", "code"], "tuples": [[[3, 8], [11, 13]], [[17, 23], [26, 29]]]},
    ]
    gold = site / "gold.jsonl"
    gold.write_text("\n".join(map(json.dumps, labels)))
    wrapper = chaffinch.Wrapper.learn(gold, class_="LR")
    wrapper.save(tmp_path / "wrapper.toml")
    again = chaffinch.Wrapper.load(tmp_path / "wrapper.toml")
    assert again.apply("<b>Fiji<i>679.<b>Togo<i>228.").rows() == [{"name": "Fiji", "code": 679}, {"name": "Togo", "code": 228}]
    assert "LR" in again.to_toml() and again.show()
    with pytest.raises(chaffinch.SettingsError, match="class"):
        chaffinch.Wrapper.learn(gold, class_="XYZ")
    with pytest.raises(chaffinch.ChaffinchError):
        chaffinch.Wrapper.learn(site / "nothing.jsonl")


def test_nothing_is_learned_from_nothing(tmp_path: Path):
    with pytest.raises(chaffinch.LearnError, match="nothing"):
        chaffinch.Site.learn(["<p>Nothing here.", "<p>Nor here."])
    with pytest.raises(ValueError):
        chaffinch.Site.learn(["<p>A page", "and-a-name.html"])
    with pytest.raises(TypeError, match="Site.learn"):
        chaffinch.Site.learn(PAGES, colour="red")


def test_a_model_is_trained_and_used(tmp_path: Path):
    lines = []
    for site in range(4):
        for number in range(4):
            name, price = f"Feeder {site}{number} of oak", f"${10 + site}.{10 + number}"
            heading = ("h1", "h2")[site % 2]
            html = (
                f"<title>{name}</title><{heading}>{name}</{heading}><p>Made by hand in our own workshop.</p>"
                f"<div class=c{site}>{price}</div><p>Shipping takes three days.</p>"
            )
            file = tmp_path / "shops" / f"s{site}-{number}.html"
            file.parent.mkdir(exist_ok=True)
            file.write_text(html)
            lines.append({"page": f"shops/{file.name}", "site": f"s{site}", "record": {"name": name, "price": price}})
    gold = tmp_path / "shops" / "gold.jsonl"
    gold.write_text("\n".join(map(json.dumps, lines)))
    model = chaffinch.train(gold, parts=2)
    assert model.attributes == ["name", "price"] and model.sites == 4 and model.pages == 16
    assert model.f1 is not None and set(model.attribute_f1) == {"name", "price"}
    model.save(tmp_path / "shop.model")
    given = [(page.html, f"https://s9.example/{page.name}") for page in chaffinch.documents(str(tmp_path / "shops" / "s0-*.html"))]
    rows = [page.rows() for page in chaffinch.extract_many(given, method="label", model=tmp_path / "shop.model")]
    assert [row[0]["name"] for row in rows] == [f"Feeder 0{number} of oak" for number in range(4)]
