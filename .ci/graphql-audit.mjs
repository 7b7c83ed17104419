// GraphQL over HTTP: the audits of the specification's reference implementation.
// node graphql-audit.mjs <address>, with the credential in API_KEY.
import { serverAudits } from "graphql-http";

// What we do otherwise, by the audit's id, and why. Nothing that the specification says MUST.
const otherwise = new Map([]);

const [url] = process.argv.slice(2);
const authorization = `Bearer ${process.env.API_KEY}`;
// The audits write some headers in small letters and some not at all; this one is added to each.
const fetchFn = (address, init = {}) => fetch(address, { ...init, headers: { ...init.headers, authorization } });

let failures = 0;
for (const audit of serverAudits({ url, fetchFn })) {
  const result = await audit.fn();
  const reason = otherwise.get(audit.id);
  if (result.status === "ok") {
    // An exception that is needed no more is to be taken away.
    if (reason) failures += report(audit, "passes, and is listed as an exception");
  } else if (reason && !audit.name.startsWith("MUST")) {
    console.log(`otherwise  ${audit.id} ${audit.name}: ${reason}`);
  } else {
    failures += report(audit, result.reason);
    if (result.response) console.log(`           ${result.response.status} ${await text(result.response)}`);
  }
}
console.log(failures === 0 ? "every audit passes" : `${failures} audits fail`);
process.exit(failures === 0 ? 0 : 1);

function report(audit, reason) {
  console.log(`FAILED     ${audit.id} ${audit.name}: ${reason}`);
  return 1;
}

async function text(response) {
  return response.bodyUsed ? "" : (await response.text()).slice(0, 500);
}
