"""The programs of the README and of the docstrings run."""

import doctest
import hashlib
import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import provenhash
import pytest
import vectors

README = (Path(__file__).parents[1] / "README.md").read_text()


@pytest.mark.parametrize("program", re.findall(r"```python\n(.*?)```", README, re.DOTALL))
def test_readme(program, tmp_path):
    for package in ("polars", "pandas"):
        if f"import {package}" in program:
            pytest.importorskip(package)
    (tmp_path / "data.bin").write_bytes(b"data")
    (tmp_path / "program.py").write_text(program)
    # A program of its own, because its worker processes import it.
    subprocess.run([sys.executable, "program.py"], cwd=tmp_path, check=True)


def test_first_page(tmp_path):
    """The three lines of the repository's page find the changed row of two Parquet files."""
    polars = pytest.importorskip("polars")
    crates = next(p / "crates" for p in Path(__file__).parents if (p / "crates").is_dir()).resolve()
    page = crates.parent / "README.md"
    program = re.search(r"```python\n(import polars.*?)```", page.read_text(), re.DOTALL)[1]
    for name, price in (("old", 7), ("new", 8)):
        polars.DataFrame({"id": [1, 2], "price": [5, price]}).write_parquet(tmp_path / f"{name}.parquet")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[0] == "! id=2: price: 7 -> 8"


def documented():
    """Yield the name and the docstring of every public object and member."""
    yield "provenhash", provenhash.__doc__
    seen = set()
    for name in provenhash.__all__:
        each = getattr(provenhash, name)
        if not isinstance(each, type):
            if callable(each):
                yield name, each.__doc__
            each = type(each)
        if each.__module__ != "provenhash" or each in seen:
            continue
        seen.add(each)
        yield each.__name__, each.__doc__
        for member in vars(each):
            if not member.startswith("_"):
                yield f"{each.__name__}.{member}", getattr(each, member).__doc__
    assert len(seen) == 11


@pytest.mark.parametrize("name,text", list(documented()), ids=lambda x: x[:30])
def test_docstrings(name, text):
    """Every public object has an example, which gives what the docstring says."""
    names = {"provenhash": provenhash, "hashlib": hashlib}
    examples = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    assert examples.examples, f"{name} has no example"
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_the_table_names_all_algorithms():
    page = (vectors.FOLDER.parents[2] / "crates/provenhash/README.md").read_text()
    assert "crates/provenhash/README.md#algorithms" in README and "\n## Algorithms\n" in page
    for name in provenhash.algorithms:
        assert f"\n| `{name}` |" in page, name


def test_what_the_package_says_of_itself():
    """Links work where the page is shown without the repository, and no file of the wheel differs from build to build."""
    metadata = importlib.metadata.metadata("provenhash")
    urls = dict(each.split(", ") for each in metadata.get_all("Project-URL"))
    assert sorted(urls) == ["Changelog", "Documentation", "Repository"]
    assert all(url.startswith("https://") and url.startswith(urls["Repository"]) for url in urls.values())
    links = re.findall(r"\]\(([^)\s]+)\)", metadata.get_payload())
    assert len(links) > 5 and all(link.startswith(("https://", "#")) for link in links)
    assert README.strip() == metadata.get_payload().strip()
    files = {file.parts[-2] for file in importlib.metadata.files("provenhash") if file.suffix == ".json"}
    assert "sboms" not in files
