// The files that were chosen.
import { make, size } from "./words.js";

const LARGEST = 52_428_800; // bytes
const UNKNOWN = "application/octet-stream";

const types = fetch("/docs/convert/types.json").then((answer) => answer.json());

// By the end of its name: browsers know few types, and each others. What neither knows are bytes.
const typeOf = async (file) => {
  const known = await types.catch(() => ({}));
  const end = file.name.includes(".") ? file.name.split(".").pop().toLowerCase() : "";
  return known[end] || file.type || UNKNOWN;
};

const wrong = ({ file }) => {
  if (file.size === 0) return "It is empty.";
  if (file.size > LARGEST) return "It is larger than 50 MiB.";
  return file.name.length > 255 ? "Its name is longer than 255 characters." : "";
};

// Files that were chosen, shown in `list`; `changed` hears whenever they are others.
export class Files {
  #list;
  #said;
  #changed;
  all = [];

  constructor(list, said, changed) {
    [this.#list, this.#said, this.#changed] = [list, said, changed];
  }

  get wrong() {
    return this.all.some(wrong);
  }

  async add(chosen) {
    const files = await Promise.all(Array.from(chosen, async (file) => ({ file, type: await typeOf(file) })));
    if (files.length === 0) return;
    this.all.push(...files);
    this.#show(`${files.map(({ file }) => file.name).join(", ")} added.`);
  }

  #remove(one) {
    const at = this.all.indexOf(one);
    this.all.splice(at, 1);
    this.#show(`${one.file.name} removed.`);
    // Whoever goes by keyboard stays where they are.
    const buttons = this.#list.querySelectorAll("button");
    (buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById("pick")).focus();
  }

  #show(said) {
    this.#said.textContent = said;
    this.#list.replaceChildren(...this.all.map((one) => this.#row(one)));
    this.#changed();
  }

  #row(one) {
    const remove = make("button", { type: "button", className: "plain" }, "Remove");
    remove.setAttribute("aria-label", `Remove ${one.file.name}`);
    remove.addEventListener("click", () => this.#remove(one));
    const about = one.type === UNKNOWN ? "a type that is not known" : one.type;
    const fault = wrong(one);
    return make(
      "li",
      {},
      make(
        "div",
        {},
        make("span", { className: "name" }, one.file.name),
        make("span", { className: "hint" }, `${about}, ${size(one.file.size)}`),
        fault ? make("span", { className: "fault" }, fault) : null,
      ),
      remove,
    );
  }
}

// Takes files that are dropped, wherever on the page.
export const takeDrops = (zone, files) => {
  let depth = 0;
  const over = (by) => {
    depth = Math.max(0, depth + by);
    zone.classList.toggle("over", depth > 0);
  };
  addEventListener("dragenter", () => over(1));
  addEventListener("dragleave", () => over(-1));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    over(-depth);
    files.add(event.dataTransfer.files);
  });
};
