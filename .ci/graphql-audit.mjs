// GraphQL over HTTP: the audits of the specification's reference implementation, and the question
// that every tool begins with.
// node graphql-audit.mjs <address> <file with the schema>, with the credential in API_KEY.
import { readFileSync } from "node:fs";
import { buildClientSchema, buildSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from "graphql";
import { serverAudits } from "graphql-http";

// What we do otherwise, by the audit's id, and why. Nothing that the specification says MUST.
const otherwise = new Map([]);

const [url, schema] = process.argv.slice(2);
const authorization = `Bearer ${process.env.API_KEY}`;
const fetchFn = (address, init = {}) => fetch(address, { ...init, headers: { ...init.headers, authorization } });

let failures = 0;
const audits = serverAudits({ url, fetchFn });
for (const audit of audits) {
  const result = await audit.fn();
  const reason = otherwise.get(audit.id);
  if (result.status === "ok") {
    // An exception that is needed no more is to be taken away.
    if (reason) fail(`${audit.id} ${audit.name}: passes, and is listed as an exception`);
  } else if (reason && !audit.name.startsWith("MUST")) {
    console.log(`otherwise  ${audit.id} ${audit.name}: ${reason}`);
  } else {
    fail(`${audit.id} ${audit.name}: ${result.reason}`);
    console.log(`           ${result.response.status} ${await rest(result.response)}`);
  }
}
await introspection();
console.log(`${audits.length} audits and the introspection, ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

// What tools are told is what the file says, order and layout aside.
async function introspection() {
  const query = getIntrospectionQuery();
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ query }) };
  const { data, errors } = await (await fetchFn(url, init)).json();
  if (errors) return fail(`introspection: ${JSON.stringify(errors)}`);
  const [told, kept] = [buildClientSchema(data), buildSchema(readFileSync(schema, "utf8"))].map(lexicographicSortSchema);
  if (printSchema(told) !== printSchema(kept)) fail(`introspection: does not tell what stands in ${schema}`);
}

function fail(what) {
  failures += 1;
  console.log(`FAILED     ${what}`);
}

// What is left of a response that an audit may have read.
async function rest(response) {
  return response.bodyUsed ? "" : (await response.text()).slice(0, 500);
}
