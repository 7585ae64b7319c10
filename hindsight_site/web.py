"""The web server: gunicorn with threads, configured here and nowhere else."""

from __future__ import annotations

import gc
import signal
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger

from hindsight_site import lifeline, logs, routes

GRACE_SECONDS = 10


class Lines(Logger):  # type: ignore[misc]
    """gunicorn's loggers with the formatter of all others: what a request says stays within its line, and of its
    address only the pattern is said."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        for logger, form in ((self.error_log, self.error_fmt), (self.access_log, self.access_fmt)):
            for handler in logger.handlers:
                handler.setFormatter(logs.PlacesOnly(form, self.datefmt))

    def atoms(self, resp: Any, req: Any, environ: dict[str, Any], request_time: Any) -> dict[str, Any]:
        # WSGI gives the bytes of a path as Latin-1.
        path = str(environ.get("PATH_INFO", "")).encode("latin-1", "replace").decode("utf-8", "replace")
        said: dict[str, Any] = super().atoms(resp, req, environ, request_time)
        return {**said, "m": routes.method_of(str(environ.get("REQUEST_METHOD"))), "U": routes.route_of(path)}

    def warning(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        # "Invalid request from ip=...: ..." goes on with the line that was sent.
        cut = str(msg).partition(": ")[0] if str(msg).startswith("Invalid request") else msg
        super().warning(cut, *args, **kwargs)

    def exception(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        if str(msg).startswith("Error handling request"):
            msg, args = "Error handling request", ()
        super().exception(msg, *args, **kwargs)


class Web(BaseApplication):  # type: ignore[misc]
    """The site as a gunicorn application; loaded once, before the workers are forked."""

    def load_config(self) -> None:
        environment = settings.HINDSIGHT
        host = f"[{environment.HOST}]" if ":" in environment.HOST else environment.HOST
        options: dict[str, Any] = {
            "bind": f"{host}:{environment.PORT}",
            "worker_class": "gthread",
            "workers": environment.WEB_WORKERS,
            "threads": environment.WEB_THREADS,
            "preload_app": True,
            "timeout": 120,
            "graceful_timeout": GRACE_SECONDS,
            "keepalive": 15,
            "logger_class": Lines,
            "errorlog": "-",
            "loglevel": "warning",
            "accesslog": "-",
            # The pattern of the address; no query string, no referrer: they may carry whom or what somebody looked for.
            "access_log_format": "%(t)s %(h)s %(m)s %(U)s %(s)s %(b)s %(M)sms",
            "control_socket_disable": True,
            "post_fork": _after_fork,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        from hindsight_site.wsgi import application

        gc.collect()
        gc.freeze()  # what the workers share stays shared: the collector will not write to it
        return application


def _after_fork(_arbiter: Any, worker: Any) -> None:
    """A worker must not outlive gunicorn's main process, however that ends."""
    lifeline.end_with(worker.ppid, signal.SIGKILL)
