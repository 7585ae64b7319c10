"""The endpoint."""

from __future__ import annotations

from mcp_server.views import MCPServerStreamableHttpView

from mcp_gateway.authentication import GatewayAuthentication
from mcp_gateway.server import server


class GatewayView(MCPServerStreamableHttpView):  # type: ignore[misc]
    mcp_server = server
    authentication_classes = (GatewayAuthentication,)
    permission_classes = ()
