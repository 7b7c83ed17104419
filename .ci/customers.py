"""Customers of a company who go on asking while what stands behind it is away; and whether all that they asked for was done.

customers.py inventory        prints who they are and what they have, as the operator's file
customers.py domains          prints their domains, as the registry of the tests is told of them
customers.py go <folder>      asks until there is a file `enough` in the folder, and judges what came of it

In the folder are `urls` (a process of the platform a line), `keys` (a key of each customer) and `ledger` of the bank. What is
away, and when, is told by lines of `away`: a time in seconds, the backend, and `silent`, `gone` or `back`.
"""
import collections
import http.client
import itertools
import json
import pathlib
import sys
import threading
import time
import urllib.parse
import uuid

LATE = 10.0  # seconds that an answer may take which needs nothing that is away
SLOWER = 3.0  # times that nineteen of twenty of those may take, against those when all is there; machines may be busy
SLOW = 20.0  # seconds that work may take whose backends are all there
HELD = 35.0  # seconds that an answer may take which needs what is away
AGAIN = 75.0  # seconds that work may take once its backend is back: one that was away for long is asked once a minute
STUMBLES = 2  # changes that may fail once though their backend is there, and are done when they are asked for again
AWAY = {"provider_failed", "provider_timeout", "registrar_unavailable"}  # what may be answered then
BEGUN = {"request_in_progress", "change_in_progress"}  # and where the same was sent before
DRIVERS = {"names": "powerdns", "registry": "epp", "mailboxes": "maps", "incus": "incus", "cockpit": "cockpit", "bank": "webhook"}
LONGEST = 34  # months that a machine can be renewed by


def service(sort, name, **own):
    return {"service_type": sort, "display_name": name, "status": "active", "plan_name": "One", "billing_months": 1,
            "renewal_price": 5, "renewal_currency": "USD", "auto_renew": False, "renews_at": "+30d", **own}


def machine(sort, name):
    own = {"hostname": name, "plan_code": "one", "status": "running", "vcpus": 1, "memory_bytes": 1 << 30,
           "disk_bytes": 1 << 34, "ipv4": None, "region": "here", "snapshot_limit": 50, "snapshots": []}
    own |= {"lxc": {"distribution": "tiny", "ssh_host": None, "ssh_port": None}, "kvm": {"ipv6": None, "os": "One"}}[sort]
    return service(sort, name, **{sort: own})


def mail(domain):
    return service("email", f"Mail of {domain}", email={
        "plan_id": "one", "domain_name": domain, "mailbox_limit": 2, "storage_bytes_per_mailbox": 1 << 20, "domain_limit": 1})


def site(name):
    return service("shared_hosting", name, hosting={"kind": "standard", "primary_domain": f"{name}.test", "site": name})


def plays(what):
    """A customer who does that, again and again."""
    return {
        "records": (records, [], True), "graph-records": (graph_records, [], True), "names": (names, [], True),
        "power": (power, [machine("lxc", "power")], False), "snapshots": (snapshots, [machine("lxc", "snapshots")], False),
        "mail": (mails, [mail("mail.test")], True), "panel": (panels, [site("shop")], False),
        "renewals": (renewals, [machine("kvm", "renewals")], False),
        "graph-renewals": (graph_renewals, [machine("kvm", "graph-renewals")], False),
        "reads": (reads, [machine("kvm", "reads")], True),
        "files": (files, [machine("kvm", "files"), service("conversion", "Files")], False),
    }[what]


CUSTOMERS = ["records", "graph-records", "names", "power", "snapshots", "mail", "panel", "renewals", "graph-renewals", "reads", "files"]
HOSTS = ["ns1.host.example", "ns2.host.example"]


