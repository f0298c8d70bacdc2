"""The accessibility statement."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from fattorino.server.pages.templates import page

router = APIRouter(include_in_schema=False)


@router.get("/accessibility", response_class=HTMLResponse)
async def accessibility_page(request: Request) -> Response:
    """How to play without seeing, hearing or pointing, and known limitations."""
    return page(request, "accessibility.html")
