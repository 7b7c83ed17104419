// Requests that are meant to do harm, and what each has to come to: within a second, never as a failure of
// the server, and an ordinary question is answered afterwards.
// node graphql-attacks.mjs <address of the platform>, with credentials of two accounts in API_KEY and
// OTHER_KEY, both without a narrow allowance, and the id of the server's process in PLATFORM_ID.
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

const [address] = process.argv.slice(2);
const { API_KEY, OTHER_KEY, PLATFORM_ID } = process.env;
const SECOND = 1000;
const INVALID = "invalid_request";
// What tells of the inside: suggestions, sources, paths, words of the language that it is written in.
const INSIDE = /did you mean|panicked|backtrace|\.rs\b|\/(home|root|usr|tmp|src)\/|\br#|\bstruct\b/i;

const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === "string" ? one : one(i))).join(" ");
const nested = (n, open, inmost, close) => open.repeat(n) + inmost + close.repeat(n);
const list = (n, inmost = "") => nested(n, "[", inmost, "]");
const object = (n) => nested(n, "{a:", "1", "}");
const around = (n) => `{__schema{types{${nested(n, "fields{type{", "name", "}}")}}}}`;
const doubling = (n, on, inmost) =>
  `${times(n, (i) => `fragment f${i} on ${on} { ...f${i + 1} ...f${i + 1} }`)} fragment f${n} on ${on} { ${inmost} }`;
const hash = (text) => createHash("sha256").update(text).digest("hex");

const post = (body, headers) => ({ body: typeof body === "string" || body instanceof Buffer ? body : JSON.stringify(body), headers });
const ask = (query, variables, more) => post({ query, variables, ...more });
const get = (fields, headers) => ({ method: "GET", path: `/graphql?${new URLSearchParams(fields)}`, headers });
const as = (type, body) => post(body, { "content-type": type });
const known = (query, persistedQuery) => post({ query, extensions: { persistedQuery } });

const unknown = randomUUID();
const domain = (of) => `{domain(domainId:${of}){id}}`;
const auto = (input) => `mutation{setDomainAutoRenew(input:${input},idempotencyKey:"attack-0001"){id}}`;
const sized = (n) => `{account{domains(first:${n}){nodes{id}}}}`;
const SIZES = "query($n:Int){account{domains(first:$n){nodes{dnsRecords(first:$n){nodes{id}}}}}}";
const PLAIN = "{__typename}";
const JSON_BODY = JSON.stringify({ query: PLAIN });
const TWO = "query a{__typename} query b{__typename}";
const asFirst = (n) => ask("query($n:Int){domains(first:$n){id}}", { n });

