"""Behind a proxy: real nginx and real Caddy with a path before ours; whose address is believed."""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from fattorino.server.http.proxy import Forwarded
from fattorino.server.http.stream import HEARTBEAT
from loops import run
from ports import free_port
from server.conftest import PATIENCE, Stream, wait_until

pytestmark = pytest.mark.bulk

PACKAGED = Path(__file__).parents[2] / "packaging"
VISITOR, FORGED = "127.0.0.5", "192.0.2.7"  # where a visitor calls from, and where they say they do
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  {site}
}}
"""
DEFAULTS = "server {\n listen 443 ssl;\n location / {\n proxy_pass http://127.0.0.1:8000;\n }\n}\n"
CADDY = """
{{
  admin off
  auto_https disable_redirects
  skip_install_trust
}}
{site}
"""


def packaged(name: str) -> str:
    """The settings of a proxy as they are packaged, without nginx's way from HTTP to HTTPS."""
    text = (PACKAGED / name).read_text()
    return re.sub(r"server \{\n  listen 80;.*?^\}\n", "", text, flags=re.S | re.M)


def changed(site: str, changes: dict[str, str]) -> str:
    """Settings with changes, each of which finds its place."""
    for old, new in changes.items():
        assert old in site, site
        site = site.replace(old, new)
    return site


def nginx(folder: Path, site: str, port: int, target: str) -> list[str]:
    """The command for nginx with these settings, but without TLS, on our port and for our path."""
    plain = "".join(line for line in site.splitlines(keepends=True) if " ssl_" not in line)
    ours = {"location /": "location /pizza/"}
    if "upstream" in site:
        address = urlsplit(target)
        ours |= {"443 ssl http2": f"127.0.0.1:{port}", "http://fattorino": f"http://fattorino{address.path}"}
        ours |= dict.fromkeys(("127.0.0.1:8000", "127.0.0.1:8001"), address.netloc)
    else:
        ours |= {"443 ssl": f"127.0.0.1:{port}", "http://127.0.0.1:8000": target}
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=changed(plain, ours)))
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, site: str, port: int, target: str, name: str = "http://127.0.0.1") -> list[str]:
    """The command for Caddy with these settings, but on our port; it makes a certificate for localhost."""
    netloc = urlsplit(target).netloc
    ours = {"{$PUBLIC_NAME:play.example.org}": f"{name}:{port}"}
    ours |= {"{$UPSTREAMS:127.0.0.1:8000 127.0.0.1:8001}": f"{netloc} {netloc}"}
    if target.endswith("/"):  # our path is taken off
        ours["reverse_proxy"] = "uri strip_prefix /pizza\n  reverse_proxy"
    (folder / "Caddyfile").write_text(CADDY.format(site=changed(site, ours)))
    return ["caddy", "run", "--config", str(folder / "Caddyfile")]


