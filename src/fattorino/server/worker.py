"""A separate process for long work, which reports as lines of JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

A_LINE = 1 << 20  # bytes per line, at most


@asynccontextmanager
async def worker(*arguments: str, given: bytes = b"") -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
    """Run `python -m …` and yield its reports. The process is ended on exit."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=A_LINE,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(given)
        process.stdin.close()
        yield _reports(process.stdout)
        if code := await process.wait():
            raise RuntimeError(f"{arguments[0]} ended with {code}")
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def _reports(stdout: asyncio.StreamReader) -> AsyncIterator[dict[str, Any]]:
    async for line in stdout:
        yield json.loads(line)
