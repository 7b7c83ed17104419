// The options of a tool as a form, made from their JSON Schema.
import { make, title } from "./words.js";

// What a schema says of one option, put together: words that may be chosen are listed one by one, each with what it
// means, and what may be left out may be null.
const read = (schema) => {
  const types = [schema.type].flat().filter((type) => type && type !== "null");
  const found = { ...schema, types, choices: [] };
  if (schema.default === null) delete found.default;
  if ("const" in schema) found.choices.push({ value: schema.const, means: schema.description });
  for (const value of schema.enum ?? []) if (value !== null) found.choices.push({ value });
  for (const part of ["anyOf", "oneOf", "allOf"].flatMap((word) => schema[word] ?? [])) {
    const { choices, types, ...rest } = read(part);
    if (part.type === "null" || part.const === null) continue;
    found.choices.push(...choices);
    found.types.push(...types.filter((type) => !found.types.includes(type)));
    if (choices.length === 0) for (const name in rest) found[name] ??= rest[name];
  }
  return found;
};

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// One of several words.
const select = (id, { choices, default: usual }, required) => {
  const none = usual === undefined ? [make("option", { value: "" }, required ? "Choose one" : "Not said")] : [];
  const listed = choices.map(({ value, means }, at) => {
    const shown = means ? `${value}: ${means.replace(/\.$/, "")}` : `${value}`;
    // What is said of a word is shown behind it, once.
    const label = means?.toLowerCase().startsWith(`${value}`.toLowerCase()) ? means.replace(/\.$/, "") : shown;
    return make("option", { value: `${at}`, selected: same(value, usual) }, label);
  });
  const control = make("select", { id, required }, ...none, ...listed);
  return { control, read: () => (control.value === "" ? undefined : choices[Number(control.value)].value) };
};

const number = (id, { types, minimum, maximum, exclusiveMinimum, default: usual }, required) => {
  const step = types[0] === "integer" ? 1 : "any";
  const control = make("input", { id, type: "number", required, step, min: minimum ?? exclusiveMinimum, max: maximum });
  control.value = usual ?? "";
  return { control, read: () => (control.value === "" ? undefined : Number(control.value)) };
};

const checkbox = (id, { default: usual }) => {
  const control = make("input", { id, type: "checkbox", checked: usual === true });
  return { control, read: () => control.checked };
};

const text = (id, { pattern, minLength, maxLength, writeOnly, default: usual }, required) => {
  const control = make("input", { id, type: writeOnly ? "password" : "text", required, pattern, minLength, maxLength });
  Object.assign(control, { autocomplete: writeOnly ? "new-password" : "off", spellcheck: false });
  control.value = usual ?? "";
  return { control, read: () => (control.value === "" ? undefined : control.value) };
};

// A number or a text, whichever is written.
const either = (id, _, required) => {
  const control = make("input", { id, type: "text", required, autocomplete: "off", spellcheck: false });
  const given = () => (/^\d+$/.test(control.value) ? Number(control.value) : control.value);
  return { control, how: "A number or a text.", read: () => (control.value === "" ? undefined : given()) };
};

// Several values: numbers with commas or spaces between, anything else a line each.
const several = (id, { items }, required) => {
  const numbers = ["integer", "number"].includes(read(items ?? {}).types[0]);
  const control = make("textarea", { id, required, rows: numbers ? 1 : 3, spellcheck: false });
  const values = () => control.value.split(numbers ? /[\s,]+/ : /\n/).map((value) => value.trim()).filter(Boolean);
  const given = () => (numbers ? values().map((value) => (isNaN(value) ? value : Number(value))) : values());
  const how = numbers ? "Several, with commas between." : "A line for each.";
  return { control, how, read: () => (values().length ? given() : undefined) };
};

// What no field is known for is written as JSON.
const json = (id, { default: usual }, required) => {
  const control = make("textarea", { id, required, rows: 3, spellcheck: false });
  control.value = usual === undefined ? "" : JSON.stringify(usual);
  const parsed = () => {
    try {
      return JSON.parse(control.value);
    } catch {
      return control.value;
    }
  };
  return { control, how: "Written as JSON.", read: () => (control.value === "" ? undefined : parsed()) };
};

const field = (id, schema, required) => {
  if (schema.choices.length) return select(id, schema, required);
  const kinds = { boolean: checkbox, integer: number, number, string: text, array: several, "integer string": either };
  return (kinds[schema.types.join(" ")] ?? json)(id, schema, required);
};

const bounds = ({ types, choices, minimum, maximum }) => {
  if (choices.length || !["integer", "number"].includes(types.join())) return "";
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `At least ${minimum}.`;
  return maximum === undefined ? "" : `At most ${maximum}.`;
};

// One option: how it is shown, what is said to it, and what is wrong with it.
const option = (name, property, required) => {
  const schema = read(property);
  const id = `option-${name}`;
  const { control, how, read: value } = field(id, schema, required);
  const words = [property.description, bounds(schema), how].filter(Boolean).join(" ");
  const hint = make("p", { id: `${id}-hint`, className: "hint" }, words);
  const fault = make("p", { id: `${id}-fault`, className: "fault" });
  control.setAttribute("aria-describedby", `${id}-hint ${id}-fault`);
  const label = make("label", { htmlFor: id }, title(name), required ? make("span", { className: "hint" }, " (needed)") : null);
  const boxed = control.type === "checkbox";
  const row = make("div", { className: boxed ? "option boxed" : "option" }, ...(boxed ? [control, label] : [label, control]), hint, fault);
  const say = (message) => {
    fault.textContent = message;
    control.setAttribute("aria-invalid", message ? "true" : "false");
  };
  control.addEventListener("input", () => say(""));
  // What is as usual needs not be said.
  const given = () => (same(value(), schema.default) ? undefined : value());
  return { name, row, control, say, given };
};

// The form of `schema`, shown in `place`.
export class Options {
  #options;

  constructor(place, schema) {
    const properties = Object.entries(schema?.properties ?? {});
    this.#options = properties.map(([name, property]) =>
      option(name, property, (schema.required ?? []).includes(name)),
    );
    const rows = this.#options.map(({ row }) => row);
    const legend = make("legend", {}, "Options");
    place.replaceChildren(...(rows.length ? [make("fieldset", { className: "options" }, legend, ...rows)] : []));
  }

  // What the tool is told.
  get value() {
    const given = this.#options.map(({ name, given }) => [name, given()]);
    return Object.fromEntries(given.filter(([, value]) => value !== undefined));
  }

  // Says at an option what is wrong with it; what it is called, if there is one at this pointer.
  say(pointer, message) {
    const name = pointer.split("/")[2]?.replaceAll("~1", "/").replaceAll("~0", "~");
    const found = this.#options.find((option) => option.name === name);
    found?.say(message);
    return found && { name: title(found.name), control: found.control };
  }

  clear() {
    for (const option of this.#options) option.say("");
  }
}
