// The ways to the dashboard: each is what a frontend sends for one page.
import { createHash } from "node:crypto";
import { DOMAINS, id } from "./inventory.mjs";

const LISTS = [
  "/v1/account",
  "/v1/services",
  "/v1/email/services",
  "/v1/hosting/services",
  "/v1/lxc/instances",
  "/v1/kvm/instances",
  "/v1/domains",
];
const ZONES = Array.from({ length: DOMAINS }, (_, number) => `/v1/domains/${id(2, number)}/dns`);

/** The calls that one question replaces. */
export const REST = [...LISTS, ...ZONES, "/v1/account/api-usage?limit=20"].map((path) => ({ method: "GET", path }));

/** The whole query in one request. */
export function asked(query) {
  return [post({ query })];
}

/** The query by its hash alone; it has been sent along once. */
export function byHash(query) {
  return [post(persisted(query))];
}

/** What makes the query known by its hash. */
export function registering(query) {
  return [post({ query, ...persisted(query) })];
}

function persisted(query) {
  return { extensions: { persistedQuery: { version: 1, sha256Hash: createHash("sha256").update(query).digest("hex") } } };
}

function post(body) {
  return { method: "POST", path: "/graphql", body: JSON.stringify(body) };
}
