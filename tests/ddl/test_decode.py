import pytest

from specproof.ddl.decode import decode
from specproof.errors import ExitCode, UsageProblem

SQL = "CREATE TABLE 表 (a INT); -- 注释\r\n"


def refused(data: bytes) -> UsageProblem:
    with pytest.raises(UsageProblem) as caught:
        decode(data, "up.sql")
    assert caught.value.exit_code is ExitCode.USAGE
    assert caught.value.where == "up.sql"
    return caught.value


def test_utf8_comes_out_as_it_stands():
    assert decode(SQL.encode(), "up.sql") == SQL


def test_a_byte_order_mark_is_taken_off():
    assert decode(b"\xef\xbb\xbfSELECT 1;", "up.sql") == "SELECT 1;"


@pytest.mark.parametrize("data", [b"", b" \r\n\t ", b"\xef\xbb\xbf\n"])
def test_nothing_is_an_empty_script(data):
    assert refused(data).code == "script.empty"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_named_with_and_without_a_mark(encoding):
    problem = refused(("CREATE TABLE 表 (a INT); " * 20).encode(encoding))
    assert problem.code == "script.not-utf8"
    expected = encoding.upper().replace("UTF-16-", "UTF-16").replace("UTF-32-", "UTF-32")
    expected = {"UTF-16": "UTF-16LE", "UTF-32": "UTF-32LE"}.get(expected, expected)
    assert f"iconv -f {expected} -t UTF-8 'up.sql'" in problem.next_step


def test_gbk_is_named_with_the_offset_of_the_first_bad_byte():
    data = b"-- ok\n" + "-- 这是一张订单表，包含金额".encode("gbk")
    problem = refused(data)
    assert "offset 9" in problem.what
    assert "0xD5" in problem.what
    assert problem.cause is not None
    assert "GBK" in problem.cause


def test_offsets_count_the_mark():
    assert "offset 4" in refused(b"\xef\xbb\xbf-\xff").what


def test_latin1_is_the_last_guess():
    problem = refused("-- déjà vu, señor".encode("latin-1"))
    assert problem.cause is not None
    assert "LATIN1" in problem.cause


def test_a_nul_byte_is_refused_with_its_place():
    problem = refused("-- 中\nSELECT '\0';".encode())
    assert problem.code == "script.nul-byte"
    assert "offset 15, line 2" in problem.what
