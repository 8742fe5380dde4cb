"""The web application: the page, its files, the current state and the stream of states."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse, JSONResponse, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from device.feed import Feed
from engine import book, rulesets
from engine.errors import EngineError

STATIC = Path(__file__).parent / "static"
HEARTBEAT_SECONDS = 10.0
RETRY_MILLISECONDS = 1000
# The comment keeps proxies awake; the event reaches the page's script, which sees no comments.
HEARTBEAT = ": still here\nevent: beat\ndata: {}\n\n"

SECURITY_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def create_app(feed: Feed, heartbeat_seconds: float = HEARTBEAT_SECONDS) -> FastAPI:
    """The page over a feed: `/`, `/static/...`, `/state.json`, the server-sent events at `/events`, and what the rules
    of a game say at `/rules.json?rules=kozel.solo`.

    Args:
        feed: where the game loop publishes its snapshots.
        heartbeat_seconds: after so long without news a heartbeat goes out, to show that the line is alive.
    """
    # FastAPI's own documentation pages load scripts from the internet: this appliance serves everything itself.
    app = FastAPI(title="Tilefish", docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(FixedHeaders)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")

    @app.get("/", include_in_schema=False)
    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", media_type="text/html; charset=utf-8")

    @app.get("/state.json")
    def state() -> Response:
        latest = feed.latest
        return Response(latest.data if latest else "{}", media_type="application/json")

    @app.get("/rules.json")
    def told_rules(rules: str = "") -> JSONResponse:
        try:
            chosen = rulesets.parse(rules)
        except EngineError as error:
            return JSONResponse({"error": error.text.to_json()}, 400)
        chapters = [
            {"heading": chapter.heading.to_json(), "sentences": [sentence.to_json() for sentence in chapter.sentences]}
            for chapter in book.tell(chosen)
        ]
        return JSONResponse({"rules": str(chosen), "name": chosen.name.to_json(), "chapters": chapters})

    @app.get("/events")
    async def events() -> StreamingResponse:
        stream = sse_lines(feed, heartbeat_seconds)
        return StreamingResponse(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})

    return app


async def sse_lines(feed: Feed, heartbeat_seconds: float) -> AsyncIterator[str]:
    """A client's subscription as the text of a server-sent event stream: first the full state, then each new one."""
    subscription = feed.subscribe()
    try:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        while not subscription.ended:
            message = await subscription.next(heartbeat_seconds)
            if message is not None:
                yield message.as_sse()
            elif not subscription.ended:
                yield HEARTBEAT
    finally:
        feed.unsubscribe(subscription)


class FixedHeaders:
    """Adds the security and cache headers to every answer (plain ASGI: it must not buffer the event stream)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on and completes the headers of the answer."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                fixed = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
                kept = [(name, value) for name, value in message["headers"] if name.decode() not in SECURITY_HEADERS]
                message["headers"] = kept + fixed
            await send(message)

        await self.app(scope, receive, send_with_headers)
