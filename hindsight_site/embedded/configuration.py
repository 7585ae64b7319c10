"""The server's settings: small enough for a laptop, and silent about what is in the rows."""

from __future__ import annotations

import os
from pathlib import Path

# An error's text can carry values ("Failing row contains ...", "invalid input syntax ... "), so errors of
# statements are not logged at all: the application receives them and decides. The server's own events are.
SAFE = {
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_permissions": "0700",
    "password_encryption": "scram-sha-256",
    "log_destination": "stderr",
    "logging_collector": "off",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_min_duration_statement": "-1",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_line_prefix": "%m [%p] ",
}

# An operator may change these below the include line of postgresql.conf.
COMFORTABLE = {
    "max_connections": "100",
    "shared_buffers": "256MB",  # the index of vectors and of words of 100,000 units, which 128 MB cannot hold
    "effective_cache_size": "1GB",
    "work_mem": "8MB",
    "maintenance_work_mem": "128MB",
    "max_wal_size": "512MB",
    "min_wal_size": "64MB",
    "wal_compression": "on",
    "random_page_cost": "1.1",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    "max_logical_replication_workers": "0",
}
FILE = "hindsight.conf"
INCLUDE = f"\ninclude '{FILE}'  # rewritten at each start; your own settings go below this line and win\n"
_MIB = 1024 * 1024
_LARGE = 2048 * _MIB
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  (only asked for its size)


def comfortable_settings(kept: int = 0) -> dict[str, str]:
    """Settings for this machine and for a database of so many bytes: a parallel HNSW build needs shared memory that
    containers often lack."""
    settings = dict(COMFORTABLE)
    if (buffers := buffers_for(kept, _memory())) is not None:
        settings["shared_buffers"] = settings["effective_cache_size"] = f"{buffers // _MIB}MB"
    try:
        space = os.statvfs(_SHARED_MEMORY)
        roomy = space.f_frsize * space.f_blocks >= 512 * 1024 * 1024
    except OSError:
        roomy = False
    settings["max_parallel_maintenance_workers"] = "2" if roomy else "0"
    settings["max_parallel_workers_per_gather"] = "2" if roomy else "0"
    return settings


def buffers_for(kept: int, memory: int) -> int | None:
    """Bytes of shared buffers for a database of `kept` bytes on a machine with `memory`; None where the usual ones do.

    A look at an index of vectors reads some two thousand pages from all over it. In a million units most of them were
    read from the system's cache each time, 45 ms of a search; half of the database in buffers holds both indexes.
    """
    if kept < _LARGE:
        return None
    return max(256 * _MIB, min(kept // 2, memory // 4))


def _memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def as_file(settings: dict[str, str]) -> str:
    """The settings in the syntax of postgresql.conf."""
    return "".join(f"{name} = '{value}'\n" for name, value in sorted(settings.items()))


def as_arguments(settings: dict[str, str]) -> list[str]:
    """The settings as arguments of `postgres`, which no file can override."""
    return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
