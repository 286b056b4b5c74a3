"""What can go wrong. Every exception says so in one sentence that tells what to do about it."""

from __future__ import annotations

__all__ = [
    "ChaffinchError",
    "LearnError",
    "LimitError",
    "MisfitError",
    "ReadError",
    "RenderError",
    "SettingsError",
]


class ChaffinchError(Exception):
    """Anything that Chaffinch raises on its own.

    >>> import chaffinch
    >>> try:
    ...     chaffinch.extract("no such page.html")
    ... except chaffinch.ChaffinchError as error:
    ...     print(error)
    no such page.html: there is no such file or folder; check the spelling, and write addresses with http:// or https://
    """


class SettingsError(ChaffinchError, ValueError):
    """A keyword argument has a value that it cannot have.

    >>> import chaffinch
    >>> chaffinch.extract("<p>", max_bytes="many")
    Traceback (most recent call last):
        ...
    chaffinch.SettingsError: invalid value 'many' for max_bytes: give a number of bytes such as 500K, 32M or 1G
    """


class ReadError(ChaffinchError, OSError):
    """An input could not be read: ``input`` names it, ``message`` is the sentence without the name.

    >>> import chaffinch
    >>> try:
    ...     chaffinch.extract("nowhere.html")
    ... except chaffinch.ReadError as error:
    ...     print(error.input)
    nowhere.html
    """

    def __init__(self, input: str, message: str, limit: str | None = None) -> None:
        super().__init__(f"{input}: {message}")
        self.input = input
        self.message = message
        #: The keyword argument that raises the limit that was reached.
        self.limit = limit

    def __str__(self) -> str:
        return f"{self.input}: {self.message}"

    def __reduce__(self) -> tuple[type[ReadError], tuple[str, str, str | None]]:
        return type(self), (self.input, self.message, self.limit)


class LimitError(ReadError):
    """A page reached a limit; ``limit`` is the keyword argument that raises it.

    >>> import chaffinch
    >>> try:
    ...     chaffinch.extract("<p>" * 100, max_bytes="10")
    ... except chaffinch.LimitError as error:
    ...     print(error.limit)
    max_bytes
    """


class RenderError(ReadError):
    """The renderer that was asked for is not there, or gave up."""


class MisfitError(ReadError):
    """A page does not fit the wrapper that was to read it. See :meth:`chaffinch.Page.raise_errors`."""


class LearnError(ChaffinchError):
    """Nothing could be learned, and why.

    >>> import chaffinch
    >>> chaffinch.Site.learn([chaffinch.Document("<p>Nothing here.")])
    Traceback (most recent call last):
        ...
    chaffinch.LearnError: nothing was found on these 1 pages, so there is nothing to learn from
    """


for _class in (ChaffinchError, SettingsError, ReadError, LimitError, RenderError, MisfitError, LearnError):
    # People see and catch them as `chaffinch.ReadError`.
    _class.__module__ = "chaffinch"
