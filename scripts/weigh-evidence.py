#!/usr/bin/env python3
"""Learns the chances of rules/evidence.rules of chaffinch-domain and judges them on sites apart.

    chaffinch eval amber DATA --evidence FILE
    scripts/weigh-evidence.py FILE            prints the chances, as they stand in the rules, and how well they tell lists apart
    scripts/weigh-evidence.py FILE --without "widths of boxes"

Each line of FILE is a data area. Of each page and domain the surest one is a lesson: pages of a domain's set have its records, and pages of
the other sets have none of any domain. The weights are those of a logistic regression over the bins of each measure; a weight of 0 is a
chance of 50 in 100. Needs nothing beyond Python's standard library.
"""
import argparse, json, math, zlib

# The measures of the rules, and where their bins end.
MEASURES = {
    "what records hold": [-150, -75, -25, 0, 25, 75, 150, 225],
    "characters of a record": [100, 200, 350, 500, 700],
    "share of the page": [30, 60, 100, 200, 350, 550],
    "places of values": [400, 600, 800, 950],
    "widths of boxes": [400, 700, 950],
}
VISUAL = {"widths of boxes"}
START = "any data area"

def measured(seen):
    records = seen["records"]
    sure = seen["fullness"] * records * 10 // (records * 10 + 4) - seen["usual"]
    values = {
        "what records hold": sure,
        "characters of a record": seen["characters"] * 1000 // max(1, seen["longest"]),
        "share of the page": seen["covered"],
        "places of values": seen.get("alike"),
        "widths of boxes": seen.get("oneWidth"),
    }
    return {name: value for name, value in values.items() if value is not None}

def features(values, without):
    found = [(START, 0)]
    for name, ends in MEASURES.items():
        if name in values and name not in without:
            found.append((name, sum(values[name] >= end for end in ends)))
    return found

def learn(lessons, rounds=150, prior=5.0, heavy=1.0):
    """Weights by gradient descent with a prior that draws bins towards their neighbours and towards nothing."""
    weights, speed = {}, {}
    for found, right, weight in lessons:
        for feature in found:
            weights.setdefault(feature, 0.0)
            speed.setdefault(feature, 1e-8)
    for _ in range(rounds):
        slope = {feature: 0.0 for feature in weights}
        for found, right, weight in lessons:
            odds = sum(weights[feature] for feature in found)
            miss = weight * ((1.0 if right else 0.0) - 1.0 / (1.0 + math.exp(-max(-40, min(40, odds)))))
            for feature in found:
                slope[feature] += miss
        for (name, at), value in weights.items():
            slope[(name, at)] -= 0.0 if name == START else value / prior * 2
            for other in ((name, at - 1), (name, at + 1)):
                if name != START and other in weights:
                    slope[(name, at)] -= (value - weights[other]) * 2 / prior * 2
        for feature in weights:
            speed[feature] += slope[feature] ** 2
            weights[feature] += 0.5 * slope[feature] / math.sqrt(speed[feature])
    return weights

def probability(weights, found):
    odds = sum(weights.get(feature, 0.0) for feature in found)
    return 1.0 / (1.0 + math.exp(-max(-40, min(40, odds))))

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--without", action="append", default=[])
    parser.add_argument("--parts", type=int, default=4)
    parser.add_argument("--pages", action="store_true", help="print the pages that are told wrongly")
    arguments = parser.parse_args()
    best = {}
    for line in open(arguments.file):
        area = json.loads(line)
        key = (area["page"], area["domain"], area["has_records"])
        odds = area["seen"].get("odds", 0)
        if key not in best or odds > best[key]["seen"].get("odds", 0):
            best[key] = area
    lessons = []
    for area in best.values():
        values = measured(area["seen"])
        lessons.append((area, features(values, arguments.without), area["has_records"]))
    with_records = sum(right for _, _, right in lessons)
    # A page of the domain weighs more, because there are fewer; one without boxes is a lesson, too.
    heavy = max(1.0, (len(lessons) - with_records) / max(1, with_records) / 2)
    of_domain = {}
    for area, _, right in lessons:
        of_domain[area["domain"]] = of_domain.get(area["domain"], 0) + right
    usual = with_records / max(1, sum(count > 0 for count in of_domain.values()))
    def taught(some):
        out = []
        for area, found, right in some:
            # Each domain counts alike, however many of its pages are labelled.
            weight = heavy * usual / of_domain[area["domain"]] if right else 1.0
            out.append((found, right, weight * 0.7))
            out.append(([feature for feature in found if feature[0] not in VISUAL], right, weight * 0.3))
        return out
    part = lambda area: zlib.crc32(area["site"].encode()) % arguments.parts
    kept, alarms, silent, loss = 0, {}, [], 0.0
    for number in range(arguments.parts):
        weights = learn(taught([lesson for lesson in lessons if part(lesson[0]) != number]))
        for area, found, right in lessons:
            if part(area) != number:
                continue
            told = probability(weights, found) >= 0.5
            chance = min(0.999, max(0.001, probability(weights, found)))
            loss -= math.log(chance if right else 1.0 - chance)
            if right and told:
                kept += 1
            elif right:
                silent.append((area["page"], area["domain"], round(probability(weights, found), 2)))
            elif told:
                alarms.setdefault(area["page"], []).append((area["domain"], round(probability(weights, found), 2)))
    print(f"% sites apart: {kept} of {with_records} pages with records are told, {len(alarms)} pages without records get an answer")
    missed = {name: sum(one[1] == name for one in silent) for name, count in of_domain.items() if count}
    print(f"% loss {loss / len(lessons):.4f}; pages that are not told: {missed}")
    if arguments.pages:
        for one in silent:
            print("%   not told:", *one)
        for page, domains in sorted(alarms.items()):
            print("%   told:", page, domains)
    weights = learn(taught(lessons))
    percent = lambda weight: max(1, min(99, round(100 / (1 + math.exp(-weight)))))
    print(f'evidence(A,"{START}",{percent(weights[(START, 0)])}) ⇐ area(A).')
    for name, ends in MEASURES.items():
        if name in arguments.without:
            continue
        edges = [-1000, *ends, 100000]
        for at in range(len(ends) + 1):
            print(f'chance("{name}",{edges[at]},{edges[at + 1]},{percent(weights.get((name, at), 0.0))}).')

if __name__ == "__main__":
    main()
