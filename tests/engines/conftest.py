"""Servers that misbehave, for the ways in that end badly."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

Behaviour = Callable[[socket.socket], None]


class FakeServer:
    """Listens on loopback and treats every connection in the given way."""

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.received: list[bytes] = []
        self._open: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self._open.append(connection)
                with suppress(OSError):
                    self._behaviour(connection)

    def close(self) -> None:
        self._listener.close()
        for connection in self._open:
            connection.close()


@pytest.fixture
def fake_server() -> Iterator[Callable[[Behaviour], FakeServer]]:
    started: list[FakeServer] = []

    def start(behaviour: Behaviour) -> FakeServer:
        started.append(FakeServer(behaviour))
        return started[-1]

    yield start
    for server in started:
        server.close()


def packet(number: int, payload: bytes) -> bytes:
    return struct.pack("<I", len(payload))[:3] + bytes([number]) + payload


def handshake(version: str, plugin: str = "mysql_native_password", extra: int = 0) -> bytes:
    """Protocol::HandshakeV10 with the capabilities of a server without TLS, and `extra` ones."""
    capabilities = 0x0001 | 0x0008 | 0x0200 | 0x8000 | 0x00080000 | 0x00200000 | extra
    return packet(
        0,
        b"\x0a"
        + version.encode()
        + b"\0"
        + struct.pack("<I", 7)
        + b"12345678\0"
        + struct.pack("<H", capabilities & 0xFFFF)
        + b"\x21\x02\x00"
        + struct.pack("<H", capabilities >> 16)
        + b"\x15"
        + bytes(10)
        + b"123456789012\0"
        + plugin.encode()
        + b"\0",
    )


def refusal(number: int, errno: int, state: str, message: str) -> bytes:
    return packet(number, b"\xff" + struct.pack("<H", errno) + b"#" + state.encode() + message.encode())


@pytest.fixture
def mysql_greeting() -> Callable[..., Behaviour]:
    """A behaviour: greets as that version, reads the login, and answers with an error packet."""

    def make(version: str, errno: int = 1045, message: str = "Access denied (using password: YES)") -> Behaviour:
        def behave(connection: socket.socket) -> None:
            connection.sendall(handshake(version))
            connection.recv(4096)
            connection.sendall(refusal(2, errno, "28000", message))

        return behave

    return make


@pytest.fixture
def mysql_refusal() -> Callable[..., bytes]:
    """An error packet with that sequence number."""
    return refusal


@pytest.fixture
def mysql_handshake() -> Callable[..., bytes]:
    """The first packet of a server of that version."""
    return handshake
