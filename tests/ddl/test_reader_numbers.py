import pytest

from specproof.ddl.reader.numbers import number_value, whole


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("1e3", 1),
        ("2.9", 2),
        (".5", 0),
        ("0x1F", 31),
        ("0b101", 5),
        ("x'1F'", 31),
        ("b'101'", 5),
        ("x''", 0),
        ("18446744073709551615", 2**64 - 1),
        ("18446744073709551616", 2**64 - 1),
        ("9" * 6000, 2**64 - 1),
        ("0x" + "F" * 40, 2**64 - 1),
    ],
)
def test_the_value_is_cut_at_the_point_and_capped_at_64_bits(text, value):
    assert number_value(text) == value


def test_leading_zeros_do_not_count_as_digits():
    assert whole("0" * 100 + "5") == 5
