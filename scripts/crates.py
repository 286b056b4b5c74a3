"""The crates that are compiled into the program, for the scripts beside this file."""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def metadata():
    """What cargo knows of the workspace and its dependencies on Linux."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def compiled_in(metadata):
    """Packages reachable from the workspace by normal dependencies, ours excluded."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    seen, queue = set(), list(metadata["workspace_members"])
    while queue:
        current = queue.pop()
        if current in seen:
            continue
        seen.add(current)
        queue.extend(needed(nodes[current]))
    ours = set(metadata["workspace_members"])
    packages = [p for p in metadata["packages"] if p["id"] in seen - ours]
    return sorted(packages, key=lambda p: (p["name"], p["version"]))


def needed(node):
    """What a package cannot be compiled into a program without."""
    return [dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
