// The page: a key, files, a tool and its options, and then the conversion.
import { Files, takeDrops } from "./files.js";
import { Options } from "./options.js";
import { Platform, Refused, near, seal, upload } from "./platform.js";
import { fitting, show } from "./tools.js";
import { STATES, make, notice, size, title } from "./words.js";

const at = (id) => document.getElementById(id);
const [keyForm, order, convert, work, result, stop] = ["key-form", "order", "convert", "work", "work-result", "stop"].map(at);
const [progress, bar, barLabel, said] = ["work-progress", "bar", "bar-label", "work-state"].map(at);

let platform; // none without a key that is known
let tools = [];
let chosen; // the tool
let options;
let stopping = new AbortController();

const files = new Files(at("files"), at("files-state"), () => offer());

const good = (words) => make("p", { className: "good" }, words);

// What the key opens, in a line.
const known = async () => {
  const account = await platform.account().catch(() => undefined);
  if (!account) return good("This key is known.");
  const { full_name: name, conversion_plan: plan } = account;
  const used = plan && `${plan.operations_used} of ${plan.operations_limit} conversions of this month are used`;
  return good(`The account of ${name}. ${plan ? `${title(plan.plan)} plan, ${plan.status.replace("_", " ")}: ${used}.` : ""}`);
};

// Says beside the key what stands there from now on.
const tellOfKey = (...what) => at("key-state").replaceChildren(...what);

// A server that lists no tool says why, where it knows.
const noTools = async () => {
  const why = await seal();
  const message = why
    ? `nothing would hold conversions in on this server: ${why}`
    : "its operator has switched conversions off";
  return notice(new Refused({ code: "no_tools", message }), [], null);
};

const takeKey = async (event) => {
  event.preventDefault();
  platform = new Platform(at("key").value.trim());
  tellOfKey(make("p", { className: "hint" }, "Asking…"));
  try {
    tools = await platform.tools();
    tellOfKey(await known(), ...(tools.length ? [] : [await noTools()]));
  } catch (refusal) {
    [platform, tools] = [undefined, []];
    tellOfKey(notice(refusal, [], null));
  }
  offer();
};

// What is said above the tools.
const told = ({ usable, others }) => {
  if (!platform && files.all.length === 0) return "With a key and files, the tools that take them are here.";
  if (!platform) return "With a key, the tools that take these files are here.";
  if (tools.length === 0) return "This server has no tools.";
  if (files.all.length === 0) return `${tools.length} tools are there. With files, those that take them are here.`;
  if (files.wrong) return "One of the files cannot be taken: remove it.";
  if (usable.length + others.length === 0) return "No tool takes these files together.";
  return `${usable.length} tool${usable.length === 1 ? "" : "s"} can convert ${files.all.length === 1 ? "this file" : "these files"}.`;
};

const take = (tool) => {
  chosen = tool;
  options = new Options(at("options"), tool?.options_schema);
  convert.hidden = !tool;
};

// Shows the tools that take the files.
const offer = () => {
  const none = !platform || files.all.length === 0 || files.wrong;
  const found = none ? { usable: [], others: [] } : fitting(tools, files.all);
  const still = found.usable.find(({ id }) => id === chosen?.id);
  const first = still ?? (found.usable.length === 1 ? found.usable[0] : undefined);
  show(at("tools"), found, first?.id, take);
  at("tools-state").textContent = told(found);
  if (!still) take(first);
};

const tell = (words, share, doing) => {
  if (said.textContent !== words) said.textContent = words;
  progress.hidden = share === undefined;
  if (share === undefined) return;
  bar.value = share;
  barLabel.textContent = `${doing}: ${Math.floor(share)} %`;
};

const send = async (job, sent) => {
  const all = sent.reduce((sum, { file }) => sum + file.size, 0);
  let gone = 0;
  stop.hidden = false;
  for (const [number, { file }] of sent.entries()) {
    const request = job.files[number].upload;
    if (near(request.url).origin !== location.origin) {
      throw new Refused({ code: "elsewhere", message: `files go to ${new URL(request.url).host}` });
    }
    const share = (loaded) => tell("The files are sent.", (100 * (gone + Math.min(loaded, file.size))) / all, "Sent");
    share(0);
    await upload(request, file, share, stopping.signal);
    gone += file.size;
  }
  stop.hidden = true;
};

