"use strict";

// Starts Swagger UI on /docs. Everything is here rather than in the page, so that the page needs no inline script.

// Swagger UI has dark colours of its own, under this class of the root element.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();

// A random UUID; `crypto.randomUUID` is missing where the page is not served over TLS.
const freshKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

const isIdempotencyKey = (parameter) =>
  parameter.get("in") === "header" && String(parameter.get("name")).toLowerCase() === "idempotency-key";

// The example of the description is everyone's, so it is as good as no key.
const isOwn = (parameter, value) =>
  Boolean(value) && value !== parameter.get("example") && value !== parameter.getIn(["schema", "example"]);

// Before "Execute" validates an operation, an empty Idempotency-Key is filled in, visibly.
const fillIdempotencyKey = (validate, system) => (pathMethod, ...rest) => {
  const parameters = system.specSelectors
    .specJsonWithResolvedSubtrees()
    .getIn(["paths", ...pathMethod, "parameters"]);
  const parameter = parameters && parameters.find(isIdempotencyKey);
  if (parameter) {
    const value = system.specSelectors.parameterWithMetaByIdentity(pathMethod, parameter).get("value");
    if (!isOwn(parameter, value)) {
      system.specActions.changeParamByIdentity(pathMethod, parameter, freshKey(), false);
    }
  }
  return validate(pathMethod, ...rest);
};

// How many scenarios ask for each operation, where the server knows from a run: each operation leads to its own.
const promised = fetch("/docs/behaviour/operations.json").then((answer) => answer.json());

const leadToPromises = (promises) => (Parameters, { React, specSelectors }) => (props) => {
  const operation = specSelectors.specJson().getIn(["paths", ...props.pathMethod, "operationId"]);
  const count = promises[operation];
  if (!count) return React.createElement(Parameters, props);
  const href = `/docs/behaviour?operation=${encodeURIComponent(operation)}`;
  const words = `Promised behaviour: ${count} scenario${count === 1 ? "" : "s"}`;
  const link = React.createElement("p", { className: "promised" }, React.createElement("a", { href }, words));
  return React.createElement(React.Fragment, null, link, React.createElement(Parameters, props));
};

const start = (promises) =>
  window.SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#explorer",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: "list",
    filter: true,
    persistAuthorization: false,
    plugins: [
      {
        statePlugins: { spec: { wrapActions: { validateParams: fillIdempotencyKey } } },
        wrapComponents: { parameters: leadToPromises(promises) },
      },
    ],
    queryConfigEnabled: false,
    showCommonExtensions: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  });

promised.catch(() => ({})).then(start);
