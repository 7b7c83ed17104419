// What `cargo bench -p hosting-rest` asks, by Node: Fastify with its compiled writers of JSON, better-sqlite3, on a data
// folder of the platform.
// node rest.mjs <folder>
//
// It does as much as makes the answer the same: the token's hash is looked up, the scope is checked, and the usage entry
// is on disk before the answer. A mutation claims its key, changes the domain, stores its answer and writes its entry in
// one transaction; what comes at once shares a commit, and each is undone by itself. What it does less than the platform:
// - no allowance of requests, no networks of a credential, no checksum of a token, no note of its last use;
// - no order, filter or cursor of a list, no version of an answer, no limits of time, size or places;
// - stored answers are not sealed, and a key's fingerprint is that of the body alone;
// - no entry for what is refused, no log, no metrics, no queued work; one thread, which waits while the disk writes.
import Fastify from "fastify";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { callers } from "./caller.mjs";
import { bytes, open, uuid } from "./database.mjs";
import * as shapes from "./shapes.mjs";
import { entries, entry, id7, log, writer } from "./usage.mjs";

const folder = process.argv[2];
const db = open(join(folder, "hosting.db"));
const find = callers(db, folder);
const write = log(db);
const change = writer(db);
const record = entries(db);
const one = (sql) => db.prepare(sql);
const rows = {
  account: one(`SELECT ${shapes.columns(shapes.ACCOUNT)} FROM account WHERE id = ?`),
  services: one(
    `SELECT ${shapes.columns(shapes.SERVICE)} FROM service WHERE account_id = ?
     ORDER BY created_at DESC, id DESC LIMIT 1001`,
  ),
  key: one("SELECT fingerprint, request_id, answer FROM idempotency WHERE account_id = ? AND key = ?"),
  claim: one(
    `INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  ),
  domain: one(`SELECT ${shapes.columns(shapes.DOMAIN)} FROM domain WHERE account_id = ? AND id = ?`),
  renew: one("UPDATE domain SET auto_renew = ?, updated_at = ? WHERE id = ?"),
  answer: one("UPDATE idempotency SET answer = ?, lease_until = NULL WHERE account_id = ? AND key = ?"),
};
const app = Fastify({ bodyLimit: 64 << 10 });

app.decorateRequest("asked", null);
app.addHook("onRequest", async (request, reply) => {
  const began = Date.now();
  const caller = find(request.headers.authorization);
  const id = id7(began);
  reply.header("x-request-id", uuid(id.toString("hex"))).header("cache-control", "private, no-cache");
  if (!caller) return reply.code(401).send(refused(id, "invalid_credential"));
  const { scope } = request.routeOptions.config;
  if (!caller.scopes.has(scope)) return reply.code(403).send(refused(id, "insufficient_scope"));
  request.asked = { caller, id, began, ip: request.ip, headers: request.headers };
});

app.get("/v1/account", route("account:read", shapes.ACCOUNT_ANSWER), async (request) => {
  const account = shapes.account(rows.account.get(request.asked.caller.account_id));
  await write(entry(request.asked, 200, read("account", "account", "/v1/account")));
  return { data: account, request_id: uuid(request.asked.id.toString("hex")) };
});

app.get("/v1/services", route("services:read", shapes.SERVICES_ANSWER), async (request) => {
  const services = rows.services.all(request.asked.caller.account_id).map(shapes.service);
  await write(entry(request.asked, 200, read("services", "services", "/v1/services")));
  return { data: services, request_id: uuid(request.asked.id.toString("hex")) };
});

const AUTO_RENEW = "/v1/domains/:domainId/auto-renew";
app.put(AUTO_RENEW, { ...route("domains:write"), schema: { body: shapes.SWITCH } }, async (request, reply) => {
  const { asked, body, params } = request;
  const account = asked.caller.account_id;
  const key = asked.headers["idempotency-key"];
  const fingerprint = createHash("sha256").update(params.domainId).update(JSON.stringify(body)).digest();
  const before = rows.key.get(account, key);
  if (before) {
    if (!before.fingerprint.equals(fingerprint)) return reply.code(409).send(refused(asked.id, "idempotency_key_conflict"));
    await write(entry(asked, 200, MUTATION));
    return sent(reply.header("idempotent-replayed", "true"), before.answer, before.request_id);
  }
  const data = await change(() => {
    const now = new Date().toISOString();
    if (!rows.claim.run(account, key, fingerprint, asked.id, now).changes) throw new Error("the key is in use");
    const id = bytes(params.domainId.replaceAll("-", ""));
    if (!rows.domain.get(account, id)) throw new Error("no such domain");
    rows.renew.run(body.enabled ? 1 : 0, now, id);
    const answer = Buffer.from(JSON.stringify(shapes.domain(rows.domain.get(account, id))));
    rows.answer.run(answer, account, key);
    record.run(entry(asked, 200, MUTATION));
    return answer;
  });
  return sent(reply, data, asked.id);
});

const MUTATION = {
  kind: "mutation", product: "domains", operation: "setDomainAutoRenew", facade: "rest", method: "PUT",
  route: "/v1/domains/{domainId}/auto-renew",
};

function read(product, operation, route) {
  return { kind: "read", product, operation, facade: "rest", method: "GET", route };
}

function route(scope, answer) {
  return answer ? { config: { scope }, schema: { response: { 200: answer } } } : { config: { scope } };
}

/** What was stored, in its envelope. */
function sent(reply, data, id) {
  reply.header("content-type", "application/json");
  return reply.send(`{"data":${data},"request_id":"${uuid(id.toString("hex"))}"}`);
}

function refused(id, code) {
  return { error: { code, message: code, request_id: uuid(id.toString("hex")) } };
}

const address = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(`listening on ${address}`);
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => app.close().then(() => db.close()));