// [name, status, code of the first error (none: no error), request, what else has to hold].
// A document that is refused before it is executed is 400 to whoever accepts the newer media type, a field
// that is refused is 200 (GraphQL over HTTP, section 6.4.2).
const attacks = [
  // Selections: depth 12, 5 000 fields and records, 100 fields at the root.
  ["doubling fragments, small", 200, undefined, ask(`{...f0} ${doubling(5, "Query", "account{id}")}`)],
  ["doubling fragments, 2^40", 400, INVALID, ask(`{...f0} ${doubling(40, "Query", "account{id}")}`)],
  ["doubling fragments further down", 400, INVALID, ask(`{account{...f0}} ${doubling(40, "Account", "id")}`)],
  ["fragments in a circle", 400, INVALID, ask("{account{...a}} fragment a on Account{...b} fragment b on Account{...a}")],
  ["a fragment within itself", 400, INVALID, ask("{account{...a}} fragment a on Account{id ...a}")],
  ["a circle through inline fragments", 400, INVALID, ask("{account{...a}} fragment a on Account{...on Account{...{id ...a}}}")],
  ["a circle through fields", 400, INVALID, ask("{domains(first:1){...a}} fragment a on Domain{emailServices{domain{...a}}}")],
  ["a circle that nobody uses", 400, INVALID, ask("{account{id}} fragment a on Account{...b} fragment b on Account{...a}")],
  ["1000 aliases at the root", 400, INVALID, ask(`{${times(1000, (i) => `a${i}:account{id}`)}}`)],
  ["1000 aliases further down", 400, INVALID, ask(`{account{${times(1000, (i) => `a${i}:id`)}}}`)],
  ["5000 times the same at the root", 400, INVALID, ask(`{${times(5000, "__typename")}}`)],
  ["5000 times the same further down", 400, INVALID, ask(`{account{${times(5000, "__typename")} id}}`)],
  ["10000 times the same field", 400, INVALID, ask(`{account{${times(10_000, "id")}}}`)],
  ["500 unknown directives", 400, INVALID, ask(`{account${times(500, "@aaaa")}{id}}`), few],
  ["500 directives that are known", 400, INVALID, ask(`{account${times(500, "@include(if:true)")}{id}}`), few],
  ["500 directives of an operation", 400, INVALID, ask(`query${times(500, "@aaaa")}{account{id}}`), few],
  ["500 directives of a fragment", 400, INVALID, ask(`{account{...a}} fragment a on Account${times(500, "@aaaa")}{id}`), few],
  ["500 directives of a variable", 400, INVALID, ask(`query($a:UUID!${times(500, "@aaaa")}){domain(domainId:$a){id}}`, { a: unknown }), few],
  ["the schema in a circle, 25 times", 400, INVALID, ask(around(25))],
  ["the schema in a circle, 10 times", 400, INVALID, ask(around(10))],
  ["the schema in a circle, under 400 names", 400, INVALID, ask(`{__schema{types{${times(400, (i) => `a${i}:fields{type{fields{type{name}}}}`)}}}}`)],
  ["the schema in a circle, 600 times the same", 400, INVALID, ask(`{__schema{types{${times(600, "fields{type{fields{type{name}}}}")}}}}`)],
  ["the schema under 100 names", 400, INVALID, ask(`{${times(100, (i) => `a${i}:__schema{types{fields{type{fields{type{name}}}}}}`)}}`)],
  ["relations in a circle", 400, INVALID, ask(`{domains(first:1){${nested(8, "emailServices{domain{", "id", "}}")}}}`)],
  ["relations in a circle, within the depth", 400, INVALID, ask(`{domains(first:1){${nested(4, "emailServices{domain{", "id", "}}")}}}`)],
  ["lists of lists", 400, INVALID, ask("{account{domains(first:1000){nodes{dnsRecords(first:1000){nodes{id}}}}}}")],
  ["lists of lists, from behind", 400, INVALID, ask("{account{domains(last:1000){nodes{dnsRecords(last:1000){nodes{id}}}}}}")],
  ["lists of lists by a variable", 400, INVALID, ask(SIZES, { n: 1000 })],
  ["lists of lists by a variable's default", 400, INVALID, ask(SIZES.replace("Int", "Int=1000"))],
  ["lists of lists by a null", 400, INVALID, ask("query($n:Int){domains(first:$n){dnsRecords(first:1000){nodes{id}}}}", { n: null })],
  ["ten long lists", 400, INVALID, ask(`{account{${times(10, (i) => `a${i}:domains(first:1000){nodes{id}}`)}}}`)],
  ["6000 records by their ids", 400, INVALID, ask("query($ids:[ID!]!){nodes(ids:$ids){nodeId}}", { ids: Array(6000).fill("x") })],
  ["101 records by their ids", 200, INVALID, ask("query($ids:[ID!]!){nodes(ids:$ids){nodeId}}", { ids: Array(101).fill("x") }), named("ids")],

  // Sizes: what is no Int (32 bits) is no valid document, and what is one is refused by the field.
  ...["-1", "2147483648", "-2147483649", "99999999999999999999", "1.5", "1e3", '"5"', "true", "[5]", "{}", "ACTIVE"].map((n) => [`first: ${n}`, 400, INVALID, ask(sized(n))]),
  ...["0", "1001"].map((n) => [`first: ${n}`, 200, INVALID, ask(sized(n)), named("first")]),
  ...[-1, 2 ** 31, -(2 ** 31) - 1, 1e20, 1.5, "5", true, [5], {}].map((n) => [`first by a variable: ${JSON.stringify(n)}`, 400, INVALID, asFirst(n)]),
  ...[0, 1001].map((n) => [`first by a variable: ${n}`, 200, INVALID, asFirst(n), named("first")]),
  ["first and last", 200, INVALID, ask("{account{domains(first:1,last:1){nodes{id}}}}")],

  // Texts and bodies: 64 KiB, JSON 32 deep.
  ["a document of more than 64 KiB", 413, "body_too_large", ask(`${PLAIN}#${"x".repeat(65_536)}`)],
  ["a body of more than 64 KiB", 413, "body_too_large", ask(PLAIN, { a: "x".repeat(65_536) })],
  ["a body of 10 MiB", 413, "body_too_large", ask(PLAIN, { a: "x".repeat(10 << 20) })],
  ["20000 signs", 400, INVALID, ask(`${PLAIN}#${"!".repeat(20_000)}`)],
  ["variables 20000 deep", 400, "invalid_json", post(`{"query":"${PLAIN}","variables":{"a":${list(20_000)}}}`)],
  ["variables 40 deep", 400, "invalid_json", post(`{"query":"${PLAIN}","variables":{"a":${list(40)}}}`)],
  ["variables 20 deep where a text belongs", [200, 400], INVALID, ask("query($a:UUID!){domain(domainId:$a){id}}", { a: JSON.parse(list(20)) })],
  ["variables 3000 deep in the address", 400, INVALID, get({ query: PLAIN, variables: `{"a":${list(3000)}}` })],
  ["an address of 70 KiB", 414, null, get({ query: `${PLAIN}#${"x".repeat(70_000)}` })],
  ["nothing", 400, "invalid_json", post("")],
  ["half of an object", 400, "invalid_json", post("{")],
  ["text behind the object", 400, "invalid_json", post(`${JSON_BODY} x`)],
  ["bytes that are no UTF-8", 400, "invalid_json", post(Buffer.from('{"query":"\xff"}', "latin1"))],
  ["half of a surrogate pair in JSON", 400, "invalid_json", post(`{"query":"${PLAIN}","variables":{"a":"\\ud800"}}`)],
  ["a member twice", 400, "invalid_json", post(`{"query":"${PLAIN}","query":"{account{id}}"}`)],
  ["a member twice within variables", 400, "invalid_json", post(`{"query":"${PLAIN}","variables":{"a":1,"a":2}}`)],
  ["an unknown member", 400, INVALID, post({ query: PLAIN, other: 1 })],
  ...[{}, { query: null }, { query: 7 }, { query: [PLAIN] }, { query: {} }].map((body) => [`the body ${JSON.stringify(body)}`, 400, INVALID, post(body)]),
  ...[{ variables: [] }, { variables: "{}" }, { variables: 7 }, { operationName: 7 }, { extensions: [] }].map((more) => [`with ${JSON.stringify(more)}`, 400, INVALID, ask(PLAIN, undefined, more)]),
  ...[[], [{}, {}], [{ query: PLAIN }, { query: PLAIN }], [PLAIN], [PLAIN, null, null, null]].map((body) => [`the batch ${JSON.stringify(body)}`, 400, INVALID, post(body)]),
  ...["7", "null", '"{__typename}"'].map((body) => [`the body ${body}`, 400, /^invalid_(json|request)$/, post(body)]),

  // What a page from elsewhere can make a browser send (CSRF), and by GET nothing is changed.
  ["text/plain", 415, "unsupported_media_type", as("text/plain", JSON_BODY)],
  ["a form", 415, "unsupported_media_type", as("application/x-www-form-urlencoded", `query=${encodeURIComponent(PLAIN)}`)],
  ["a form of several parts", 415, "unsupported_media_type", as("multipart/form-data; boundary=x", `--x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n${JSON_BODY}\r\n--x--\r\n`)],
  ["application/graphql", 415, "unsupported_media_type", as("application/graphql", PLAIN)],
  ["no content type", 415, "unsupported_media_type", as("", JSON_BODY)],
  ["text/plain that mentions JSON", 415, "unsupported_media_type", as("text/plain; application/json", JSON_BODY)],
  ["a change by GET", 405, "method_not_allowed", get({ query: "mutation{__typename}" })],
  ["a change among questions by GET", 405, "method_not_allowed", get({ query: "query a{__typename} mutation b{__typename}", operationName: "b" })],
  ["a change by HEAD", 405, null, { ...get({ query: "mutation{__typename}" }), method: "HEAD" }],
  ["a change by its hash", 200, undefined, known("mutation{__typename}", { version: 1, sha256Hash: hash("mutation{__typename}") })],
  ["a change by its hash by GET", 405, "method_not_allowed", get({ extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash("mutation{__typename}") } }) })],
  ["PUT", 405, null, { method: "PUT", body: JSON_BODY }],
  ["a subscription by POST", 400, INVALID, ask("subscription{domainChanged{id}}")],
  ["a subscription by GET", 400, INVALID, get({ query: "subscription{domainChanged{id}}" })],
  ["several fields of a subscription", 400, INVALID, ask("subscription{domainChanged{id} serviceChanged{id}}")],
  ["an answer that is not there", 406, INVALID, post(JSON_BODY, { accept: "text/html" })],

  // What is misspelt is not put right.
  ["a field", 400, INVALID, ask("{account{emial}}")],
  ["a field at the root", 400, INVALID, ask("{acount{email}}")],
  ["an argument", 400, INVALID, ask("{domains(frist:1){id}}")],
  ["a choice", 400, INVALID, ask("{domains(status:ACTVE){id}}")],
  ["a choice in a variable", 400, INVALID, ask("query($a:DomainStatus){domains(status:$a){id}}", { a: "ACTVE" })],
  ["a type", 400, INVALID, ask("query($a:DomainStats){domains(status:$a){id}}")],
  ["a type of a fragment", 400, INVALID, ask('{node(id:"x"){...on Domian{id}}}')],
  ["a directive", 400, INVALID, ask("{account@inclde(if:true){id}}")],
  ["a member of an input", 400, INVALID, ask(auto(`{domainId:"${unknown}",enabeld:true}`))],
  ["a member of an input in a variable", 400, INVALID, ask(auto("$i").replace("mutation", "mutation($i:SetDomainAutoRenewInput!)"), { i: { domainId: unknown, enabled: true, enabeld: true } })],
  ["a fragment", 400, INVALID, ask("{account{...a}}")],
  ["a variable that is not declared", 400, INVALID, ask("{domains(first:$n){id}}")],
  // Where a variable may stand does not depend on what is sent for it (GraphQL section 5.8.5).
  ["a variable that is a list where a number belongs", 400, INVALID, ask("query($a:[Int]){domains(first:$a){id}}")],
  ["a variable that is a text where a number belongs", 400, INVALID, ask("query($a:String){domains(first:$a){id}}")],
  ["a variable that may be null where nothing may", 400, INVALID, ask("query($a:UUID){domain(domainId:$a){id}}")],
  ["a type of DNS records", 400, INVALID, ask('{domains(first:1){dnsRecords(filter:{type:NONSENSE}){nodes{id}}}}')],
  ["a name of DNS records", 200, INVALID, ask('{domains(first:1){dnsRecords(filter:{name:"a\\nb"}){nodes{id}}}}'), named("/name")],

  // Documents by their hashes.
  ["an unknown hash", 400, "PERSISTED_QUERY_NOT_FOUND", known(undefined, { version: 1, sha256Hash: hash(randomUUID()) })],
  ["the hash of another document", 400, INVALID, known(PLAIN, { version: 1, sha256Hash: hash("{account{id}}") })],
  ["a hash of version 2", 400, INVALID, known(PLAIN, { version: 2, sha256Hash: hash(PLAIN) })],
  ["a hash of no version", 400, INVALID, known(PLAIN, { sha256Hash: hash(PLAIN) })],
  ["a short hash", 400, INVALID, known(undefined, { version: 1, sha256Hash: "ab" })],
  ["a long hash", 400, INVALID, known(undefined, { version: 1, sha256Hash: "0".repeat(60_000) })],
  ["a hash that is no hexadecimal", 400, INVALID, known(undefined, { version: 1, sha256Hash: "é".repeat(32) })],
  ...[null, [], "x", 7].map((one) => [`a hash in ${JSON.stringify(one)}`, 400, INVALID, known(undefined, one)]),
  ["what is not valid, with its hash", 400, INVALID, known("{nonsense}", { version: 1, sha256Hash: hash("{nonsense}") })],
  ["what is not valid is not kept", 400, "PERSISTED_QUERY_NOT_FOUND", known(undefined, { version: 1, sha256Hash: hash("{nonsense}") })],

  // Texts: what no name, cursor or identity can be.
  ["NUL in a text", 200, INVALID, ask('{domains(nameContains:"a\\u0000b"){id}}')],
  ["NUL in a variable", 200, INVALID, ask("query($a:String){domains(nameContains:$a){id}}", { a: "a\0b" })],
  ["NUL between words", 400, INVALID, ask("{\0__typename}")],
  ["half of a surrogate pair in a text", 400, INVALID, ask('{domains(nameContains:"\\ud800"){id}}')],
  ["NUL in a cursor", 200, INVALID, ask('{domains(after:"a\\u0000"){id}}')],
  ["half of a surrogate pair in a cursor", 400, INVALID, ask('{domains(after:"\\udfff"){id}}')],
  ...["", "nonsense", "münchen 😀", "AAAA", "=".repeat(5000)].flatMap((one) => [
    [`the cursor ${one.slice(0, 20)}`, 200, INVALID, ask("query($a:String){domains(after:$a){id}}", { a: one }), named("after")],
    [`the cursor ${one.slice(0, 20)} of a connection`, 200, INVALID, ask("query($a:String){account{domains(before:$a){nodes{id}}}}", { a: one }), named("before")],
  ]),
  ["NUL in an identity", 200, undefined, ask('{node(id:"domain_\\u0000"){nodeId}}'), gives({ node: null })],
  ["an identity of a kind that is not", 200, undefined, ask(`{node(id:"query_${unknown.replaceAll("-", "")}"){nodeId}}`), gives({ node: null })],
  ["an identity that is no UUID", [200, 400], INVALID, ask(domain('"x"'))],
  ["NUL in a key", 200, "idempotency_key_invalid", ask(auto(`{domainId:"${unknown}",enabled:true}`).replace("attack", "a\\u0000tack"))],
  ["a field in Unicode", 400, INVALID, ask("{account{müller}}")],
  ["an operation in Unicode", 400, INVALID, ask("query ä{__typename}")],
  ["an alias in Unicode", 400, INVALID, ask("{😀:__typename}")],

  // Operations.
  ["two operations, none named", 400, INVALID, ask(TWO)],
  ["two operations, another named", 400, INVALID, ask(TWO, undefined, { operationName: "c" })],
  ["two operations, one named", 200, undefined, ask(TWO, undefined, { operationName: "b" })],
  ["one operation, another named", 400, INVALID, ask("query a{__typename}", undefined, { operationName: "__proto__" })],
  ["two operations without a name", 400, INVALID, ask(PLAIN + PLAIN)],
  ["two operations of one name", 400, INVALID, ask("query a{__typename} query a{__typename}")],
  ...["", " ", ",,,", "# nothing", "fragment a on Account{id}", "type A{b:Int}", "{", "{}", "query{}", "{account{", "\u0000"].map((text) => [`the document ${JSON.stringify(text)}`, 400, INVALID, ask(text)]),
  ["a byte order mark before the document", 200, undefined, ask(`\ufeff${PLAIN}`)],
  ["a byte order mark before the body", 400, "invalid_json", post(`\ufeff${JSON_BODY}`)],

  // Credentials.
  ["nobody", 200, "invalid_token", post({ query: "{account{id}}" }, { authorization: undefined })],
  ["a credential that is none", 401, "invalid_token", post(JSON_BODY, { authorization: "Bearer hpk_mistyped" })],

  // A refused field is null and stands in the answer, and the rest is answered (GraphQL section 6.4.4).
  ["a refused field alone", 200, "domain_not_found", ask(domain(`"${unknown}"`)), gives({ domain: null })],
  ["a refused field beside another", 200, "domain_not_found", ask(`{domain(domainId:"${unknown}"){id} __typename}`), gives({ domain: null, __typename: "Query" })],
];

