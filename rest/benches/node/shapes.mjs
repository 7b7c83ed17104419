// The records that are answered: their columns, and what writes them as JSON (fast-json-stringify, from a schema).
import { uuid } from "./database.mjs";

const text = { type: "string" };
const maybe = { type: "string", nullable: true };
const flag = { type: "boolean" };
const whole = { type: "integer" };

export const SERVICE = {
  id: text, service_type: text, display_name: text, status: text, plan_name: text, billing_months: whole,
  renewal_price: { type: "number" }, renewal_currency: text, auto_renew: flag, activated_at: maybe, renews_at: maybe,
  grace_ends_at: maybe, cancellation_requested_at: maybe, cancel_at: maybe, created_at: text, updated_at: text,
};

export const ACCOUNT = {
  id: text, email: text, full_name: text, first_name: maybe, last_name: maybe, company_name: maybe, country: maybe,
  preferred_language: text, timezone: text, status: text, created_at: text,
};

export const DOMAIN = {
  id: text, domain_name: text, unicode_name: text, tld: text, status: text, registered_at: maybe, expires_at: maybe,
  auto_renew: flag, privacy_enabled: flag, locked: flag, name_servers: text, pending_name_servers: maybe,
  name_servers_error: maybe, registrar_environment: text, last_synced_at: maybe, created_at: text, updated_at: text,
};

/** What a switch is asked with. */
export const SWITCH = {
  type: "object", required: ["enabled"], additionalProperties: false, properties: { enabled: flag },
};

export const ACCOUNT_ANSWER = answer(object({ ...ACCOUNT, conversion_plan: { type: "object", nullable: true } }));
export const SERVICES_ANSWER = answer({ type: "array", items: object(SERVICE) });

/** The columns of a record, its id as digits. */
export function columns(record) {
  return Object.keys(record).map((name) => (name === "id" ? "lower(hex(id)) AS id" : name)).join(", ");
}

export function account(row) {
  return { ...row, id: uuid(row.id), conversion_plan: null };
}

export function service(row) {
  row.id = uuid(row.id);
  row.renewal_price /= 100;
  return row;
}

export function domain(row) {
  return {
    ...row, id: uuid(row.id), auto_renew: row.auto_renew === 1, privacy_enabled: row.privacy_enabled === 1,
    locked: row.locked === 1, name_servers: JSON.parse(row.name_servers),
    pending_name_servers: JSON.parse(row.pending_name_servers),
  };
}

function object(properties) {
  return { type: "object", properties };
}

function answer(data) {
  return { type: "object", properties: { data, request_id: text } };
}
