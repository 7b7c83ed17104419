"""Drops files on the platform's page /docs/convert in a browser, and fetches what was made: convert.py <platform> <key>.

What a person would do: the key is pasted, files are dropped, a tool and its options are chosen, the result is clicked.
"""
import json
import pathlib
import sys
import tempfile

from browse import Browser
from terminal import Page as Told

PHOTO = pathlib.Path(__file__).parent.parent / "core/engine/tests/corpus/photo.jpg"


class Page(Told):
    """A page and what is on it, by selectors."""

    def of(self, selector, what):
        return self.run(f"(() => {{ const found = document.querySelector({json.dumps(selector)}); return found && ({what}); }})()")

    def text(self, selector):
        return self.of(selector, "found.innerText") or ""

    def shows(self, text, selector="main"):
        self.until(lambda: text in self.text(selector), text)

    def place(self, selector):
        """The middle of an element, where it is seen."""
        self.until(lambda: self.of(selector, "found.getClientRects().length"), selector)
        self.of(selector, "found.scrollIntoView({ block: 'center' })")
        return self.of(selector, "[found.getBoundingClientRect()].map((at) => ({ x: at.x + at.width / 2, y: at.y + at.height / 2 }))[0]")

    def click(self, selector):
        place = self.place(selector)
        for what in ["mousePressed", "mouseReleased"]:
            self.ask("Input.dispatchMouseEvent", type=what, button="left", clickCount=1, **place)

    def paste(self, selector, text):
        self.of(selector, "(found.focus(), found.select?.())")
        self.ask("Input.insertText", text=text)

    def choose(self, selector, words):
        """Of a list, what begins like this."""
        self.of(selector, f"(found.selectedIndex = [...found.options].findIndex((one) => one.text.startsWith({json.dumps(words)})), found.dispatchEvent(new Event('input', {{ bubbles: true }})))")

    def drop(self, *paths):
        data = {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1}
        place = self.place("#drop")
        for what in ["dragEnter", "dragOver", "drop"]:
            self.ask("Input.dispatchDragEvent", type=what, data=data, **place)

    def use_key(self, key):
        self.paste("#key", key)
        self.click("#key-form button")

    def fetch(self, folder):
        """What is behind the first link."""
        name = self.text(".made a")
        self.click(".made a")
        path = pathlib.Path(folder) / name
        self.until(lambda: path.exists() and path.stat().st_size, f"{name}, fetched")
        return name, path.read_bytes()


def expect(true, what):
    if not true:
        sys.exit(f"not so: {what}")


def unknown_key(page):
    page.use_key("hpk_nobody_has_this")
    page.shows("This key is not known here", "#key-state")
    page.drop(PHOTO)
    page.shows("photo.jpg", "#files")


def photo(page, key, folder):
    page.use_key(key)
    page.shows("conversions of this month are used", "#key-state")
    page.shows("can convert this file", "#tools-state")
    page.click("#tool-image-resize")
    # Neither width nor height: it is said where they are.
    page.click("#convert")
    page.shows("Put right what is named", "#work-result")
    page.click("#tool-image-convert")
    # The browser itself keeps what is incomplete.
    page.choose("#option-format", "WebP")
    page.paste("#option-quality", "61")
    page.click("#convert")
    page.shows("One file was made.", "#work-result")
    name, content = page.fetch(folder)
    expect(name == "photo.webp" and content[:4] == b"RIFF" and content[8:12] == b"WEBP", f"{name} is a WebP")


def table(page, folder):
    page.click("#files button")
    path = pathlib.Path(folder) / "prices.csv"
    path.write_text("title,price\nBaobab,12.50\nKente,8\n")
    page.drop(path)
    page.click("#tool-csv-to-json")
    page.click("#convert")
    page.shows("prices.json", "#work-result")
    name, content = page.fetch(folder)
    expect([row["title"] for row in json.loads(content)] == ["Baobab", "Kente"], f"{name} has the rows")


def refused(page, folder):
    page.click("#files button")
    path = pathlib.Path(folder) / "broken.pdf"
    path.write_bytes(b"%PDF-1.7\nnothing else")
    page.drop(path)
    page.click("#tool-pdf-to-text")
    page.click("#convert")
    page.shows("file_broken", "#work-result")
    page.shows("broken.pdf", "#work-result")


def main(platform, key):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(f"{folder}/profile")
        try:
            browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
            page = Page(browser, f"{platform}/docs/convert")
            unknown_key(page)
            photo(page, key, folder)
            table(page, folder)
            refused(page, folder)
            print(page.text("main"))
        finally:
            browser.process.kill()
            browser.process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
