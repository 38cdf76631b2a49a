from __future__ import annotations

import socket
import struct
import time

import pytest

from specproof.engines import facts, mysql_session
from specproof.engines.base import Address, Secret
from specproof.engines.mysql_session import greeting
from specproof.errors import EnvironmentProblem, ExitCode, UsageProblem

FACTS = facts.load("mysql-5.7")
PASSWORD = "s3cret/äöü"


def at(port: int, **changes) -> Address:
    values = {"host": "127.0.0.1", "port": port, "user": "u", "password": Secret(PASSWORD)}
    return Address(**{**values, **changes})


def refused(address: Address, seconds: float = 5) -> EnvironmentProblem:
    with pytest.raises(EnvironmentProblem) as caught:
        mysql_session.connect(FACTS, address, seconds=seconds)
    problem = caught.value
    assert problem.exit_code is ExitCode.ENVIRONMENT
    assert PASSWORD not in f"{problem} {problem.what} {problem.where} {problem.cause} {problem.next_step}"
    assert problem.__cause__ is None
    assert problem.__suppress_context__
    return problem


@pytest.mark.parametrize(
    ("said", "product", "version"),
    [
        ("8.0.36", "MySQL", "8.0.36"),
        ("5.6.24-log", "MySQL", "5.6.24-log"),
        ("5.5.5-10.11.19-MariaDB-0+deb12u1", "MariaDB", "10.11.19-MariaDB-0+deb12u1"),
        ("5.5.5-5.7.99-MariaDB", "MariaDB", "5.7.99-MariaDB"),
        ("50.7.1", "MySQL", "50.7.1"),
    ],
)
def test_another_server_names_itself_though_the_login_fails(fake_server, mysql_greeting, said, product, version):
    problem = refused(at(fake_server(mysql_greeting(said)).port))
    assert problem.code == "engine.version-mismatch"
    assert problem.what == f"The server is {product} {version}, not mysql-5.7; it is not used in its place."


def test_a_refused_login(fake_server, mysql_greeting):
    problem = refused(at(fake_server(mysql_greeting("5.7.44-log")).port))
    assert problem.code == "engine.access-denied"
    assert problem.cause == "Access denied (using password: YES)"
    assert "SPECPROOF_MYSQL57_PASSWORD" in problem.next_step


def test_a_server_that_repeats_the_password(fake_server, mysql_greeting):
    said = f"wrong password {PASSWORD} or s3cret%2F%C3%A4%C3%B6%C3%BC"
    problem = refused(at(fake_server(mysql_greeting("5.7.44", message=said)).port))
    assert problem.cause == "wrong password *** or ***"


def test_a_database_that_is_not_there(fake_server, mysql_greeting):
    behaviour = mysql_greeting("5.7.22", errno=1049, message="Unknown database 'd'")
    problem = refused(at(fake_server(behaviour).port, database="d"))
    assert problem.code == "engine.no-database"
    assert problem.where is not None
    assert problem.where.endswith("/d")


@pytest.mark.parametrize(
    ("errno", "message"),
    [(1040, "Too many connections"), (1129, "Host 'h' is blocked because of many connection errors")],
)
def test_a_server_that_refuses_before_it_greets(fake_server, errno, message):
    def behave(connection: socket.socket) -> None:
        payload = b"\xff" + struct.pack("<H", errno) + message.encode()
        connection.sendall(struct.pack("<I", len(payload))[:3] + b"\0" + payload)

    problem = refused(at(fake_server(behave).port))
    assert problem.code == "engine.unreachable"
    assert problem.cause == message


@pytest.mark.parametrize(
    "sent",
    [
        b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"\x00\x00\x00\x00",
        b"\x05\x00\x00\x00\x0a5.7.",
        b"\x01\x00\x00\x00\x0a",
        bytes(range(256)) * 4,
    ],
)
def test_what_is_no_mysql_server(fake_server, sent):
    def behave(connection: socket.socket) -> None:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)

    problem = refused(at(fake_server(behave).port))
    assert problem.code == "engine.unreachable"
    assert problem.cause


def test_a_server_that_closes_at_once(fake_server):
    problem = refused(at(fake_server(lambda connection: connection.close()).port))
    assert problem.code == "engine.unreachable"
    assert "Lost connection" in (problem.cause or "")