@pytest.fixture(name="start")
def _start(tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Starts a proxy on a port, before a server."""
    started: list[subprocess.Popen[bytes]] = []

    def start(command: Callable[..., list[str]], site: str, port: int, target: str) -> None:
        name, *arguments = command(tmp_path, site, port, target)
        program = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            pytest.skip(f"{name} is not installed")
        environment = os.environ | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        with (tmp_path / "proxy.log").open("wb") as log:
            started.append(subprocess.Popen([program, *arguments], env=environment, stdout=log, stderr=log))

        def answers() -> bool:
            assert started[-1].poll() is None, (tmp_path / "proxy.log").read_text()
            try:
                return bool(httpx.get(f"http://127.0.0.1:{port}/").status_code)
            except httpx.HTTPError:
                return False

        wait_until(answers)

    yield start
    for process in started:
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.parametrize("takes_off", ["", "/"], ids=["path", "path-taken-off"])
@pytest.mark.parametrize(
    ("proxy", "site"),
    [(nginx, DEFAULTS), (nginx, packaged("nginx.conf")), (caddy, packaged("Caddyfile"))],
    ids=["nginx-defaults", "nginx", "caddy"],
)
def test_a_proxy_with_a_path(
    live: Callable[..., Any],
    start: Callable[..., None],
    proxy: Any,
    site: str,
    takes_off: str,
    tmp_path: Path,
) -> None:
    port = free_port()
    public = f"http://127.0.0.1:{port}/pizza"
    server = live(proxy=True, public_url=public)
    start(proxy, site, port, server.url + takes_off)
    origin = {"Origin": f"http://127.0.0.1:{port}", "Accept": "text/html"}
    with httpx.Client(
        timeout=60, headers=origin, transport=httpx.HTTPTransport(local_address=VISITOR)
    ) as browser:
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
        link, token = made["seats"][0]["url"], made["seats"][0]["token"]
        opened = browser.get(link)
        assert opened.status_code == 200 and f'action="/pizza/t/{made["id"]}/seat"' in opened.text
        taken = browser.post(link, data={"token": token, "name": "Ada", "sit": "on"})
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
        sent = monotonic()
        stream.next()
        assert monotonic() - sent < HEARTBEAT, "the proxy keeps nothing back"
        stream.close()
        lost = browser.get(f"{public}/t/aaaaaaaaaaaa")
        assert lost.status_code == 404 and all(link.startswith("/pizza/") for link in links(lost.text))
        assert browser.get(f"{public}/metrics").status_code == 403
        foreign = browser.post(f"{public}/api/matches", json=wish, headers={"Origin": "http://evil.example"})
        assert foreign.status_code == 403
        if proxy is nginx:
            requests = (tmp_path / "access.log").read_text()
            assert f"/pizza/t/{made['id']}/seat" in requests and token not in requests
        if site is not DEFAULTS:
            named = browser.post(f"{public}/api/matches", json=wish, headers={"X-Forwarded-For": FORGED})
            assert server.do(caller(server, named.json()["id"])) == VISITOR


def test_caddy_says_that_there_is_tls(
    live: Callable[..., Any], start: Callable[..., None], tmp_path: Path
) -> None:
    port = free_port()
    server = live(proxy=True)
    start(partial(caddy, name="https://localhost"), packaged("Caddyfile"), port, server.url)
    root = tmp_path / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    wait_until(root.is_file)
    trusted = ssl.create_default_context(cafile=root)

    def has_certificate() -> bool:
        """Whether Caddy has made the one for localhost, which it does after it has begun to listen."""
        try:
            with (
                socket.create_connection(("localhost", port)) as line,
                trusted.wrap_socket(line, server_hostname="localhost"),
            ):
                return True
        except ssl.SSLError:
            return False

    wait_until(has_certificate, 20)
    answer = httpx.get(f"https://localhost:{port}/", verify=trusted, headers={"Accept": "text/html"})
    assert answer.headers["set-cookie"].startswith("__Host-fattorino=")


async def caller(server: Any, id: str) -> str:
    registry = server.service.registry
    return str(registry.entry(await registry.get(id)).client)


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


def test_what_people_say_passes_a_path_prefix_as_they_said_it(live: Callable[..., Any]) -> None:
    server = live(public_url="http://127.0.0.1/pizza")
    made = server.make("human", "human")
    said = '<html> href="/x src="/y'
    assert server.post(f"/api/matches/{made.id}/chat", made.tokens[0], {"text": said}).status_code == 200

    state, page = server.stream(made, 1).next(), server.stream(made, 1, content="page").next()

    assert state["data"]["chat"][-1]["text"] == said
    assert "&lt;html&gt; href=&quot;/x src=&quot;/y" in page["data"]["fragments"]["chat"]
    answer = server.get("/rules/", headers={"Host": "localhost"})
    assert answer.status_code == 404, "no redirect is made from the Host header"


ODD = ("/rules/", "/rules/ghost_town/", "//evil.example/", "/static", "/static/", "/t/", "/docs/", "/t/x/s/y")


@pytest.mark.parametrize("host", ["evil.example", "localhost"])
def test_a_redirect_names_no_host_and_keeps_the_path_prefix(live: Callable[..., Any], host: str) -> None:
    for prefix in ("", "/pizza"):
        server = live(public_url=f"http://127.0.0.1{prefix}" if prefix else "")
        made, browser = server.make("human", "human"), server.browser()
        old = browser.get(f"{prefix}/t/{made.id}/s/{made.tokens[0]}")
        seated = browser.post(f"{prefix}/t/{made.id}/seat", data={"token": made.tokens[0], "sit": "on"})
        assert old.headers["location"] == f"{prefix}/t/{made.id}/seat#{made.tokens[0]}"
        assert seated.headers["location"] == f"{prefix}/t/{made.id}"
        for path in ODD:
            answer = server.get(prefix + path, headers={"Host": host})
            assert answer.status_code == (421 if host == "evil.example" else answer.status_code)
            location = answer.headers.get("location", f"{prefix}/")
            assert location.startswith(f"{prefix}/") and not location.startswith("//"), (path, location)
        server.stop()
