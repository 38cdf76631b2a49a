"""`specproof qbd parse`: what is shown of workbooks in text and JSON, and that their bytes alone matter."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys

import jsonschema
import pytest

from specproof import resources


def schema(name):
    return json.loads(resources.path("specs", "metaschema", "report", f"{name}.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_workbook_in_words(qbd, golden, language):
    code, out, _ = qbd("--lang", language, "qbd", "parse", "AUGUST.xlsx")
    assert code == 0
    golden(f"qbd-parse.{language}.txt", out)


def test_a_workbook_as_json(qbd, golden):
    code, out, _ = qbd("qbd", "parse", "AUGUST.xlsx", "--message-id", "m-17", "--format", "json")
    assert code == 0
    jsonschema.validate(json.loads(out), schema("qbd-parse"))
    golden("qbd-parse.json", out)


def test_the_same_bytes_on_another_day_place_and_seed(qbd, tmp_path):
    """Ids and hashes rest on nothing but the bytes and the message."""
    _, here, _ = qbd("qbd", "parse", "AUGUST.xlsx", "--format", "json")
    elsewhere = {**os.environ, "TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "7"}
    start = "import sys; from specproof.cli.main import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, "--isolated", "qbd", "parse", "AUGUST.xlsx", "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, env=elsewhere, capture_output=True, check=True)
    assert done.stdout.decode() == here


def test_a_folder_and_a_file_that_is_none(qbd, book, tmp_path):
    (tmp_path / "mails").mkdir()
    (tmp_path / "mails" / "a.xlsx").write_bytes(book)
    (tmp_path / "mails" / "b.xlsx").write_bytes(b"PK\x03\x04 no")
    code, out, _ = qbd("qbd", "parse", "mails", "--jobs", "2")
    assert code == 1
    assert "b.xlsx: FAILED" in out
    assert "QBD_WORKBOOK_PARSE_FAILED (damaged-zip)" in out
    assert out.index("a.xlsx: APPLICABLE") < out.index("b.xlsx: FAILED")


def test_on_a_terminal_it_tells_how_far_it_is(book, tmp_path):
    (tmp_path / "mails").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "mails" / f"{name}.xlsx").write_bytes(book)
    ours, theirs = pty.openpty()
    start = "import sys; from specproof.cli.main import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, "--isolated", "qbd", "parse", "mails", "--jobs", "2"]
    try:
        done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs, check=True)
        told = os.read(ours, 10_000).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert told.split() == ["1/3", "a.xlsx", "2/3", "b.xlsx", "3/3", "c.xlsx"]
    assert done.stdout.decode().count("APPLICABLE") == 3


def test_another_sender(qbd):
    code, out, _ = qbd("qbd", "parse", "AUGUST.xlsx", "--sender", "someone@example.com")
    assert code == 1
    assert "CHANNEL_PROFILE_UNKNOWN" in out
