"""Finds a place in Rust code by the item it is in and its expression, and changes it.

A path names an item: `reduce`, `Key::k`, `tests::Sum::hash`. Its last part is the name of a
function, constant, type, module or macro. Each part before it is the name of an item around that
one, or any name in the header of an `impl` around it. White space and comments do not matter, and
`@x` in an expression stands for any one identifier.
"""

import functools
import re
from typing import NamedTuple

TOKEN = re.compile(r"""
    (?P<space>\s+|//[^\n]*)
  | (?P<comment>/\*)
  | (?P<literal>(?:br|cr|r)(?P<hashes>\#*)".*?"(?P=hashes)
      | [bc]?"(?:\\.|[^"\\])*"
      | b?'(?:\\u\{[^}]*\}|\\x..|\\.|[^'\\])'
      | [0-9][0-9_]*(?:\.[0-9_]+)?[eE][+-]?[0-9_]+
      | [0-9]\w*(?:\.[0-9]\w*)?)
  | (?P<lifetime>'[^\W\d]\w*)
  | (?P<any>@[^\W\d]\w*)
  | (?P<name>(?:r\#)?[^\W\d]\w*)
  | (?P<mark><<=|>>=|\.\.\.|\.\.=|::|->|=>|[-+*/%^&|=!<>]=|&&|\|\||<<|>>|\.\.|[^\w\s"])
    """, re.VERBOSE | re.DOTALL)
COMMENT_PART = re.compile(r"/\*|\*/")
KEYWORDS = frozenset("as async await break const continue crate dyn else enum extern false fn for "
                     "if impl in let loop match mod move mut pub ref return self Self static "
                     "struct super trait true type union unsafe use where while _".split())
CLOSING = {"(": ")", "[": "]", "{": "}"}


class Wrong(Exception):
    """An entry or a place that is not as it must be."""


class Token(NamedTuple):
    """A token and where it stands in the text."""
    kind: str
    text: str
    start: int
    end: int


class Item(NamedTuple):
    """A function, constant, type, macro or impl: its names and its range of tokens."""
    kind: str
    names: tuple
    start: int
    end: int


