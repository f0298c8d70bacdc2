"""A view read whole: field by field, a record of a hundred numbers takes longer to read than to draw."""

from types import SimpleNamespace
from typing import Any

import numpy as np


def numbers(view: Any) -> SimpleNamespace:
    """A record as plain numbers and lists, each a field of the same name."""
    values = (value.tolist() if isinstance(value, np.ndarray) else value for value in view.tolist())
    return SimpleNamespace(**dict(zip(view.dtype.names, values, strict=True)))
