"""Transport security of a MySQL connection, by the options that the server's own client has.

`ssl-mode` says whether, `ssl-ca`, `ssl-cert`, `ssl-key` with what, `tls-version` from which version on. It refuses to
lower the version by itself: only a user who names an old one gets it.
"""

from __future__ import annotations

import ssl
import warnings

from specproof.engines.base import Address
from specproof.errors import UsageProblem

MODES = ("disabled", "preferred", "required", "verify-ca", "verify-identity")
_VERSIONS = {
    "TLSv1": ssl.TLSVersion.TLSv1,
    "TLSv1.1": ssl.TLSVersion.TLSv1_1,
    "TLSv1.2": ssl.TLSVersion.TLSv1_2,
    "TLSv1.3": ssl.TLSVersion.TLSv1_3,
}
_WEAK = ("TLSv1", "TLSv1.1")
_LEGACY_SERVER_CONNECT = 0x4


def mode(address: Address) -> str:
    """The address's `ssl-mode`; `preferred`, which falls back to no TLS, unless it names one.

    Raises UsageProblem `engine.url-option`.
    """
    said = dict(address.options).get("ssl-mode", "preferred").lower().replace("_", "-")
    if said not in MODES:
        raise _refused(address, "'ssl-mode' has a value that is not known.", f"Use one of: {', '.join(MODES)}.")
    return said


def context(address: Address, tls_mode: str) -> ssl.SSLContext | None:
    """What the driver needs for that mode; None for no TLS. Raises UsageProblem `engine.url-option`."""
    if tls_mode == "disabled":
        return None
    options = dict(address.options)
    try:
        made = ssl.create_default_context(cafile=options.get("ssl-ca"))
        if "ssl-cert" in options:
            made.load_cert_chain(options["ssl-cert"], options.get("ssl-key"))
    except OSError as error:
        what = f"A file that an ssl- option names cannot be used: {error.strerror or error}."
        raise _refused(address, what, "Correct ssl-ca, ssl-cert or ssl-key; they are PEM files.") from None
    # Certificates that a server made for itself lack what the strict checks want.
    made.verify_flags &= ~ssl.VERIFY_X509_STRICT
    made.check_hostname = tls_mode == "verify-identity"
    made.verify_mode = ssl.CERT_REQUIRED if tls_mode.startswith("verify") else ssl.CERT_NONE
    _limit_version(made, address, options.get("tls-version"))
    return made


def told(address: Address, error: ssl.SSLError) -> str:
    """Why a handshake failed. Builds of 5.7 before 5.7.28 could end at TLS 1.1, which current libraries refuse."""
    reason = getattr(error, "reason", None)  # OpenSSL's; absent when it was the driver that gave up
    words = f"The TLS handshake failed: {reason or error}."
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"{words} {error.verify_message}."
    hinted = reason and "tls-version" not in dict(address.options)
    return f"{words} If the server is old, allow it: tls-version=TLSv1.1." if hinted else words


def _limit_version(made: ssl.SSLContext, address: Address, lowest: str | None) -> None:
    if lowest is None:
        return
    if lowest not in _VERSIONS:
        raise _refused(address, "'tls-version' has a value that is not known.", f"Use one of: {', '.join(_VERSIONS)}.")
    if lowest in _WEAK:
        # The user asked for it; OpenSSL 3 allows these versions at its lowest security level only, and servers of that
        # age without secure renegotiation (RFC 5746) by a flag that Python names from 3.12 on.
        made.set_ciphers("DEFAULT:@SECLEVEL=0")
        made.options |= _LEGACY_SERVER_CONNECT
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # said of the old versions, which is why they are asked for
        made.minimum_version = _VERSIONS[lowest]


def _refused(address: Address, what: str, next_step: str) -> UsageProblem:
    return UsageProblem("engine.url-option", what, where=address.display(), next_step=next_step)
