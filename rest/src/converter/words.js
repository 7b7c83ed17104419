// What is said to people: sizes, times, refusals. And how what is shown is made.

// An element with these properties and what is in it; text stays text.
export const make = (name, properties = {}, ...inside) => {
  const element = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (property in element && property !== "list") element[property] = value;
    else element.setAttribute(property, value);
  }
  element.append(...inside.filter((one) => one !== undefined && one !== null));
  return element;
};

// Two digits tell enough of what is small, and all before the point of what is not.
const [few, whole] = [{ maximumSignificantDigits: 2 }, { maximumFractionDigits: 0 }].map((how) => new Intl.NumberFormat("en", how));
const figure = (value) => (value < 10 ? few : whole).format(value);

export const size = (bytes) => {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${figure(bytes / 1000)} kB` : `${figure(bytes / 1e6)} MB`;
};

export const duration = (milliseconds) => {
  if (milliseconds < 100) return "less than 0.1 s";
  return milliseconds < 60_000 ? `${figure(milliseconds / 1000)} s` : `${figure(milliseconds / 60_000)} minutes`;
};

// `pageSize` as people write it.
export const title = (name) => {
  const words = name.replace(/[_-]/g, " ").replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

// What each state of a job is called.
export const STATES = {
  awaiting_upload: "The files are awaited.",
  uploading: "The files arrive.",
  ready: "The files are there.",
  queued: "It waits for its turn.",
  processing: "The files are converted.",
  succeeded: "Done.",
  failed: "It could not be done.",
  cancelled: "It was cancelled.",
  expired: "Its time is over.",
};

// What refusals mean here: what they are called, and what can be done.
const MEANINGS = {
  unreachable: ["The platform does not answer", "Look at your connection, and try again."],
  invalid_token: ["This key is not known here", "Paste it whole, from the first letter to the last."],
  credential_expired: ["This key has expired", "Ask for a new one."],
  credential_revoked: ["This key was taken back", "Ask for a new one."],
  insufficient_scope: ["This key may not convert", "It needs the scopes conversion:read and conversion:process."],
  ip_not_allowed: ["This key may not be used from here", ""],
  account_suspended: ["The account is suspended", "It can be looked at, and nothing can be converted."],
  conversion_plan_required: [
    "The account has no conversion plan that is active",
    "None was ordered, or it has expired or is not paid. Conversions go on when a Pro or Business plan is active.",
  ],
  conversion_quota_exceeded: ["This month's conversions are used up", "They begin anew with the next month."],
  no_tools: ["This server converts no files", ""],
  overloaded: ["Nothing can be taken now", "Nothing was counted. Try again a little later."],
  rate_limit_exceeded: ["This key asks too often", "Wait a minute, and try again."],
  invalid_request: ["What was asked for does not fit", "Put right what is named, and convert again."],
  url_expired: ["The files came too late", "An address for a file lives an hour. Convert again."],
  stopped: ["Stopped", "What was set aside for it is given back within a day."],
  elsewhere: [
    "This platform keeps files elsewhere",
    "This page may send to no other host. Nothing was sent, and what was set aside is given back.",
  ],
};

// What a refusal is called, what is to be done, and what the platform says itself.
export const meaning = ({ code, message, called: name }) => {
  const [called, advice] = MEANINGS[code] ?? [name ?? "It was refused", ""];
  const said = message ? `${message.charAt(0).toUpperCase()}${message.slice(1)}` : "";
  return { called, advice, said: said && !/[.!?]$/.test(said) ? `${said}.` : said };
};

// A box that says so; it is read out at once, unless it stands where all that is new is read out.
export const notice = (refusal, lines = [], role = "alert") => {
  const { called, advice, said } = meaning(refusal);
  return make(
    "div",
    { className: "notice bad", role },
    make("strong", {}, called),
    // Where each place is named, the sum of them says nothing more.
    lines.length || !said ? null : make("p", {}, said),
    lines.length ? make("ul", {}, ...lines.map((line) => make("li", {}, line))) : null,
    advice ? make("p", {}, advice) : null,
    make("p", { className: "hint" }, "Code: ", make("code", {}, refusal.code)),
  );
};
