// Clients that ask for a page, over a connection each that stays open, as soon as the one before is there.
import { Agent, request } from "node:http";

const LATE = 30_000;

/** The clients of one server. */
export class Clients {
  constructor(address, keys) {
    this.address = address;
    this.keys = keys;
    this.asked = 0;
  }

  /** One answer to each call of a page. */
  async ask(page, headers = {}) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const answers = [];
      for (const call of page) answers.push(await this.send(agent, call, headers));
      return answers;
    } finally {
      agent.destroy();
    }
  }

  /** Asks for so many pages, over so many connections; gives the milliseconds that each took, and all. */
  async load(page, pages, connections) {
    const took = [];
    let left = pages;
    const client = async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (left-- > 0) {
        const began = performance.now();
        for (const call of page) must(await this.send(agent, call, {}));
        took.push(performance.now() - began);
      }
      agent.destroy();
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: connections }, client));
    return { took, all: performance.now() - began };
  }

  send(agent, { method, path, body }, headers) {
    const key = this.keys[this.asked++ % this.keys.length];
    const length = body && { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const said = { authorization: `Bearer ${key}`, accept: "application/json", ...length, ...headers };
    return new Promise((done, failed) => {
      const asking = request(this.address + path, { method, agent, headers: said, timeout: LATE }, (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("error", failed);
        response.on("end", () => {
          done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
        });
      });
      asking.on("timeout", () => asking.destroy(new Error("no answer came in time")));
      asking.on("error", failed);
      asking.end(body);
    });
  }
}

/** An answer that is no success ends the run. */
export function must(answer) {
  if (answer.status !== 200 || answer.body.includes('"errors":')) {
    throw new Error(`${answer.status} ${answer.body.toString().slice(0, 500)}`);
  }
  return answer;
}
