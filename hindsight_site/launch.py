"""What happens before Django: where the data are, which keys, and which database a command gets."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cryptography.fernet import Fernet
from django.core.exceptions import ImproperlyConfigured
from django.db.utils import OperationalError

from hindsight_site.data_dir import open_data_dir
from hindsight_site.embedded.instance import database_for_a_command
from hindsight_site.environment import BadSetting, read_environment
from hindsight_site.metrics import measuring
from hindsight_site.refusals import CannotStart

BASE_DIR = Path(__file__).resolve().parent.parent
WRONG = 2  # exit code: the operator has to change something

# These read no rows; they run without a server, and without a key of their own being made.
WITHOUT_DATABASE = frozenset(
    {
        *("help", "version", "check", "makemigrations", "compilemessages", "makemessages", "collectstatic"),
        *("findstatic", "diffsettings", "startapp", "startproject", "spectacular", "test"),
    }
)


def run(argv: Sequence[str]) -> int:
    """Run one command of `manage.py`; returns the exit code. What an operator got wrong has no traceback."""
    try:
        return _run(list(argv))
    except (CannotStart, BadSetting, ImproperlyConfigured) as error:
        print(f"{error}", file=sys.stderr)  # noqa: T201
        return WRONG
    except OperationalError as error:
        print(  # noqa: T201
            f"The database does not answer: {str(error).strip().splitlines()[0]}\n"
            "  What to do: check that it runs and that DATABASE_URL (and DATABASE_OWNER_URL) name it rightly.",
            file=sys.stderr,
        )
        return WRONG
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)  # noqa: T201
        return 1


def _run(argv: list[str]) -> int:
    command = argv[1] if len(argv) > 1 else "help"
    argv = _take_option(argv, "--data-dir", "DATA_DIR")
    if command == "serve":
        argv = _take_option(argv, "--port", "PORT")
    os.environ["DATA_DIR"] = str(Path(os.environ.get("DATA_DIR") or BASE_DIR / "var").expanduser().absolute())
    if command in WITHOUT_DATABASE or {"-h", "--help", "--version"} & set(argv):
        for variable in ("SECRET_KEY", "FIELD_ENCRYPTION_KEY"):  # for this process alone; nothing is kept
            os.environ.setdefault(variable, Fernet.generate_key().decode())
        return _django(argv)
    environment = read_environment()
    if command == "serve":
        if len(argv) > 2:
            raise CannotStart(
                f"`serve` does not know {' '.join(argv[2:])}.", fix="its options are --port and --data-dir."
            )
        from hindsight_site.supervision.serve import serve

        return serve(environment, open_data_dir(environment.DATA_DIR))
    if command == "web":
        # django-q2 loads prometheus_client with the settings, and that asks for its folder then.
        measuring.prepare(environment.DATA_DIR)
    if environment.DATABASE_URL:
        return _django(argv)
    with database_for_a_command(open_data_dir(environment.DATA_DIR)) as empty:
        if empty or command == "create_token":  # a token may be asked for before the first `serve`
            _django([argv[0], "migrate", "--verbosity=0"])
        return _django(argv)


def _django(argv: list[str]) -> int:
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)
    return 0


def _take_option(argv: list[str], option: str, variable: str) -> list[str]:
    """Move an option from the command line to the environment, where the settings look for it."""
    rest: list[str] = []
    words = iter(argv)
    for word in words:
        if word == option:
            value = next(words, "")
        elif word.startswith(option + "="):
            value = word.removeprefix(option + "=")
        else:
            rest.append(word)
            continue
        if not value or value.startswith("--"):
            raise CannotStart(f"{option} needs a value.", fix=f"write {option} VALUE.")
        os.environ[variable] = value
    return rest
