import pytest

from specproof.reference.rejection import Rejected, Rejection, pointer


def test_a_path_is_a_json_pointer():
    assert pointer(()) == ""
    assert pointer(("GTDT", 0, "a/b~c", "")) == "/GTDT/0/a~1b~0c/"


def test_what_is_thrown_carries_the_value():
    with pytest.raises(Rejected) as caught:
        raise Rejected("value-empty", ("FLNO",))
    assert caught.value.rejection == Rejection("value-empty", "/FLNO")


def test_a_pointer_ends_before_a_key_that_no_output_can_carry():
    assert pointer(("a", "\ud800", 3)) == "/a"
    assert pointer(("\ud800",)) == ""
    assert pointer(("😀", 3)) == "/😀/3"
