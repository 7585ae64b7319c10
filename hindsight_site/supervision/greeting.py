"""What `serve` prints when it is ready: the console, the MCP configuration, what to try."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Prepared:
    """What the first run made. The secrets are None on later runs."""

    admin_password: str | None
    token: str | None
    token_file: str | None


def greeting(prepared: Prepared, *, base: str, data_dir: Path, manage: str) -> str:
    """The text for the operator; `base` is the address without a path."""
    bearer = prepared.token or "<TOKEN>"
    client = {"mcpServers": {"hindsight": _client(base, bearer)}}
    shell_token = f'"$(cat {prepared.token_file})"' if prepared.token_file else "<TOKEN>"
    lines = ["", f"Console  {base}/admin/"]
    if prepared.admin_password:
        lines.append(f"         user admin, password {prepared.admin_password}   (shown this once)")
    else:
        lines.append(f"         user admin; a new password: {manage} changepassword admin --data-dir {data_dir}")
    lines += ["", "MCP client configuration:", json.dumps(client, indent=2)]
    if prepared.token_file:
        where = "is kept in" if prepared.token else "is in"
        lines.append(f"The token {where} {prepared.token_file}")
    lines.append(f"Another: {manage} create_token --namespace default --scopes read,write --data-dir {data_dir}")
    lines += [
        "",
        "Try:",
        f"  T={shell_token}",
        f'  curl -s {base}/api/v1/memories -H "Authorization: Bearer $T" \\',
        "    -H 'Content-Type: application/json' -d '{\"value\": \"I use Django for the web service\"}'",
        f'  curl -s {base}/api/v1/memories/search -H "Authorization: Bearer $T" \\',
        "    -H 'Content-Type: application/json' -d '{\"query\": \"which web framework?\"}'",
        "",
    ]
    return "\n".join(lines)


def _client(base: str, bearer: str) -> dict[str, object]:
    return {"type": "http", "url": f"{base}/mcp", "headers": {"Authorization": f"Bearer {bearer}"}}
