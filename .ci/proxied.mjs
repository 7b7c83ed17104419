// The platform through a proxy: who asks is seen, files pass whole, and a terminal opens.
// node proxied.mjs <address>, with the credential in API_KEY, one for 127.0.0.1 alone in NEAR_KEY and one for
// 203.0.113.0/24 alone in FAR_KEY. Run where graphql-live.mjs finds its packages.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import WebSocket from "ws";

const [address] = process.argv.slice(2);
let failures = 0;

await check("REST is answered, and names the proxy's address", async () => {
  const answer = await ask("GET", "/v1/domains?limit=1");
  same(answer.status, 200);
  same((await ask("GET", "/.well-known/oauth-protected-resource")).body.resource, address);
  for (const header of ["x-request-id", "x-ratelimit-limit", "link", "etag"]) same(answer.headers.has(header), true);
});
await check("what is refused is refused by the platform, in its own form", async () => {
  const long = await ask("POST", "/graphql", { body: JSON.stringify({ query: " ".repeat(200_000) }) });
  same([long.status, long.body.error?.code ?? long.body.errors?.[0].extensions.code], [413, "body_too_large"]);
  same((await ask("GET", "/nowhere")).body.error.code, "not_found");
});
await check("the address of a client is what the proxy saw, whatever the client says", async () => {
  for (const name of ["x-forwarded-for", "forwarded"]) {
    const headers = { [name]: name === "forwarded" ? "for=203.0.113.9" : "203.0.113.9" };
    same((await ask("GET", "/v1/account", { key: process.env.NEAR_KEY, headers })).status, 200);
    const far = await ask("GET", "/v1/account", { key: process.env.FAR_KEY, headers });
    same([far.status, far.body.error.code], [403, "ip_not_allowed"]);
    same(far.body.error.message.includes("127.0.0.1"), true);
  }
});
await check("a file of 5 MiB passes in both directions", async () => {
  const rows = `title\n${randomBytes(60).toString("hex")}\n`.repeat(1) + `${"a".repeat(99)}\n`.repeat(52_428);
  const file = { originalName: "rows.csv", mimeType: "text/csv", sizeBytes: Buffer.byteLength(rows) };
  const body = JSON.stringify({ tool: "csv-to-json", files: [file] });
  const job = (await ask("POST", "/v1/conversion/prepare-upload", { body })).body.data;
  const upload = job.files[0].upload;
  same(upload.url.startsWith(`${address}/files/`), true);
  const put = await fetch(upload.url, { method: "PUT", headers: { "content-type": "text/csv" }, body: rows });
  same(put.status, 204);
  same((await ask("POST", `/v1/conversion/jobs/${job.id}/start`)).status, 202);
  const done = await until(async () => {
    const { data } = (await ask("GET", `/v1/conversion/jobs/${job.id}`)).body;
    return ["succeeded", "failed"].includes(data.status) && data;
  });
  same(done.status, "succeeded");
  const made = JSON.stringify(done).match(/"download_url":"([^"]+)"/)[1];
  const bytes = Buffer.from(await (await fetch(made)).arrayBuffer());
  same(JSON.parse(bytes).length, 52_429);
  console.log(`     ${bytes.length} bytes, ${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`);
});
await check("a terminal opens, and says what is typed", async () => {
  const containers = (await ask("GET", "/v1/lxc/instances")).body.data;
  const { id } = containers.find((one) => one.status === "running");
  const { url } = (await ask("POST", `/v1/lxc/instances/${id}/terminal-ticket`)).body.data;
  same(url.startsWith(address.replace(/^http/, "ws")), true);
  const socket = new WebSocket(url);
  let heard = "";
  socket.on("message", (part) => (heard += part));
  await new Promise((open, fail) => socket.once("open", open).once("error", fail));
  socket.send(Buffer.from("echo over $((40+2))\n"));
  await until(async () => heard.includes("echo"));
  socket.close();
});
console.log(failures ? `${failures} failed` : "all passed");
process.exit(failures ? 1 : 0);

async function ask(method, path, { body, key = process.env.API_KEY, headers = {} } = {}) {
  const own = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) };
  if (method !== "GET") own["idempotency-key"] = randomUUID();
  const answer = await fetch(`${address}${path}`, { method, headers: { ...own, ...headers }, body });
  const text = await answer.text();
  let read = text;
  try { read = JSON.parse(text); } catch {}
  return { status: answer.status, headers: answer.headers, body: read };
}

async function until(found) {
  for (let left = 300; left; left--) {
    const it = await found();
    if (it) return it;
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error("it did not come in time");
}

function same(found, expected) {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
}

async function check(name, run) {
  try {
    await run();
    console.log(`ok   ${name}`);
  } catch (error) {
    failures++;
    console.log(`FAIL ${name}: ${error.message}${error.cause ? ` (${error.cause.message})` : ""}`);
  }
}
