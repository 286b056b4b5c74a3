"""Models that name records and their attributes on sites that they have not seen."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from . import _native, _settings

if TYPE_CHECKING:
    from typing_extensions import Unpack


class ModelInfo(NamedTuple):
    """A model that comes with the package."""

    name: str
    attributes: list[str]
    #: What it was learned from and how well it does on sites that it has not seen.
    description: str


class Model:
    """A model that was learned. Save it, and give its file to :func:`chaffinch.label`."""

    __slots__ = ("_model",)

    def __init__(self, model: _native.Model) -> None:
        self._model = model

    @property
    def attributes(self) -> list[str]:
        """What it finds."""
        return self._model.attributes

    @property
    def sites(self) -> int:
        """How many sites it was learned from."""
        return self._model.sites

    @property
    def pages(self) -> int:
        """How many pages it was learned from."""
        return self._model.pages

    @property
    def f1(self) -> float | None:
        """F1 on sites that were held apart, the mean over sites and attributes, where that was measured."""
        return self._model.f1

    @property
    def attribute_f1(self) -> dict[str, float]:
        """The same for each attribute."""
        return self._model.attribute_f1

    @property
    def placed(self) -> int:
        """How many labelled values stand on their pages."""
        return self._model.placed

    @property
    def unplaced(self) -> list[tuple[str, str, str]]:
        """Site, attribute and text of the values that do not."""
        return self._model.unplaced

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model to a file, whole or not at all."""
        self._model.save(os.fspath(path))

    def to_bytes(self) -> bytes:
        """The content of its file."""
        return self._model.bytes()

    def __repr__(self) -> str:
        return f"<Model of {', '.join(self.attributes)} from {self.pages} pages of {self.sites} sites>"


def train(gold: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], **settings: Unpack[_settings.TrainSettings]) -> Model:
    """Learns a model from labelled pages: files with an object a line, as ``chaffinch train`` reads them. Settings are its options.

    >>> import chaffinch
    >>> chaffinch.train("no-such-gold.jsonl")
    Traceback (most recent call last):
        ...
    chaffinch.LearnError: no-such-gold.jsonl: cannot be read: No such file or directory (os error 2)
    """
    names = [gold] if isinstance(gold, (str, os.PathLike)) else list(gold)
    return Model(_native.train([os.fspath(name) for name in names], _settings.options(settings)))


def models() -> list[ModelInfo]:
    """The models that come with the package.

    >>> import chaffinch
    >>> "restaurant" in [model.name for model in chaffinch.models()]
    True
    """
    return [ModelInfo(*model) for model in _native.models()]
