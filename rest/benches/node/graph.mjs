// The dashboard by Node: Fastify, mercurius with its compiler, better-sqlite3, on a data folder of the platform.
// node graph.mjs <folder>
//
// It does as much as makes the answer the same: the token's hash is looked up, scopes are checked at each edge, each
// level is one statement (gathered here: mercurius' own loaders write each parent as JSON), and the request's usage
// entry is on disk before the answer. What it does less than the platform:
// - one usage entry for a request, not one for each operation that it asks for;
// - no allowance of requests, no networks of a credential, no checksum of a token, no note of its last use;
// - no limits of depth, complexity or fields, no refusal of unknown or repeated members, no entry for what is refused
//   before it is authenticated;
// - no one snapshot for what an operation reads, no page after the first;
// - a schema of what the dashboard asks for only, without descriptions, mutations or subscriptions; ids, moments and
//   words are passed on as texts, unchecked;
// - no log, no metrics, no queued work beside it; one thread, which waits while the disk writes.
import Fastify from "fastify";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import mercurius from "mercurius";
import { callers } from "./caller.mjs";
import { open, uuid } from "./database.mjs";
import { resolvers } from "./resolvers.mjs";
import { entry, id7, log } from "./usage.mjs";

const folder = process.argv[2];
const db = open(join(folder, "hosting.db"));
const find = callers(db, folder);
const write = log(db);
const app = Fastify({ bodyLimit: 64 << 10 });

app.decorateRequest("asked", null);
app.addHook("onRequest", async (request, reply) => {
  const began = Date.now();
  const caller = find(request.headers.authorization);
  const id = id7(began);
  reply.header("x-request-id", uuid(id.toString("hex"))).header("cache-control", "no-store");
  if (!caller) {
    return reply.code(401).send({ errors: [{ message: "no such key", extensions: { code: "invalid_credential" } }] });
  }
  // What a request comes to know of its caller is its own.
  request.asked = { caller: { ...caller }, id, began, ip: request.ip, headers: request.headers };
});
app.addHook("onSend", async ({ asked }, reply) => {
  if (asked) await write(entry(asked, reply.statusCode));
});
app.register(mercurius, {
  schema: readFileSync(new URL("schema.graphql", import.meta.url), "utf8"),
  resolvers: resolvers(db),
  context: ({ asked }) => ({ caller: asked.caller }),
  jit: 1,
  compilerOptions: { disablingCapturingStackErrors: true, disableLeafSerialization: true },
  persistedQueryProvider: mercurius.persistedQueryDefaults.automatic(),
});

const address = await app.listen({ host: "127.0.0.1", port: 0 });
console.log(`listening on ${address}`);
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => app.close().then(() => db.close()));