def inventory():
    def account(who):
        _, services, has_domain = plays(who)
        domain = {"domain_name": f"{who}.test", "status": "active", "auto_renew": False, "privacy_enabled": True,
                  "locked": False, "name_servers": HOSTS, "registrar_environment": "ote", "records": []}
        plan = {"plan": "pro", "status": "active", "operations_limit": 100_000, "period_ends_at": "+30d"}
        return {"email": f"{who}@example.com", "full_name": who, "preferred_language": "en", "timezone": "Europe/Oslo",
                "status": "active", "services": services, "domains": [domain] * has_domain,
                **({"conversion_plan": plan} if who == "files" else {})}
    price = {"tld": ".test", "registration_price_usd": 9, "renewal_price_usd": 9, "transfer_price_usd": 9,
             "restore_price_usd": 90, "popular": True, "is_promo": False, "min_years": 1, "max_years": 10,
             "registration_periods": [1], "renewal_periods": [1], "transfer_periods": [1], "supports_privacy": True,
             "provider_attributes": []}
    print(json.dumps({"prices": [price], "registry": [], "accounts": [account(who) for who in CUSTOMERS]}))


def domains():
    for who in CUSTOMERS:
        if plays(who)[2]:
            print(f"{who}.test", *HOSTS)


# ---- asking

Answer = collections.namedtuple("Answer", "begun ended who what needs status code again")
Work = collections.namedtuple("Work", "begun ended who what needs")


class Over(Exception):
    """It was asked for long enough."""


