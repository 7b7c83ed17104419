// Asks without a pause while processes are restarted, and counts what was not answered as it should be.
// node load.mjs <address> <seconds> <requests a second>, with the credential in API_KEY.
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:https";

const [address, seconds, rate] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const authorization = `Bearer ${process.env.API_KEY}`;
const ask = (method, path, body, key) =>
  new Promise((tell) => {
    const headers = { authorization, ...(body && { "content-type": "application/json" }), ...(key && { "idempotency-key": key }) };
    const sent = request(`${address}${path}`, { method, headers, agent, timeout: 20_000 }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", (error) => tell({ status: 0, text: String(error) }));
      answer.on("end", () => tell({ status: answer.statusCode, text: Buffer.concat(parts).toString() }));
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
    sent.on("error", (error) => tell({ status: 0, text: String(error) }));
    sent.end(body);
  });

const domains = JSON.parse((await ask("GET", "/v1/domains")).text).data.filter((one) => one.status === "active");
const [{ id }] = domains;
// Reads and changes, over REST and as a graph.
const kinds = [
  () => ask("GET", "/v1/account"),
  () => ask("GET", "/v1/services?limit=5"),
  () => ask("POST", "/graphql", JSON.stringify({ query: "{ account { email } domains(first: 3) { domainName } }" })),
  (n) => ask("PUT", `/v1/domains/${id}/auto-renew`, JSON.stringify({ enabled: n % 8 < 4 }), randomUUID()),
  () => ask("POST", `/v1/domains/${id}/dns`, JSON.stringify({ name: randomUUID().slice(0, 8), content: "192.0.2.80" }), randomUUID()),
  () => {
    const query = "mutation ($input: SetDomainAutoRenewInput!, $key: String!) { setDomainAutoRenew(input: $input, idempotencyKey: $key) { id } }";
    return ask("POST", "/graphql", JSON.stringify({ query, variables: { input: { domainId: id, enabled: true }, key: randomUUID() } }));
  },
];
const records = async () => JSON.parse((await ask("GET", `/v1/domains/${id}/dns?limit=1000`)).text).data.length;
const before = await records();
let [asked, made, failed, running] = [0, 0, [], []];
const end = Date.now() + seconds * 1000;
while (Date.now() < end) {
  const n = asked++;
  running.push(
    kinds[n % kinds.length](n).then(({ status, text }) => {
      const well = status >= 200 && status < 300 && !text.includes('"errors"');
      if (!well) failed.push(`${n % kinds.length}: ${status} ${text.slice(0, 200)}`);
      else if (n % kinds.length === 4) made++;
    }),
  );
  await new Promise((go) => setTimeout(go, 1000 / rate));
}
await Promise.all(running);
const found = (await records()) - before;
console.log(`${asked} asked, ${failed.length} failed; ${made} records were made, ${found} are there`);
console.log(failed.slice(0, 20).join("\n"));
process.exit(failed.length || found !== made || asked < rate ? 1 : 0);