// How deep anything may be written down; last, since not every server survives it.
const deepest = [
  ["selections 5000 deep", 400, INVALID, ask(nested(5000, "{a", "", "}"))],
  ["selections that are not closed", 400, INVALID, ask("{a".repeat(7000))],
  ["inline fragments 2500 deep", 400, INVALID, ask(`{${nested(2500, "...{", "__typename", "}")}}`)],
  ["a list type 7000 deep", 400, INVALID, ask(`query($a:${list(7000, "Int")}){domains(first:$a){id}}`)],
  ...[200, 500, 1500, 3000, 7000].flatMap((n) => [
    [`a literal list ${n} deep`, [200, 400], INVALID, ask(domain(list(n)))],
    [`a literal object ${n} deep`, [200, 400], INVALID, ask(domain(object(n)))],
    [`a default ${n} deep`, [200, 400], INVALID, ask(`query($a:UUID!=${object(n)}){domain(domainId:$a){id}}`)],
    [`a directive's argument ${n} deep`, 400, INVALID, ask(`{account@include(if:${list(n)}){id}}`)],
    [`an input ${n} deep`, 400, INVALID, ask(auto(object(n)))],
    [`a text's place taken by a list ${n} deep`, 400, INVALID, ask(`{domains(nameContains:${list(n)}){id}}`)],
  ]),
];

