// One entry for each request, on disk before the answer; those that wait at once share a transaction.
import { randomFillSync } from "node:crypto";

const COLUMNS = [
  "id", "account_id", "request_id", "kind", "product", "operation_id", "facade", "status", "http_method", "route",
  "http_status", "error_code", "client_ipv4", "client_ip", "user_agent", "credential_id", "credential_name",
  "duration_ms", "occurred_at",
];

export function log(db) {
  const insert = db.prepare(`INSERT INTO usage_entry (${COLUMNS}) VALUES (${COLUMNS.map(() => "?")})`);
  const write = db.transaction((batch) => batch.forEach(({ values }) => insert.run(values)));
  let waiting = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    try {
      write.immediate(batch);
      batch.forEach(({ done }) => done());
    } catch (cause) {
      batch.forEach(({ failed }) => failed(cause));
    }
  };
  return (values) =>
    new Promise((done, failed) => {
      if (waiting.push({ values, done, failed }) === 1) setImmediate(flush);
    });
}

/** The entry for a request that was answered with `status`. */
export function entry({ caller, id, began, ip, headers }, status) {
  const now = Date.now();
  const done = status === 200;
  return [
    id7(now), caller.account_id, id, "read", "account", "account", "graphql", done ? "succeeded" : "rejected", "POST",
    "/graphql", status, done ? null : "invalid_request", ip.includes(":") ? null : ip, ip,
    headers["user-agent"]?.slice(0, 500) ?? null, caller.id, caller.name, now - began, new Date(now).toISOString(),
  ];
}

/** A new id (UUID version 7), as bytes. */
export function id7(now) {
  const bytes = Buffer.allocUnsafe(16);
  randomFillSync(bytes, 6);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes;
}
