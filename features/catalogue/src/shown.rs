//! What went over the wire, as a reader is shown it: set in lines, cut where it is long, and without secrets.
use serde_json::Value;

/// How much of a text is shown, in bytes.
const SHOWN: usize = 4096;
/// What stands for a secret.
const HIDDEN: &str = "…";
/// Members of JSON and of documents whose texts are secrets.
const SECRETS: [&str; 3] = ["password", "ticket", "secret"];
/// Parameters of an address whose values are secrets.
const SIGNED: [&str; 4] = ["ticket=", "signature=", "X-Amz-Signature=", "X-Amz-Credential="];
/// What the tokens of credentials begin with.
const TOKENS: [&str; 2] = ["hpk_", "hpo_"];

/// JSON in lines; what is no JSON, as it is.
pub fn shown_json(text: &str) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            hide(&mut value);
            shown_text(&serde_json::to_string_pretty(&value).unwrap_or_default())
        }
        Err(_) => shown_text(text),
    }
}

/// Any text, cut where it is long.
pub fn shown_text(text: &str) -> String {
    let text = without_tokens(text);
    if text.len() <= SHOWN {
        return text;
    }
    let end = (0..=SHOWN).rfind(|at| text.is_char_boundary(*at)).unwrap_or_default();
    format!("{}\n… and {} bytes more", &text[..end], text.len() - end)
}

/// The value of a header line.
pub fn shown_header(name: &str, value: &str) -> String {
    match name {
        "authorization" => match value.split_once(' ') {
            Some((scheme, token)) => {
                let begins = TOKENS.into_iter().find(|begin| token.starts_with(begin)).unwrap_or_default();
                format!("{scheme} {begins}{HIDDEN}")
            }
            None => HIDDEN.to_owned(),
        },
        "cookie" | "set-cookie" => {
            let name = value.split('=').next().unwrap_or_default();
            format!("{name}={HIDDEN}")
        }
        _ => shown_text(value),
    }
}

fn hide(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(hide),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if SECRETS.contains(&name.as_str()) => HIDDEN.clone_into(text),
                    other => hide(other),
                }
            }
        }
        _ => {}
    }
}

/// The text without tokens, signatures and tickets, wherever they stand in it.
fn without_tokens(text: &str) -> String {
    let mut text = hidden_after(text, "/sandbox/panel/", "");
    for begin in TOKENS {
        text = hidden_after(&text, begin, "");
    }
    for begin in SIGNED {
        text = hidden_after(&text, begin, "%");
    }
    // An access token: the header of a JWT begins with `{"`, and so do its claims.
    hidden_after(&text, "eyJ", ".").replace("eyJ…eyJ…", "eyJ…")
}

/// The text with `…` for what comes after each `begin`: letters, digits, `-`, `_` and `more`.
fn hidden_after(text: &str, begin: &str, more: &str) -> String {
    let mut parts = text.split(begin);
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let of_secret = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_' || more.contains(c);
        let rest = part.trim_start_matches(of_secret);
        // What is short is no secret, but a word about one.
        let hidden = if part.len() - rest.len() < 8 { &part[..part.len() - rest.len()] } else { HIDDEN };
        shown.extend([begin, hidden, rest]);
    }
    shown
}

/// A document of GraphQL, a field a line.
pub fn shown_document(text: &str) -> String {
    let mut lines = Lines::default();
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let length = token(rest);
        let token = &rest[..length];
        match sign {
            '{' if lines.within == 0 => lines.open(),
            '}' if lines.within == 0 => lines.close(),
            _ => lines.word(token),
        }
        rest = &rest[length..];
    }
    shown_text(lines.text.trim())
}

/// How long the first token of `text` is, in bytes; never 0.
fn token(text: &str) -> usize {
    let first = text.chars().next().map_or(1, char::len_utf8);
    let while_ = |holds: fn(char) -> bool| text.find(|c| !holds(c)).unwrap_or(text.len());
    match &text[..first] {
        "\"" if text.starts_with("\"\"\"") => text[3..].find("\"\"\"").map_or(text.len(), |end| end + 6),
        "\"" => {
            let mut escaped = true;
            let end = text.bytes().position(|byte| {
                let ends = byte == b'"' && !escaped;
                // The quote that it begins with escapes nothing and ends nothing.
                escaped = byte == b'\\' && !escaped;
                ends
            });
            end.map_or(text.len(), |end| end + 1)
        }
        "#" => text.find('\n').unwrap_or(text.len()),
        "." if text.starts_with("...") => 3,
        one if one.starts_with(|c: char| c.is_whitespace() || c == ',') => {
            while_(|c| c.is_whitespace() || c == ',')
        }
        one if one.starts_with(|c: char| c.is_alphanumeric() || "_$@-".contains(c)) => {
            while_(|c| c.is_alphanumeric() || "_$@-.".contains(c))
        }
        _ => first,
    }
}

/// A document that is being set in lines.
#[derive(Default)]
struct Lines {
    text: String,
    depth: usize,
    /// How many brackets of arguments and values are open.
    within: usize,
    /// The last token that was no space.
    last: String,
    /// Whether there was a space since.
    spaced: bool,
    /// The member whose value comes next.
    member: String,
}