let [passed, failures] = [0, 0];
await all(attacks);
await check("records of another account are as unknown as any", strangers);
await ordinary();
await check("3000 documents are not all kept", flood);
await ordinary();
await all(deepest);
finish();

async function all(requests) {
  for (const [name, status, code, request, holds] of requests) {
    await check(name, async () => attack(status, code, request, holds));
    await ordinary();
  }
}

async function attack(status, code, request, holds) {
  const { response, text, took } = await send(request);
  expect([status].flat().includes(response.status), `status ${response.status}`, text);
  expect(took < SECOND, `answered after ${Math.round(took)} ms`, text);
  expect(!INSIDE.test(text), `tells ${INSIDE.exec(text)?.[0]}`, text);
  if (code === null) return;
  const { data, errors } = JSON.parse(text);
  const told = errors?.[0]?.extensions;
  const right = code instanceof RegExp ? code.test(told?.code) : told?.code === code;
  expect(right, `code ${told?.code}`, text);
  expect(!errors || errors.every((one) => one.message && one.extensions.requestId), "an error without its request", text);
  if (typeof holds === "function") holds({ data, errors }, text);
}

// A few words say what is wrong; they are not the request all over again.
function few({ errors }, text) {
  expect(errors.length <= 100, `${errors.length} errors`, text);
}

