"""Signed cookies, which no server has to remember: the operator's session, and the open door.

Each holds its end and a signature by a secret over this end and the browser's own cookie. Several processes
know it alike, and a new secret ends it.
"""

from __future__ import annotations

import hashlib
import hmac
import time
from typing import Literal
from urllib.parse import urlsplit

from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from fattorino.server.settings import Settings

SAFE = ("GET", "HEAD", "OPTIONS")
SESSION = 12 * 3600  # seconds until the operator has to sign in again
MEMBERSHIP = 400 * 24 * 3600  # seconds a browser knows the code: as long as browsers keep a cookie
LONGEST_END = 12  # digits


class SignedCookie:
    """A cookie for browsers that have given a secret."""

    def __init__(
        self, name: str, secret: str, seconds: int, samesite: Literal["lax", "strict"], settings: Settings
    ) -> None:
        self._name, self._secret, self._seconds, self._samesite = name, secret, seconds, samesite
        self._public = urlsplit(settings.public_url).scheme

    def give(self, response: Response, scope: Scope) -> None:
        """Give it to a browser."""
        end = str(int(time.time()) + self._seconds)
        value, secure = f"{end}.{self._signature(scope, end)}", self._is_secure(scope)
        response.set_cookie(
            self._called(secure),
            value,
            self._seconds,
            httponly=True,
            samesite=self._samesite,
            secure=secure,
        )

    def take_back(self, response: Response, scope: Scope) -> None:
        """Let a browser forget it."""
        secure = self._is_secure(scope)
        response.delete_cookie(self._called(secure), httponly=True, samesite=self._samesite, secure=secure)

    def given(self, scope: Scope) -> bool:
        """Whether a request comes from a browser that has it."""
        cookies = cookie_parser(dict(scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        end, _dot, signed = cookies.get(self._called(self._is_secure(scope)), "").partition(".")
        if not self._secret or not _person(scope) or not end.isdecimal() or len(end) > LONGEST_END:
            return False
        right = hmac.compare_digest(signed.encode(), self._signature(scope, end).encode())
        return right and int(end) > time.time()

    def _signature(self, scope: Scope, end: str) -> str:
        content = f"{self._name} {end} {_person(scope)}".encode()
        return hmac.new(self._secret.encode(), content, hashlib.sha256).hexdigest()

    def _is_secure(self, scope: Scope) -> bool:
        return "https" in (scope["scheme"], self._public)

    def _called(self, secure: bool) -> str:
        return f"__Host-{self._name}" if secure else self._name


def operator_cookie(settings: Settings) -> SignedCookie:
    """The operator's session, which no link from another site brings along."""
    return SignedCookie("fattorino-operator", settings.operator_token, SESSION, "strict", settings)


def door_cookie(settings: Settings) -> SignedCookie:
    """What a browser has that knows the code."""
    return SignedCookie("fattorino-door", settings.join_code, MEMBERSHIP, "lax", settings)


def is_ours(scope: Scope) -> bool:
    """Whether a request that changes something surely comes from a page of ours.

    Every browser says where it comes from; other origins have been refused already.
    """
    headers = dict(scope["headers"])
    named = b"origin" in headers or headers.get(b"sec-fetch-site") == b"same-origin"
    return scope["method"] in SAFE or named


def _person(scope: Scope) -> str:
    """The hash of the browser's own cookie, or ''."""
    return str(scope.get("state", {}).get("person", ""))
