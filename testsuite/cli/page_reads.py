"""Arguments: a page of --emit=html, and what its text must hold. The page is well formed, refers to nothing outside,
every link of it has its target, each line of the source that became IR or C links there and back, and text stands out
from its ground as WCAG AA asks (4.5 to 1) in both colour schemes."""
import re
import sys
from html.parser import HTMLParser

ALONE = {"meta", "input"}


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.tags = [], {}, [], set()
        self.text, self.style, self.rows = "", "", {}

    def handle_starttag(self, tag, pairs):
        has = dict(pairs)
        self.tags.add(tag)
        assert not any(key in has for key in ("src", "onclick", "onload")), tag
        if "id" in has:
            assert has["id"] not in self.ids, has["id"]
            self.ids[has["id"]] = has.get("class", "")
        if "href" in has:
            self.links.append(has["href"])
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag, pairs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        if self.open and self.open[-1] == "style":
            self.style += data
        elif self.open and self.open[-1] != "script":
            self.text += data


def brightness(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def main():
    path, wanted = sys.argv[1], sys.argv[2:]
    page = Page()
    with open(path, encoding="utf-8") as file:
        page.feed(file.read())
    page.close()
    assert page.open == [], page.open
    assert page.tags.isdisjoint({"img", "iframe", "link", "object"}), page.tags
    assert "url(" not in page.style and "@import" not in page.style
    for link in page.links:
        assert link.startswith("#") and link[1:] in page.ids, link
    places = [re.fullmatch(r"k(\d+)([icg])(\d+)", name) for name in page.ids]
    for kernel, pane, line in (place.groups() for place in places if place):
        assert "#k%s%s%s" % (kernel, pane, line) in page.links, (kernel, pane, line)
        assert "#k%ss%s" % (kernel, line) in page.links, (kernel, line)
    assert any(place and place[2] == "i" for place in places)
    assert any(place and place[2] == "c" for place in places)
    for text in wanted:
        assert text in page.text, text
    schemes = re.findall(r":root\{((?:--[a-z_]+:#[0-9a-f]{6};)+)\}", page.style)
    assert len(schemes) == 2 and "prefers-color-scheme:dark" in page.style
    grounds = "ground constant dispatch group wave per_vector varying lit".split()
    for scheme in schemes:
        colours = dict(re.findall(r"--([a-z_]+):(#[0-9a-f]{6});", scheme))
        for ground in grounds:
            for text in ("text", "good", "fair", "slow", "ctl"):
                found = contrast(colours[text], colours[ground])
                assert found >= 4.5, (text, ground, found)
        for text in ("text", "faint", "link"):
            for ground in ("ground", "raised"):
                assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)


main()
