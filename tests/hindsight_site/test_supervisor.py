"""The supervisor's patience: restarts with growing pauses, and an end to them."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hindsight_site.supervision import supervisor as module
from hindsight_site.supervision.part import Deaths, shorten
from hindsight_site.supervision.supervisor import Supervisor


@dataclass
class Mortal:
    """A part that is dead whenever it is looked at."""

    log: Path
    name: str = "web"
    starts: int = 0
    stops: int = 0

    def start(self) -> None:
        self.starts += 1

    def alive(self) -> bool:
        return False

    def stop(self) -> None:
        self.stops += 1


class Living(Mortal):
    """A part that runs until it is stopped."""

    def alive(self) -> bool:
        return True


@pytest.fixture
def supervisor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    clock = 0.0

    def sleep(seconds: float) -> None:
        nonlocal clock
        clock += seconds

    monkeypatch.setattr(module, "now", lambda: clock)
    monkeypatch.setattr("time.sleep", sleep)
    yield Supervisor()
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_part_that_keeps_dying_ends_serve_with_its_name_and_log(
    supervisor: Supervisor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    part = Mortal(log=tmp_path / "web.log")
    supervisor.start(part)
    assert supervisor.watch(lambda: None) == 1
    assert part.starts == 5
    said = capsys.readouterr().err
    assert "The web ended 5 times within 60 seconds" in said
    assert str(part.log) in said
    supervisor.stop()
    assert part.stops == 1


def test_a_signal_while_watching_ends_it_with_0(supervisor: Supervisor):
    assert supervisor.watch(lambda: signal.raise_signal(signal.SIGTERM)) == 0


def test_pauses_double_and_old_deaths_are_forgiven():
    deaths = Deaths()
    assert [deaths.add(at) for at in (0.0, 1.0, 2.0, 3.0)] == [0.5, 1.0, 2.0, 4.0]
    assert not deaths.too_many(3.0)
    assert deaths.add(70.0) == 0.5
    assert not deaths.too_many(70.0)


def test_a_long_log_is_moved_away_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("hindsight_site.supervision.part._LOG_BYTES", 10)
    log = tmp_path / "web.log"
    with log.open("ab", buffering=0) as writer:
        writer.write(b"0123456789abcdef\n")
        shorten(log)
        writer.write(b"on\n")
    assert log.read_bytes() == b"on\n"
    assert (tmp_path / "web.log.1").read_bytes() == b"0123456789abcdef\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_that_ends_it_is_told_in_one_line(
    supervisor: Supervisor, tmp_path: Path, capsys: pytest.CaptureFixture[str], number: signal.Signals
):
    part = Living(log=tmp_path / "web.log")
    supervisor.start(part)

    def hit() -> None:
        for _ in range(2):
            signal.raise_signal(number)

    assert supervisor.watch(hit) == 0
    supervisor.stop()
    supervisor.stop()
    assert capsys.readouterr().err == f"{number.name}: ending web.\n"
    assert part.stops == 1


def test_a_signal_before_anything_runs_is_told_too(supervisor: Supervisor, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(module.Ended):
        signal.raise_signal(signal.SIGTERM)
    supervisor.stop()
    assert capsys.readouterr().err == "SIGTERM: ending before the start.\n"
