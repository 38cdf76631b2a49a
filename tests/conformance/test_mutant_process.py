"""The process of one mutant: the text that it is given takes the place of the module, and of that module alone."""

from __future__ import annotations

import importlib
import sys

from specproof.conformance import mutant_process


def test_the_finder_gives_the_one_module(monkeypatch):
    name = "specproof.reference.rejection"
    finder = mutant_process._Finder(name, "MUTATED = True\n")
    monkeypatch.setattr(sys, "meta_path", [finder, *sys.meta_path])
    monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module(name)
    try:
        assert module.MUTATED
        assert not hasattr(module, "Rejection")
        assert finder.find_spec("specproof.reference.source", ["somewhere"]) is None
        assert finder.find_spec(name, None) is None
    finally:
        del sys.modules[name]
