"""Behind a proxy: real nginx with its default settings and a path before ours; whose address is believed."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from fattorino.server.http.proxy import Forwarded
from loops import run
from ports import free_port
from server.conftest import Stream

pytestmark = pytest.mark.bulk

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
CONFIG = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port}; location /pizza/ {{ proxy_pass {target}; }} }}
}}
"""


@pytest.fixture(name="nginx")
def _nginx(tmp_path: Path) -> Iterator[Callable[[int, str], None]]:
    """Starts nginx on a port, before a server."""
    if NGINX is None:
        pytest.skip("nginx is not installed")
    started: list[subprocess.Popen[bytes]] = []

    def start(port: int, target: str) -> None:
        folder = tmp_path / f"nginx-{port}"
        folder.mkdir()
        (folder / "nginx.conf").write_text(CONFIG.format(folder=folder, port=port, target=target))
        started.append(subprocess.Popen([NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]))
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                httpx.get(f"http://127.0.0.1:{port}/")
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError("nginx does not start")

    yield start
    for process in started:
        process.terminate()
        process.wait(20)


@pytest.mark.parametrize("keeps_path", [True, False])
def test_nginx_with_its_default_settings_and_a_path(
    live: Callable[..., Any], nginx: Callable[[int, str], None], keeps_path: bool
) -> None:
    port = free_port()
    public = f"http://127.0.0.1:{port}/pizza"
    server = live(proxy=True, public_url=public)
    nginx(port, server.url if keeps_path else f"{server.url}/")
    origin = {"Origin": f"http://127.0.0.1:{port}", "Accept": "text/html"}
    with httpx.Client(timeout=60, headers=origin) as browser:
        front = browser.get(f"{public}/")
        assert front.status_code == 200 and 'data-base="/pizza"' in front.text
        assert all(link.startswith("/pizza/") for link in links(front.text))
        for link in [
            link for link in sorted(links(front.text)) if "/static/" in link or "ghost_town" in link
        ]:
            found = browser.get(f"http://127.0.0.1:{port}{link}").status_code
            assert found in (200, 405), link  # a form is only posted
        wish = {"game": "ghost_town", "seats": [{"kind": "human"}, {"kind": "human"}], "seed": 3}
        made = browser.post(f"{public}/api/matches", json=wish).json()
        assert made["url"].startswith(public)
        taken = browser.post(made["seats"][0]["url"], data={"name": "Ada"})
        assert (taken.status_code, taken.headers["location"]) == (303, f"/pizza/t/{made['id']}")
        page = browser.get(f"{public}/t/{made['id']}")
        assert page.status_code == 200 and all(link.startswith("/pizza/") for link in links(page.text))
        stream = Stream(
            f"http://127.0.0.1:{port}",
            f"/pizza/api/matches/{made['id']}/stream?content=page",
            {"Cookie": f"fattorino={browser.cookies['fattorino']}"},
        )
        first = stream.next()["data"]
        assert 'href=\\"/t/' not in str(first)
        action = {"action": server.do(legal(server, made["id"])), "version": first["version"]}
        assert browser.post(f"{public}/api/matches/{made['id']}/actions", json=action).status_code == 200
        start = time.monotonic()
        stream.next()
        assert time.monotonic() - start < 5, "the proxy keeps nothing back"
        stream.close()
        lost = browser.get(f"{public}/t/aaaaaaaaaaaa")
        assert lost.status_code == 404 and all(link.startswith("/pizza/") for link in links(lost.text))
        assert browser.get(f"{public}/metrics").status_code == 403
        foreign = browser.post(f"{public}/api/matches", json=wish, headers={"Origin": "http://evil.example"})
        assert foreign.status_code == 403


async def legal(server: Any, id: str) -> int:
    table = await server.service.registry.get(id)
    return int(table.see(0).actions[0])


def links(page: str) -> set[str]:
    """The addresses on this server that a page names."""
    found = re.findall(r'(?:href|src|action)="(/[^"#]*)', page)
    assert found
    return {urlsplit(link).path for link in found}


def told(hops: int, path: str = "/", **headers: str) -> dict[str, Any]:
    """What is left of a request after the proxy's headers were read."""
    seen: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.update(scope)

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": path, "headers": named, "client": ("10.0.0.1", 1), "scheme": "http"}
    run(Forwarded(app, hops, "/pizza")(scope, None, None))  # type: ignore[arg-type]
    return seen


def test_addresses_are_read_from_the_right() -> None:
    forged = "1.1.1.1, 2.2.2.2, 3.3.3.3"
    assert told(0, x_forwarded_for=forged)["client"][0] == "10.0.0.1"
    assert told(1, x_forwarded_for=forged)["client"][0] == "3.3.3.3"
    assert told(2, x_forwarded_for=forged)["client"][0] == "2.2.2.2"
    assert told(9, x_forwarded_for=forged)["client"][0] == "1.1.1.1"
    assert told(1)["client"][0] == "10.0.0.1"
    assert told(1, x_forwarded_proto="https")["scheme"] == "https"
    assert told(1, x_forwarded_proto="gopher")["scheme"] == "http"
    assert told(0, x_forwarded_proto="https")["scheme"] == "http"
    assert told(0, "/pizza/t/x")["path"] == "/t/x" and told(0, "/pizza")["path"] == "/"
    assert told(0, "/pizzas")["path"] == "/pizzas"


def test_with_tls_the_cookie_has_the_host_prefix(live: Callable[..., Any]) -> None:
    server = live(proxy=True)
    cookie = server.get("/", headers={"X-Forwarded-Proto": "https"}).headers["set-cookie"]
    assert cookie.startswith("__Host-fattorino=") and "Secure" in cookie and "Path=/" in cookie
    assert "Domain" not in cookie
    assert server.get("/").headers["set-cookie"].startswith("fattorino=")
    person = cookie.partition(";")[0]
    again = server.get("/", headers={"X-Forwarded-Proto": "https", "Cookie": person})
    assert "set-cookie" not in again.headers
    tossed = {"X-Forwarded-Proto": "https", "Cookie": person.removeprefix("__Host-")}
    assert "set-cookie" in server.get("/", headers=tossed).headers