function named(what) {
  return ({ errors: [{ message, extensions }] }, text) => {
    const words = message + JSON.stringify(extensions.details ?? "");
    expect(words.includes(what), `does not name ${what}`, text);
  };
}

function gives(expected) {
  return ({ data }, text) => expect(JSON.stringify(data) === JSON.stringify(expected), "the data", text);
}

// The answer for somebody else's record is that for one that never was.
async function strangers() {
  const owned = "{account{nodeId services(first:5){nodes{nodeId id}} domains(first:5){nodes{nodeId id}}}}";
  const { account } = (await answer(ask(owned), OTHER_KEY)).data;
  const [services, domains] = [account.services.nodes, account.domains.nodes];
  const never = (nodeId) => `${nodeId.split("_")[0]}_${randomUUID().replaceAll("-", "")}`;
  const all = [account, ...services, ...domains].map((one) => one.nodeId);
  expect(all.length > 1, "the other account has no records", "");
  const nodes = (ids) => answer(ask("query($ids:[ID!]!){nodes(ids:$ids){nodeId __typename}}", { ids }));
  const theirs = await nodes(all);
  expect(theirs.data?.nodes.every((one) => one === null), "a record of another account", JSON.stringify(theirs));
  same(theirs, await nodes(all.map(never)));
  for (const [kind, records] of Object.entries({ service: services, domain: domains })) {
    const one = (id) => answer(ask(`query($id:UUID!){${kind}(${kind}Id:$id){id}}`, { id }));
    for (const { id } of records) same(await one(id), await one(randomUUID()));
  }
  for (const { id } of domains) {
    const change = (domainId) => answer(ask(auto(`{domainId:"${domainId}",enabled:true}`)));
    same(await change(id), await change(randomUUID()));
  }
}

