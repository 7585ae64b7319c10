"""Asks /ready, and says what is missing when that takes long."""

from __future__ import annotations

import http.client
import json

from hindsight_site.embedded.instance import say
from hindsight_site.supervision.part import now

_SLOW_SECONDS = 30.0


class Readiness:
    """Asked at each look of the supervisor; speaks once when ready, once when it is slow."""

    def __init__(self, host: str, port: int) -> None:
        self.host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (compared, not bound)
        self.port = port
        self.ready = False
        self.began = now()
        self.complained = False
        self.next_at = 0.0

    def look(self) -> bool:
        """True at the moment when everything is ready for the first time."""
        if self.ready or now() < self.next_at:
            return False
        self.next_at = now() + 0.3
        failing = self._failing()
        if failing == []:
            self.ready = True
            return True
        if not self.complained and now() - self.began > _SLOW_SECONDS:
            self.complained = True
            what = "no answer yet" if failing is None else "; ".join(failing)
            say(f"Not ready after {_SLOW_SECONDS:.0f} s ({what}). Still trying; /ready says more.")
        return False

    def _failing(self) -> list[str] | None:
        """The parts that are not ready; None when nobody answers."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=2)
        try:
            connection.request("GET", "/ready", headers={"Host": "localhost"})
            answer = json.loads(connection.getresponse().read())
            return [
                f"{name}: {part.get('detail', 'failed')}" for name, part in answer["parts"].items() if not part["ok"]
            ]
        except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError):
            return None
        finally:
            connection.close()
