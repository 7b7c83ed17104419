// The graph over WebSocket and as events, by the public clients of both protocols; and the codes that a
// socket is closed with, as <https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md> has them.
// node graphql-live.mjs <address of the platform>, with the credential in API_KEY.
import { randomUUID } from "node:crypto";
import { createClient as createEvents } from "graphql-sse";
import { createClient as createSocket } from "graphql-ws";
import WebSocket from "ws";

const PROTOCOL = "graphql-transport-ws";
const [address] = process.argv.slice(2);
const [url, socketUrl] = [`${address}/graphql`, `${address.replace(/^http/, "ws")}/graphql`];
const authorization = `Bearer ${process.env.API_KEY}`;
const CHANGE = `mutation ($input: SetDomainAutoRenewInput!, $key: String!) {
  setDomainAutoRenew(input: $input, idempotencyKey: $key) { id autoRenew }
}`;
const init = { type: "connection_init", payload: { authorization } };
const watch = { type: "subscribe", id: "1", payload: { query: "subscription { domainChanged { id } }" } };

let [passed, failures] = [0, 0];
const domain = await anyDomain();

const clients = {
  "graphql-ws": () =>
    createSocket({ url: socketUrl, webSocketImpl: WebSocket, connectionParams: { authorization }, retryAttempts: 0 }),
  "graphql-sse": () => createEvents({ url, headers: { authorization }, retryAttempts: 0 }),
};
for (const [name, create] of Object.entries(clients)) {
  await check(`${name}: a question`, using(create, question));
  await check(`${name}: a change`, using(create, change));
  await check(`${name}: a refused field is null, and the rest is answered`, using(create, refusedField));
  await check(`${name}: a document that is not valid`, using(create, notValid));
  await check(`${name}: a subscription, and changes over REST`, using(create, subscription));
}

// What is said on a new socket, and what it is closed with.
await Promise.all(
  [
    ["a text that is no JSON", 4400, ["nonsense"]],
    ["an unknown type", 4400, [init, { type: "start", id: "1", payload: {} }]],
    ["a message without a type", 4400, [{}]],
    ["a member twice", 4400, ['{"type":"ping","type":"ping"}']],
    ["bytes instead of text", 4400, [Buffer.from(JSON.stringify(init))]],
    // A proxy may lose the answer while it still passes the message on.
    ...(address.startsWith("https:")
      ? []
      : [["a message longer than 64 KiB", 4400, [{ type: "ping", payload: { long: "x".repeat(70_000) } }]]]),
    ["a subscription without an id", 4400, [init, { ...watch, id: undefined }]],
    ["a subscription without a document", 4400, [init, { ...watch, payload: {} }]],
    ["a subscription before the introduction", 4401, [watch]],
    ["an introduction without a credential", 4403, [{ type: "connection_init" }]],
    ["an introduction with a credential that is none", 4403, [{ ...init, payload: { authorization: "Bearer hpk_mistyped" } }]],
    ["the same id twice", 4409, [init, watch, watch]],
    ["two introductions", 4429, [init, init]],
    ["no introduction", 4408, []],
    ["no protocol", 4406, [], []],
  ].map(([name, code, said, protocols]) =>
    check(`${code} after ${name}`, async () => same(await closed(said, protocols ?? [PROTOCOL]), code)),
  ),
);
await check("only the protocol that is spoken is agreed to", async () => {
  const error = await within(5, new Promise((tell) => new WebSocket(socketUrl, ["graphql-ws"]).once("error", tell)));
  same(error.message, "Server sent no subprotocol");
});
await check("no socket for a page from elsewhere", async () => {
  const options = { origin: "https://elsewhere.example" };
  const error = await within(5, new Promise((tell) => new WebSocket(socketUrl, [PROTOCOL], options).once("error", tell)));
  same(error.message, "Unexpected server response: 400");
});
await check("a ping is answered with what it carried", async () => {
  const [told] = await heard([{ type: "ping", payload: { a: [1] } }], 1);
  same(told, { type: "pong", payload: { a: [1] } });
});
await check("the messages of a query, in their order", async () => {
  const payload = { query: "{ __typename }" };
  const [acknowledged, next, complete] = await heard([init, { type: "subscribe", id: "one", payload }], 3);
  same(acknowledged, { type: "connection_ack" });
  same([next.type, next.id, next.payload.data], ["next", "one", { __typename: "Query" }]);
  same(complete, { type: "complete", id: "one" });
});
await check("a document that is not valid ends in an error, and the socket stays", async () => {
  const payload = { query: "{ nonsense }" };
  const [, error, pong] = await heard([init, { type: "subscribe", id: "one", payload }, () => ({ type: "ping" })], 3);
  same([error.type, error.id, error.payload[0].extensions.code], ["error", "one", "invalid_request"]);
  same(pong.type, "pong");
});
await check("what is no longer wanted is told no more, and its id is free", async () => {
  const [, told] = await heard([init, watch, { type: "complete", id: "1" }, { ...watch, payload: { query: "{ __typename }" } }], 2);
  same([told.type, told.id, told.payload.data], ["next", "1", { __typename: "Query" }]);
});

