"""The programs of the README and of the docstrings run."""

import doctest
import re
from pathlib import Path

import provenhash
import pytest

README = (Path(__file__).parents[1] / "README.md").read_text()


@pytest.mark.parametrize("program", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_readme(program, tmp_path, monkeypatch):
    for package in ("polars", "pandas"):
        if f"import {package}" in program:
            pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.bin").write_bytes(b"data")
    exec(program, {})


def test_docstrings():
    assert doctest.testmod(provenhash).failed == 0


def test_readme_names_all_algorithms():
    for name in provenhash.algorithms:
        stem = "siphash" if name.startswith("siphash-") else name
        assert f"`{stem}" in README, name
