"use strict";

// What makes /docs/behaviour quick to use: search as one types, filters, calls without leaving the page.
// Without it everything is there to be read, and the calls are pages of their own.

const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));
const tools = document.querySelector("form.tools");

// Opens what the address points to: a scenario is folded away, and so may be the contents of a phone.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let around = target; around; around = around.parentElement) {
    if (around.localName === "details") around.open = true;
    if (around.hidden && tools) {
      tools.reset();
      filter();
    }
  }
  target.scrollIntoView();
};

// What is searched: each scenario with all that it stands under.
const scenarios = all(".scenario").map((element) => {
  const rule = element.closest(".rule");
  const feature = element.closest(".feature");
  const operations = (element.dataset.operations ?? "").split(" ");
  return { element, rule, feature, chapter: element.closest(".chapter"), operations };
});

const plain = (text) => text.toLowerCase().replace(/\s+/g, " ");

// The words of a rule or a feature itself, without those of what it holds.
const own = new Map();
const words = (element, selectors) => {
  if (!own.has(element)) {
    const parts = all(selectors, element).filter((part) => !part.closest(".scenario"));
    own.set(element, plain(`${parts.map((part) => part.textContent).join(" ")} ${element.id}`));
  }
  return own.get(element);
};

const text = (one) =>
  (one.text ??= [
    words(one.feature, ":scope > h3, :scope > .why, :scope > .background"),
    words(one.rule, ":scope > h4, :scope > .proves, :scope > .background"),
    plain(one.element.textContent),
    plain(one.operations.join(" ")),
  ].join(" "));

// Entries of the contents, by what they lead to.
const entries = all(".contents li").map((item) => {
  const ways = all("a", item).map((way) => way.getAttribute("href").slice(1));
  return { item, ways: new Set(ways) };
});

const filter = () => {
  const chosen = Object.fromEntries(new FormData(tools));
  const asked = plain(chosen.q ?? "").split(" ").filter(Boolean);
  const narrowed = asked.length > 0 || Boolean(chosen.ended) || Boolean(chosen.operation);
  const shown = new Set();
  let count = 0;
  for (const one of scenarios) {
    const fits =
      (!chosen.ended || one.element.classList.contains(chosen.ended)) &&
      (!chosen.operation || one.operations.includes(chosen.operation)) &&
      (asked.length === 0 || asked.every((word) => text(one).includes(word)));
    one.element.hidden = !fits;
    if (fits) {
      count += 1;
      shown.add(one.rule).add(one.feature).add(one.chapter);
    }
  }
  for (const selector of [".rule", ".feature", ".chapter:not(.promises)"]) {
    for (const element of all(selector)) element.hidden = narrowed && !shown.has(element);
  }
  for (const element of all(".promise")) {
    element.hidden = narrowed && !(asked.length > 0 && asked.every((word) => plain(element.textContent).includes(word)));
  }
  const promises = document.querySelector(".promises");
  if (promises) promises.hidden = narrowed && !promises.querySelector(".promise:not([hidden])");
  const overview = document.querySelector(".overview");
  overview.classList.toggle("aside", narrowed);
  const open = (id) => {
    const target = document.getElementById(id);
    return target && !target.closest("[hidden]");
  };
  for (const { item, ways } of entries) item.hidden = narrowed && !Array.from(ways).some(open);
  // The contents show the rules that were found, and fold away again what was only open for that.
  for (const folded of all(".contents ul details")) {
    if (narrowed && !folded.open) folded.dataset.found = "";
    if (narrowed) folded.open = true;
    else if ("found" in folded.dataset) {
      folded.open = false;
      delete folded.dataset.found;
    }
  }
  document.querySelector(".nothing").hidden = !narrowed || count > 0;
  const rules = all(".rule:not([hidden])").length;
  const some = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  tools.querySelector("output").textContent = narrowed ? `${some(count, "scenario")} in ${some(rules, "rule")}` : "";
  mark(asked);
};

