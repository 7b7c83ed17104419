// What a frontend relies on, against a platform with demo data: HOSTING_API and HOSTING_KEY name it and a key
// of demo@example.com that allows everything.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type Account, dashboard, detail, type Service } from "./dashboard.js";
import { follow } from "./follow.js";
import {
  type DashboardQuery,
  DomainChangedDocument,
  SetDomainAutoRenewDocument,
  TypedDocumentString,
} from "./generated/graphql.js";
import { ask, fromEnvironment, Refusal } from "./platform.js";

const platform = fromEnvironment();
const LONG = { timeout: 20_000 };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test("the account is the demo's", LONG, async () => {
  const account = await dashboard(platform);
  assert.equal(account.email, "demo@example.com");
  assert.equal(account.fullName, "Marta Lindqvist");
  assert.equal(account.conversionPlan?.plan, "PRO");
  assert.equal(account.conversionPlan.operationsLimit, 1000);
});

test("services come with their records, 25 to a page", LONG, async () => {
  const { services } = await dashboard(platform);
  assert.ok(services);
  assert.equal(services.nodes.length, 25);
  assert.equal(new Set(services.nodes.map((one) => one.id)).size, 25);
  assert.equal(services.pageInfo.hasNextPage, true);
  assert.ok(services.pageInfo.endCursor);
  services.nodes.forEach(is_of_its_type);
  const types = new Set(services.nodes.filter(detail).map((one) => one.serviceType));
  assert.ok(types.size > 1, "records of several types are shown");
});

test("domains come with their records", LONG, async () => {
  const { domains } = await dashboard(platform);
  assert.ok(domains);
  assert.equal(domains.nodes.length, 10);
  for (const domain of domains.nodes) {
    assert.match(domain.id, UUID);
    assert.match(domain.domainName, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    if (domain.expiresAt) assert.match(domain.expiresAt, MOMENT);
    assert.ok(domain.dnsRecords && domain.dnsRecords.nodes.length <= 8);
    for (const record of domain.dnsRecords.nodes) {
      assert.ok(record.contents.length > 0 && record.ttl >= 60, `${record.name} ${record.type}`);
    }
  }
  assert.ok(domains.nodes.some((one) => one.dnsRecords?.nodes.length), "some zone has records");
});

test("what was asked is in the account's activity", LONG, async () => {
  await dashboard(platform);
  const { usage } = await dashboard(platform);
  assert.ok(usage && usage.nodes.length > 0 && usage.nodes.length <= 20);
  const entry = usage.nodes.find((one) => one.operationId === "account");
  assert.equal(entry?.status, "SUCCEEDED");
  assert.equal(entry.httpStatus, 200);
  const moments = usage.nodes.map((one) => one.occurredAt);
  moments.forEach((moment) => assert.match(moment, MOMENT));
  assert.ok((moments[0] ?? "") >= (moments.at(-1) ?? ""), "newest first");
});

test("a refusal has a code and the request's id", LONG, async () => {
  const refused = await dashboard({ ...platform, key: "hpk_mistyped" }).catch((error: unknown) => error);
  assert.ok(refused instanceof Refusal);
  assert.equal(refused.status, 401);
  assert.equal(refused.errors[0]?.extensions.code, "invalid_token");
  assert.match(refused.errors[0].extensions.requestId, UUID);
});

test("what the schema does not know is refused before it is executed", LONG, async () => {
  const unknown = new TypedDocumentString<DashboardQuery, object>("{ account { nonsense } }");
  const refused = await ask(platform, unknown, {}).catch((error: unknown) => error);
  assert.ok(refused instanceof Refusal);
  assert.equal(refused.status, 400);
  assert.equal(refused.errors[0]?.extensions.code, "invalid_request");
});

test("a change is told as it happens", LONG, async () => {
  const { domains } = await dashboard(platform);
  const domain = domains?.nodes.find((one) => one.status === "ACTIVE");
  assert.ok(domain);
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal, AbortSignal.timeout(15_000)]);
  const changes = await follow(platform, DomainChangedDocument, {}, signal);
  try {
    const input = { domainId: domain.id, enabled: !domain.autoRenew };
    const change = { input, idempotencyKey: randomUUID() };
    const { setDomainAutoRenew } = await ask(platform, SetDomainAutoRenewDocument, change);
    assert.equal(setDomainAutoRenew?.autoRenew, input.enabled);
    for await (const { domainChanged } of changes) {
      if (domainChanged?.id !== domain.id) continue; // another of the account's
      assert.equal(domainChanged.autoRenew, input.enabled);
      return;
    }
    assert.fail("the subscription ended");
  } finally {
    end.abort();
  }
});

/** A service has the record of its own type; one that is in use surely has. */
function is_of_its_type(service: Service): void {
  const { id, serviceType, status, email, hosting, lxc, kvm, conversion } = service;
  assert.match(id, UUID);
  const records = { EMAIL: email, SHARED_HOSTING: hosting, LXC: lxc, KVM: kvm, CONVERSION: conversion };
  for (const [type, record] of Object.entries(records)) {
    if (type !== serviceType) assert.equal(record, null, `${serviceType} ${id} has a record of ${type}`);
  }
  if (status === "ACTIVE") assert.ok(records[serviceType], `${serviceType} ${id} is in use`);
}

/** Never called: the compiler refuses this file where the generated types let anything pass. */
export function types_are_strict(account: Account): unknown[] {
  return [
    // @ts-expect-error: not a field of the query
    account.createdAt,
    // @ts-expect-error: text is no number
    account.email satisfies number,
    // @ts-expect-error: no such status
    account.services?.nodes.find((one) => one.status === "SLEEPING"),
    // @ts-expect-error: the input is needed
    ask(platform, SetDomainAutoRenewDocument, { idempotencyKey: "" }),
  ];
}
