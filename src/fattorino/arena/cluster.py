"""Games on a Ray cluster: the same batches as locally, collected in the same order."""

import socket
from collections import deque
from collections.abc import Iterator
from typing import Any

from fattorino.arena.playing import Job, Part, play
from fattorino.kernel.errors import FattorinoError

CONNECT_TIMEOUT = 5.0  # seconds to connect
AHEAD = 4  # batches in flight per core


def connect(address: str) -> Any:
    """Ray, connected to a cluster; the address `local` starts one on this machine."""
    try:
        import ray
    except ImportError:
        raise FattorinoError("--ray needs the extra `cluster`: pip install 'fattorino[cluster]'") from None
    if not ray.is_initialized():
        check_reachable(address)
        try:
            ray.init(address=address, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise FattorinoError(f"there is no Ray cluster at {address!r}: {reason}") from None
    return ray


def check_reachable(address: str) -> None:
    """Refuse an unreachable address at once; Ray itself would retry for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        return  # a word, such as auto or local
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_TIMEOUT).close()
    except (OSError, OverflowError) as error:
        raise FattorinoError(f"there is no Ray cluster at {address!r}: {error}") from None


def on_ray(address: str, job: Job, portions: list[tuple[int, int]]) -> Iterator[Part]:
    """Play batches on the cluster; yields results in order."""
    ray = connect(address)
    task = ray.remote(play)
    wanted = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
    kept = ray.put(job)
    waiting = deque(portions)
    running: deque[Any] = deque()
    try:
        while waiting or running:
            while waiting and len(running) < wanted:
                running.append(task.remote(kept, *waiting.popleft()))
            part: Part = ray.get(running[0])
            running.popleft()
            yield part
    finally:
        for under_way in running:
            ray.cancel(under_way, force=True)
