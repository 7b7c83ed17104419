"""What Schemathesis is told about this platform besides its contract."""

import ipaddress
import itertools
import re

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData, UndefinedStatusCode

NUMBERS = itertools.count(1)
KEY = re.compile(r"[A-Za-z0-9._:-]{8,120}")

# What a schema cannot say, so that a request may fit the contract and still be refused: how DNS
# writes names and values, what one field asks of another, and what only the platform can know.
# Whatever a schema can say (types, bounds, lengths, enumerations) is not in here.
BEYOND_A_SCHEMA = {
    "cursor",
    "dns_content_required",
    "dns_type_required",
    "host_name",
    "invalid_dns_content",
    "invalid_dns_name",
    "invalid_dns_priority",
    "invalid_domain",
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


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether it is a failure."""
    if isinstance(failure, RejectedPositiveData) and response.status_code == 400:
        return not (rules(response.json()) <= BEYOND_A_SCHEMA or twice(case.body))
    # HTTP itself refuses what is longer than any server reads; no operation documents that.
    return not (isinstance(failure, UndefinedStatusCode) and response.status_code in (414, 431))


def rules(body):
    """The rules that a refusal says were broken."""
    error = body["error"]
    if isinstance(error, str):  # the public search
        return {error}
    return {detail["rule"] for detail in error.get("details", [])} or {error["code"]}


def twice(body):
    """Whether a list says something twice: our own names are put in without a look at the others."""
    lists = [value for value in body.values() if isinstance(value, list)] if isinstance(body, dict) else []
    return any(len({str(item) for item in items}) < len(items) for items in lists)
