"""What is installed here, for tests that make an environment of it."""

from importlib.metadata import Distribution, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def needed(requirement: Requirement, found: dict[str, Distribution]) -> None:
    """Collect what a requirement brings with it."""
    name = canonicalize_name(requirement.name)
    if name in found and not requirement.extras:
        return
    found[name] = distribution(name)
    for text in found[name].requires or ():
        below = Requirement(text)
        extras = requirement.extras or {""}
        if below.marker is None or any(below.marker.evaluate({"extra": extra}) for extra in extras):
            needed(below, found)
