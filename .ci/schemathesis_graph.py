"""What Schemathesis is told about the graph besides its schema."""

import ipaddress
import itertools
import json
import pathlib

import schemathesis
from hypothesis import strategies
from schemathesis.graphql import nodes

# Ids of records that are there, among the random ones.
KNOWN = [json.loads(line) for name in ("domains.txt", "services.txt") for line in pathlib.Path(name).open()]
IDS = strategies.one_of(strategies.sampled_from(KNOWN), strategies.sampled_from(KNOWN), strategies.uuids().map(str))
schemathesis.graphql.scalar("UUID", IDS.map(nodes.String))

NUMBERS = itertools.count(1)

OURS_TO_MEND = {None, "internal_error", "overloaded"}


@schemathesis.hook
def before_call(context, case, kwargs):
    number = next(NUMBERS)
    # The public search counts requests by client: each request names a client of its own.
    case.headers["X-Forwarded-For"] = str(ipaddress.ip_address("10.1.0.0") + number)
    # A key used again would be a conflict.
    if isinstance(case.body, str):
        case.body = case.body.replace('"idempotency-key"', f'"idempotency-key-{number}"')


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Whether it is a failure. To Schemathesis every error is one; a refusal with its code is none."""
    codes = {error.get("extensions", {}).get("code") for error in response.json().get("errors", [])}
    return not codes or not codes.isdisjoint(OURS_TO_MEND)
