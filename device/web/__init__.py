"""The scoreboard page and its little web server."""

from device.web.app import create_app

__all__ = ["create_app"]
