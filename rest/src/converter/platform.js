// Asks the platform, as any program of a customer may.

const PATIENCE = { first: 250, most: 2000 }; // milliseconds between two looks at a job
const AGAIN = 2; // times that is asked again where no answer came
const FINAL = ["succeeded", "failed", "cancelled", "expired"];

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// A random UUID; `crypto.randomUUID` is missing where the page is not served over TLS.
const freshKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

// What the platform did not do, and why.
export class Refused extends Error {
  constructor({ code, message, details, called }, wait) {
    super(message);
    this.code = code;
    this.called = called; // what it is called, where that is not its code's to say
    this.details = details ?? [];
    this.wait = wait; // seconds until it may be asked again
  }
}

const unreachable = () => new Refused({ code: "unreachable", message: "the platform does not answer" });

const refused = (text, status, wait) => {
  try {
    const { error } = JSON.parse(text);
    return new Refused(error, wait);
  } catch {
    return new Refused({ code: `status_${status}`, message: `the answer has the status ${status}` }, wait);
  }
};

const sent = async (path, request) => {
  for (let left = AGAIN; ; left -= 1) {
    try {
      return await fetch(path, request);
    } catch {
      if (left === 0) throw unreachable();
      await pause(1000);
    }
  }
};

// The addresses of files name the platform as its operator does: on this machine it has several names.
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];
export const near = (address) => {
  const url = new URL(address, location.href);
  const both = [url.hostname, location.hostname];
  const same = url.port === location.port && url.protocol === location.protocol;
  return same && both.every((host) => LOOPBACK.includes(host)) ? new URL(url.pathname + url.search, location.origin) : url;
};

// What the server says of itself: why it converts nothing, if that is so.
export const seal = async () => {
  try {
    const health = await (await fetch("/health", { headers: { accept: "application/json" } })).json();
    return health.seal?.refused;
  } catch {
    return undefined;
  }
};

export class Platform {
  #key;

  constructor(key) {
    this.#key = key;
  }

  // Asks an operation; what changes something is asked again under the same key where no answer came.
  async ask(method, path, body) {
    const headers = { authorization: `Bearer ${this.#key}` };
    if (method !== "GET") headers["idempotency-key"] = freshKey();
    if (body) headers["content-type"] = "application/json";
    const answer = await sent(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
    const text = await answer.text();
    if (!answer.ok) throw refused(text, answer.status, Number(answer.headers.get("retry-after")) || undefined);
    return JSON.parse(text).data;
  }

  tools() {
    return this.ask("GET", "/v1/conversion/tools");
  }

  account() {
    return this.ask("GET", "/v1/account");
  }

  prepare(tool, options, files) {
    const told = files.map(({ file, type }) => ({ originalName: file.name, mimeType: type, sizeBytes: file.size }));
    return this.ask("POST", "/v1/conversion/prepare-upload", { tool, options, files: told });
  }

  start(job) {
    return this.ask("POST", `/v1/conversion/jobs/${job}/start`);
  }

  cancel(job) {
    return this.ask("POST", `/v1/conversion/jobs/${job}/cancel`);
  }

  job(job) {
    return this.ask("GET", `/v1/conversion/jobs/${job}`);
  }

  // Looks at a job until it is over; `tell` hears of each look.
  async follow(id, tell) {
    for (let wait = PATIENCE.first; ; wait = Math.min(wait * 1.5, PATIENCE.most)) {
      try {
        const job = await this.job(id);
        tell(job);
        if (FINAL.includes(job.status)) return job;
      } catch (refusal) {
        // It goes on without us: who asks too often, or at a bad moment, asks later.
        if (!refusal.wait) throw refusal;
        await pause(refusal.wait * 1000);
      }
      await pause(wait);
    }
  }
}

// Sends a file where it is awaited; `tell` hears how many bytes are gone. Only this tells how far an upload is.
export const upload = ({ method, url, headers }, file, tell, signal) =>
  new Promise((done, failed) => {
    const request = new XMLHttpRequest();
    request.open(method, near(url));
    // The length is the browser's to say.
    for (const [name, value] of Object.entries(headers)) {
      if (name.toLowerCase() !== "content-length") request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded }) => tell(loaded);
    request.onload = () => (request.status < 300 ? done() : failed(refused(request.responseText, request.status)));
    request.onerror = () => failed(unreachable());
    request.onabort = () => failed(new Refused({ code: "stopped", message: "the upload was stopped" }));
    signal.addEventListener("abort", () => request.abort());
    if (signal.aborted) request.abort();
    request.send(file);
  });
