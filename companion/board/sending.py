"""One of the page's files as an answer: kept by the phone by its digest, compressed where it takes that."""

from typing import Any

from litestar import Request, Response, WebSocket

from companion.board.assets import Asset
from companion.board.headers import language

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


def language_of(asked: AnyRequest | AnySocket) -> str:
    """The language in which somebody is answered."""
    return language(asked.query_params.get("lang"), asked.cookies.get("lang"), asked.headers.get("accept-language"))


def sent(request: AnyRequest, asset: Asset, cache: str = "no-cache", status: int = 200) -> Response[bytes]:
    """The file; nothing where the phone has it already."""
    tag = f'W/"{asset.tag}"'
    headers = {"cache-control": cache, "etag": tag, "vary": "accept-encoding, accept-language, cookie"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    content = asset.packed if packed else asset.plain
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=asset.media, headers=headers, status_code=status)
