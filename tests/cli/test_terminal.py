import os
import signal

import pytest

from specproof.cli.terminal import SignalBrake, TerminalProgress, stopped_softly


@pytest.fixture
def brake():
    heard = []
    made = SignalBrake("en", heard.append)
    made.heard = heard
    before = signal.getsignal(signal.SIGINT)
    with made.installed():
        yield made
    assert signal.getsignal(signal.SIGINT) is before


def press():
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_press_only_asks(brake):
    assert not brake.pressed
    press()
    assert brake.pressed
    assert "stop after this statement" in brake.heard[0]


def test_the_second_press_ends_the_statement(brake):
    ended = []
    with brake.armed(lambda: ended.append(True)):
        press()
        assert ended == []
        press()
    assert ended == [True]


def test_between_statements_a_second_press_has_nothing_to_end(brake):
    with brake.armed(lambda: pytest.fail("nothing is running")):
        pass
    press()
    press()
    assert len(brake.heard) == 2


def test_the_third_press_leaves(brake):
    press()
    press()
    with pytest.raises(KeyboardInterrupt):
        press()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_endings_are_requests_too(brake, number):
    os.kill(os.getpid(), number)
    assert brake.pressed


def test_progress_is_silent_without_a_terminal(capsys):
    progress = TerminalProgress()
    progress.step("working", 1, 2)
    progress.waiting("for a lock")
    progress.clear()
    assert capsys.readouterr() == ("", "")


def test_progress_on_a_terminal_is_one_line(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    progress = TerminalProgress()
    progress.step("create table t", 1, 2)
    progress.waiting("for a lock")
    assert capsys.readouterr().err == "\r\x1b[K[1/2] create table t\r\x1b[Kfor a lock"


def test_sigterm_ends_a_block_as_ctrl_c_does():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), stopped_softly():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_signal_that_is_to_be_ignored_stays_ignored():
    """As under nohup: the terminal may go, the work goes on."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with SignalBrake("en", lambda _: None).installed() as brake, stopped_softly():
            os.kill(os.getpid(), signal.SIGHUP)
        assert not brake.pressed
    finally:
        signal.signal(signal.SIGHUP, before)
