from __future__ import annotations

import getpass

import pytest

from specproof import engines
from specproof.engines import facts, url
from specproof.engines.base import Options
from specproof.errors import EnvironmentProblem, UsageProblem
from specproof.evidence import ProviderKind

MYSQL = facts.load("mysql-5.7")
POSTGRESQL = facts.load("postgresql")


def test_every_part_of_a_url():
    address = url.parse(MYSQL, "mysql://us%40er:p%3Aw%2F%C3%A4@db.example:3307/na%20me?ssl_mode=REQUIRED", {})
    assert (address.host, address.port, address.user, address.database) == ("db.example", 3307, "us@er", "na me")
    assert address.password.reveal() == "p:w/ä"
    assert address.options == (("ssl-mode", "REQUIRED"),)
    assert address.display() == "us@er@db.example:3307/na me"


def test_what_is_left_out_has_the_usual_value():
    address = url.parse(MYSQL, "mysql://", {})
    assert (address.host, address.port, address.user) == ("127.0.0.1", 3306, getpass.getuser())
    assert not address.password
    assert (address.database, address.socket) == (None, None)
    assert url.parse(POSTGRESQL, "postgres://h/", {}).port == 5432


@pytest.mark.parametrize(
    ("text", "host", "port"), [("[::1]:3307", "::1", 3307), ("[fe80::1%25eth0]", "fe80::1%eth0", 3306)]
)
def test_ipv6(text, host, port):
    address = url.parse(MYSQL, f"mysql://root@{text}/d", {})
    assert (address.host, address.port, address.database) == (host, port, "d")


def test_a_socket():
    address = url.parse(MYSQL, "mysql://root@localhost/d?socket=/run/my%20sql.sock", {})
    assert address.socket == "/run/my sql.sock"
    assert address.options == ()
    assert address.display() == "root@/run/my sql.sock/d"


def test_the_password_from_the_environment():
    environment = {"SPECPROOF_MYSQL57_PASSWORD": "from %41 env"}
    assert url.parse(MYSQL, "mysql://u@h", environment).password.reveal() == "from %41 env"
    assert url.parse(MYSQL, "mysql://u:own@h", environment).password.reveal() == "own"
    assert url.parse(MYSQL, "mysql://u:@h", environment).password.reveal() == ""


def test_login_data_from_an_option_file(tmp_path):
    file = tmp_path / "my.cnf"
    file.write_text("[client]\nuser=filed\npassword='a # b'\nhost=db\nport=3310\nssl-mode=DISABLED\n", encoding="utf-8")
    for address in (
        url.parse(MYSQL, f"mysql://?defaults-file={file}", {}),
        url.parse(MYSQL, "mysql:///", {"SPECPROOF_MYSQL57_DEFAULTS_FILE": str(file)}),
    ):
        assert (address.user, address.host, address.port) == ("filed", "db", 3310)
        assert address.password.reveal() == "a # b"
        assert address.options == (("ssl-mode", "DISABLED"),)
    other = url.parse(MYSQL, f"mysql://me@here:1/d?defaults-file={file}&ssl-mode=required", {})
    assert (other.user, other.host, other.port) == ("me", "here", 1)
    assert other.options == (("ssl-mode", "required"),)


SECRET = "hush%2Fhush"


@pytest.mark.parametrize(
    "text",
    [
        f"mysql://root:{SECRET}#x@h/d",
        f"mysql://root:{SECRET}@x@h/d",
        f"mysql://root:{SECRET}/x@h/d",
        f"mysql://root:{SECRET}@h:port/d",
        f"mysql://root:{SECRET}@h:99999/d",
        f"mysql://root:{SECRET}@h:0/d",
        f"root:{SECRET}@h/d",
        f"postgresql://root:{SECRET}@h/d",
        f"mysql:/root:{SECRET}@h/d",
        f"mysql://root:{SECRET}@h/d?{SECRET}=1",
        f"mysql://root:{SECRET}@h/d?connect-timeout={SECRET}",
        f"mysql://root:{SECRET}@h/d?defaults-file=/nothing/there",
        "",
    ],
)
def test_a_bad_url_is_refused_and_never_repeated(text):
    with pytest.raises(UsageProblem) as caught:
        url.parse(MYSQL, text, {})
    problem = caught.value
    assert problem.code in {"engine.url", "engine.url-option", "engine.option-file"}
    told = f"{problem.what} {problem.where} {problem.cause} {problem.next_step}"
    assert "hush" not in told
    assert problem.next_step


def test_a_misspelt_option_gets_the_nearest():
    with pytest.raises(UsageProblem) as caught:
        url.parse(MYSQL, "mysql://h/d?ssl-mod=1", {})
    assert caught.value.code == "engine.url-option"
    assert "did you mean ssl-mode?" in caught.value.what


def test_a_given_url_is_the_only_way_tried(fake_server, mysql_greeting):
    server = fake_server(mysql_greeting("8.0.36"))
    environment = {"SPECPROOF_MYSQL57_URL": f"mysql://root:hush@127.0.0.1:{server.port}/"}
    options = Options(environment=environment)
    assert [one.kind for one in engines.find("mysql-5.7").providers(None, options)] == [ProviderKind.URL]
    with pytest.raises(EnvironmentProblem) as caught, engines.open("mysql-5.7", options=options):
        raise AssertionError("no server may be given")
    assert caught.value.code == "engine.version-mismatch"
    (provider,) = engines.find("mysql-5.7").providers(None, options)
    seen = provider.availability()
    assert not seen.usable
    assert "MySQL 8.0.36" in seen.why
    assert "hush" not in repr(seen)
