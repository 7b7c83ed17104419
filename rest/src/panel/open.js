// Redeems the link once somebody sees the page: not what a browser only prepares.
const form = document.forms[0];

const open = () => {
  if (document.visibilityState === "visible" && !document.prerendering) {
    document.removeEventListener("visibilitychange", open);
    form.requestSubmit();
  }
};

if (form) {
  document.addEventListener("visibilitychange", open);
  document.addEventListener("prerenderingchange", open);
  open();
}
