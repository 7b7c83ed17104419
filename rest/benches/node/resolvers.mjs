// The dashboard's fields: a statement for each level, however many parents there are.
import { bytes, uuid } from "./database.mjs";
import { statements } from "./statements.mjs";

const MOST = 1000;

export function resolvers(db) {
  const ask = statements(db);
  const emails = batched("emails", records(ask.emails, email));
  const sites = batched("sites", records(ask.sites, site));
  const machines = batched("machines", records(ask.machines, machine));
  const zones = batched("zones", zonesOf(ask.records));
  const list = (scope, statement, node, cursor) => (_, { first = MOST }, { caller }) => {
    allowed(caller, scope);
    return page(statement.all(caller.account_id, first + 1), first, node, cursor);
  };
  const conversion = (caller) => (caller.plan ??= plan(caller, ask.used));

  return {
    Query: {
      account: (_, _arguments, { caller }) => {
        allowed(caller, "account:read");
        const [fullName, mail, planName, limit] = ask.account.get(caller.account_id);
        caller.ordered = { plan: planName, operationsLimit: limit ?? 0 };
        return { fullName, email: mail };
      },
    },
    Account: {
      conversionPlan: (_, _arguments, { caller }) => conversion(caller),
      services: list("services:read", ask.services, service, moment),
      domains: list("domains:read", ask.domains, domain, moment),
      usage: list("account:usage:read", ask.entries, entry, ([id]) => uuid(id)),
    },
    Service: {
      email: (of, _, { caller }) => (of.serviceType === "EMAIL" ? emails(allowed(caller, "email:read"), of) : null),
      hosting: (of, _, { caller }) => {
        const shown = of.serviceType === "SHARED_HOSTING" && of.status !== "PROVISIONING";
        return shown ? sites(allowed(caller, "hosting:read"), of) : null;
      },
      lxc: (of, _, { caller }) => (of.serviceType === "LXC" ? machines(allowed(caller, "lxc:read"), of) : null),
      kvm: (of, _, { caller }) => (of.serviceType === "KVM" ? machines(allowed(caller, "kvm:read"), of) : null),
      conversion: (of, _, { caller }) =>
        of.serviceType === "CONVERSION" ? conversion(allowed(caller, "account:read")) : null,
    },
    Domain: {
      dnsRecords: (of, { first = MOST }, { caller }) => zones(allowed(caller, "domains:read"), of, first),
    },
  };
}

/** Gathers the parents that are asked for in a turn, and asks once. */
function batched(name, ask) {
  return (caller, parent, argument) => {
    const batches = (caller.batches ??= {});
    if (!batches[name]) {
      const batch = { parents: [] };
      batch.answer = new Promise((done) => process.nextTick(done)).then(() => {
        batches[name] = null;
        return ask(caller, batch.parents, argument);
      });
      batches[name] = batch;
    }
    const batch = batches[name];
    batch.parents.push(parent);
    return batch.answer.then((answers) => answers.get(parent.key) ?? null);
  };
}

/** The records that belong to services, by the services' ids. */
function records(statement, record) {
  return (caller, services) => {
    const ids = services.map(({ key }) => bytes(key));
    const rows = new Map(statement(ids.length).all(caller.account_id, ...ids).map((row) => [row[0], row]));
    const found = services.filter(({ key }) => rows.has(key));
    return new Map(found.map((of) => [of.key, record(rows.get(of.key), of)]));
  };
}

/** The first records of each zone. */
function zonesOf(statement) {
  return (caller, domains, first) => {
    const rows = new Map(domains.map(({ key }) => [key, []]));
    const ids = domains.map(({ key }) => bytes(key));
    for (const row of statement(ids.length).all(caller.account_id, ...ids, first + 1)) rows.get(row[0]).push(row);
    const cursor = ([, id, name, type]) => `${name}/${type}/${id}`;
    for (const [key, zone] of rows) rows.set(key, page(zone, first, rrset, cursor));
    return rows;
  };
}

function page(rows, first, node, cursor) {
  const hasNextPage = rows.length > first;
  if (hasNextPage) rows.pop();
  const last = rows.at(-1);
  return { nodes: rows.map(node), pageInfo: { hasNextPage, endCursor: last ? cursor(last) : null } };
}

/** Where a list goes on that is newest first: `core/kernel/src/kernel/page`. */
function moment(row) {
  return `${Date.parse(row.at(-1)).toString(16)}.${row[0]}`;
}

function plan({ ordered, account_id }, used) {
  if (!ordered.plan) return null;
  const [operationsUsed] = used.get(account_id, new Date().toISOString().slice(0, 7));
  return { ...ordered, operationsUsed };
}

function service([id, displayName, serviceType, status, renewsAt]) {
  return { id: uuid(id), key: id, displayName, serviceType, status, renewsAt };
}

function email([, domainName, status]) {
  return { domainName, dns: { status } };
}

function site([, primaryDomain, idle], { status }) {
  return { primaryDomain, status: standing(status, idle) };
}

function machine([, hostname, status, ipv4], { serviceType }) {
  return { hostname, status: serviceType === "KVM" && status === "FROZEN" ? "PAUSED" : status, ipv4 };
}

function domain([id, domainName, status, expiresAt, autoRenew]) {
  return { id: uuid(id), key: id, domainName, status, expiresAt, autoRenew: autoRenew === 1 };
}

function rrset([, id, name, type, contents, ttl, status]) {
  return { id: uuid(id), name, type, contents: JSON.parse(contents), ttl, status };
}

function entry([, operationId, status, httpStatus, occurredAt]) {
  return { operationId, status, httpStatus, occurredAt };
}

/** Where a site stands whose order stands so: `core/hosting/src/record.rs`. */
function standing(order, idle) {
  if (order === "SUSPENDED") return "SUSPENDED";
  if (order === "CANCELLED" || order === "TERMINATED") return "TERMINATED";
  return idle ? "INACTIVITY_SUSPENDED" : "ACTIVE";
}

function allowed(caller, scope) {
  if (caller.scopes.has(scope)) return caller;
  throw Object.assign(new Error(`needs the scope ${scope}`), { extensions: { code: "insufficient_scope" } });
}
