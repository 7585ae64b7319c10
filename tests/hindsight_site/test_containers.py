"""docker-compose.yml, its scripts and the Dockerfile, without an engine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from cryptography.fernet import Fernet
from psycopg.conninfo import make_conninfo

from hindsight_site.data_dir import open_data_dir
from hindsight_site.embedded.binaries import program
from hindsight_site.embedded.cluster import open_cluster
from hindsight_site.health import probe

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def settings_file() -> dict[str, str]:
    printed = subprocess.run(["sh", "docker/make-env"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return dict(line.split("=", 1) for line in printed.splitlines())


@pytest.fixture(scope="module")
def compose(settings_file: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The file as compose resolves it; where compose is missing, as YAML reads it, which checks less."""
    command = shutil.which("docker-compose")
    if command is None:
        return dict(yaml.safe_load((ROOT / "docker-compose.yml").read_text()))
    env = tmp_path_factory.mktemp("compose") / "env"
    env.write_text("".join(f"{name}={value}\n" for name, value in settings_file.items()))
    resolved = subprocess.run(
        [command, "--env-file", str(env), "config"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return dict(yaml.safe_load(resolved))


def test_services_wait_for_each_other(compose: dict[str, Any]):
    services = compose["services"]
    assert set(services) == {"database", "migrate", "web", "worker"}
    for name in ("web", "worker"):
        waits = services[name]["depends_on"]
        assert waits["database"]["condition"] == "service_healthy"
        assert waits["migrate"]["condition"] == "service_completed_successfully"
    for name in ("database", "web", "worker"):
        assert services[name]["healthcheck"]["test"]
    assert all("hindsight" in service["networks"] for service in services.values())
    assert set(compose["volumes"]) == {"database", "data"}


def test_web_and_worker_never_get_the_owners_password(compose: dict[str, Any]):
    for name in ("web", "worker"):
        environment = compose["services"][name]["environment"]
        assert "OWNER" not in str(environment)
        assert environment["HOST"] == "0.0.0.0"


def test_no_secret_has_a_default():
    text = (ROOT / "docker-compose.yml").read_text()
    for name in re.findall(r"\$\{(\w*(?:PASSWORD|SECRET|ENCRYPTION)\w*)", text):
        assert not re.search(rf"\$\{{{name}:?-", text), name
        assert re.search(rf"\$\{{{name}:\?", text), name
    assert not re.search(r"PASSWORD: [^$\n]", text)


def test_the_environment_file_is_new_each_time_and_has_usable_keys(settings_file: dict[str, str]):
    wanted = set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text()))
    assert set(settings_file) == wanted
    assert all(len(value) >= 40 for value in settings_file.values())
    Fernet(settings_file["FIELD_ENCRYPTION_KEY"])


def test_the_image_copies_what_the_repository_has():
    copied = re.findall(r"^COPY ((?:[\w.]+ )+)[\w./]+$", (ROOT / "Dockerfile").read_text(), flags=re.M)
    for names in copied:
        for name in names.split():
            assert (ROOT / name).exists(), name


def test_the_database_script_makes_both_roles(tmp_path: Path, settings_file: dict[str, str]):
    cluster = open_cluster(open_data_dir(tmp_path / "data"), fast_and_loose=True)
    cluster.start(superuser_password="super")
    try:
        server = {"host": str(cluster.socket)}
        superuser = make_conninfo("", user="postgres", password="super", dbname="postgres", **server)
        with psycopg.connect(superuser, autocommit=True) as connection:
            connection.execute("CREATE DATABASE hindsight")
        environment = {
            **settings_file,
            "PATH": f"{program('psql').parent}:{os.environ['PATH']}",
            "PGHOST": str(cluster.socket),
            "PGPASSWORD": "super",
            "POSTGRES_USER": "postgres",
            "HINDSIGHT_SQL": str(ROOT / "hindsight_site" / "embedded" / "sql"),
        }
        for _ in range(2):  # a second run changes nothing
            subprocess.run(["bash", str(ROOT / "docker" / "init-database.sh")], env=environment, check=True)
        owner = make_conninfo(
            "", user="hindsight_owner", password=settings_file["HINDSIGHT_OWNER_PASSWORD"], dbname="hindsight", **server
        )
        app = make_conninfo(
            "", user="hindsight_app", password=settings_file["HINDSIGHT_APP_PASSWORD"], dbname="hindsight", **server
        )
        with psycopg.connect(owner) as connection:
            connection.execute("CREATE TABLE made (v vector(3))")
        with psycopg.connect(app) as connection:
            connection.execute("INSERT INTO made VALUES ('[1,2,3]')")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("CREATE TABLE mine (i int)")
    finally:
        cluster.stop()


@pytest.mark.django_db(transaction=True)
def test_the_workers_health_check_reads_the_beat():
    from django.utils import timezone

    from hindsight_site import beat

    url = os.environ["DATABASE_URL"]
    assert not probe.worker(url)
    beat.declare(timezone.now())
    assert not probe.worker(url)
    beat.still_alive(timezone.now())
    assert probe.worker(url)
    assert not probe.worker("postgresql://nobody@/nowhere?host=/nonexistent")
    assert not probe.ready("127.0.0.1", 9)
