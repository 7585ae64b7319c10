#!/usr/bin/env python
"""Hindsight's command line: `manage.py serve`, `create_token`, and Django's own commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hindsight_site.settings")
    from hindsight_site.launch import run

    sys.exit(run(sys.argv))


if __name__ == "__main__":
    main()
