"""A billing of somebody's own that pays whatever is due: bank.py <address> <port> <file with the secret> <ledger>.

It speaks as the operators' guide says: messages are signed (Standard Webhooks), and a charge is paid once, however often it
is asked for. The ledger has a line of JSON for each thing that happened, and is read again when this is started anew.
"""
import base64
import hashlib
import hmac
import http.server
import json
import sys
import threading
import time

ADDRESS, PORT, SECRET, LEDGER = sys.argv[1:]
KEY = base64.b64decode(open(SECRET).read().strip().removeprefix("whsec_"))
AWAY = 300  # seconds that clocks may differ by
LOCK = threading.Lock()
PAID, WITHDRAWN = set(), set()


def settle(kind, data):
    """What becomes of a message: its answer, and whether that is news."""
    charge = data["charge"]
    if kind == "charge.due":
        if charge in WITHDRAWN:
            # Asked for again it is a charge like another.
            WITHDRAWN.discard(charge)
        news = charge not in PAID
        PAID.add(charge)
        return {"status": "paid"}, news
    if charge in PAID:
        return {"status": "paid"}, False
    news = charge not in WITHDRAWN
    WITHDRAWN.add(charge)
    return {"status": "withdrawn"}, news


class Bank(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if not self.is_signed(body):
            return self.say(401, {"error": "the signature is another"})
        message = json.loads(body)
        if message["type"] == "ping":
            return self.say(200, {})
        with LOCK:
            answer, news = settle(message["type"], message["data"])
            if news:
                note(message)
        return self.say(200, answer)

    def is_signed(self, body):
        given = {name: self.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")}
        if not given["timestamp"].isdigit() or abs(time.time() - int(given["timestamp"])) > AWAY:
            return False
        signed = f"{given['id']}.{given['timestamp']}.".encode() + body
        right = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
        return any(hmac.compare_digest(right, one) for one in given["signature"].split(" "))

    def say(self, status, answer):
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def note(message):
    """Before it is answered: what was answered is written down."""
    with open(LEDGER, "a") as ledger:
        ledger.write(json.dumps(message) + "\n")
        ledger.flush()


def remember():
    try:
        with open(LEDGER) as ledger:
            for line in ledger:
                message = json.loads(line)
                settle(message["type"], message["data"])
    except FileNotFoundError:
        pass


remember()
http.server.ThreadingHTTPServer((ADDRESS, int(PORT)), Bank).serve_forever()
