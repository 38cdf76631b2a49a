"""Messages in XML: the value they share with JSON, and every way in which one is refused."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from specproof.reference.flight_state import law as laws
from specproof.reference.flight_state import message, sis_xml
from specproof.reference.flight_state.message import Message
from specproof.reference.rejection import Rejected

LAW = laws.read("target")
FLOP = '<FLOP identity_key="k1" version="7" fday="01MAR26" flid="F1"'


def read(text):
    return message.read(text if isinstance(text, bytes) else text.encode(), LAW)


def refused(text):
    found = read(text)
    assert not isinstance(found, Message)
    return found.code, found.path


def same(xml, value):
    """Both ways in give the same message."""
    found = read(xml)
    assert found == read(json.dumps(value, ensure_ascii=False).encode())
    assert isinstance(found, Message)


def test_an_increment():
    same(
        f"""<?xml version="1.0" encoding="UTF-8"?>
        <!-- attributes of the message that are no part of the envelope are fields of its flight -->
        {FLOP} FLNO="MU5101" REMK="" SRVT="é 文 &amp; &#x1F600;">
          <GTDT GTNO="1" GATE="A1"/>
          <CKDT CKNO="1"/>
          <GTDT GTNO="2"></GTDT>
          <FDIV APCD="NKG" RESN="weather"/>
        </FLOP>""",
        {
            "kind": "FLOP",
            "identity_key": "k1",
            "version": 7,
            "fday": "01MAR26",
            "flid": "F1",
            "fields": {
                "FLNO": "MU5101",
                "REMK": "",
                "SRVT": "é 文 & 😀",
                "GTDT": [{"GTNO": "1", "GATE": "A1"}, {"GTNO": "2"}],
                "CKDT": [{"CKNO": "1"}],
                "FDIV": {"APCD": "NKG", "RESN": "weather"},
            },
        },
    )


def test_a_snapshot():
    same(
        """<DNLD identity_key="k" message_id="m" version="1" fday="01MAR26">
          <FLIGHT flid="F1" FLNO="MU1"><GTDT GTNO="0"/></FLIGHT><FLIGHT flid="F2"/>
        </DNLD>""",
        {
            "kind": "DNLD",
            "identity_key": "k",
            "message_id": "m",
            "version": 1,
            "fday": "01MAR26",
            "flights": [
                {"flid": "F1", "fields": {"FLNO": "MU1", "GTDT": [{"GTNO": "0"}]}},
                {"flid": "F2", "fields": {}},
            ],
        },
    )


def test_one_element_of_a_collection_is_a_list_and_none_is_a_missing_key():
    found = read(f'{FLOP}><GTDT GTNO="1"/></FLOP>')
    assert found.flights[0].fields == {"GTDT": [{"GTNO": "1"}]}
    assert read(f"{FLOP}/>").flights[0].fields == {}


def test_an_element_that_nobody_knows_is_left_to_the_translation():
    assert read(f'{FLOP}><XXXX A="1"/></FLOP>').flights[0].fields == {"XXXX": {"A": "1"}}
    assert read(f'{FLOP} kind="DNLD" fields="x"/>').flights[0].fields == {"kind": "DNLD", "fields": "x"}


def test_a_byte_order_mark_and_blanks_may_come_first():
    assert isinstance(read(b"\xef\xbb\xbf" + f"{FLOP}/>".encode()), Message)
    assert isinstance(read(f"\n \t{FLOP}/>"), Message)
    assert not sis_xml.is_xml(b'{"a": "<"}')


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        ("<", "xml-invalid", ""),
        (f"{FLOP}>", "xml-invalid", ""),
        (f"{FLOP}/><FLOP/>", "xml-invalid", ""),
        (f'{FLOP} FLNO="a" FLNO="b"/>', "xml-invalid", ""),
        (f'{FLOP} FLNO="a & b"/>', "xml-invalid", ""),
        (f'{FLOP} FLNO="&nbsp;"/>', "xml-invalid", ""),
        (f'{FLOP} FLNO="&#0;"/>', "xml-invalid", ""),
        (f'{FLOP} FLNO="&#xD83D;"/>', "xml-invalid", ""),
        (f"{FLOP}/>".encode("utf-16"), "json-invalid", ""),
        (f"{FLOP}/>".encode("utf-16-le"), "xml-invalid", ""),
        (b'<FLOP FLNO="\xff"/>', "xml-invalid", ""),
        (f'<?xml version="1.0" encoding="ISO-8859-1"?>{FLOP}/>', "xml-invalid", ""),
        (f"<!DOCTYPE FLOP>{FLOP}/>", "xml-doctype", ""),
        (f"{FLOP}>text</FLOP>", "xml-stray-text", "/fields"),
        (f'{FLOP}><GTDT GTNO="1">A1</GTDT></FLOP>', "xml-stray-text", "/fields"),
        (f"{FLOP}><![CDATA[x]]></FLOP>", "xml-stray-text", "/fields"),
        (f'{FLOP}><GTDT GTNO="1"><GATE/></GTDT></FLOP>', "xml-too-deep", "/fields/GTDT"),
        (f"{FLOP}><FDIV/><FDIV/></FLOP>", "xml-duplicate-element", "/fields/FDIV"),
        (f'{FLOP} FLNO="1"><FLNO/></FLOP>', "xml-duplicate-element", "/fields/FLNO"),
        (f'{FLOP} GTDT="1"><GTDT/></FLOP>', "xml-duplicate-element", "/fields/GTDT"),
        ('<XXXX a="1"/>', "message-kind-unknown", "/kind"),
        ("<kind/>", "message-kind-unknown", "/kind"),
        ('<FLOP version="1" fday="01MAR26" flid="F1"/>', "envelope-invalid", "/identity_key"),
        (FLOP.replace('"7"', '"seven"') + "/>", "envelope-invalid", "/version"),
        (FLOP.replace('"7"', '"7.0"') + "/>", "envelope-invalid", "/version"),
        (FLOP.replace('"7"', '"07"') + "/>", "envelope-invalid", "/version"),
        (FLOP.replace('"7"', '" 7"') + "/>", "envelope-invalid", "/version"),
        ('<DNLD identity_key="k" message_id="m" version="1" fday="D" FLNO="x"/>', "envelope-invalid", "/FLNO"),
        ('<DNLD identity_key="k" message_id="m" version="1" fday="D"><GTDT/></DNLD>', "envelope-invalid", "/flights/0"),
        (
            '<DNLD identity_key="k" message_id="m" version="1" fday="D"><FLIGHT/></DNLD>',
            "envelope-invalid",
            "/flights/0/flid",
        ),
    ],
)
def test_refusals(text, code, path):
    assert refused(text) == (code, path)


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


@pytest.mark.parametrize(
    ("bomb", "code"),
    [
        (f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]>{FLOP} FLNO="&l11;"/>', "xml-doctype"),
        (f'<!DOCTYPE x [<!ENTITY a "{"a" * 100_000}">]>{FLOP} FLNO="{"&a;" * 100_000}"/>', "xml-doctype"),
        (f'<!DOCTYPE x SYSTEM "file:///etc/passwd">{FLOP}/>', "xml-doctype"),
        (f"{FLOP}>{'<GTDT>' * 300_000}", "xml-too-deep"),
    ],
    ids=["laughs", "quadratic", "external", "depth"],
)
def test_bombs_are_refused_in_little_memory(bomb, code):
    data = bomb.encode()
    tracemalloc.start()
    try:
        with pytest.raises(Rejected) as caught:
            sis_xml.read(data, LAW)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert caught.value.rejection.code == code
    assert peak < 3 * len(data) + 1_000_000


def test_a_message_over_its_limit_is_refused_unread():
    assert refused(f"{FLOP}>{' ' * 1_100_000}</FLOP>") == ("message-too-large", "")


def test_a_hundred_thousand_items_are_read():
    items = '<GTDT GTNO="1"/>' * 50_000
    found = read(f'<DNLD identity_key="k" message_id="m" version="1" fday="D"><FLIGHT flid="F">{items}</FLIGHT></DNLD>')
    assert len(found.flights[0].fields["GTDT"]) == 50_000
