// One question, one answer: GraphQL over HTTP by plain `fetch`, typed by the document.
import type { TypedDocumentString } from "./generated/graphql.js";

/** Where the platform is, and who asks. */
export interface Platform {
  api: string;
  key: string;
}

/** What went wrong, in the platform's words. */
export interface Trouble {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; requestId: string };
}

/** What the platform answers to a document. */
export interface Told<Data> {
  data?: Data | null;
  errors?: Trouble[];
}

/** The platform refused, all or a part. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly errors: Trouble[],
  ) {
    super(errors.map((one) => `${one.extensions.code}: ${one.message}`).join("; "));
  }
}

export const KIND = "application/graphql-response+json";

/** The platform and the key that the environment names. */
export function fromEnvironment(): Platform {
  const { HOSTING_API: api, HOSTING_KEY: key } = process.env;
  if (!api || !key) throw new Error("HOSTING_API and HOSTING_KEY are needed: an address and an API key");
  return { api, key };
}

/** Asks; what is refused is thrown. */
export async function ask<Data, Variables>(
  platform: Platform,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await send(platform, document, variables, KIND, AbortSignal.timeout(10_000));
  return data(response.status, (await response.json()) as Told<Data>);
}

/** Sends a document; the answer is of the `kind` that is accepted, or it is an error. */
export async function send<Data, Variables>(
  { api, key }: Platform,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  kind: string,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${api}/graphql`, {
    method: "POST",
    headers: { accept: kind, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: document.toString(), variables }),
    signal,
  });
  const given = response.headers.get("content-type") ?? "nothing";
  if (given.split(";")[0] === kind) return response;
  throw new Error(`${response.status} ${given}: ${(await response.text()).slice(0, 500)}`);
}

/** The data of an answer that has no errors. */
export function data<Data>(status: number, told: Told<Data>): Data {
  if (told.errors) throw new Refusal(status, told.errors);
  if (!told.data) throw new Error("neither data nor errors were answered");
  return told.data;
}
