"""Rows as data frames of pandas."""

from __future__ import annotations

from datetime import date, datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

    from ._page import Relation

#: Types of columns whose values are numbers.
NUMBERS = {"number", "money", "rating"}


def data_frame(relation: Relation, lists: dict[str, list[Any]]) -> pandas.DataFrame:
    """The columns as a frame, each with the type that pandas works with best."""
    import pandas

    types = {column.name: column.type for column in relation.columns}
    return pandas.DataFrame({name: series(values, types.get(name, "text")) for name, values in lists.items()})


def series(values: list[Any], type: str) -> Any:
    """A column; one with a value that is not of its type stays as it is."""
    import numpy
    import pandas

    if type in NUMBERS and all(value is None or isinstance(value, (int, float, Decimal)) for value in values):
        return numpy.array([float("nan") if value is None else float(value) for value in values])
    if type == "date" and all(value is None or isinstance(value, date) for value in values):
        zoned = [isinstance(value, datetime) and value.tzinfo is not None for value in values if value is not None]
        if not any(zoned):
            return numpy.array(values, dtype="datetime64[ms]")
        if all(zoned):
            moments = [value and value.astimezone(timezone.utc).replace(tzinfo=None) for value in values]
            return pandas.Series(numpy.array(moments, dtype="datetime64[ms]")).dt.tz_localize("UTC")
    if type == "boolean" and all(value is None or isinstance(value, bool) for value in values):
        return pandas.array(values, dtype="boolean")
    return pandas.Series(values, dtype=object) if any(isinstance(value, list) for value in values) else values
