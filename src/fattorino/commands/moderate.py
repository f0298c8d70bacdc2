"""For operators: people, notices and blocked addresses of a running server, as on its page /operator."""

import json
from typing import Annotated
from urllib.parse import quote, urlencode

import typer

from fattorino.commands.common import Json, app, console
from fattorino.commands.operate import ask
from fattorino.kernel.i18n import _

Url = Annotated[str, typer.Option(help="The address of the server.")]
HERE = "http://127.0.0.1:8000"


@app.command()
def people(
    find: Annotated[str, typer.Option(help="Only people whose name contains this.")] = "",
    erase: Annotated[
        str, typer.Option(help="Erase the person of this id everywhere; the games of others go on.")
    ] = "",
    limit: Annotated[int, typer.Option(help="How many people are listed.")] = 100,
    url: Url = HERE,
    as_json: Json = False,
) -> None:
    """List the people of a running server, one line each, or erase one.

    The server requires the operator's token: FATTORINO_OPERATOR_TOKEN, or the one it made at its first start.
    """
    base = url.rstrip("/") + "/api/operator/people"
    if erase:
        count = ask("DELETE", f"{base}/{quote(erase)}")["tables"]
        console.print(_("Erased at {n} tables.").format(n=count))
        return
    found = ask("GET", f"{base}?{urlencode({'name': find, 'limit': limit})}")["people"]
    if as_json:
        print(json.dumps(found, indent=1))
        return
    for one in found:
        print("\t".join([one["id"], ", ".join(one["names"]), " ".join(one["tables"])]))


@app.command()
def notice(
    text: Annotated[
        str, typer.Argument(help="What everybody reads on every page; nothing takes it back.")
    ] = "",
    url: Url = HERE,
) -> None:
    """Say something to everybody on a running server, or take it back."""
    ask("PUT", url.rstrip("/") + "/api/operator/notice", {"text": text})


@app.command()
def block(
    address: Annotated[
        str, typer.Argument(help="An IP address; without one the blocked ones are listed.")
    ] = "",
    remove: Annotated[bool, typer.Option("--remove", help="Serve the address again.")] = False,
    url: Url = HERE,
) -> None:
    """Shut out an address from a running server, or list the blocked ones."""
    base = url.rstrip("/") + "/api/operator/blocked"
    method = "GET" if not address else "DELETE" if remove else "PUT"
    for one in ask(method, f"{base}/{quote(address)}" if address else base)["addresses"]:
        print(one)
