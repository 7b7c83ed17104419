// What the dashboard asks of the database: rows as arrays and ids as digits, which is what is fastest to read.
import { forIds } from "./database.mjs";

export function statements(db) {
  const rows = (sql) => db.prepare(sql).raw();
  return {
    account: rows("SELECT full_name, email, upper(plan), operations_limit FROM account WHERE id = ?"),
    used: rows("SELECT coalesce(sum(operations), 0) FROM conversion_ledger WHERE account_id = ? AND period = ?"),
    services: rows(
      `SELECT lower(hex(id)), display_name, upper(service_type), upper(status), renews_at, created_at
       FROM service WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
    ),
    domains: rows(
      `SELECT lower(hex(id)), domain_name, upper(status), expires_at, auto_renew, created_at
       FROM domain WHERE account_id = ? ORDER BY created_at DESC, id DESC LIMIT ?`,
    ),
    entries: rows(
      `SELECT lower(hex(id)), operation_id, upper(status), http_status, occurred_at
       FROM usage_entry WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
    ),
    emails: forIds(
      db,
      `SELECT lower(hex(service_id)), domain_name, upper(dns_status)
       FROM email_service WHERE account_id = ? AND service_id IN (ids)`,
    ),
    sites: forIds(
      db,
      `SELECT lower(hex(service_id)), primary_domain, inactivity_suspended_at
       FROM hosting_service WHERE account_id = ? AND service_id IN (ids)`,
    ),
    machines: forIds(
      db,
      `SELECT lower(hex(service_id)), hostname, upper(status), ipv4
       FROM instance WHERE account_id = ? AND service_id IN (ids)`,
    ),
    records: forIds(
      db,
      `SELECT lower(hex(domain_id)), lower(hex(id)), name, type, contents, ttl, upper(status)
       FROM (SELECT id, domain_id, name, type, contents, ttl, status,
               row_number() OVER (PARTITION BY domain_id ORDER BY name, type, id) AS place
             FROM dns_record WHERE account_id = ? AND domain_id IN (ids))
       WHERE place <= ? ORDER BY domain_id, place`,
    ),
  };
}
