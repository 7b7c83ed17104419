// What the servers under load know: one account with 25 services of all types, and 10 domains of 8 records.
// `node inventory.mjs > inventory.json` writes what `hosting inventory apply` takes.
import { pathToFileURL } from "node:url";

export const ACCOUNT = "bench@example.com";
export const DOMAINS = 10;

const SERVICES = 25;
const TYPES = ["email", "shared_hosting", "lxc", "kvm"];
const GIB = 2 ** 30;

export function inventory() {
  return {
    prices: [],
    registry: [],
    accounts: [
      {
        id: id(0, 0),
        email: ACCOUNT,
        full_name: "Marta Lindqvist",
        first_name: "Marta",
        last_name: "Lindqvist",
        company_name: "Lindqvist Digital Studio AB",
        country: "SE",
        preferred_language: "en",
        timezone: "Europe/Stockholm",
        status: "active",
        created_at: "2023-03-14T08:52:08.433Z",
        conversion_plan: { plan: "pro", status: "active", operations_limit: 1000, period_ends_at: "+300d" },
        services: numbers(SERVICES).map(service),
        domains: numbers(DOMAINS).map(domain),
      },
    ],
  };
}

function service(number) {
  // The last is what is left over.
  const type = number === SERVICES - 1 ? "conversion" : TYPES[number % TYPES.length];
  return {
    id: id(1, number),
    service_type: type,
    display_name: `shop-${number}.example`,
    status: "active",
    plan_name: "Shop 4",
    billing_months: 12,
    renewal_price: 119.4,
    renewal_currency: "USD",
    auto_renew: number % 2 === 0,
    activated_at: "2026-03-21T10:43:17.510Z",
    renews_at: "+300d",
    grace_ends_at: null,
    cancellation_requested_at: null,
    cancel_at: null,
    created_at: `2026-03-21T10:40:${two(number)}.405Z`,
    updated_at: "2026-03-21T10:44:52.510Z",
    ...details(type, number),
  };
}

function details(type, number) {
  switch (type) {
    case "email":
      return { email: mail(number) };
    case "shared_hosting":
      return { hosting: { kind: "standard", primary_domain: `shop-${number}.example` } };
    case "lxc":
      return { lxc: { ...machine(number), distribution: "debian-13", ssh_host: null, ssh_port: null } };
    case "kvm":
      return { kvm: { ...machine(number), os: "debian-13" } };
    default:
      return {};
  }
}

function mail(number) {
  return {
    plan_id: "email-team",
    domain_name: `shop-${number}.example`,
    mailbox_limit: 15,
    storage_bytes_per_mailbox: 10 * GIB,
    domain_limit: 2,
    suspended_at: null,
    cancelled_at: null,
  };
}

function machine(number) {
  return {
    hostname: `shop-${number}`,
    plan_code: "shop-4",
    status: "running",
    vcpus: 4,
    memory_bytes: 8 * GIB,
    disk_bytes: 80 * GIB,
    ipv4: `192.0.2.${100 + number}`,
    ipv6: null,
    region: "Falun",
    last_error: null,
    snapshot_limit: 3,
    snapshots: [],
  };
}

function domain(number) {
  const name = `shop-${number}.com`;
  return {
    id: id(2, number),
    domain_name: name,
    status: "active",
    registered_at: "2023-03-14T09:26:50.118Z",
    expires_at: "2028-03-14T09:26:50.118Z",
    auto_renew: true,
    privacy_enabled: true,
    locked: false,
    name_servers: ["ns1.host.example", "ns2.host.example"],
    registrar_environment: "ote",
    created_at: `2023-03-14T09:26:${two(number)}.716Z`,
    updated_at: "2026-09-01T08:17:00.490Z",
    records: records(name).map((one, at) => ({ id: id(3, number * 16 + at), ttl: 3600, priority: null, ...one })),
  };
}

function records(name) {
  return [
    { name: "@", type: "A", contents: ["192.0.2.10", "192.0.2.11"] },
    { name: "@", type: "AAAA", contents: ["2001:db8:10::10"] },
    { name: "@", type: "MX", contents: ["10 mx1.mail.host.example.", "20 mx2.mail.host.example."] },
    { name: "@", type: "TXT", contents: ["v=spf1 include:_spf.mail.host.example -all"] },
    { name: "_dmarc", type: "TXT", contents: [`v=DMARC1; p=reject; rua=mailto:dmarc@${name}`] },
    { name: "blog", type: "CNAME", contents: ["pages.host.example."] },
    { name: "shop", type: "A", contents: ["192.0.2.12"] },
    { name: "www", type: "CNAME", contents: [`${name}.`] },
  ];
}

export function id(kind, number) {
  return `019a0000-0000-7000-8${two(kind)}0-${number.toString(16).padStart(12, "0")}`;
}

function two(number) {
  return String(number).padStart(2, "0");
}

function numbers(count) {
  return Array.from({ length: count }, (_, number) => number);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(JSON.stringify(inventory(), null, 2));
