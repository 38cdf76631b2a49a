from __future__ import annotations

import pytest

from specproof.cli import servers
from specproof.cli.options import Settings
from specproof.errors import UsageProblem


def settings(configured: str | None, **environment: str) -> Settings:
    values = {"engine": {"mysql-5.7": configured}} if configured else {}
    return Settings("en", values=values, environment=environment)


def test_the_command_line_wins_over_environment_over_configuration():
    environment = {"SPECPROOF_MYSQL57_URL": "mysql://environment/"}
    given = ["postgresql=postgresql://p/", "mysql-5.7=mysql://given/"]
    assert servers.url_of(settings("mysql://file/", **environment), "mysql-5.7", given) == "mysql://given/"
    assert servers.url_of(settings("mysql://file/", **environment), "mysql-5.7") is None
    assert servers.url_of(settings("mysql://u:@file/"), "mysql-5.7") == "mysql://u:@file/"
    assert servers.url_of(settings(None), "mysql-5.7") is None


def test_a_password_in_the_configuration_is_refused():
    with pytest.raises(UsageProblem) as caught:
        servers.url_of(settings("mysql://u:hush@h/d"), "mysql-5.7")
    assert caught.value.code == "config.secret"
    assert "hush" not in f"{caught.value.what} {caught.value.where} {caught.value.cause} {caught.value.next_step}"
    assert "SPECPROOF_MYSQL57_PASSWORD" in caught.value.next_step
