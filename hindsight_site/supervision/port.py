"""Looks at the web server's port before anything is started."""

from __future__ import annotations

import errno
import socket

from hindsight_site.data_dir import reason
from hindsight_site.refusals import CannotStart


def check_port(host: str, port: int) -> None:
    """Raises CannotStart with the fix when the web server could not listen on host and port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except socket.gaierror:
            raise CannotStart(
                f"HOST {host} is not an address of this machine.", fix="use 127.0.0.1, or 0.0.0.0 for all."
            ) from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotStart(
                    f"Port {port} on {host} is in use.",
                    fix="choose another (make run PORT=…, or serve --port …), or end the program that has it "
                    f"(`ss -ltnp 'sport = :{port}'` names it).",
                ) from None
            if error.errno == errno.EACCES:
                raise CannotStart(f"Port {port} needs root.", fix="choose a port above 1023 with --port.") from None
            raise CannotStart(
                f"Cannot listen on {host}, port {port}: {reason(error)}.",
                fix="set HOST to an address of this machine (127.0.0.1, or 0.0.0.0 for all).",
            ) from None
