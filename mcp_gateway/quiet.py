"""Loggers of the protocol's packages: no arguments, no answers, no messages of exceptions."""

from __future__ import annotations

import logging
from pathlib import Path

from mcp_gateway.answers import places

_SPEAKING = (
    "mcp.server.lowlevel.server",
    "mcp.server.streamable_http",
    "mcp.server.streamable_http_manager",
    "mcp.server.stdio",
    "mcp_server.djangomcp",
)
_SESSION = str(Path("mcp", "shared", "session.py"))


class PlacesOnly(logging.Filter):
    """Cuts what follows a colon, where these packages quote, and turns a traceback into the places it passed."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = str(record.msg).split(":")[0].replace("%", "")
        error = record.exc_info[1] if record.exc_info else None
        record.msg = f"{said}: {places(error)}" if error is not None else said
        record.args = ()
        record.exc_info = record.exc_text = None
        return True


class NoMessages(logging.Filter):
    """The package's sessions log by the root logger, and quote the message that they could not read."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.pathname.endswith(_SESSION):
            record.msg = "an MCP session: a message was not valid, or ended early"
            record.args = ()
            record.exc_info = None
        return True


def quieten() -> None:
    """Errors only (at INFO there are four lines a request, at DEBUG whole messages), and these without words."""
    logging.getLogger("mcp").setLevel(logging.ERROR)
    _filter(logging.getLogger(), NoMessages())
    for name in _SPEAKING:
        _filter(logging.getLogger(name), PlacesOnly())


def _filter(logger: logging.Logger, wanted: logging.Filter) -> None:
    if not any(isinstance(part, type(wanted)) for part in logger.filters):
        logger.addFilter(wanted)
