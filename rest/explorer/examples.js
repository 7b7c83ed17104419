// What the explorer opens with.

import dashboard from "./examples/dashboard.graphql";
import changeRecord from "./examples/change-record.graphql";
import watchJob from "./examples/watch-job.graphql";

// Stands for one change; `crypto.randomUUID` is missing where the page is not served over TLS.
const freshKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const NOBODY = "00000000-0000-0000-0000-000000000000";

const variables = { domainId: NOBODY, recordId: NOBODY, idempotencyKey: freshKey() };

export const tabs = [
  { query: dashboard },
  { query: changeRecord, variables: JSON.stringify(variables, null, 2) },
  { query: watchJob },
];
