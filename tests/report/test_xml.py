from xml.etree import ElementTree as ET

import pytest

from specproof.report.xml import clean


@pytest.mark.parametrize("code", [0x0, 0x8, 0xB, 0x1F, 0xD800, 0xDFFF, 0xFFFE, 0xFFFF])
def test_characters_that_xml_forbids_are_replaced(code):
    assert clean(f"a{chr(code)}b") == "a\ufffdb"


def test_everything_else_stays_and_is_read_back():
    text = "a\t\n<&>\x7f\x85\u2028\ue000\ufffd\U0001f600"
    assert clean(text) == text
    element = ET.Element("x")
    element.text = text
    assert ET.fromstring(ET.tostring(element, encoding="unicode")).text == text
