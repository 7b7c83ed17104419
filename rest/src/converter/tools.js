// The tools that take the chosen files.
import { duration, make, size, title } from "./words.js";

const takesTypes = (tool, files) => files.every(({ type }) => tool.accepts.includes(type));
const takesCount = (tool, files) => tool.min_files <= files.length && files.length <= tool.max_files;

// Those that can be used, and those that take other numbers of such files.
export const fitting = (tools, files) => {
  const typed = tools.filter((tool) => takesTypes(tool, files));
  return {
    usable: typed.filter((tool) => takesCount(tool, files)),
    others: typed.filter((tool) => !takesCount(tool, files)),
  };
};

const cost = ({ typical }) =>
  typical ? `${duration(typical.milliseconds)} for ${typical.input} (${size(typical.size_bytes)})` : "time not measured";

const choice = (tool, chosen, choose) => {
  const id = `tool-${tool.id}`;
  const radio = make("input", { type: "radio", name: "tool", id, value: tool.id, checked: chosen, required: true });
  radio.setAttribute("aria-describedby", `${id}-about`);
  radio.addEventListener("change", () => choose(tool));
  return make(
    "div",
    { className: "tool" },
    radio,
    make("label", { htmlFor: id }, tool.name),
    make(
      "div",
      { id: `${id}-about`, className: "about" },
      make("p", {}, tool.description),
      make("p", { className: "hint" }, `${title(tool.category)} · ${cost(tool)}`),
    ),
  );
};

const counted = ({ min_files: least, max_files: most }) => {
  if (least === most) return `${least} file${least === 1 ? "" : "s"}`;
  return `${least} to ${most} files`;
};

// Shows the tools for the files in `field`; `choose` hears of the one that is taken.
export const show = (field, { usable, others }, chosen, choose) => {
  const legend = field.querySelector("legend");
  const rows = usable.map((tool) => choice(tool, tool.id === chosen, choose));
  const hints = others.map((tool) => `${tool.name} takes ${counted(tool)}.`);
  const rest = hints.length ? make("p", { className: "hint others" }, hints.join(" ")) : null;
  field.replaceChildren(...[legend, ...rows, rest].filter(Boolean));
  field.hidden = rows.length + hints.length === 0;
};
