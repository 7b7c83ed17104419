// Where GraphiQL keeps its tabs, its history and its settings: in this page, until it is closed or reloaded.

const kept = new Map();

export const memory = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, String(value)),
  removeItem: (name) => kept.delete(name),
  clear: () => kept.clear(),
  get length() {
    return kept.size;
  },
};
