"""Opens an address in Chromium and waits until the page that it ends on shows a text: browse.py <address> <text>.

Chromium is told over its pipe (https://chromedevtools.github.io/devtools-protocol/); it was never anywhere, and goes at the end.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-proxy-server",
    "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
]
PATIENCE = 30  # seconds


class Browser:
    def __init__(self, profile):
        there, write = os.pipe()
        read, back = os.pipe()
        # It reads 3 and writes 4.
        command = ["sh", "-c", f'exec chromium "$@" 3<&{there} 4>&{back}', "sh", *FLAGS, f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(command, pass_fds=(there, back), stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.write, self.read, self.number = write, os.fdopen(read, "rb"), 0

    def ask(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = b""
            while not answer.endswith(b"\0"):
                byte = self.read.read(1)
                if not byte:
                    sys.exit("the browser has ended")
                answer += byte
            answer = json.loads(answer[:-1])
            if answer.get("id") == self.number:
                return answer.get("result", {})


def main(address, text):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            pages = browser.ask("Target.getTargets")["targetInfos"]
            page = next(one["targetId"] for one in pages if one["type"] == "page")
            session = browser.ask("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
            browser.ask("Page.navigate", session, url=address)
            shown, until = "", time.monotonic() + PATIENCE
            while time.monotonic() < until:
                said = browser.ask("Runtime.evaluate", session, expression="document.body.innerText", returnByValue=True)
                shown = said.get("result", {}).get("value") or ""
                if text in shown:
                    return 0
                time.sleep(0.2)
            print(f"{text!r} is not shown, but this:\n{shown}")
            return 1
        finally:
            browser.process.kill()
            browser.process.wait()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
