"""The embedded server: what it refuses, what it recovers from, and what it keeps to itself."""

from __future__ import annotations

import os
import shutil
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from hindsight_site.data_dir import DataDir, open_data_dir
from hindsight_site.embedded import binaries
from hindsight_site.embedded.account import Account, server_account
from hindsight_site.embedded.cluster import Cluster, open_cluster
from hindsight_site.embedded.instance import use_own_secrets
from hindsight_site.embedded.provision import url
from hindsight_site.embedded.socket_folder import socket_folder
from hindsight_site.refusals import CannotStart

PASSWORD = "correct horse"


@pytest.fixture
def data(tmp_path: Path) -> DataDir:
    return open_data_dir(tmp_path / "data")


@pytest.fixture
def cluster(data: DataDir) -> Iterator[Cluster]:
    cluster = open_cluster(data, fast_and_loose=True)
    yield cluster
    cluster.stop()


def connect(cluster: Cluster, password: str = PASSWORD) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(url("postgres", password, cluster.socket, "postgres"), autocommit=True)


def test_it_listens_nowhere_but_in_a_private_folder_and_wants_a_password(cluster: Cluster):
    cluster.start(superuser_password=PASSWORD)
    with connect(cluster) as connection:
        listens = connection.execute("SHOW listen_addresses").fetchone()
        wall = connection.execute(
            "SELECT DISTINCT auth_method FROM pg_hba_file_rules WHERE 'all' = ANY(database) ORDER BY 1"
        ).fetchall()
    assert listens == ("",)
    assert wall == [("reject",), ("scram-sha-256",)]
    assert stat.S_IMODE(cluster.socket.stat().st_mode) == 0o700
    assert stat.S_IMODE(cluster.data.cluster.stat().st_mode) == 0o700
    with pytest.raises(psycopg.OperationalError, match="password"):
        connect(cluster, "guess")


def test_rows_stay_out_of_its_log(cluster: Cluster):
    cluster.start(superuser_password=PASSWORD)
    with connect(cluster) as connection:
        connection.execute("CREATE TABLE t (word text CHECK (length(word) < 3), number int)")
        for statement in ("INSERT INTO t VALUES ('whisper')", "INSERT INTO t (number) VALUES ('whisper'::int)"):
            with pytest.raises(psycopg.Error):
                connection.execute(statement)
        with pytest.raises(psycopg.Error):
            connection.execute("INSERT INTO t VALUES (%s)", ["whisper"])
    assert "whisper" not in cluster.log.read_text()
    assert "ready to accept connections" in cluster.log.read_text()


def test_it_recovers_from_a_kill_and_a_lock_file_with_a_number_that_is_in_use_again(data: DataDir):
    first = open_cluster(data)
    first.start(superuser_password=PASSWORD)
    with connect(first) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS number")
    assert first.process is not None
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    lock = data.cluster / "postmaster.pid"
    lock.write_text("\n".join([str(os.getpid()), *lock.read_text().splitlines()[1:]]))
    second = open_cluster(data)
    try:
        second.start(superuser_password="ignored, the cluster is not new")
        assert not second.is_new
        with connect(second) as connection:
            assert connection.execute("SELECT number FROM kept").fetchone() == (7,)
    finally:
        second.stop()


def test_a_server_that_already_runs_there_is_named(cluster: Cluster):
    cluster.start(superuser_password=PASSWORD)
    assert cluster.process is not None
    with pytest.raises(CannotStart, match=f"process {cluster.process.pid}"):
        open_cluster(cluster.data).start(superuser_password=PASSWORD)


def test_files_that_are_no_database_are_left_alone(cluster: Cluster):
    cluster.data.cluster.mkdir()
    if cluster.account.other:
        os.chown(cluster.data.cluster, cluster.account.uid, cluster.account.gid)
    thesis = cluster.data.cluster / "thesis.txt"
    thesis.write_text("ten years of work")
    with pytest.raises(CannotStart, match="no PostgreSQL database"):
        cluster.start(superuser_password=PASSWORD)
    assert thesis.read_text() == "ten years of work"


def test_a_database_of_another_version_is_left_alone(cluster: Cluster):
    cluster.data.cluster.mkdir()
    (cluster.data.cluster / "PG_VERSION").write_text("15\n")
    with pytest.raises(CannotStart, match="PostgreSQL 15; this is 18") as refusal:
        cluster.start(superuser_password=PASSWORD)
    assert "back it up" in refusal.value.fix
    assert [path.name for path in cluster.data.cluster.iterdir()] == ["PG_VERSION"]


def test_half_made_files_of_a_killed_start_are_cleared(cluster: Cluster):
    left_over = cluster.data.root / "postgres.new-abc"
    left_over.mkdir()
    (left_over / "PG_VERSION").write_text("18")
    cluster.start(superuser_password=PASSWORD)
    assert not left_over.exists()
    assert cluster.is_new


def test_missing_programs_are_named(monkeypatch: pytest.MonkeyPatch, cluster: Cluster):
    monkeypatch.setattr(binaries, "MAJOR_VERSION", 99)
    with pytest.raises(CannotStart, match="has no postgres") as refusal:
        cluster.start(superuser_password=PASSWORD)
    assert "make install" in refusal.value.fix


def test_another_users_database_is_refused(monkeypatch: pytest.MonkeyPatch, data: DataDir):
    data.cluster.mkdir()
    owner = data.cluster.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 4321)
    with pytest.raises(CannotStart, match="belongs to"):
        server_account(data.cluster)


def test_new_keys_are_not_made_over_old_data(monkeypatch: pytest.MonkeyPatch, data: DataDir):
    for name in ("SECRET_KEY", "FIELD_ENCRYPTION_KEY"):
        monkeypatch.delenv(name, raising=False)
    use_own_secrets(data)
    data.cluster.mkdir()
    (data.cluster / "PG_VERSION").write_text("18")
    monkeypatch.delenv("FIELD_ENCRYPTION_KEY")
    (data.secrets / "field-encryption-key").unlink()
    with pytest.raises(CannotStart, match="field-encryption-key"):
        use_own_secrets(data)


def test_secrets_are_private(data: DataDir):
    use_own_secrets(data)
    assert stat.S_IMODE(data.secrets.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in data.secrets.iterdir()} <= {0o600}


def test_a_file_in_place_of_the_data_folder_is_named(tmp_path: Path):
    (tmp_path / "data").write_text("")
    with pytest.raises(CannotStart, match="not a folder"):
        open_data_dir(tmp_path / "data")


@pytest.fixture
def long_data(tmp_path: Path) -> DataDir:
    return open_data_dir(tmp_path / ("long" * 50))


def test_a_long_path_gets_a_short_private_socket_folder(long_data: DataDir):
    account = Account(uid=os.geteuid(), gid=os.getegid(), other=False)
    first = socket_folder(long_data, account)
    try:
        assert len(str(first)) < 60
        assert stat.S_IMODE(first.stat().st_mode) == 0o700
        assert socket_folder(long_data, account) == first
        first.chmod(0o777)  # someone could have put a socket of theirs there
        second = socket_folder(long_data, account)
        assert second != first
        second.rmdir()
    finally:
        shutil.rmtree(first)


def test_a_symbolic_link_under_that_name_is_not_followed(long_data: DataDir, tmp_path: Path):
    account = Account(uid=os.geteuid(), gid=os.getegid(), other=False)
    name = socket_folder(long_data, account)
    name.rmdir()
    name.symlink_to(tmp_path)
    try:
        other = socket_folder(long_data, account)
        assert other.resolve() != tmp_path.resolve()
        other.rmdir()
    finally:
        name.unlink()