// Marks what was found in what stands open, where the browser can do that without touching the page.
const mark = (asked) => {
  if (!window.Highlight || !CSS.highlights) return;
  CSS.highlights.delete("found");
  if (asked.length === 0 || asked.join("").length < 2) return;
  const ranges = [];
  for (const element of all(".rule:not([hidden]) > h4, .rule:not([hidden]) .scenario:not([hidden])")) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && ranges.length < 2000) {
      const found = walker.currentNode.data.toLowerCase();
      for (const word of asked) {
        for (let at = found.indexOf(word); at >= 0; at = found.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + word.length);
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
};

// The address says what is looked for, so that it can be passed on.
const remember = () => {
  const address = new URL(location.href);
  for (const [name, value] of new FormData(tools)) {
    if (value) address.searchParams.set(name, value);
    else address.searchParams.delete(name);
  }
  if (address.href !== location.href) history.replaceState(null, "", address);
};

if (tools) {
  const asked = new URLSearchParams(location.search);
  for (const field of tools.elements) {
    const value = asked.get(field.name);
    if (!value) continue;
    if (field.localName === "select" && !all("option", field).some((option) => option.value === value)) {
      field.add(new Option(value, value));
    }
    field.value = value;
  }
  // The address of an operation that no scenario asks for, or of which no result is known.
  const operation = asked.get("operation");
  if (operation && !tools.elements.operation) {
    tools.elements.q.value = "";
    document.querySelector(".unknown")?.removeAttribute("hidden");
  }
  tools.hidden = false;
  let pause;
  tools.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      filter();
      remember();
    }, 60);
  });
  tools.addEventListener("submit", (event) => {
    event.preventDefault();
    document.querySelector(".rule:not([hidden]) summary")?.focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, select, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      tools.elements.q.focus();
    } else if (event.key === "Escape" && event.target === tools.elements.q) {
      tools.reset();
      filter();
      remember();
    }
  });
  if (asked.size > 0) filter();
}

// The calls of a scenario are a page: here its main part is put below the link, and taken away again. Links to the
// calls of other examples are in it, and put theirs in its place.
document.addEventListener("click", async (event) => {
  const way = event.target.closest("a.calls");
  if (!way || !document.querySelector(".page") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const around = way.closest(".fetched");
  const below = around ?? way.parentElement.nextElementSibling;
  const open = below?.matches(".fetched") ? below : undefined;
  if (open && !around) {
    open.remove();
    way.setAttribute("aria-expanded", "false");
    return;
  }
  const answer = await fetch(way.href).catch(() => undefined);
  if (!answer?.ok) {
    location.href = way.href;
    return;
  }
  const calls = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("calls");
  const section = open ?? document.createElement("div");
  section.className = "fetched";
  section.tabIndex = -1;
  section.replaceChildren(...calls.childNodes);
  if (!open) {
    way.parentElement.after(section);
    way.setAttribute("aria-expanded", "true");
  }
  section.focus({ preventScroll: true });
});

// On a phone the contents come first, and would be all that is seen.
const contents = document.querySelector(".contents > details");
const wide = window.matchMedia("(min-width: 60rem)");
const fold = () => {
  if (contents) contents.open = wide.matches;
};
wide.addEventListener("change", fold);
fold();

window.addEventListener("hashchange", reveal);
if (location.hash) reveal();

// The contents show where one is.
if (contents && "IntersectionObserver" in window) {
  const ways = new Map(all(".contents a").map((way) => [way.getAttribute("href").slice(1), way]));
  const seen = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) {
        const way = ways.get(target.id);
        if (isIntersecting && way) {
          all(".contents [aria-current]").forEach((old) => old.removeAttribute("aria-current"));
          way.setAttribute("aria-current", "true");
        }
      }
    },
    { rootMargin: "-12% 0px -80% 0px" },
  );
  all(".rule, .chapter > h2").forEach((element) => seen.observe(element));
}
