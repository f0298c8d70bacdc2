"""Make the fonts of the page from their npm packages: `make fonts`.

Both are variable in their weight and licensed under the SIL Open Font License. What the page does not use is
left out: weights outside its range, and every character beyond Latin and Latin Extended-A.
"""

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

PLACE = Path(__file__).parents[1] / "src/fattorino/web/static/fonts"
FONTS = {"fraunces": (500, 800), "figtree": (400, 800)}  # the weights that are used
RANGES = {
    "latin": [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, *range(0x2010, 0x2028),
              0x2030, 0x2039, 0x203A, 0x2044, 0x20AC, 0x2122, 0x2212, 0x2215],
    "latin-ext": [*range(0x100, 0x180), 0x218, 0x219, 0x21A, 0x21B, 0x1E9E],
}  # fmt: skip
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "tnum", "lnum"]
MOST = 90_000  # bytes together


def package(name: str, folder: Path) -> tarfile.TarFile:
    """The newest npm package of a font."""
    command = ["npm", "pack", "--json", "--silent", f"@fontsource-variable/{name}"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    (about,) = json.loads(done.stdout)
    print(f"{name} {about['version']}")
    return tarfile.open(folder / about["filename"])


def member(archive: tarfile.TarFile, name: str) -> bytes:
    found = archive.extractfile(f"package/{name}")
    assert found is not None, f"the package has no {name}"
    return found.read()


def smaller(data: bytes, weights: tuple[int, int], characters: list[int]) -> bytes:
    """A font with these weights and characters alone."""
    font = TTFont(io.BytesIO(data))
    options = Options()
    options.layout_features, options.flavor, options.hinting = FEATURES, "woff2", False
    options.name_IDs = [0, 1, 2, 13, 14]  # its copyright and its licence stay in it
    cut = Subsetter(options)
    cut.populate(unicodes=characters)
    cut.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": weights})
    font.flavor = "woff2"
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def main() -> None:
    PLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, weights in FONTS.items():
            archive = package(name, Path(folder))
            (PLACE / f"OFL-{name}.txt").write_bytes(member(archive, "LICENSE"))
            for part, characters in RANGES.items():
                data = member(archive, f"files/{name}-{part}-wght-normal.woff2")
                (PLACE / f"{name}-{part}.woff2").write_bytes(smaller(data, weights, characters))
    sizes = {file.name: file.stat().st_size for file in sorted(PLACE.glob("*.woff2"))}
    for name, size in sizes.items():
        print(f"{size:7,} {name}")
    if sum(sizes.values()) > MOST:
        sys.exit(f"together {sum(sizes.values()):,} bytes, and at most {MOST:,} are promised")


if __name__ == "__main__":
    main()