function same(one, other) {
  const words = (told) => JSON.stringify({ ...told, extensions: null }).replace(/"requestId":"[^"]*"/g, "");
  expect(words(one) === words(other), "different answers", `${words(one)} and ${words(other)}`);
}

// Documents that nobody asks for again: memory has room for the last of them only.
async function flood() {
  const document = (n) => `{${times(90, (i) => `n${n}_${i}_${"x".repeat(20)}:__typename`)}}`;
  const some = async (from, to) => {
    for (let n = from; n < to; n += 10) {
      const answers = Array.from({ length: 10 }, (_, i) => answer(ask(document(n + i))));
      for (const { errors } of await Promise.all(answers)) expect(!errors, "refused", JSON.stringify(errors));
    }
  };
  await some(0, 1000);
  const before = memory();
  await some(1000, 4000);
  const more = memory() - before;
  console.log(`memory: ${before} MiB, and ${more} MiB more after 3000 further documents`);
  expect(more < 40, `${more} MiB more`, "");
}

// Of the server's process, in MiB.
function memory() {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${PLATFORM_ID}/status`, "utf8"));
  return Math.round(kibibytes / 1024);
}

async function send({ method = "POST", path = "/graphql", headers, body }, key = API_KEY) {
  const usual = { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/graphql-response+json" };
  const sent = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  const began = performance.now();
  const response = await fetch(address + path, { method, headers: sent, body, signal: AbortSignal.timeout(20 * SECOND) });
  const text = await response.text();
  return { response, text, took: performance.now() - began };
}

async function answer(request, key) {
  return JSON.parse((await send(request, key)).text);
}

// Nobody has to wait for what somebody else has done; where nothing answers any more, the rest is pointless.
async function ordinary() {
  try {
    const { response, text, took } = await send(ask("{account{email}}"));
    expect(response.status === 200 && took < SECOND, `an ordinary question: ${response.status} after ${Math.round(took)} ms`, text);
  } catch (error) {
    failures += 1;
    console.log(`FAILED     and then ${reason(error)}`);
    if (error.cause?.code === "ECONNREFUSED") finish();
  }
}

function expect(holds, what, text) {
  if (!holds) throw new Error(`${what}: ${text.slice(0, 400)}`);
}

async function check(name, run) {
  try {
    await run();
    passed += 1;
  } catch (error) {
    failures += 1;
    console.log(`FAILED     ${name.slice(0, 100)}: ${reason(error)}`);
  }
}

function reason(error) {
  return [error.message, error.cause?.code].filter(Boolean).join(", ");
}

function finish() {
  console.log(`${attacks.length + 2 + deepest.length} attacks: ${passed} passed, ${failures} failures`);
  process.exit(failures === 0 ? 0 : 1);
}
