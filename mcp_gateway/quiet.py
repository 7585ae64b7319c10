"""Loggers of the protocol's packages: no arguments, no answers, no messages of exceptions."""

from __future__ import annotations

import logging

from mcp_gateway.answers import places

_SPEAKING = (
    "mcp.server.lowlevel.server",
    "mcp.server.streamable_http",
    "mcp.server.streamable_http_manager",
    "mcp.server.stdio",
    "mcp_server.djangomcp",
)


class PlacesOnly(logging.Filter):
    """Turns a traceback into the places that it passed, whatever formatter stands behind."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.exc_info[1] is not None:
            said = str(record.msg).split(":")[0]
            record.msg = f"{said}: {places(record.exc_info[1])}"
            record.args = ()
            record.exc_info = None
            record.exc_text = None
        return True


def quieten() -> None:
    """Errors only (at INFO there are four lines a request, at DEBUG whole messages), and these without words."""
    logging.getLogger("mcp").setLevel(logging.ERROR)
    for name in _SPEAKING:
        logger = logging.getLogger(name)
        if not any(isinstance(part, PlacesOnly) for part in logger.filters):
            logger.addFilter(PlacesOnly())
