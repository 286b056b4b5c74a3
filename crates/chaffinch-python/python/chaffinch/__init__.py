"""Web pages to records: tables, lists, details and top-k lists as typed values, each traceable to its node, its bytes and its place on the
screen. No labels, no code for a site, no browser.

>>> import chaffinch
>>> page = chaffinch.extract("<table><tr><th>City<th>People<tr><td>Ulm<td>126,000<tr><td>Trier<td>110,000</table>")
>>> page.relations[0].rows()
[{'City': 'Ulm', 'People': 126000}, {'City': 'Trier', 'People': 110000}]

===============================================  ==========================================================
you have                                         call
===============================================  ==========================================================
a page                                           :func:`extract`, or one method: :func:`tables`, :func:`topk`,
                                                 :func:`records`, :func:`label`, :func:`domain`
many pages, a folder, an archive                 :func:`extract_many`
a whole site                                     :meth:`Site.learn`, then :meth:`Site.apply_many`
a few labelled pages of a site                   :meth:`Wrapper.learn`
labelled pages of some sites                     :func:`train`
a table with a column of HTML                    :func:`chaffinch.arrow.extract`, :func:`chaffinch.spark.extract`
===============================================  ==========================================================
"""

from __future__ import annotations

import os as _os

from . import _native
from ._errors import ChaffinchError, LearnError, LimitError, MisfitError, ReadError, RenderError, SettingsError
from ._native import Document, __version__
from ._page import Cell, Column, Page, Relation, Row
from ._read import documents, domain, extract, extract_many, label, records, tables, topk
from ._settings import (
    DomainSettings,
    ExtractSettings,
    LabelSettings,
    RecordsSettings,
    SiteSettings,
    TablesSettings,
    TopkSettings,
    TrainSettings,
    WrapperSettings,
)
from ._site import Site, Wrapper
from ._train import Model, ModelInfo, models, train

# Functions that engines carry to other processes find them by their names; neither imports anything else.
from . import arrow, spark

__all__ = [
    "Cell",
    "ChaffinchError",
    "Column",
    "Document",
    "DomainSettings",
    "ExtractSettings",
    "LabelSettings",
    "LearnError",
    "LimitError",
    "MisfitError",
    "Model",
    "ModelInfo",
    "Page",
    "ReadError",
    "RecordsSettings",
    "Relation",
    "RenderError",
    "Row",
    "SettingsError",
    "Site",
    "SiteSettings",
    "TablesSettings",
    "TopkSettings",
    "TrainSettings",
    "Wrapper",
    "WrapperSettings",
    "__version__",
    "arrow",
    "documents",
    "domain",
    "extract",
    "extract_many",
    "label",
    "models",
    "records",
    "spark",
    "tables",
    "topk",
    "train",
]

if hasattr(_os, "register_at_fork"):
    # A child must not begin with a lock that another thread of ours held when its parent forked.
    _os.register_at_fork(
        before=_native.before_fork,
        after_in_parent=_native.after_fork_in_parent,
        after_in_child=_native.after_fork_in_child,
    )