impl Lines {
    fn open(&mut self) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push('{');
        self.depth += 1;
        "{".clone_into(&mut self.last);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.line();
        self.text.push('}');
        "}".clone_into(&mut self.last);
    }

    fn line(&mut self) {
        self.text.push('\n');
        self.text.push_str(&"  ".repeat(self.depth));
    }

    fn word(&mut self, token: &str) {
        if token.trim_matches(|c: char| c.is_whitespace() || c == ',').is_empty() {
            // Between values a comma says more than a space.
            if self.within > 0 && token.contains(',') {
                self.text.push(',');
            }
            self.spaced = true;
            return;
        }
        let hidden = SECRETS.contains(&&*self.member) && token.starts_with('"') && self.last == ":";
        match token {
            "(" | "[" | "{" => {
                if self.spaced && (self.last == ":" || self.within > 0) {
                    self.text.push(' ');
                }
                self.within += 1;
            }
            ")" | "]" | "}" => {
                self.within = self.within.saturating_sub(1);
                if self.spaced && token == "}" {
                    self.text.push(' ');
                }
            }
            ":" => self.member.clone_from(&self.last),
            _ if self.within > 0 => {
                if self.spaced {
                    self.text.push(' ');
                }
            }
            _ => self.field(token),
        }
        self.text.push_str(if hidden { "\"…\"" } else { token });
        token.clone_into(&mut self.last);
        self.spaced = false;
    }

    /// What comes before a word outside of arguments: a line, where it begins a field.
    fn field(&mut self, token: &str) {
        let goes_on = ["", ":", "...", "on", "query", "mutation", "subscription", "fragment"]
            .contains(&&*self.last)
            || token.starts_with('@')
            || self.depth == 0 && self.last != "}";
        match (goes_on, &*self.last) {
            (true, "" | "...") if token != "on" => {}
            (true, _) => self.text.push(' '),
            (false, _) => self.line(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_set_in_lines_without_secrets() {
        let shown = shown_json(r#"{"a":1,"b":[{"ticket":"0123456789"}],"c":null,"password":"long enough"}"#);
        assert_eq!(
            shown,
            "{\n  \"a\": 1,\n  \"b\": [\n    {\n      \"ticket\": \"…\"\n    }\n  ],\n  \"c\": null,\n  \"password\": \"…\"\n}"
        );
        assert_eq!(shown_json("no JSON"), "no JSON");
    }

    #[test]
    fn secrets_are_hidden_wherever_they_stand() {
        assert_eq!(shown_header("authorization", "Bearer hpk_abcdefghijk"), "Bearer hpk_…");
        assert_eq!(shown_header("authorization", "Bearer eyJhbGciOi.J9.x"), "Bearer …");
        assert_eq!(shown_header("cookie", "session=abc"), "session=…");
        let url = "http://x/files/1/in?size=3&expires=99&signature=abcdefghijk-_1&more=2";
        assert_eq!(shown_text(url), "http://x/files/1/in?size=3&expires=99&signature=…&more=2");
        assert_eq!(shown_text("ws://x/terminal?ticket=0123456789abcdef"), "ws://x/terminal?ticket=…");
        assert_eq!(shown_text("the key hpk_abcdefghijkl."), "the key hpk_….");
        assert_eq!(shown_text("Bearer eyJhbGciOi.eyJpc3M.abc-d"), "Bearer eyJ…");
        assert_eq!(shown_text("/sandbox/panel/abcdefghijk"), "/sandbox/panel/…");
        assert_eq!(shown_text("tokens begin with hpk_ here"), "tokens begin with hpk_ here");
    }

    #[test]
    fn what_is_long_is_cut() {
        let shown = shown_text(&"ü".repeat(3000));
        assert!(
            shown.len() < SHOWN + 40 && shown.ends_with("\n… and 1904 bytes more"),
            "{}",
            &shown[SHOWN..]
        );
    }

    #[test]
    fn a_document_has_a_field_a_line() {
        let document = r#"query Q($n: Int = 2, $m: [ID!]) @live { account(first: $n, filter: { a: "x { y", b: [1, 2] }) { id, name: fullName ... on Service @include(if: true) { id } ...Part } } fragment Part on Account { id }"#;
        let shown = r#"query Q($n: Int = 2, $m: [ID!]) @live {
  account(first: $n, filter: { a: "x { y", b: [1, 2] }) {
    id
    name: fullName
    ... on Service @include(if: true) {
      id
    }
    ...Part
  }
}
fragment Part on Account {
  id
}"#;
        assert_eq!(shown_document(document), shown);
    }

    #[test]
    fn a_document_shows_no_password() {
        let document = r#"mutation { a(input: { password: "long \" one", id: "x" }) { id } }"#;
        assert_eq!(
            shown_document(document),
            "mutation {\n  a(input: { password: \"…\", id: \"x\" }) {\n    id\n  }\n}"
        );
    }

    #[test]
    fn whatever_is_sent_as_a_document_is_shown() {
        for odd in ["", "{", "}}}", "\"", "\"\"\"", "# only words", "((", "é…", "{ a(b: \"\\", ".", "{a{b}c}"]
        {
            let _ = shown_document(odd);
        }
        assert_eq!(shown_document("{a{b}c}"), "{\n  a {\n    b\n  }\n  c\n}");
    }
}
