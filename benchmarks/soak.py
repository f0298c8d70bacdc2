"""Whether the web table grows: tables come and go for a while, and its memory at the end is compared.

    python benchmarks/soak.py --minutes 30 --tables 2000

A server runs on this machine. Visitors make tables at an even pace, follow the page in a stream, play some
moves, talk, mark notes and leave. The memory after a sixth of the tables is compared with that at the end: it
may be a tenth more. Ends with 1 if it is more than that.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from table_load import Line, free_port, request  # type: ignore[import-not-found]

ALLOWED = 1.1  # times the memory after a sixth of the tables
MOVES = 6  # at each table
AT_ONCE = 16  # tables, at most


async def visit(port: int, number: int) -> int:
    """Make a table, play some moves there, and leave; how many moves were made."""
    line, chance = Line(port), random.Random(number)
    order = {"game": "ghost_town", "seats": [{"kind": "human"}, {"kind": "human"}], "seed": number}
    status, made = await line.call("POST", "/api/matches", body=order)
    assert status == 201, made
    api, tokens = f"/api/matches/{made['id']}", [seat["token"] for seat in made["seats"]]
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(request("GET", f"{api}/stream?content=page", tokens[0]))
    await reader.readuntil(b"event: update")
    moved, seat = 0, 0
    while moved < MOVES:
        _status, state = await line.call("GET", api, tokens[seat])
        if state["legal"]:
            body = {"action": chance.choice(state["legal"])["action"], "version": state["version"]}
            status, _answer = await line.call("POST", f"{api}/actions", tokens[seat], body)
            moved += status == 200
        else:
            seat = 1 - seat
    await line.call("POST", f"{api}/chat", tokens[0], {"text": f"line {number}"})
    await line.call("PUT", f"{api}/notes", tokens[0], {"notes": {"cell-1": "wall"}})
    writer.close()
    line.writer.close()
    return moved


async def soak(port: int, process: int, seconds: float, tables: int) -> tuple[int, float, float]:
    """Let tables come and go; the moves made, and the memory after a sixth of the tables and at the end."""
    start, early, minute = time.monotonic(), 0.0, 0
    room, visits = asyncio.Semaphore(AT_ONCE), list[asyncio.Task[int]]()
    for number in range(tables):
        async with room:
            pass  # somebody has left
        visits.append(asyncio.create_task(within(room, visit(port, number))))
        if number == tables // 6:
            early = memory(process)
        now = time.monotonic() - start
        if now >= 60 * minute:
            print(f"minute {minute}: {number + 1} tables, {memory(process):.0f} MB", flush=True)
            minute = int(now / 60) + 1
        await asyncio.sleep(seconds / tables)  # never more quickly, to catch up
    moves = sum(await asyncio.gather(*visits))
    return moves, early, memory(process)


async def within(room: asyncio.Semaphore, work: Coroutine[Any, Any, int]) -> int:
    """Work that waits for room."""
    async with room:
        return await work


def memory(process: int) -> float:
    """The resident memory of a process, in megabytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tables", type=int, default=2000)
    arguments = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        flags = ["--port", str(port), "--database", f"sqlite:///{folder}/tables.db", "--no-compile"]
        for limit in ("tables-per-hour", "requests-per-second", "pages-per-second", "megabytes-per-hour"):
            flags += [f"--{limit}", "0"]
        flags += ["--log-level", "warning"]
        server = subprocess.Popen([sys.executable, "-m", "fattorino.server", *flags])
        try:
            asyncio.run(wait(port))
            empty = memory(server.pid)
            moves, early, late = asyncio.run(soak(port, server.pid, 60 * arguments.minutes, arguments.tables))
            size = Path(folder, "tables.db").stat().st_size / 1024
        finally:
            server.terminate()
            server.wait(30)
    print(
        f"{arguments.tables} tables, {moves} moves in {arguments.minutes:g} minutes; {size:,.0f} kB on disk"
    )
    print(
        f"memory: {empty:.0f} MB at the start, {early:.0f} MB after a sixth of the tables, {late:.0f} MB last"
    )
    sys.exit(late > ALLOWED * early)


async def wait(port: int) -> None:
    """Wait until the server answers."""
    while True:
        try:
            status, _body = await Line(port).call("GET", "/readyz")
        except OSError:
            status = 0
        if status == 200:
            return
        await asyncio.sleep(0.2)


if __name__ == "__main__":
    main()
