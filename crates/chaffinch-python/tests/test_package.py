"""The package itself: types, keyword arguments, the program."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import chaffinch
from chaffinch import _native, _settings

#: Settings of a command whose function has them as arguments of its own.
OWN = {"label": {"model"}, "domain": {"domain"}}

COMMANDS = {
    ("extract",): _settings.ExtractSettings,
    ("tables",): _settings.TablesSettings,
    ("topk",): _settings.TopkSettings,
    ("records",): _settings.RecordsSettings,
    ("label",): _settings.LabelSettings,
    ("domain",): _settings.DomainSettings,
    ("site",): _settings.SiteSettings,
    ("wrapper", "learn"): _settings.WrapperSettings,
    ("train",): _settings.TrainSettings,
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_keyword_arguments_are_the_options_of_the_command_line(command: tuple[str, ...]):
    known = {name for name, _, _, _ in _native.known_options(list(command))}
    # The annotations of a TypedDict hold those of its bases.
    keywords = {name.rstrip("_") for name in COMMANDS[command].__annotations__} | OWN.get(command[0], set())
    assert keywords == known


def test_annotations_and_stubs_are_complete():
    settings = Path(__file__).parents[3] / "pyproject.toml"
    subprocess.run([sys.executable, "-m", "mypy", "--config-file", settings, "-p", "chaffinch"], check=True)
    subprocess.run([sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", settings, "chaffinch._native"], check=True)
    assert (Path(chaffinch.__file__).parent / "py.typed").exists()


def test_the_program_is_on_the_path(folder: Path):
    program = shutil.which("chaffinch", path=sysconfig.get_path("scripts"))
    assert program is not None
    said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    assert said.strip() == f"chaffinch {chaffinch.__version__}"
    rows = subprocess.run([program, "extract", folder / "page-00.html", "--format", "csv"], check=True, capture_output=True, text=True)
    assert rows.stdout.startswith("name,") and rows.stdout.count("\n") == 6
    wrong = subprocess.run([program, "extract", "--no-such-option"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "Usage: chaffinch extract" in wrong.stderr


def test_workers_of_the_program_are_interpreters_too(folder: Path):
    # A module of the same name in the folder where it runs must not get in the way.
    (folder / "chaffinch.py").write_text("raise SystemExit(9)")
    program = shutil.which("chaffinch", path=sysconfig.get_path("scripts"))
    apart = subprocess.run([program, "extract", "page-0*.html", "--isolate", "always"], cwd=folder, check=True, capture_output=True)
    here = subprocess.run([program, "extract", "page-0*.html", "--isolate", "never"], cwd=folder, check=True, capture_output=True)
    assert apart.stdout == here.stdout and apart.stdout.count(b"\n") == 10


def test_models_and_settings_have_descriptions():
    assert {model.name for model in chaffinch.models()} >= {"book", "product", "restaurant"}
    assert all(model.attributes and "pages" in model.description for model in chaffinch.models())
