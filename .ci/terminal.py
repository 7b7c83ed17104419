"""Types into a terminal from a browser: terminal.py <page of the platform> <address of the terminal>.

A page of the platform's own origin gets what a frontend has: each key that is pressed is sent, what comes is shown, and the
shell is told of another size of the window.
"""
import re
import sys
import tempfile
import time

from browse import Browser

PAGE = """
(() => {
  document.body.innerHTML = "<pre></pre>";
  const screen = document.querySelector("pre"), socket = new WebSocket(ADDRESS), text = new TextDecoder();
  const cells = () => ({ columns: Math.floor(innerWidth / 10), rows: Math.floor(innerHeight / 20) });
  socket.binaryType = "arraybuffer";
  socket.onopen = () => socket.send(JSON.stringify({ resize: cells() }));
  socket.onmessage = ({ data }) => screen.append(text.decode(data, { stream: true }));
  socket.onclose = ({ code, reason }) => screen.append(`\\nclosed: ${code} ${reason}`);
  addEventListener("resize", () => socket.send(JSON.stringify({ resize: cells() })));
  addEventListener("keydown", (event) => {
    const bytes = { Enter: "\\r", Backspace: "\\x7f" }[event.key] ?? (event.ctrlKey ? String.fromCharCode(event.key.charCodeAt(0) & 31) : event.key);
    if (event.key.length === 1 || bytes !== event.key) socket.send(new TextEncoder().encode(bytes));
    event.preventDefault();
  });
})()
"""


class Page:
    def __init__(self, browser, address):
        pages = browser.ask("Target.getTargets")["targetInfos"]
        page = next(one["targetId"] for one in pages if one["type"] == "page")
        self.browser = browser
        self.session = browser.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.size(1000, 600)
        self.ask("Page.navigate", url=address)
        self.until(lambda: self.run("document.readyState === 'complete' && location.href !== 'about:blank'"), "the page")

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def run(self, script):
        return self.ask("Runtime.evaluate", expression=script, returnByValue=True).get("result", {}).get("value")

    def size(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def press(self, key, text, modifiers=0):
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, modifiers=modifiers)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers)

    def type(self, line):
        """At the prompt: what is typed before it is there, a shell may pass over."""
        self.until(lambda: re.search(r"# (\x1b\[(6n|J))?$", self.screen()), "a prompt")
        for letter in line:
            self.press(letter, letter)
        self.press("Enter", "\r")

    def screen(self):
        return self.run("document.querySelector('pre').textContent") or ""

    def shows(self, text):
        self.until(lambda: text in self.screen(), text)

    def until(self, seen, what):
        end = time.monotonic() + 20
        while not seen():
            if time.monotonic() > end:
                sys.exit(f"{what!r} is not there, but this:\n{self.run('document.body.textContent')}")
            time.sleep(0.05)


def main(address, terminal):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            page = Page(browser, address)
            page.run(PAGE.replace("ADDRESS", repr(terminal)))
            # What is looked for is not what was typed.
            page.type("echo $((6*7)) is said")
            page.shows("42 is said")
            page.type("stty size")
            page.shows("30 100")
            page.size(1320, 880)
            page.type("stty size")
            page.shows("44 132")
            # What runs is ended as it is anywhere.
            page.type("echo $((8*9)) begins; sleep 1000")
            page.shows("72 begins")
            page.press("c", "", modifiers=2)
            page.type("echo $((7*8)) goes on")
            page.shows("56 goes on")
            page.type("exit")
            page.shows("closed: 1000")
            print(page.screen())
        finally:
            browser.process.kill()
            browser.process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