def tokenize(text, pattern=False):
    """Returns the tokens of Rust code without comments and last commas of lists.

    In a pattern, `@x` is one token.
    """
    tokens, at = [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise Wrong(f"line {text.count(chr(10), 0, at) + 1}: a string does not end")
        kind, end = found.lastgroup, found.end()
        if kind == "any" and not pattern:
            kind, end = "mark", at + 1
        if kind == "comment":
            depth = 1
            while depth:
                part = COMMENT_PART.search(text, end)
                if not part:
                    raise Wrong("a comment does not end")
                depth += 1 if part[0] == "/*" else -1
                end = part.end()
        elif kind != "space":
            # rustfmt writes a comma at the end of a list that it breaks into lines.
            if tokens and tokens[-1].text == "," and found[0] in (")", "]", "}"):
                tokens.pop()
            tokens.append(Token(kind, text[at:end], at, end))
        at = end
    return tokens


def brackets(tokens):
    """Returns the index of the closing bracket for that of each opening one."""
    closing, open_ones = {}, []
    for i, token in enumerate(tokens):
        if token.kind == "mark" and token.text in CLOSING:
            open_ones.append(i)
        elif token.kind == "mark" and token.text in CLOSING.values():
            if not open_ones or CLOSING[tokens[open_ones[-1]].text] != token.text:
                raise Wrong(f"a bracket {token.text} without its opening one")
            closing[open_ones.pop()] = i
    if open_ones:
        raise Wrong("a bracket without its closing one")
    return closing


def item_end(tokens, closing, at, to_semicolon):
    """Returns the end of an item and of its header, or None if this is none."""
    while at < len(tokens):
        text = tokens[at].text if tokens[at].kind == "mark" else ""
        if text == ";":
            return at + 1, at
        if text == "{" and not to_semicolon and tokens[at - 1].text != "<":
            return closing[at] + 1, at
        if text in CLOSING.values():
            return None
        at = closing.get(at, at) + 1
    return None


def after_generics(tokens, at):
    """Returns the index after the parameters `<…>` that may stand here."""
    depth = 0
    while at < len(tokens):
        depth += {"<": 1, ">": -1, ">>": -2}.get(tokens[at].text, 0)
        if depth <= 0:
            return at + (tokens[at].text in (">", ">>"))
        at += 1
    return at


def find_items(tokens):
    """Returns all items, an enclosing one before those in it."""
    closing, items = brackets(tokens), []
    for i, token in enumerate(tokens[:-2]):
        kind, before = token.text, tokens[i - 1].text if i else ";"
        if kind in ("fn", "struct", "enum", "union", "trait", "mod"):
            at = i + 1
        elif kind in ("const", "static") and before not in ("<", ",", "[", "*", "'"):
            at = i + 1 + (tokens[i + 1].text == "mut")
        elif kind == "macro_rules" and tokens[i + 1].text == "!":
            at = i + 2
        # A type `impl Trait` follows other tokens.
        elif kind == "impl" and before in (";", "{", "}", "]", "(", "unsafe"):
            at = i
        else:
            continue
        if kind != "impl" and (tokens[at].kind != "name" or tokens[at].text in KEYWORDS):
            continue
        extent = item_end(tokens, closing, at, kind in ("const", "static"))
        if extent and (kind != "impl" or tokens[extent[1]].text == "{"):
            header = [tokens[at]]
            if kind == "impl":
                header = tokens[after_generics(tokens, i + 1):extent[1]]
            names = tuple(t.text for t in header if t.kind == "name" and t.text not in KEYWORDS)
            items.append(Item(kind, names, i, extent[0]))
    return items


@functools.lru_cache(maxsize=None)
def parse(text):
    """Returns the tokens and the items of a file."""
    tokens = tokenize(text)
    return tokens, find_items(tokens)


def enclosing(items, item):
    """Returns the items around one, the outermost first."""
    return [other for other in items if other.start < item.start and item.end <= other.end]


def describe(text, item):
    """Names an item and its line."""
    tokens, items = parse(text)
    names = [" ".join(other.names) for other in enclosing(items, item)] + [item.names[0]]
    return f"{'::'.join(names)} (line {text.count(chr(10), 0, tokens[item.start].start) + 1})"


def find_item(text, path):
    """Returns the only item that has this path."""
    items = parse(text)[1]
    *outer, name = path.split("::")
    found = []
    for item in items:
        around = iter(enclosing(items, item))
        if item.kind != "impl" and name in item.names and all(
                any(part in other.names for other in around) for part in outer):
            found.append(item)
    if len(found) != 1:
        places = ", ".join(describe(text, item) for item in found)
        raise Wrong(f"several items `{path}`: {places}" if found else f"no item `{path}`")
    return found[0]


def bind(pattern, tokens):
    """Returns which identifier each `@x` of the pattern stands for, or None if they differ."""
    names = {}
    for wanted, token in zip(pattern, tokens):
        if wanted.kind == "any":
            if token.kind != "name" or token.text in KEYWORDS:
                return None
            if names.setdefault(wanted.text, token.text) != token.text:
                return None
        elif wanted.text != token.text:
            return None
    return names


def mutate(text, path, old, new):
    """Returns the text of a file with `old` replaced, which must occur once in the item."""
    if old.endswith(",") and new.endswith(","):
        # The comma may be the last of a list.
        old, new = old[:-1], new[:-1]
    tokens, items = parse(text)
    pattern = tokenize(old, pattern=True)
    length = len(pattern)
    item = find_item(text, path) if path else Item("file", (), 0, len(tokens))
    found = []
    for at in range(item.start, item.end - length + 1):
        names = bind(pattern, tokens[at:at + length])
        if names is not None:
            found.append((at, names))
    if not length or len(found) != 1:
        raise Wrong(f"`old` occurs {len(found)} times in {path or 'the file'}: {old}")
    (at, names), = found
    inner = [other for other in items
             if other.kind != "mod" and other.start <= at and at + length <= other.end]
    if not path and inner:
        raise Wrong(f"`old` is in {describe(text, inner[-1])}, so the entry needs `in`")
    for token in reversed(tokenize(new, pattern=True)):
        if token.kind == "any":
            if token.text not in names:
                raise Wrong(f"`new` has {token.text}, which is not in `old`")
            new = new[:token.start] + names[token.text] + new[token.end:]
    start, end = tokens[at].start, tokens[at + length - 1].end
    if [t.text for t in tokenize(new)] == [t.text for t in tokens[at:at + length]]:
        raise Wrong("`new` is `old`")
    return text[:start] + new + text[end:]


def self_test():
    """Tests the tokens, the items and the matching."""
    code = """
        //! A comment with fn f() { and "
        const SIZE: [u8; 2] = [{ 1 }, b'\\''];  /* fn f() /* in */ { */
        impl<'a, const N: usize> Keyed for Key<'a, N> {
            fn f(self, x: u32) -> impl Iterator<Item = u32> { self.word[N] + (x << 3) - x }
        }
        impl Other<{ 1 }> { fn f(&self) { r#"} "fn f() {"#; '}'; 1..2; y.0.1 } }
        macro_rules! m { ($a:expr) => { fn g() { $a & 1 && $a } }; }
        fn g<T>(list: [T; 3]) -> T where T: Copy { fn inner() {} let c = |a, b| a ^ b; }
        hash! { fn declared(x: u8) -> [u8; 2]; }
        mod tests { trait Sum { fn f(); } }
    """

    def expect(part, path, old, new, text=code):
        try:
            found = mutate(text, path, old, new)
        except Wrong as wrong:
            found = str(wrong)
        assert part in found and part not in text, f"{path} {old}: expected {part}, found {found}"

    expect("x << 4) - x", "Key::f", "@x << 3", "@x << 4")
    expect("x << 4) - x", "Keyed::f", "(@y<<3)  - @y", "(@y << 4) - @y")
    # Renamed, formatted in another way, and with comments.
    renamed = code.replace("x << 3", "bits  // of fn\n  <<\n 3 /* or 4 */")
    renamed = renamed.replace(" - x", " - bits")
    expect("(bits << 4) - bits", "Key::f", "(@x << 3) - @x", "(@x << 4) - @x", renamed)
    expect("occurs 0 times", "Key::f", "(@x << 3) - @x", "1", renamed.replace("- bits", "- other"))
    expect("sum(two, one)", "h", "sum(@a, @b)", "sum(@b, @a)", "fn h() { sum(\n  one,\n  two,\n) }")
    expect("f(2,)", "h", "1,", "2,", "fn h() { f(1,) }")
    expect("occurs 0 times", "Key::f", "@x.word", "1")
    expect("occurs 3 times", "Key::f", "x", "1")
    expect("`new` has @y", "Key::f", "@x << 3", "@y")
    expect("`new` is `old`", "Key::f", "@x << 3", "@x<<3 // here")
    expect("several items `f`: Keyed Key N::f (line 5), Other::f (line 7), tests::Sum::f (line 11)",
           "f", "@x << 3", "1")
    expect("no item `Key::g`", "Key::g", "@x", "1")
    expect("1..3", "Other::f", "1..2", "1..3")
    expect("y.0.2", "Other::f", "@y.0.1", "@y.0.2")
    expect("$a | 1", "m::g", "$a & 1", "$a | 1")
    expect("several items `g`: m::g (line 8), g (line 9)", "g", "@a ^ @b", "1")
    expect("[{ 2 }", "SIZE", "1", "2")
    expect("u16; 2]", "declared", "[u8", "[u16")
    expect("cash! {", "", "hash!", "cash!")
    expect("so the entry needs `in`", "", "@x << 3", "1")
    expect("a bracket ) without", "f", "1", "2", "fn f() { ) 1 }")
    expect("a bracket without", "f", "1", "2", "fn f() { 1")
    expect("a string does not end", "f", "1", "2", 'fn f() { 1 "} }')
    expect("a comment does not end", "f", "1", "2", "fn f() { 1 /* /* */ }")
    assert [t.text for t in tokenize("1e-3 'a 'b' 0x1f.. @x x>>=2")] == [
        "1e-3", "'a", "'b'", "0x1f", "..", "@", "x", "x", ">>=", "2"]
