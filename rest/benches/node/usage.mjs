// One entry for each request, on disk before the answer; what is written at once shares a transaction.
import { randomFillSync } from "node:crypto";

const COLUMNS = [
  "id", "account_id", "request_id", "kind", "product", "operation_id", "facade", "status", "http_method", "route",
  "http_status", "error_code", "client_ipv4", "client_ip", "user_agent", "credential_id", "credential_name",
  "duration_ms", "occurred_at",
];

/** Writes an entry down: the statement. */
export function entries(db) {
  return db.prepare(`INSERT INTO usage_entry (${COLUMNS}) VALUES (${COLUMNS.map(() => "?")})`);
}

/** Writes entries down; nothing is to be undone of one, which is a statement. */
export function log(db) {
  const insert = entries(db);
  return together(db, (batch) => {
    for (const { asked } of batch) insert.run(asked);
  });
}

/** Does what is to be written; what is refused is undone by itself. */
export function writer(db) {
  const alone = db.transaction((work) => work());
  return together(db, (batch) => {
    for (const one of batch) {
      try {
        one.value = alone(one.asked);
      } catch (cause) {
        one.cause = cause;
      }
    }
  });
}

/** What is asked in one turn of the loop shares a transaction, and is told once that is on disk. */
function together(db, all) {
  const commit = db.transaction(all);
  let waiting = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    try {
      commit.immediate(batch);
    } catch (cause) {
      for (const one of batch) one.cause = cause;
    }
    for (const { done, failed, value, cause } of batch) cause ? failed(cause) : done(value);
  };
  return (asked) =>
    new Promise((done, failed) => {
      if (waiting.push({ asked, done, failed }) === 1) setImmediate(flush);
    });
}

/** What a request asked for: what its entry says of it. */
export const DASHBOARD = {
  kind: "read", product: "account", operation: "account", facade: "graphql", method: "POST", route: "/graphql",
};

/** The entry for a request that was answered with `status`. */
export function entry({ caller, id, began, ip, headers }, status, asked = DASHBOARD) {
  const now = Date.now();
  const done = status === 200;
  return [
    id7(now), caller.account_id, id, asked.kind, asked.product, asked.operation, asked.facade,
    done ? "succeeded" : "rejected", asked.method, asked.route, status, done ? null : "invalid_request",
    ip.includes(":") ? null : ip, ip, headers["user-agent"]?.slice(0, 500) ?? null, caller.id, caller.name,
    now - began, new Date(now).toISOString(),
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
