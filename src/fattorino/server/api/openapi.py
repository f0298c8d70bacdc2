"""The API described: OpenAPI at /openapi.json, and a page of our own at /docs, which loads nothing else."""

from __future__ import annotations

import html
import json
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from markupsafe import Markup
from starlette.responses import Response

from fattorino.kernel.i18n import _
from fattorino.server.api.schemas import ProblemShown
from fattorino.server.pages.templates import page
from fattorino.server.problems import CODES

DESCRIPTION = """\
Play at a table over HTTP. Make one with `POST /api/matches`; each human seat has a token, sent as
`Authorization: Bearer TOKEN`. Look with `GET`, play one of the `legal` integers with the `version` you saw,
and follow the stream. Whoever sends no token is a spectator. Refusals are problem details (RFC 9457) with a
stable `code`, one sentence in `detail`, and the `rule` where a rule is why."""

router = APIRouter(include_in_schema=False)


def describe(app: FastAPI) -> None:
    """Hang the finished description into the app."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            schema = get_openapi(
                title=app.title, version=app.version, description=app.description, routes=app.routes
            )
            components = schema.setdefault("components", {})
            shown = ProblemShown.model_json_schema(ref_template="#/components/schemas/{model}")
            shown["properties"]["code"]["enum"] = list(CODES)
            components.setdefault("schemas", {})["ProblemShown"] = shown
            components["securitySchemes"] = {
                "seat": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, or of the host",
                }
            }
            for path, calls in schema["paths"].items():
                for call in calls.values():
                    if path.startswith("/api/matches"):
                        call["security"] = [{}, {"seat": []}]
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


@router.get("/docs")
async def docs(request: Request) -> Response:
    """The API as a page."""
    schema = request.app.openapi()
    return page(request, "docs.html", title=schema["info"]["title"], calls=Markup(described(schema)))


def described(schema: dict[str, Any]) -> str:
    """The description as HTML: every call with its fields and an example, every problem code."""
    parts = [f"<p>{_code(schema['info']['description'])}</p>"]
    for path, calls in schema["paths"].items():
        for method, call in calls.items():
            parts.append(_call(schema, method.upper(), path, call))
    parts.append(
        f"<h2>{_('Problems')}</h2><table><thead><tr><th>code</th><th>status</th><th></th></tr></thead><tbody>"
    )
    parts += [
        f'<tr id="problem-{code}"><td><code>{code}</code></td><td>{status}</td>'
        f"<td>{html.escape(title)}</td></tr>"
        for code, (status, title) in CODES.items()
    ]
    parts.append("</tbody></table>")
    return "\n".join(parts)


def _call(schema: dict[str, Any], method: str, path: str, call: dict[str, Any]) -> str:
    rows = [
        (p["name"], p["in"], p.get("description", ""))
        for p in call.get("parameters", ())
        if p["in"] != "path"
    ]
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    model = _model(schema, body)
    rows += [
        (name, "body", field.get("description", "")) for name, field in model.get("properties", {}).items()
    ]
    fields = "".join(
        f"<tr><td><code>{html.escape(n)}</code></td><td>{where}</td><td>{_code(text)}</td></tr>"
        for n, where, text in rows
    )
    example = "".join(
        f"<pre>{html.escape(json.dumps(one, ensure_ascii=False))}</pre>" for one in model.get("examples", ())
    )
    return (
        f'<section id="{html.escape(call["operationId"])}"><h2><code>{method} {html.escape(path)}</code></h2>'
        f"<p>{_code(call.get('description', ''))}</p>{example}"
        + (f"<table><tbody>{fields}</tbody></table>" if fields else "")
        + "</section>"
    )


def _model(schema: dict[str, Any], reference: dict[str, Any]) -> dict[str, Any]:
    """The model a schema points to."""
    for one in [reference, *reference.get("anyOf", ())]:
        if "$ref" in one:
            found: dict[str, Any] = schema["components"]["schemas"][one["$ref"].rsplit("/", 1)[1]]
            return found
    return {}


def _code(text: str) -> str:
    """Text with `code` between backticks."""
    pieces = html.escape(text).split("`")
    return "".join(f"<code>{piece}</code>" if n % 2 else piece for n, piece in enumerate(pieces))
