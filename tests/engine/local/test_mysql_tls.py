"""Transport security with a real 5.7 of 2018, whose TLS library ends at version 1.1."""

from __future__ import annotations

import datetime as dt
import ipaddress
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID

from specproof import engines
from specproof.engines import mysql_local
from specproof.engines.base import Session
from specproof.errors import EnvironmentProblem

pytestmark = pytest.mark.engine


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A self-signed certificate for 127.0.0.1 and its key, as PEM files."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    today = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - dt.timedelta(days=1))
        .not_valid_after(today + dt.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, private = folder / f"{name}.pem", folder / f"{name}.key"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    old = serialization.PrivateFormat.TraditionalOpenSSL  # the only form that such a server reads
    private.write_bytes(key.private_bytes(serialization.Encoding.PEM, old, serialization.NoEncryption()))
    private.chmod(0o644)
    return pem, private


@pytest.fixture
def connect(warm_cache, monkeypatch) -> Callable[..., Session]:
    """Connects to a server with TLS, with the given URL options; underscores stand for dashes."""
    pem, key = certificate(warm_cache.folder, "server")
    plain = tuple(setting for setting in mysql_local._SETTINGS if setting != "--skip-ssl")
    secured = (f"--ssl-ca={pem}", f"--ssl-cert={pem}", f"--ssl-key={key}")
    monkeypatch.setattr(mysql_local, "_SETTINGS", plain + secured)
    opened: list[Session] = []
    with warm_cache.provider("mysql-5.7").open() as server:
        if server.identity.version.split("-")[0] != "5.7.22":
            pytest.skip("this run has another server than the pinned one")

        def make(**options: str) -> Session:
            named = tuple((name.replace("_", "-"), value) for name, value in options.items())
            opened.append(engines.find("mysql-5.7").connect(replace(server.address, options=named)))
            return opened[-1]

        yield make
        for session in opened:
            session.close()


def version(session: Session) -> str:
    return session.query("SHOW STATUS LIKE 'Ssl_version'")[0][1]


def test_old_tls_is_used_only_when_it_is_asked_for(connect, warm_cache):
    assert version(connect()) == ""
    assert version(connect(ssl_mode="disabled", tls_version="TLSv1.1")) == ""
    assert version(connect(tls_version="TLSv1.1")) == "TLSv1.1"
    assert version(connect(ssl_mode="REQUIRED", tls_version="TLSv1")) == "TLSv1.1"
    with pytest.raises(EnvironmentProblem) as caught:
        connect(ssl_mode="required")
    assert caught.value.code == "engine.unreachable"
    assert "allow it: tls-version=TLSv1.1" in (caught.value.cause or "")


def test_the_certificate_is_verified_when_that_is_asked_for(connect, warm_cache):
    right = str(warm_cache.folder / "server.pem")
    wrong = str(certificate(warm_cache.folder, "another")[0])
    old = {"tls_version": "TLSv1.1"}
    assert version(connect(ssl_mode="verify-ca", ssl_ca=right, **old)) == "TLSv1.1"
    assert version(connect(ssl_mode="VERIFY_IDENTITY", ssl_ca=right, **old)) == "TLSv1.1"
    with pytest.raises(EnvironmentProblem) as caught:
        connect(ssl_mode="verify-ca", ssl_ca=wrong, **old)
    assert caught.value.code == "engine.unreachable"
    assert "CERTIFICATE_VERIFY_FAILED" in (caught.value.cause or "")
