// GraphQL over HTTP: the audits of the specification's reference implementation, and the question
// that every tool begins with.
// node graphql-audit.mjs <address> <file with the schema>, with the credential in API_KEY.
import { readFileSync } from "node:fs";
import { buildClientSchema, buildSchema, getIntrospectionQuery, lexicographicSortSchema, printSchema } from "graphql";
import { serverAudits } from "graphql-http";

const [url, schema] = process.argv.slice(2);
const authorization = `Bearer ${process.env.API_KEY}`;
const fetchFn = (address, init = {}) => fetch(address, { ...init, headers: { ...init.headers, authorization } });

let failures = 0;
const levels = { MUST: [0, 0], SHOULD: [0, 0], MAY: [0, 0] }; // how many hold, of how many
for (const audit of serverAudits({ url, fetchFn })) {
  const result = await audit.fn();
  const level = levels[audit.name.split(" ")[0]];
  if (!level) {
    fail(`${audit.id} ${audit.name}: neither MUST, SHOULD nor MAY`);
    continue;
  }
  level[1] += 1;
  if (result.status === "ok") {
    level[0] += 1;
    continue;
  }
  const told = `${audit.id} ${audit.name}: ${result.reason}`;
  if (level === levels.MAY) console.log(`otherwise  ${told}`);
  else fail(told);
  console.log(`           ${result.response.status} ${await rest(result.response)}`);
}
await introspection();
const counts = Object.entries(levels).map(([name, [good, all]]) => `${name} ${good} of ${all}`);
console.log(`audits: ${counts.join(", ")}; with the introspection ${failures} failures`);
process.exit(failures === 0 ? 0 : 1);

// What tools are told is what the file says, order and layout aside.
async function introspection() {
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
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
