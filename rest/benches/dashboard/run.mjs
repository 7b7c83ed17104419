// What a dashboard costs: one question to the graph, the REST calls that it replaces, and the same by Node.
//
//   node rest/benches/dashboard/run.mjs target/release/hosting [--pages 2000] [--rounds 3] [--query FILE]
//
// The Node server takes part where `npm ci` was run in ../node; graph.mjs there tells what it does less. The servers
// take turns in every round, so that what else the machine does meets them alike, and the median of the rounds is
// shown. The figure to compare is the processor time of a page: the others depend on what the asking itself takes.
// TMPDIR says on which disk the data is. No figure is required; an answer of another status ends the run.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { inventory } from "./inventory.mjs";
import { Clients, must } from "./load.mjs";
import { asked, byHash, registering, REST } from "./pages.mjs";
import { canServeNode, Program, serveNode } from "./servers.mjs";

const DASHBOARD = new URL("../../../graphql/client/dashboard.graphql", import.meta.url);
const CONNECTIONS = [1, 16];
/** Of the pages that are asked by REST: each is many requests. */
const SHARE_OF_REST = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: "string", default: "2000" },
    rounds: { type: "string", default: "3" },
    query: { type: "string" },
  },
});
const [pages, rounds] = [count("pages"), count("rounds")];
if (positionals.length !== 1) fail("usage: node run.mjs <path of hosting> [--pages N] [--rounds N] [--query FILE]");
const query = readFileSync(values.query ?? DASHBOARD, "utf8");
const folder = mkdtempSync(join(tmpdir(), "dashboard-"));
const servers = [];
try {
  await compare();
} finally {
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true });
}

async function compare() {
  const [ours, theirs] = [join(folder, "platform"), join(folder, "node")];
  const program = new Program(resolve(positionals[0]), ours);
  const keys = await seed(program);
  cpSync(ours, theirs, { recursive: true });
  const platform = await start(program.serve());
  const node = canServeNode() ? await start(serveNode(theirs)) : null;
  if (!node) console.log("Node is left out: its packages are not installed (npm ci in rest/benches/node)");

  const cases = [
    ...(await graph("platform", platform, keys)),
    { name: `platform, ${REST.length} REST calls`, server: platform, clients: new Clients(platform.address, keys), page: REST },
    ...(node ? await graph("Node", node, keys) : []),
  ];
  sameDocument(cases);
  for (const one of cases) await sizes(one);
  for (const connections of CONNECTIONS) await measure(cases, connections);
}

/** An account with a past: two pages by REST are in its usage entries. */
async function seed(program) {
  const file = join(folder, "inventory.json");
  writeFileSync(file, JSON.stringify(inventory()));
  program.run("inventory", "apply", file);
  const keys = program.keys();
  const server = await start(program.serve());
  const clients = new Clients(server.address, keys);
  for (let page = 0; page < 2; page += 1) (await clients.ask(REST)).forEach(must);
  await server.stop();
  return keys;
}

async function start(starting) {
  const server = await starting;
  servers.push(server);
  return server;
}

/** The ways in which this server serves the graph, with the document that it answers first. */
async function graph(name, server, keys) {
  const clients = new Clients(server.address, keys);
  const [first] = await clients.ask(asked(query));
  if (!serves(name, first)) return [];
  const plain = { name: `${name}, GraphQL`, server, clients, page: asked(query), document: JSON.parse(first.body).data };
  const [known] = await clients.ask(registering(query));
  const [short] = await clients.ask(byHash(query));
  if (!serves(`${name} by hash`, known) || !serves(`${name} by hash`, short)) return [plain];
  return [plain, { name: `${name}, by hash`, server, clients, page: byHash(query) }];
}

function serves(name, answer) {
  try {
    return Boolean(must(answer));
  } catch ({ message }) {
    console.log(`${name} does not serve this query: ${message.slice(0, 200)}`);
    return false;
  }
}

/** What is compared answers the same, entry for entry. */
function sameDocument(cases) {
  const [one, other] = cases.flatMap(({ document }) => (document ? [document] : []));
  if (!other) return;
  assert.deepEqual(other, one, "the platform and Node answer different documents");
  console.log("the platform and Node answer the same document");
}

async function sizes(one) {
  const answers = (await one.clients.ask(one.page)).map(must);
  const packed = (await one.clients.ask(one.page, { "accept-encoding": "gzip" })).map(must);
  one.bytes = total(answers);
  one.gzip = packed.some(({ headers }) => headers["content-encoding"] === "gzip") ? total(packed) : null;
}

function total(answers) {
  return answers.reduce((sum, { body }) => sum + body.length, 0);
}

async function measure(cases, connections) {
  const figures = cases.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, one] of cases.entries()) figures[place].push(await figure(one, connections));
  }
  const medians = figures.map((all) => all.reduce(keys, {}));
  const rows = medians.map((all, place) => {
    const of = (name) => median(all[name]);
    const base = (name) => median(medians[0][name]);
    return {
      way: cases[place].name,
      "CPU µs/page": Math.round(of("cpu")),
      "pages/s": Math.round(of("rate")),
      "p50 ms": of("p50").toFixed(2),
      "p99 ms": of("p99").toFixed(2),
      bytes: cases[place].bytes,
      gzip: cases[place].gzip ?? "-",
      "× CPU": (of("cpu") / base("cpu")).toFixed(2),
      "× pages/s": (of("rate") / base("rate")).toFixed(2),
    };
  });
  console.log(`\n${connections} connection${connections > 1 ? "s" : ""}, median of ${rounds}; × beside the first line`);
  console.table(Object.fromEntries(rows.map(({ way, ...row }) => [way, row])));
}

async function figure({ server, clients, page }, connections) {
  const many = Math.ceil(page === REST ? pages / SHARE_OF_REST : pages);
  await clients.load(page, Math.ceil(many / 10), connections);
  const before = server.cpu();
  const { took, all } = await clients.load(page, many, connections);
  const cpu = (server.cpu() - before) / many;
  took.sort((a, b) => a - b);
  return { cpu, rate: (many * 1000) / all, p50: share(took, 0.5), p99: share(took, 0.99) };
}

function keys(all, one) {
  for (const [name, value] of Object.entries(one)) (all[name] ??= []).push(value);
  return all;
}

function median(figures) {
  return share([...figures].sort((a, b) => a - b), 0.5);
}

function share(sorted, part) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

function count(name) {
  const number = Number(values[name]);
  return Number.isInteger(number) && number > 0 ? number : fail(`--${name}: expected a whole number above 0`);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
