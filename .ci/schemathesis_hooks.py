"""What Schemathesis is told about this platform besides its contract."""

import ipaddress
import itertools
import re

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData, UndefinedStatusCode

NUMBERS = itertools.count(1)
KEY = re.compile(r"[A-Za-z0-9._:-]{8,120}")

# Records as they are meant: a type and what it says fit each other hardly ever by chance.
RECORDS = [
    ("A", "192.0.2.10"),
    ("AAAA", "2001:db8::10"),
    ("TXT", "v=spf1 -all"),
    ("TXT", "ö " * 100),
    ("MX", "10 mail.example.net"),
    ("CNAME", "host.example.net"),
    ("SRV", "10 5 5060 sip.example.net"),
    ("CAA", '0 issue "ca.example.net"'),
    ("HTTPS", "1 . alpn=h2"),
]

# Where there are records that can be changed: path parameters.
PLACES = []

# What a schema cannot say, so that a request may fit the contract and still be refused: how DNS
# writes names and values, what one field asks of another (what a tool takes), and what only the platform can know.
# Whatever a schema can say (types, bounds, lengths, enumerations) is not in here.
BEYOND_A_SCHEMA = {
    "accepts",
    "cursor",
    "dns_content_required",
    "dns_type_required",
    "file_count",
    "host_name",
    "invalid_dns_content",
    "invalid_dns_name",
    "invalid_dns_priority",
    "invalid_domain",
    "offered",
    "options_schema",
    "tool",
}


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(NUMBERS)
    # The public search counts requests by client, 20 a minute: each request names a client of its
    # own, as a proxy would. (The platform is started so that it believes this machine.)
    case.headers["X-Forwarded-For"] = str(ipaddress.ip_address("10.0.0.0") + number)
    # Keys that are made by chance are mostly the same short ones, and most changes would be refused
    # as conflicts: three in four get a key of their own.
    key = case.headers.get("Idempotency-Key")
    if number % 4 and isinstance(key, str) and KEY.fullmatch(key):
        case.headers["Idempotency-Key"] = f"{key}.{number}"
    if number % 2 and is_good_guess(case):
        deepen(case, number)


def is_good_guess(case):
    """Whether the request is meant to be accepted, and stands alone."""
    meta = case.meta
    return meta is not None and meta.phase.name == "fuzzing" and meta.generation.mode.is_positive


def deepen(case, number):
    """Makes a change of a zone one that gets through to the zone."""
    if "/dns" in case.path and isinstance(case.body, dict):
        kind, content = RECORDS[number // 2 % len(RECORDS)]
        ttl = {"ttl": case.body["ttl"]} if isinstance(case.body.get("ttl"), int) else {}
        case.body = {"name": f"n{number}", "type": kind, "content": content, **ttl}
    if "recordId" in case.path_parameters and PLACES:
        case.path_parameters.update(PLACES[number // 2 % len(PLACES)])


@schemathesis.hook
def after_call(context, case, response):
    if case.operation.label == "POST /v1/domains/{domainId}/dns" and response.status_code == 202:
        made = response.json()["data"]
        PLACES.append({"domainId": made["domain_id"], "recordId": made["id"]})


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether it is a failure."""
    if isinstance(failure, RejectedPositiveData) and response.status_code == 400:
        beyond = rules(response.json()) <= BEYOND_A_SCHEMA
        return not (beyond or says_twice(case.body) or is_delegation_of_apex(case.body))
    # A name out of its bounds is no fault of a search: it is listed as invalid, beside the answers of the others.
    if isinstance(failure, AcceptedNegativeData) and case.path.startswith("/api/domain"):
        return not response.json()["invalid"]
    # A version of whatever length that nobody has matches nothing; it is no reason not to answer.
    if isinstance(failure, AcceptedNegativeData) and "If-None-Match" in str(failure.message):
        return False
    # HTTP itself refuses what is longer than any server reads; no operation documents that.
    return not (isinstance(failure, UndefinedStatusCode) and response.status_code in (414, 431))


def rules(body):
    """The rules that a refusal says were broken."""
    error = body["error"]
    if isinstance(error, str):  # the public search
        return {error}
    return {detail["rule"] for detail in error.get("details", [])} or {error["code"]}


def says_twice(body):
    """Whether a list says something twice: names of ours are put in without a look at the others."""
    lists = [value for value in body.values() if isinstance(value, list)] if isinstance(body, dict) else []
    return any(len({str(item) for item in items}) < len(items) for items in lists)


def is_delegation_of_apex(body):
    """Whether it is an NS record of the domain itself: a type that fits, at the one name where it does not."""
    return isinstance(body, dict) and body.get("type") == "NS" and body.get("name", "@") == "@"