def test_a_server_that_accepts_and_says_nothing(fake_server):
    server = fake_server(lambda _connection: time.sleep(30))
    problem = refused(at(server.port), seconds=0.3)
    assert problem.code == "engine.unreachable"
    assert "timed out" in (problem.cause or "")


def test_a_server_that_greets_and_says_nothing_more(fake_server, mysql_handshake):
    def behave(connection: socket.socket) -> None:
        connection.sendall(mysql_handshake("5.7.22"))
        time.sleep(30)

    problem = refused(at(fake_server(behave).port), seconds=0.3)
    assert problem.code == "engine.unreachable"
    assert "timed out" in (problem.cause or "")


def test_nobody_listens():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    problem = refused(at(port))
    assert problem.code == "engine.unreachable"
    assert "refused" in (problem.cause or "")
    assert problem.where == f"u@127.0.0.1:{port}"


def test_a_host_name_that_does_not_exist():
    problem = refused(at(3306, host="nothing.invalid"))
    assert problem.code == "engine.unreachable"


def test_a_socket_that_is_not_there(tmp_path):
    problem = refused(at(3306, socket=str(tmp_path / "none.sock")))
    assert problem.code == "engine.unreachable"
    assert problem.where == f"u@{tmp_path}/none.sock"


def test_an_unknown_tls_mode(fake_server, mysql_greeting):
    address = at(fake_server(mysql_greeting("5.7.22")).port, options=(("ssl-mode", "sometimes"),))
    with pytest.raises(UsageProblem) as caught:
        mysql_session.connect(FACTS, address)
    assert caught.value.code == "engine.url-option"


def test_tls_required_of_a_server_without_it(fake_server, mysql_greeting):
    address = at(fake_server(mysql_greeting("5.7.22")).port, options=(("ssl-mode", "REQUIRED"),))
    problem = refused(address)
    assert problem.code == "engine.unreachable"
    assert "SSL is required" in (problem.cause or "")


CLIENT_SSL = 0x0800


class BrokenTls:
    """Announces TLS and answers its handshake with nonsense; refuses the login of who comes without."""

    def __init__(self, greeting_packet: bytes, refusal_packet: bytes) -> None:
        self._greeting = greeting_packet
        self._refusal = refusal_packet
        self.secured: list[bool] = []

    def __call__(self, connection: socket.socket) -> None:
        connection.sendall(self._greeting)
        login = connection.recv(4096)
        self.secured.append(bool(struct.unpack("<I", login[4:8])[0] & CLIENT_SSL))
        connection.sendall(b"no TLS of this age\n" if self.secured[-1] else self._refusal)


@pytest.fixture
def broken_tls(mysql_handshake, mysql_refusal) -> BrokenTls:
    return BrokenTls(mysql_handshake("5.7.22", extra=CLIENT_SSL), mysql_refusal(2, 1045, "28000", "Access denied"))


def test_preferred_tls_that_fails_is_left_out(fake_server, broken_tls):
    problem = refused(at(fake_server(broken_tls).port))
    assert problem.code == "engine.access-denied"
    assert broken_tls.secured == [True, False]


def test_required_tls_that_fails_ends_the_attempt(fake_server, broken_tls):
    problem = refused(at(fake_server(broken_tls).port, options=(("ssl-mode", "required"),)))
    assert problem.code == "engine.unreachable"
    assert "TLS handshake failed" in (problem.cause or "")
    assert broken_tls.secured == [True]


def test_disabled_tls_is_not_tried(fake_server, broken_tls):
    problem = refused(at(fake_server(broken_tls).port, options=(("ssl-mode", "DISABLED"),)))
    assert problem.code == "engine.access-denied"
    assert broken_tls.secured == [False]


def test_a_certificate_file_that_is_not_there(fake_server, broken_tls, tmp_path):
    address = at(fake_server(broken_tls).port, options=(("ssl-ca", str(tmp_path / "none.pem")),))
    with pytest.raises(UsageProblem) as caught:
        mysql_session.connect(FACTS, address)
    assert caught.value.code == "engine.url-option"
    assert "No such file" in caught.value.what


@pytest.mark.parametrize(
    ("version", "comment", "product"),
    [
        ("5.7.22", "MySQL Community Server (GPL)", "MySQL"),
        ("5.7.44-48-log", "Percona Server (GPL), Release 48", "Percona Server"),
        ("10.11.19", "MariaDB Server", "MariaDB"),
    ],
)
def test_products_are_told_apart_by_the_comment(version, comment, product):
    assert greeting(version, comment).product == product
