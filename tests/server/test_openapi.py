"""The server matches its OpenAPI description: schemathesis generates requests and checks every response."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

pytestmark = pytest.mark.bulk

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def test_the_server_answers_as_described(server: Any) -> None:
    table = server.make("human", "human")
    description: Any = schemathesis.openapi.from_url(f"{server.url}/openapi.json")
    description = description.exclude(path_regex="/stream$")  # which never ends
    calls = [found.ok() for found in description.get_all_operations()]
    assert len(calls) > 15
    for call in calls:

        @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(case=call.as_strategy(), known=booleans())
        def answers(case: Any, known: bool) -> None:
            if known and "id" in case.path_parameters:  # half of the requests are about a table that exists
                case.path_parameters["id"] = table.id
                case.headers["Authorization"] = f"Bearer {table.tokens[0]}"
            case.validate_response(case.call(), checks=CHECKS)

        answers()


def test_every_call_is_described_with_words_and_examples(server: Any) -> None:
    description = server.get("/openapi.json").json()

    for path, calls in description["paths"].items():
        for method, call in calls.items():
            assert call["description"], (method, path)
            assert "default" in call["responses"]
    for name in ("NewMatch", "Play", "Say", "Notes", "Sit"):
        assert description["components"]["schemas"][name]["examples"]


def test_the_docs_page_shows_every_call_and_problem(server: Any) -> None:
    from fattorino.server.problems import CODES

    page = server.get("/docs").text

    assert "POST /api/matches/{id}/actions" in page
    for code in CODES:
        assert f'id="problem-{code}"' in page
    assert "http://" not in page.replace("http://www.w3.org", "")
