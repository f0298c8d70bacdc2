"""The description of the API: OpenAPI at /openapi.json, our own page at /docs."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response

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
    """Attach the OpenAPI document to the app."""

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
    """The API as a page: every call with its fields and an example, every problem code."""
    schema = request.app.openapi()
    calls = [
        described(schema, method.upper(), path, call)
        for path, calls in schema["paths"].items()
        for method, call in calls.items()
    ]
    return page(request, "docs.html", info=schema["info"], calls=calls, problems=CODES)


def described(schema: dict[str, Any], method: str, path: str, call: dict[str, Any]) -> dict[str, Any]:
    """One call as the page shows it; path parameters are self-explanatory and left out."""
    body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    model = _model(schema, body)
    parameters = [p for p in call.get("parameters", ()) if p["in"] != "path"]
    fields = [(p["name"], p["in"], p.get("description", "")) for p in parameters]
    properties = model.get("properties", {})
    fields += [(name, "body", field.get("description", "")) for name, field in properties.items()]
    examples = [json.dumps(one, ensure_ascii=False) for one in model.get("examples", ())]
    told = {"id": call["operationId"], "method": method, "path": path, "text": call.get("description", "")}
    return told | {"fields": fields, "examples": examples}


def _model(schema: dict[str, Any], reference: dict[str, Any]) -> dict[str, Any]:
    """The model a schema points to."""
    for one in [reference, *reference.get("anyOf", ())]:
        if "$ref" in one:
            found: dict[str, Any] = schema["components"]["schemas"][one["$ref"].rsplit("/", 1)[1]]
            return found
    return {}