class Customer(threading.Thread):
    def __init__(self, folder, who, key, urls):
        super().__init__(name=who, daemon=True)
        self.folder, self.who, self.key, self.urls = folder, who, key, itertools.cycle(urls)
        self.answers, self.work, self.faults, self.wanted = [], [], [], {}
        self.is_over = False

    def run(self):
        try:
            plays(self.who)[0](self)
        except Over:
            pass
        except Exception as cause:  # whatever it is, it is told
            self.faults.append(f"{self.who}: {type(cause).__name__}: {cause}")

    def goes_on(self):
        return not (self.folder / "enough").exists()

    def send(self, method, url, body=None, headers=()):
        """Status, headers and body of whatever is answered."""
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
        try:
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def ask(self, what, method, path, body=None, needs=(), key=None, again=False, anonymous=False):
        """Asks by REST; gives the status, the code of a refusal, and what was answered."""
        headers = {"Content-Type": "application/json"}
        if not anonymous:
            headers["Authorization"] = f"Bearer {self.key}"
        if key:
            headers["Idempotency-Key"] = key
        begun = time.time()
        status, _, said = self.send(method, next(self.urls) + path, json.dumps(body) if body is not None else None, headers)
        said = json.loads(said)
        error = said.get("error") or {}
        code = error if isinstance(error, str) else error.get("code")
        self.answers.append(Answer(begun, time.time(), self.who, what, frozenset(needs), status, code, again))
        return status, code, said.get("data", said)

    def query(self, what, text, needs=(), again=False, **variables):
        """Asks by GraphQL, in the same way."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        begun = time.time()
        status, _, said = self.send("POST", next(self.urls) + "/graphql", json.dumps({"query": text, "variables": variables}), headers)
        said = json.loads(said)
        errors = said.get("errors") or []
        code = errors[0]["extensions"]["code"] if errors else None
        if code and code not in AWAY | BEGUN:
            self.faults.append(f"{self.who}: {what}: {errors[0]}")
        self.answers.append(Answer(begun, time.time(), self.who, what, frozenset(needs), 502 if code in AWAY else 409 if code else status, code, again))
        return code is None, code, said.get("data")

    def done(self, ask):
        """Sends one change under one key until it is taken: what was answered."""
        key, again = f"{self.who}-{uuid.uuid4()}", False
        while True:
            good, code, said = ask(key, again)
            if good is True or (good is not False and good < 300):
                return said
            if code not in AWAY | BEGUN:
                raise RuntimeError(f"a change is refused: {good} {code} {said}")
            again = True
            time.sleep(0.5)

    def change(self, what, method, path, body=None, needs=()):
        return self.done(lambda key, again: self.ask(what, method, path, body, needs, key, again))

    def mutate(self, field, chosen, needs=(), **given):
        name = field[0].upper() + field[1:] + "Input!"
        text = f"mutation($input: {name}, $key: String!) {{ it: {field}(input: $input, idempotencyKey: $key) {{ {chosen} }} }}"
        return self.done(lambda key, again: self.query(field, text, needs, again, input=given, key=key))["it"]

    def until(self, what, needs, begun, seen):
        """Waits until work is done, and notes how long it took."""
        while not seen():
            if self.is_over:
                raise RuntimeError(f"{what}, asked for {time.time() - begun:.0f} s ago, is not done")
            time.sleep(0.2)
        self.work.append(Work(begun, time.time(), self.who, what, frozenset(needs)))

    def one(self, path):
        """The only one of a list."""
        return self.ask("list", "GET", path)[2][0]


# ---- what each does


def records(self):
    """Records of a zone, several changes of it at a time."""
    path = f"/v1/domains/{self.one('/v1/domains')['id']}/dns"
    ids = {}
    for turn in itertools.count():
        if not self.goes_on():
            break
        begun, made = time.time(), []
        for number in range(3):
            name = f"r{(turn * 3 + number) % 7}"
            value = f"192.0.2.{(turn * 3 + number) % 250 + 1}"
            if turn % 6 == 5 and name in ids:
                self.change("deleteDnsRecord", "DELETE", f"{path}/{ids[name]}")
                made.append((name, ids.pop(name), None))
                self.wanted[name] = ""
            elif name in ids:
                self.change("updateDnsRecord", "PUT", f"{path}/{ids[name]}", {"content": value})
                made.append((name, ids[name], value))
                self.wanted[name] = value
            else:
                ids[name] = self.change("createDnsRecord", "POST", path, {"name": name, "type": "A", "content": value, "ttl": 60})["id"]
                made.append((name, ids[name], value))
                self.wanted[name] = value
        for name, record, value in made:
            def seen():
                status, _, said = self.ask("dnsRecord", "GET", f"{path}/{record}")
                return status == 404 if value is None else said["status"] == "active" and said["contents"] == [value]
            self.until(f"{name} {value}", ["names"], begun, seen)


def graph_records(self):
    zone = self.one("/v1/domains")["id"]
    ids = {}
    for turn in itertools.count():
        if not self.goes_on():
            break
        begun, name, value = time.time(), f"g{turn % 5}", f"{uuid.uuid4()}"
        if name in ids:
            self.mutate("updateDnsRecord", "id", domainId=zone, recordId=ids[name], content=value)
        else:
            ids[name] = self.mutate("createDnsRecord", "id", domainId=zone, name=name, type="TXT", content=value)["id"]
        self.wanted[name] = value
        def seen():
            text = "query($zone: UUID!, $id: UUID!) { dnsRecord(domainId: $zone, recordId: $id) { status contents } }"
            good, _, said = self.query("dnsRecord", text, zone=zone, id=ids[name])
            return good and said["dnsRecord"] == {"status": "ACTIVE", "contents": [value]}
        self.until(f"{name} {value}", ["names"], begun, seen)


def names(self):
    path = f"/v1/domains/{self.one('/v1/domains')['id']}"
    for turn in itertools.count():
        if not self.goes_on():
            break
        begun, wanted = time.time(), [f"ns{turn % 4 + 1}.other.example", f"ns{turn % 3 + 5}.other.example"]
        self.change("setDomainNameservers", "PUT", f"{path}/nameservers", {"nameServers": wanted})
        self.wanted["hosts"] = " ".join(wanted)
        self.mutate("setDomainAutoRenew", "autoRenew", domainId=path.split("/")[3], enabled=turn % 2 == 0)
        def seen():
            said = self.ask("domain", "GET", path)[2]
            # While it is tried again, what went wrong last is told.
            if said["pending_name_servers"] is None and (said["name_servers_error"] or said["name_servers"] != wanted):
                raise RuntimeError(f"{said['name_servers']} in place of {wanted}: {said['name_servers_error']}")
            return said["pending_name_servers"] is None
        self.until("nameservers", ["registry"], begun, seen)
        time.sleep(0.3)


def power(self):
    path = f"/v1/lxc/instances/{self.one('/v1/lxc/instances')['id']}"
    boots = 1
    for action, status in itertools.cycle([("restart", "running"), ("stop", "stopped"), ("start", "running")]):
        if not self.goes_on():
            break
        begun = time.time()
        self.change("controlLxcInstance", "POST", f"{path}/actions", {"action": action})
        boots += action != "stop"
        def seen():
            said = self.ask("lxcInstance", "GET", path)[2]
            # While it is tried again, what went wrong last is told.
            if said["status"] in ("running", "stopped", "error") and (said["last_error"] or said["status"] != status):
                raise RuntimeError(f"{action}: {said['status']}: {said['last_error']}")
            return said["status"] == status
        self.until(action, ["incus"], begun, seen)
        self.wanted |= {"status": status.upper(), "boots": boots}
        # A guest that runs has yet to write down that it booted.
        time.sleep(0.3 if action == "stop" else 2)


def snapshots(self):
    path = f"/v1/lxc/instances/{self.one('/v1/lxc/instances')['id']}"
    kept = []
    self.wanted["kept"] = kept
    for turn in itertools.count():
        if not self.goes_on():
            break
        begun, name = time.time(), f"s{turn}"
        self.mutate("changeLxcSnapshot", "name", serviceId=path.split("/")[4], action="CREATE", name=name)
        kept.append(name)
        def listed():
            return {one["name"]: one["status"] for one in self.ask("lxcSnapshots", "GET", f"{path}/snapshots")[2]}
        self.until(f"snapshot {name}", ["incus"], begun, lambda: listed().get(name) == "ready")
        if len(kept) > 3:
            begun, gone = time.time(), kept.pop(0)
            self.change("changeLxcSnapshot", "POST", f"{path}/snapshots", {"action": "delete", "name": gone})
            self.until(f"no snapshot {gone}", ["incus"], begun, lambda: gone not in listed())
        # These are answered when they are done.
        self.change("resetLxcPassword", "POST", f"{path}/password", {"password": f"correct horse {turn}"}, ["incus"])
        self.change("createLxcTerminalTicket", "POST", f"{path}/terminal-ticket", {}, ["incus"])


def mails(self):
    path = "/v1/email/services"
    its = f"{path}/{self.one(path)['id']}"
    for turn in itertools.count():
        if not self.goes_on():
            break
        begun = time.time()
        def seen():
            said = self.one(path)
            return said["provisioning"] is None and said["dns"]["status"] == "synced"
        if turn % 2 == 0:
            self.mutate("provisionEmailService", "id", serviceId=its.split("/")[4])
            self.until("provision", ["mailboxes", "names"], begun, seen)
        else:
            self.change("syncEmailServiceDns", "POST", f"{its}/dns/sync", {})
            self.until("sync", ["mailboxes", "names"], begun, seen)
        time.sleep(0.5)


def panels(self):
    path = f"/v1/hosting/services/{self.one('/v1/hosting/services')['id']}"
    while self.goes_on():
        link = self.change("createPanelAccess", "POST", f"{path}/panel-access", {}, ["cockpit"])["url"]
        made = time.time()
        while True:
            begun = time.time()
            status, headers, _ = self.send("POST", link)
            code = {303: None, 502: "provider_failed"}.get(status, "refused")
            if status == 410 and begun - made > 290:
                break  # its time was over
            self.answers.append(Answer(begun, time.time(), self.who, "a link", frozenset(["cockpit"]), status, code, False))
            if status == 303:
                if self.send("POST", link)[0] != 410:
                    self.faults.append("a link opened twice")
                break
            time.sleep(0.5)
        self.ask("hostingServiceStats", "GET", f"{path}/stats", needs=["cockpit"])
        time.sleep(0.5)


def renewal(self, once):
    """As often as it can be renewed, over the time there is."""
    begins, times = self.one("/v1/kvm/instances")["renews_at"], 0
    self.wanted |= {"from": begins, "months": 0}
    while self.goes_on():
        if times < LONGEST:
            once(self)
            times += 1
            self.wanted["months"] = times
        self.ask("kvmInstances", "GET", "/v1/kvm/instances")
        self.rest(times)
    self.wanted["to"] = self.one("/v1/kvm/instances")["renews_at"]


def renewals(self):
    path = f"/v1/kvm/instances/{self.one('/v1/kvm/instances')['id']}/renew"
    renewal(self, lambda self: self.change("renewKvmInstance", "POST", path, {"billingMonths": 1}, ["bank"]))


def graph_renewals(self):
    its = self.one("/v1/kvm/instances")["id"]
    renewal(self, lambda self: self.mutate("renewKvmInstance", "renewsAt", ["bank"], serviceId=its, billingMonths=1))


def reads(self):
    text = """{ account { email services(first: 5) { nodes { displayName status } } domains(first: 5) { nodes { domainName
        dnsRecords(first: 5) { nodes { name contents status } } } } usage(first: 3) { nodes { operationId } } }
        kvmInstances(first: 5) { hostname status snapshots { name } } }"""
    for turn in itertools.count():
        if not self.goes_on():
            break
        self.query("a dashboard", text)
        for path in ("account", "services", "domains", "email/services", "lxc/instances", "hosting/services", "account/api-usage?limit=5"):
            self.ask(path, "GET", f"/v1/{path}")
        if turn % 8 == 0:  # an address may search 20 times a minute
            self.ask("searchDomains", "GET", f"/api/domain-search?domains=free{turn}.test", needs=["registry"], anonymous=True)
        time.sleep(0.5)


def files(self):
    machine = f"/v1/kvm/instances/{self.one('/v1/kvm/instances')['id']}"
    for turn in itertools.count():
        if not self.goes_on():
            break
        begun, table = time.time(), f"title,price\nBaobab,{turn}\n".encode()
        sent = {"originalName": "prices.csv", "mimeType": "text/csv", "sizeBytes": len(table)}
        job = self.change("prepareConversion", "POST", "/v1/conversion/prepare-upload", {"tool": "csv-to-json", "files": [sent]})
        self.send("PUT", job["files"][0]["upload"]["url"], table, {"Content-Type": "text/csv"})
        path = f"/v1/conversion/jobs/{job['id']}"
        self.change("startConversion", "POST", f"{path}/start", {})
        def seen():
            said = self.ask("conversionJob", "GET", path)[2]
            if said["status"] == "failed":
                raise RuntimeError(str(said["error"]))
            return said["status"] == "succeeded"
        self.until("a conversion", [], begun, seen)
        begun = time.time()
        self.change("controlKvmInstance", "POST", f"{machine}/actions", {"action": "restart"})
        self.until("a restart", [], begun, lambda: self.ask("kvmInstance", "GET", machine)[2]["status"] == "running")
        time.sleep(1)


# ---- whether it was so


class Watch(Customer):
    """Whoever asks the processes how they are."""

    def run(self):
        self.well, self.unready = [], []
        while not self.is_over:
            checks = []
            for url in self.all:
                begun = time.time()
                status = self.send("GET", url + "/readyz")[0]
                took = time.time() - begun
                if status != 200 or took > LATE:
                    self.unready.append(f"{url}/readyz: {status} after {took:.1f} s")
                status, _, said = self.send("GET", url + "/health")
                if status != 200:
                    self.unready.append(f"{url}/health: {status}")
                checks.append(json.loads(said)["checks"])
            drivers = [{check["driver"]: check["status"] for check in one.values()} for one in checks]
            self.well.append((time.time(), {name for name, driver in DRIVERS.items() if all(one[driver] == "ok" for one in drivers)}))
            time.sleep(0.3)


def absences(folder, watch):
    """From when until when each backend was away, and when it was back. It is found again by each process; and until then it
    was left alone for longer and longer, but never for longer than it was away, nor than a minute."""
    found = collections.defaultdict(list)
    for line in (folder / "away").read_text().splitlines():
        moment, backend, what = line.split()
        if what == "silent":
            found[backend].append([float(moment), None, None])
        elif what == "back":
            away = found[backend][-1]
            away[2] = float(moment)
            again = next((at for at, well in watch.well if at > away[2] and backend in well), float("inf"))
            away[1] = again + min(60, again - away[0])
            print(f"{backend:<9} away for {away[2] - away[0]:5.1f} s, found again {again - away[2]:4.1f} s later")
    return found


def judge(folder, customers, watch):
    away = absences(folder, watch)
    faults = list(watch.unready)
    for customer in customers:
        faults += customer.faults
        if customer.is_alive():
            faults.append(f"{customer.who} still waits")

    def missing(needs, begun, ended):
        return [one for one in needs for since, until, _ in away.get(one, ()) if begun <= until and ended >= since]

    answers = [one for customer in customers for one in customer.answers]
    momentary, seen = [], collections.Counter()

    def is_done_again(refused):
        later = [one for one in answers if one.who == refused.who and one.what == refused.what and one.begun >= refused.ended]
        return bool(later) and later[0].again and later[0].status < 400

    slowest, slowest_held = 0.0, 0.0
    for one in answers:
        took, lacks = one.ended - one.begun, missing(one.needs, one.begun, one.ended)
        good = one.status < 400 or (one.status == 404 and one.what == "dnsRecord")
        if good:
            seen["done"] += 1
        elif (one.code in AWAY and lacks) or (one.code in BEGUN and one.again):
            seen[one.code] += 1
        else:
            fault = f"{one.who}: {one.what}: {one.status} {one.code} at {one.begun:.1f}, though {sorted(one.needs)} was there"
            (momentary if one.code in AWAY and is_done_again(one) else faults).append(fault)
        if lacks:
            slowest_held = max(slowest_held, took)
        else:
            slowest = max(slowest, took)
        if took > (HELD if lacks else LATE):
            faults.append(f"{one.who}: {one.what} is late: {took:.1f} s at {one.begun:.1f}")
    # A guest or a server may stumble on a busy machine: the same, asked for once more, is done then.
    for fault in momentary:
        print("once more:", fault)
    if len(momentary) > STUMBLES:
        faults += momentary
    longest, longest_after = 0.0, 0.0
    works = [one for customer in customers for one in customer.work]
    for one in works:
        if lacks := missing(one.needs, one.begun, one.ended):
            back = max(back for name in lacks for since, until, back in away[name] if one.begun <= until and one.ended >= since)
            after = one.ended - back
            longest_after = max(longest_after, after)
            if after > AGAIN:
                faults.append(f"{one.who}: {one.what} is done {after:.1f} s after {lacks} is back")
        else:
            longest = max(longest, one.ended - one.begun)
            if one.ended - one.begun > SLOW:
                faults.append(f"{one.who}: {one.what} took {one.ended - one.begun:.1f} s, at {one.begun:.1f}, though {sorted(one.needs)} was there")
    faults += money(folder, customers) + entries(customers)
    # Who asks for something else while a backend is away is not held up.
    others = [one for one in answers if not missing(one.needs, one.begun, one.ended)]
    meanwhile = [one for one in others if missing(away, one.begun, one.ended)]
    quick = [nineteen_of_twenty(some) for some in (set(others) - set(meanwhile), meanwhile)]
    print(f"nineteen of twenty within {quick[0]:.3f} s while all is there, and within {quick[1]:.3f} s while something else is away")
    if quick[1] > SLOWER * quick[0] + 0.2:
        faults.append("who asked for something else was held up")
    print(f"{len(answers)} answers: {dict(seen)}; {len(works)} pieces of work done")
    print(f"the slowest answer {slowest:.2f} s, where its backend was away {slowest_held:.2f} s; "
          f"the slowest work {longest:.1f} s, and {longest_after:.1f} s after its backend was back")
    (folder / "wanted.json").write_text(json.dumps({one.who: one.wanted for one in customers}))
    for fault in faults[:40]:
        print("NOT SO:", fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def nineteen_of_twenty(answers):
    took = sorted(one.ended - one.begun for one in answers)
    return took[len(took) * 19 // 20]


def money(folder, customers):
    """Each renewal was paid once, and gave a month."""
    paid, faults = collections.Counter(), []
    charges = {}
    for line in (folder / "ledger").read_text().splitlines() if (folder / "ledger").exists() else []:
        message = json.loads(line)
        charges[message["data"]["charge"]] = message
    for message in charges.values():
        if message["type"] == "charge.due":
            paid[message["data"]["subject_id"]] += 1
    for one in customers:
        if one.who in ("renewals", "graph-renewals"):
            its, months = one.one("/v1/kvm/instances")["id"], one.wanted.get("months")
            if paid[its] != months:
                faults.append(f"{one.who}: {months} renewals were taken, and {paid[its]} paid")
            first, last = (time.strptime(one.wanted.get(name, "1970-01-01")[:7], "%Y-%m") for name in ("from", "to"))
            given = (last.tm_year - first.tm_year) * 12 + last.tm_mon - first.tm_mon
            if given != months:
                faults.append(f"{one.who}: {months} months were paid, and {given} given")
    return faults


def entries(customers):
    """Whatever was answered is in the log of its account, once."""
    faults = []
    for one in customers:
        asked = [answer for answer in one.answers if answer.what not in ("searchDomains", "a link", "a dashboard")]
        if one.who in ("reads", "files"):
            continue  # a dashboard has an entry for each of its fields; a file is no call
        noted = one.ask("apiUsage", "GET", "/v1/account/api-usage?limit=1")[2]["summary"]["total"]
        if noted != len(asked):
            faults.append(f"{one.who}: {len(asked)} answers, and {noted} entries")
    return faults


def go(folder):
    folder = pathlib.Path(folder)
    urls = (folder / "urls").read_text().split()
    keys = dict(line.split() for line in (folder / "keys").read_text().splitlines())
    customers = [Customer(folder, who, keys[who], urls) for who in CUSTOMERS]
    for number, one in enumerate(customers):
        one.urls = itertools.cycle(urls[number % len(urls):] + urls[:number % len(urls)])
        # A renewal now and then: there are no more than so many.
        one.rest = lambda times: time.sleep(1 if times < 5 else 3 if times < 10 else 30)
    watch = Watch(folder, "watch", "", urls)
    watch.all = urls
    for one in [watch, *customers]:
        one.start()
    while not (folder / "enough").exists():
        time.sleep(0.2)
    end = time.time() + AGAIN + SLOW
    for one in customers:
        one.join(max(0.0, end - time.time()))
        one.is_over = True
    for one in customers:
        one.join(5)
    end = time.time() + 60
    while time.time() < end and watch.well[-1][1] != set(DRIVERS):
        time.sleep(0.2)
    watch.is_over = True
    watch.join(70)
    sys.exit(judge(folder, customers, watch))


{"inventory": inventory, "domains": domains, "go": go}[sys.argv[1]](*sys.argv[2:])