// What was made, with links that are made anew where they are asked for.
const done = ({ id, artifacts }) => {
  const row = (made) => {
    const link = make("a", { href: near(made.download_url).href, download: made.file_name }, made.file_name);
    return make("li", {}, link, make("span", { className: "hint" }, `${made.mime_type}, ${size(made.size_bytes)}`));
  };
  const head = artifacts.length === 1 ? "One file was made." : `${artifacts.length} files were made.`;
  const until = new Date(artifacts[0]?.expires_at).toLocaleTimeString([], { timeStyle: "short" });
  const renew = make("button", { type: "button", className: "plain" }, "New links");
  renew.addEventListener("click", () =>
    platform.job(id).then((job) => result.replaceChildren(...done(job)), (refusal) => refuse(refusal, [])),
  );
  return [
    good(head),
    make("ul", { className: "files made" }, ...artifacts.map(row)),
    make("p", { className: "hint" }, `The links work until ${until}. `, renew),
  ];
};

// Where a refusal points, in words: at the option, or by the name of the file.
const named = (details, sent) => {
  let first;
  const lines = details.map(({ pointer, message }) => {
    const [, member, number] = pointer.split("/");
    const found = member === "options" ? options.say(pointer, message) : undefined;
    first ??= found?.control;
    if (found) return `${found.name}: ${message}`;
    const file = member === "files" && sent[Number(number)]?.file.name;
    return file ? `${file}: ${message}` : message;
  });
  return { lines, first };
};

const refuse = (refusal, sent) => {
  const { lines, first } = named(refusal.details ?? [], sent);
  tell("It was not done.");
  result.replaceChildren(notice(refusal, lines));
  (first ?? at("work-title")).focus();
};

// Why a job did not succeed; where that is a file's fault, it is named.
const failure = (job) => {
  const { code, message, file_id: id } = job.error ?? { code: job.status, message: STATES[job.status] };
  const about = job.files.findIndex((file) => file.id === id);
  const details = about < 0 ? [] : [{ pointer: `/files/${about}`, message }];
  return new Refused({ code, message, details, called: "It could not be converted" });
};

const start = async (event) => {
  event.preventDefault();
  const sent = [...files.all];
  let job;
  stopping = new AbortController();
  options.clear();
  result.replaceChildren();
  work.hidden = false;
  convert.disabled = true;
  tell("It is prepared.");
  work.scrollIntoView({ block: "nearest" });
  try {
    job = await platform.prepare(chosen.id, options.value, sent);
    await send(job, sent);
    await platform.start(job.id);
    const over = await platform.follow(job.id, ({ status, progress }) => tell(STATES[status], progress, "Converted"));
    if (over.status !== "succeeded") throw failure(over);
    tell(STATES.succeeded);
    result.replaceChildren(...done(over));
    at("work-title").focus();
  } catch (cause) {
    // What is ours shows in the console of whoever looks for it.
    if (!(cause instanceof Refused)) console.error(cause);
    const refusal = cause instanceof Refused ? cause : new Refused({ code: "page_failed", message: `${cause}` });
    refuse(refusal, sent);
    if (job && ["elsewhere", "stopped"].includes(refusal.code)) platform.cancel(job.id).catch(() => {});
  } finally {
    convert.disabled = false;
    stop.hidden = true;
  }
  // What is counted has changed.
  if (platform) tellOfKey(await known());
};

keyForm.addEventListener("submit", takeKey);
order.addEventListener("submit", start);
stop.addEventListener("click", () => stopping.abort());
at("pick").addEventListener("change", ({ target }) => {
  files.add([...target.files]);
  // The same file may be chosen again.
  target.value = "";
});
takeDrops(at("drop"), files);
