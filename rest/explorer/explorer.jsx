// Starts GraphiQL on /graphql, under a bar that takes the API key.

import { useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { GraphiQL } from "graphiql";
import "graphiql/graphiql.css";
import "./explorer.css";
import { tabs } from "./examples.js";
import { linked } from "./linked.js";
import { memory } from "./memory.js";
import { transport } from "./transport.js";

const NO_KEY = { state: "idle", text: "No key yet: the schema can be read, your data cannot." };
const A_KEY = { state: "good", text: "The key goes with each request, and is forgotten with this page." };
const NOT_A_KEY = { state: "bad", text: "That is not a key: a key has no spaces and only plain letters." };

// Whether the variables can be seen without hiding what they are for.
const ROOMY = window.innerHeight > 700;

// What was typed or pasted, without what people copy along.
const cleaned = (typed) => typed.trim().replace(/^bearer\s+/i, "");

const Bar = ({ status, onKey }) => (
  <header className="bar">
    <a className="brand" href="/graphql">
      <img src="/docs/icon.svg" alt="" width="26" height="26" />
      Hosting Platform API <span className="kind">GraphQL</span>
    </a>
    <div className="key">
      <label htmlFor="key">API key</label>
      <input
        id="key"
        type="password"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        placeholder="paste it here"
        aria-describedby="hint status"
        onChange={(event) => onKey(cleaned(event.target.value))}
      />
      <p className="words">
        <span id="status" className={status.state} role="status">
          {status.text}
        </span>
        <span id="hint">
          From your dashboard, or <code>hosting key create</code>; a first start prints one.
        </span>
      </p>
    </div>
    <nav aria-label="Documentation">
      <a href="/docs">REST</a>
      <a href="/schema.graphql">Schema</a>
      <a href="/graphql/explorer/licenses.txt">Licences</a>
    </nav>
  </header>
);

const Explorer = () => {
  // The key is here and in the field, nowhere else.
  const key = useRef("");
  const [status, setStatus] = useState(NO_KEY);
  const fetcher = useMemo(() => transport(() => key.current, (state, text) => setStatus({ state, text })), []);
  const take = (typed) => {
    const possible = /^[\x21-\x7e]*$/.test(typed);
    key.current = possible ? typed : "";
    setStatus(possible ? (typed ? A_KEY : NO_KEY) : NOT_A_KEY);
  };
  return (
    <>
      <Bar status={status} onKey={take} />
      <main>
        <GraphiQL
          fetcher={fetcher}
          storage={memory}
          defaultTabs={[...linked(), ...tabs]}
          isHeadersEditorEnabled={false}
          shouldPersistHeaders={false}
          defaultEditorToolsVisibility={ROOMY}
        >
          <GraphiQL.Logo>{" "}</GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  );
};

createRoot(document.getElementById("explorer")).render(<Explorer />);
