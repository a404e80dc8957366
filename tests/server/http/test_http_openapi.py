"""The node's own OpenAPI document, and that the node does what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tests.served import ServedNode, serve
from tts_node.config import LimitsConfig
from tts_node.server.openapi import document

CONFIG = """
node: {embedded_voice: false}
engines: {tone: }
http: {get_speak: true}
wyoming: {enabled: false}
server: {limits: {text_chars: 2000, utterances_per_client: 1000}}
"""
LIMITS = LimitsConfig(text_chars=2_000)
DOCUMENT = document("0", LIMITS, openai=True, get_speak=True, outputs=True)
CHECKS: list[CheckFunction] = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
"""Not `positive_data_acceptance`: whether a text can be spoken or a voice exists is beyond any schema. Nor
`unsupported_method`: a body that is not JSON is refused (415) before anything looks at path and method.
"""

schema = schemathesis.openapi.from_dict(DOCUMENT)


@pytest.fixture(scope="module")
def tone_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("openapi") / "state", config=CONFIG) as node:
        yield node


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_request_that_the_document_allows_or_forbids_is_answered_as_it_says(
    case: schemathesis.Case, tone_node: ServedNode
) -> None:
    response = case.call(base_url=tone_node.http)
    case.validate_response(response, checks=CHECKS)


def test_the_served_document_is_the_one_for_this_configuration(tone_node: ServedNode) -> None:
    served = httpx.get(f"{tone_node.http}/openapi.json", trust_env=False).json()
    assert served["paths"] == DOCUMENT["paths"]
    assert served["openapi"] == "3.1.0"


def test_only_what_is_on_is_in_the_document() -> None:
    paths = document("0", LIMITS, openai=False, get_speak=False, outputs=False)["paths"]
    assert list(paths["/v1/speak"]) == ["post"]
    assert not [path for path in paths if "audio" in path or "models" in path or "outputs" in path]


def test_every_route_of_the_node_is_in_the_document() -> None:
    """Read from the sources, for a route that is forgotten in the document is forgotten in a test too."""
    folder = Path(__file__).parents[3] / "tts_node/server"
    sources = "".join((folder / name).read_text() for name in ("http.py", "app.py", "openapi_page.py"))
    routes = set(re.findall(r'[Rr]oute\(\s*"(/[^"]*)"', sources)) - {"/{path:path}"}
    documented = {re.sub(r"\{\w+\}", "{}", path) for path in DOCUMENT["paths"]}
    assert {re.sub(r"\{[^}]+\}", "{}", path) for path in routes} == documented


def test_the_page_for_people_names_every_path_and_fetches_nothing(tone_node: ServedNode) -> None:
    answer = httpx.get(f"{tone_node.http}/docs", trust_env=False)
    assert answer.status_code == 200 and "default-src 'none'" in answer.headers["content-security-policy"]
    assert all(path in answer.text for path in DOCUMENT["paths"])
    assert re.findall(r"(?:src|href)=[\"']?(?:https?:)?//|<script", answer.text) == []
