#!/usr/bin/env python3
"""What others wrote: writes docs/dependencies.md, the list of crates with unsafe code, code in C or assembly, or a
script that runs while they are compiled. With --check, says whether the list is up to date instead, so that no such
crate comes in unseen. With --sbom FILE, writes everything that is compiled in as a CycloneDX bill of materials."""

import json
import pathlib
import re
import sys
import tomllib

import crates

TARGET = crates.ROOT / "docs" / "dependencies.md"
FOREIGN = {".c", ".cc", ".cpp", ".s", ".asm"}


def main():
    found = crates.metadata()
    arguments = sys.argv[1:]
    if arguments[:1] == ["--sbom"] and len(arguments) == 2:
        pathlib.Path(arguments[1]).write_text(json.dumps(bill_of_materials(found), indent=1) + "\n", encoding="utf-8")
        return
    text = render(found)
    if arguments == ["--check"]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            sys.exit("docs/dependencies.md is out of date: read what is new in it after running scripts/supply-chain.py")
    elif not arguments:
        TARGET.write_text(text, encoding="utf-8")
    else:
        sys.exit(__doc__)


def render(found):
    packages = crates.compiled_in(found)
    seen = {package["id"]: looked_at(package) for package in packages}
    names = lambda kind: sorted({p["name"] for p in packages if kind in seen[p["id"]]})
    brought = brought_by(found, packages)
    lines = [
        "# What others wrote",
        "",
        "Our own crates have no `unsafe`. These crates are compiled into the program on Linux and hold what Rust cannot check. The list is made by",
        "`scripts/supply-chain.py`, and CI fails when a crate comes in that is not on it, so that someone reads it first.",
        "`scripts/supply-chain.py --sbom FILE` writes everything that is compiled in, with versions, licences and checksums, as CycloneDX.",
        "",
        f"Of {len({p['name'] for p in packages})} crates, {len(names('unsafe'))} have unsafe code, {len(names('foreign'))} have code in C or assembly, and",
        f"{len(names('build'))} run a script while they are compiled.",
        "",
        "## Code in C or assembly",
        "",
        *[f"- `{name}`, through {brought[name]}" for name in names("foreign")],
        "",
        "## Scripts that run while compiling",
        "",
        ", ".join(f"`{name}`" for name in names("build")) + ".",
        "",
        "## Unsafe code",
        "",
        "By the dependency of ours that brings a crate in. Its reason is in `Cargo.toml`.",
        "",
    ]
    by_root = {}
    for name in names("unsafe"):
        by_root.setdefault(brought[name], []).append(name)
    lines += [f"- {root}: {', '.join(f'`{name}`' for name in members)}" for root, members in sorted(by_root.items())]
    return "\n".join(lines) + "\n"


def looked_at(package):
    """Which of unsafe code, foreign code and a build script a package has."""
    folder = pathlib.Path(package["manifest_path"]).parent
    kinds = set()
    if any("custom-build" in target["kind"] for target in package["targets"]):
        kinds.add("build")
        # Sources in C are compiled by a build script only.
        if any(path.suffix.lower() in FOREIGN for path in folder.rglob("*")):
            kinds.add("foreign")
    sources = [pathlib.Path(t["src_path"]).parent for t in package["targets"] if {"lib", "proc-macro", "rlib"} & set(t["kind"])]
    if any(has_unsafe(path) for source in sources for path in source.rglob("*.rs")):
        kinds.add("unsafe")
    return kinds


def has_unsafe(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"', "", text, flags=re.S)
    return re.search(r"\bunsafe\s*(\{|fn\b|impl\b|trait\b|extern\b)", text) is not None


def brought_by(found, packages):
    """For each crate the dependencies of ours that need it, the nearest one if there are several."""
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    ours = set(found["workspace_members"])
    name_of = {p["id"]: p["name"] for p in found["packages"]}
    direct = {dep for member in ours for dep in crates.needed(nodes[member])} - ours
    nearest = {dep: name_of[dep] for dep in direct}
    ring = sorted(direct, key=lambda dep: name_of[dep])
    while ring:
        following = []
        for current in ring:
            for dep in sorted(crates.needed(nodes[current]), key=lambda dep: name_of[dep]):
                if dep not in nearest:
                    nearest[dep] = nearest[current]
                    following.append(dep)
        ring = following
    return {p["name"]: f"`{nearest[p['id']]}`" for p in packages}


def bill_of_materials(found):
    packages = crates.compiled_in(found)
    lock = tomllib.loads((crates.ROOT / "Cargo.lock").read_text(encoding="utf-8"))
    sums = {(p["name"], p["version"]): p.get("checksum") for p in lock["package"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    ours = [p for p in found["packages"] if p["id"] in set(found["workspace_members"])]
    program = next(p for p in ours if p["name"] == "chaffinch-cli")
    known = {p["id"]: purl(p) for p in packages + ours}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(program, sums, "application")},
        "components": [component(p, sums, "library") for p in sorted(packages + ours, key=purl) if p is not program],
        "dependencies": [
            {"ref": ref, "dependsOn": sorted(known[dep] for dep in crates.needed(nodes[id]) if dep in known)}
            for id, ref in sorted(known.items(), key=lambda item: item[1])
        ],
    }


def component(package, sums, kind):
    made = {"type": kind, "bom-ref": purl(package), "name": package["name"], "version": package["version"], "purl": purl(package)}
    if package["license"]:
        made["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    checksum = sums.get((package["name"], package["version"]))
    if checksum:
        made["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return made


def purl(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


if __name__ == "__main__":
    main()
