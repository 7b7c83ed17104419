// Who asks: the hash of the token is looked up, and what was found is known for four seconds, as in the platform.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FRESH = 4000;

export function callers(db, folder) {
  const hash = hashing(readFileSync(join(folder, "secret"), "utf8").trim());
  const find = db.prepare("SELECT id, account_id, name, scopes, expires_at, revoked_at FROM credential WHERE hash = ?");
  const seen = new Map();
  return (header) => {
    if (!header?.startsWith("Bearer ")) return null;
    const bytes = hash(header.slice(7));
    const key = bytes.toString("latin1");
    const now = Date.now();
    let known = seen.get(key);
    if (!known || now - known.at > FRESH) {
      const row = find.get(bytes);
      if (!row) return null;
      known = { at: now, caller: { ...row, scopes: new Set(JSON.parse(row.scopes)) } };
      seen.set(key, known);
    }
    const { caller } = known;
    const over = caller.revoked_at || (caller.expires_at && caller.expires_at <= new Date(now).toISOString());
    return over ? null : caller;
  };
}

/** HMAC-SHA-256 under a key that is derived from the server's secret (core/kernel/src/values/secret.rs). */
function hashing(secret) {
  const key = createHmac("sha256", secret).update("token").digest();
  return (token) => createHmac("sha256", key).update(token).digest();
}
