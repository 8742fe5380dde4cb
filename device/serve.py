"""The web server around the page: takes the port first, so that trouble is said in one sentence, then runs uvicorn."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import socket
import threading
from types import TracebackType
from typing import TextIO

import segno
import uvicorn

from device.errors import UserError
from device.feed import Feed
from device.page_arguments import DEFAULT_HOST, DEFAULT_PORT
from device.texts import Language, say
from device.web import create_app

STOP_SECONDS = 5.0


class PageServer:
    """The scoreboard on an address: `with PageServer(feed, host, port) as server:` serves while the block runs.

    Args:
        feed: where the game loop publishes.
        host: the address to listen on; 127.0.0.1 is seen by this computer alone, 0.0.0.0 by the whole network.
        port: 0 takes any free one; `port` then tells which.
    """

    def __init__(self, feed: Feed, host: str = DEFAULT_HOST, port: int = DEFAULT_PORT) -> None:
        self.feed = feed
        self.host = host
        self.port = port
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listens and serves in a thread of its own; returns as soon as the page can be opened.

        Raises:
            UserError: the port is taken, not allowed or no port; the host is no address of this computer.
        """
        listener = listen(self.host, self.port)
        self.port = listener.getsockname()[1]
        config = uvicorn.Config(create_app(self.feed), log_level="warning", access_log=False, lifespan="off")
        self._server = _Server(config, self.feed)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [listener]}, name="page", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Ends every stream and the server; twice does no harm."""
        if self._server is None or self._thread is None:
            return
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)
        self._server = self._thread = None

    def wait(self) -> None:
        """Serves until Ctrl-C (or until `stop` from elsewhere)."""
        try:
            while self._thread is not None and self._thread.is_alive():
                self._thread.join(0.5)
        except KeyboardInterrupt:
            self.stop()

    @property
    def address(self) -> str:
        """What to type into a browser: on this computer, or on the network where the page can be reached from there."""
        host = self.host
        if is_unspecified(host):
            host = network_address(host) or "localhost"
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def announce(self, lang: Language, out: TextIO) -> None:
        """Prints the address, and its QR code for phones where the page can be reached from the network."""
        out.write(say("serve.address", lang, address=self.address) + "\n")
        if is_reachable(self.host) and out.isatty():
            out.write(say("serve.scan", lang) + "\n")
            segno.make(self.address, error="l").terminal(out=out, compact=True)
        out.flush()

    def __enter__(self) -> PageServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class _Server(uvicorn.Server):
    """uvicorn, which would otherwise wait for the endless event streams when it stops."""

    def __init__(self, config: uvicorn.Config, feed: Feed) -> None:
        super().__init__(config)
        self._feed = feed

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the streams first, then does what uvicorn does."""
        self._feed.disconnect_all()
        await asyncio.sleep(0)
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        UserError: see `PageServer.start`.
    """
    if not 0 <= port <= 65535:
        raise UserError("serve.bad_port", port=str(port))
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError) as error:
        raise UserError("serve.bad_host", host=host) from error
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise UserError(_key_of(error), host=host, port=port, next_port=port % 65535 + 1) from error
    return listener


def _key_of(error: OSError) -> str:
    """The text that tells what hinders listening."""
    if error.errno == errno.EADDRINUSE:
        return "serve.port_taken"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "serve.port_not_allowed"
    return "serve.bad_host"


def is_unspecified(host: str) -> bool:
    """Whether the host means every address of this computer."""
    try:
        return host == "" or ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def is_reachable(host: str) -> bool:
    """Whether other computers and phones can open the page, as far as the host's own name tells."""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def network_address(host: str) -> str | None:
    """This computer's address on its network, or None. Nothing is sent: a datagram socket only picks a route."""
    family, elsewhere = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback else address
