// What an address brings along behind its `#`: `/graphql#query=…`, a document to begin with. It is put into the editor,
// and not run; what stands behind `#` is sent to nobody.

export const linked = () => {
  const query = new URLSearchParams(location.hash.slice(1)).get("query");
  return query ? [{ query }] : [];
};
