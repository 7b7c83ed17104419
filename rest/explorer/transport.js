// How the explorer talks to the graph: by POST, and by a WebSocket for what goes on.

import { getOperationAST } from "graphql";
import { createClient } from "graphql-ws";

const ADDRESS = new URL("/graphql", location.href);

const LIVE = new URL(ADDRESS);
LIVE.protocol = LIVE.protocol.replace("http", "ws");

const SCHEMA = "IntrospectionQuery";

// `key` tells the API key, or nothing where there is none; `tell` is told how it goes.
export const transport = (key, tell) => {
  const credential = () => (key() ? { Authorization: `Bearer ${key()}` } : {});

  return (asked, { documentAST } = {}) => {
    if (asked.operationName === SCHEMA) {
      return schema(asked, tell);
    }
    const operation = documentAST && getOperationAST(documentAST, asked.operationName);
    return operation?.operation === "subscription"
      ? watch(asked, credential(), tell)
      : ask(asked, credential(), tell);
  };
};

// The schema is everyone's: it is read without the key, so that a wrong one does not hide it.
const schema = async (asked, tell) => {
  const { answer } = await post(asked, {});
  if (!answer.data) {
    tell("bad", "This server keeps its schema to itself: nothing is completed, queries run.");
  }
  return answer;
};

const ask = async (asked, credential, tell) => {
  const start = performance.now();
  tell("busy", "Asking…");
  try {
    const { answer, status } = await post(asked, credential);
    const refused = answer.errors?.[0]?.extensions?.code ?? (answer.errors && "with errors");
    const spent = Math.round(performance.now() - start);
    tell(refused ? "bad" : "good", [`HTTP ${status}`, refused, `${spent} ms`].filter(Boolean).join(" · "));
    return answer;
  } catch (cause) {
    tell("bad", "No answer");
    return failure(cause.message);
  }
};

// What went wrong on the way, in the shape of an answer.
const failure = (message) => ({ errors: [{ message }] });

const post = async (asked, credential) => {
  const response = await fetch(ADDRESS, {
    method: "POST",
    headers: {
      Accept: "application/graphql-response+json, application/json",
      "Content-Type": "application/json",
      ...credential,
    },
    body: JSON.stringify(asked),
    credentials: "omit",
    cache: "no-store",
  });
  const text = await response.text();
  try {
    return { answer: JSON.parse(text), status: response.status };
  } catch {
    throw new Error(`HTTP ${response.status}: ${text.slice(0, 200) || "nothing was said"}`);
  }
};

// Each subscription has a connection of its own, opened with the key of that moment.
const watch = (asked, credential, tell) => ({
  subscribe: (sink) => {
    const client = createClient({
      url: LIVE.href,
      connectionParams: credential,
      shouldRetry: () => false,
      on: {
        opened: () => tell("busy", "Connecting…"),
        connected: () => tell("good", "Watching: what happens is shown as it happens"),
      },
    });
    let ended = false;
    const end = (state, text) => {
      if (!ended) {
        ended = true;
        tell(state, text);
      }
    };
    const stop = client.subscribe(asked, {
      next: (answer) => sink.next(answer),
      error: (cause) => {
        end("bad", "The watch ended");
        sink.next(readable(cause));
        sink.complete();
      },
      complete: () => {
        end("good", "The watch ended");
        sink.complete();
      },
    });
    return {
      unsubscribe: () => {
        end("good", "Stopped");
        stop();
      },
    };
  },
});

// What ended a subscription, in words: errors of the graph, or the end of the connection.
const readable = (cause) => {
  if (Array.isArray(cause)) {
    return { errors: cause };
  }
  if (typeof cause?.code === "number") {
    return failure(`The connection was closed: ${cause.reason || "no reason was given"} (${cause.code})`);
  }
  return failure("The connection could not be opened.");
};
