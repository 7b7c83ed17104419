// The servers under load: processes of their own, on data folders of their own.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ACCOUNT } from "./inventory.mjs";

/** Credentials that take turns, so that none comes to its limit: 1.6 million requests a minute. */
const CREDENTIALS = 16;
/** Requests that a credential may make in a minute: the most that one can be given. */
const RATE = "100000";
const START = 30_000;
const END = 10_000;
const TICKS = Number(execFileSync("getconf", ["CLK_TCK"]));
const NODE = fileURLToPath(new URL("../node", import.meta.url));

/** The platform's program on a data folder, and nothing else of what the environment says. */
export class Program {
  constructor(binary, folder) {
    this.binary = binary;
    this.env = {
      HOSTING_DATA: folder,
      HOSTING_LISTEN: "127.0.0.1:0",
      HOSTING_NO_DEMO: "true",
      HOSTING_NO_CONVERSION: "true",
    };
  }

  run(...words) {
    return execFileSync(this.binary, words, { env: this.env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  keys() {
    const words = ["key", "create", "--account", ACCOUNT, "--all-scopes", "--rate", RATE, "--json"];
    return Array.from({ length: CREDENTIALS }, () => JSON.parse(this.run(...words)).token);
  }

  serve() {
    return Server.start(this.binary, ["serve"], this.env);
  }
}

/** Whether the Node server's packages are installed. */
export function canServeNode() {
  return existsSync(join(NODE, "node_modules/better-sqlite3"));
}

export function serveNode(folder) {
  const env = { NODE_ENV: "production", PATH: process.env.PATH };
  return Server.start(process.execPath, [join(NODE, "graph.mjs"), folder], env);
}

class Server {
  static async start(command, words, env) {
    // Its log is written, and read by nobody.
    const child = spawn(command, words, { env, stdio: ["ignore", "pipe", "ignore"] });
    const server = new Server(child);
    try {
      server.address = await within(START, address(child), "the server did not start");
    } catch (cause) {
      child.kill("SIGKILL");
      throw cause;
    }
    return server;
  }

  constructor(child) {
    this.child = child;
    this.over = new Promise((done) => child.once("exit", done));
  }

  /** Microseconds of processor time that its process has used. */
  cpu() {
    // The name, in brackets, may hold anything; what follows are the fields from the third on (proc(5)).
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS;
  }

  async stop() {
    this.child.kill("SIGTERM");
    const late = setTimeout(() => this.child.kill("SIGKILL"), END);
    await this.over;
    clearTimeout(late);
  }
}

async function address(child) {
  // Read to the end: a server must not wait until somebody reads.
  const lines = createInterface({ input: child.stdout });
  return new Promise((done, failed) => {
    lines.on("line", (line) => line.startsWith("listening on http://") && done(line.slice("listening on ".length)));
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
}

async function within(limit, promise, otherwise) {
  let late;
  const over = new Promise((_, failed) => {
    late = setTimeout(() => failed(new Error(otherwise)), limit);
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(late));
}
