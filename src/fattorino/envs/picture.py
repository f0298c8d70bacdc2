"""The board as an array of pixels."""

import io
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.kernel.errors import FattorinoError

WIDTH = 720
PAPER = "#fbf6ea"
NEEDS = "this needs the extra research: pip install 'fattorino[research]' ({error})"
_VARIABLE = re.compile(r"var\(--[\w-]+,\s*([^(),]+(?:\([^()]*\))?)\)")


def missing(error: ImportError) -> FattorinoError:
    """The message for a missing library."""
    return FattorinoError(NEEDS.format(error=error))


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """A drawing as (height, width, 3) bytes, in the colours of the light theme."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise missing(error) from None
    plain = _VARIABLE.sub(r"\1", svg)  # the rasteriser does not support CSS variables: use their fallbacks
    png: Any = resvg_py.svg_to_bytes(svg_string=plain, width=width, background=PAPER)
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"), np.uint8)
