// What a subscription tells, as it happens: server-sent events by plain `fetch`.
import type { TypedDocumentString } from "./generated/graphql.js";
import { data, type Platform, send, type Told } from "./platform.js";

interface Event {
  name: string;
  text: string;
}

/** Subscribes; resolves once the platform listens. What it then gives ends with the subscription or `signal`. */
export async function follow<Data, Variables>(
  platform: Platform,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<AsyncGenerator<Data, void>> {
  const response = await send(platform, document, variables, "text/event-stream", signal);
  return nexts<Data>(response);
}

async function* nexts<Data>(response: Response): AsyncGenerator<Data, void> {
  for await (const { name, text } of events(response)) {
    if (name === "complete") return;
    if (name === "next") yield data(response.status, JSON.parse(text) as Told<Data>);
  }
  throw new Error("the platform hung up");
}

/** Blocks of lines, with a blank line after each; a line that begins with a colon only keeps the connection. */
async function* events({ body }: Response): AsyncGenerator<Event, void> {
  let event: Event = { name: "message", text: "" };
  for await (const line of lines(body)) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (line === "") {
      if (event.text) yield event;
      event = { name: "message", text: "" };
    } else if (field === "event") {
      event.name = value ?? "";
    } else if (field === "data") {
      event.text += `${event.text && "\n"}${value}`;
    }
  }
}

async function* lines(body: Response["body"]): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body ?? []) {
    const whole = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) yield line.replace(/\r$/, "");
  }
}