console.log(`${passed} passed, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

function using(create, run) {
  return async () => {
    const client = create();
    await run(client);
    await client.dispose();
  };
}

async function question(client) {
  same((await first(client, "{ account { email } }")).data, { account: { email: "demo@example.com" } });
}

async function change(client) {
  domain.auto_renew = !domain.auto_renew;
  const input = { domainId: domain.id, enabled: domain.auto_renew };
  const { data } = await first(client, CHANGE, { input, key: randomUUID() });
  same(data, { setDomainAutoRenew: { id: domain.id, autoRenew: input.enabled } });
}

// GraphQL section 6.4.4.
async function refusedField(client) {
  const query = "query ($id: UUID!) { domain(domainId: $id) { id } }";
  const { data, errors } = await first(client, query, { id: randomUUID() });
  same([data, errors[0].extensions.code], [{ domain: null }, "domain_not_found"]);
}

// One of the clients throws what the other gives.
async function notValid(client) {
  const told = await first(client, "{ nonsense }").catch((errors) => ({ errors }));
  same(told.errors.map((one) => one.extensions.code), ["invalid_request"]);
}

// Changes the domain over REST until that is told: when a subscription begins, nobody is told.
async function subscription(client) {
  const changes = client.iterate({ query: "subscription { domainChanged { id autoRenew } }" });
  const told = [];
  const reading = (async () => {
    for await (const { data } of changes) told.push(data.domainChanged);
  })();
  reading.catch(() => {}); // awaited below
  const now = ({ id, autoRenew }) => id === domain.id && autoRenew === domain.auto_renew;
  for (let n = 0; n < 10 && !told.some(now); n += 1) {
    told.length = 0;
    domain.auto_renew = !domain.auto_renew;
    await rest("PUT", `/v1/domains/${domain.id}/auto-renew`, { enabled: domain.auto_renew });
    for (let tenths = 0; tenths < 10 && !told.some(now); tenths += 1) await wait(100);
  }
  same(told.find(now), { id: domain.id, autoRenew: domain.auto_renew });
  await within(5, changes.return());
  await within(5, reading);
}

async function first(client, query, variables) {
  return (await within(10, client.iterate({ query, variables }).next())).value;
}

async function anyDomain() {
  const all = await rest("GET", "/v1/domains");
  const found = all.find((one) => one.status === "active");
  if (!found) throw new Error("no domain is active");
  return found;
}

async function rest(method, path, body) {
  const headers = { authorization, "content-type": "application/json", "idempotency-key": randomUUID() };
  const response = await fetch(address + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()).data;
}

// Says all at once; the code that the socket is then closed with.
function closed(said, protocols) {
  const socket = new WebSocket(socketUrl, protocols);
  socket.on("open", () => said.forEach((one) => say(socket, one)));
  const code = new Promise((tell, refuse) => socket.on("close", tell).on("error", refuse));
  return within(15, code).finally(() => socket.terminate());
}

// Says one after the other, and collects so many messages; a function says something to what was heard last.
function heard(said, count) {
  const socket = new WebSocket(socketUrl, PROTOCOL);
  const [messages, answers] = [[], said.filter((one) => typeof one === "function")];
  socket.on("open", () => said.filter((one) => typeof one !== "function").forEach((one) => say(socket, one)));
  const all = new Promise((tell, refuse) => {
    socket.on("close", (code) => refuse(new Error(`closed with ${code} after ${JSON.stringify(messages)}`)));
    socket.on("error", refuse);
    socket.on("message", (text) => {
      messages.push(JSON.parse(text));
      if (messages.length === count) tell(messages);
      else if (messages.at(-1).id && answers.length) say(socket, answers.shift()(messages.at(-1)));
    });
  });
  return within(10, all).finally(() => socket.terminate());
}

function say(socket, one) {
  const raw = typeof one === "string" || Buffer.isBuffer(one);
  socket.send(raw ? one : JSON.stringify(one));
}

function wait(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

function within(seconds, promise) {
  let timer;
  const late = new Promise((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`nothing within ${seconds} seconds`)), seconds * 1000);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function same(told, expected) {
  const [left, right] = [told, expected].map((one) => JSON.stringify(one));
  if (left !== right) throw new Error(`expected ${right}, got ${left}`);
}

async function check(name, run) {
  try {
    await run();
    passed += 1;
  } catch (error) {
    failures += 1;
    console.log(`FAILED     ${name}: ${error.message ?? JSON.stringify(error)}`);
  }
}
