//! The terms of an SPF record (RFC 7208 section 12).
use super::super::zone::host;
use std::net::{Ipv4Addr, Ipv6Addr};

const VERSION: &str = "v=spf1";

/// A term: a mechanism with its qualifier, or a modifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// As it is written.
    pub text: String,
    /// `+`, `-`, `?` or `~`; a modifier has none.
    pub qualifier: Option<char>,
    pub meaning: Meaning,
}

/// What a term means, as far as a merge needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    All,
    Include(String),
    Redirect(String),
    /// A look-up of another kind.
    LookUp,
    /// No look-up at all.
    Other,
}

impl Meaning {
    pub const fn is_lookup(&self) -> bool {
        matches!(self, Self::Include(_) | Self::Redirect(_) | Self::LookUp)
    }
}

impl Term {
    /// The term that lets in the hosts of `name`.
    pub fn including(name: &str) -> Self {
        let (text, meaning) = (format!("include:{name}"), Meaning::Include(name.to_owned()));
        Self { text, qualifier: Some('+'), meaning }
    }

    /// Whether it is an `include` of `name`.
    pub fn includes(&self, name: &str) -> bool {
        matches!(&self.meaning, Meaning::Include(other) if host(other) == host(name))
    }
}

/// Whether a text is an SPF record (section 4.5).
pub(in super::super) fn is_spf(text: &str) -> bool {
    let (start, rest) = text.split_at_checked(VERSION.len()).unwrap_or_default();
    start.eq_ignore_ascii_case(VERSION) && (rest.is_empty() || rest.starts_with(' '))
}

/// The terms of a record; nothing where it breaks the grammar.
pub(super) fn read(record: &str) -> Option<Vec<Term>> {
    let rest = record.get(VERSION.len()..).filter(|_| is_spf(record))?;
    let terms: Vec<Term> =
        rest.split(' ').filter(|term| !term.is_empty()).map(term).collect::<Option<_>>()?;
    let once = |name: &str| terms.iter().filter(|term| is_modifier(&term.text, name)).count() <= 1;
    (once("redirect") && once("exp")).then_some(terms)
}

/// The terms as one record.
pub(super) fn write(terms: &[Term]) -> String {
    let texts = terms.iter().map(|term| term.text.as_str());
    [VERSION].into_iter().chain(texts).collect::<Vec<_>>().join(" ")
}

/// The terms that receivers ask: none after `all`, and no `redirect` where there is one.
pub(super) fn asked(terms: &[Term]) -> impl Iterator<Item = &Term> {
    let all = terms.iter().position(|term| term.meaning == Meaning::All);
    let before = &terms[..all.unwrap_or(terms.len())];
    before.iter().filter(move |term| all.is_none() || !matches!(term.meaning, Meaning::Redirect(_)))
}

fn is_modifier(text: &str, name: &str) -> bool {
    text.split_once('=').is_some_and(|(start, _)| start.eq_ignore_ascii_case(name))
}

fn term(text: &str) -> Option<Term> {
    let (qualifier, meaning) = match modifier_name(text) {
        Some(name) => (None, modifier(name, &text[name.len() + 1..])?),
        None => {
            let (qualifier, rest) = match text.chars().next()? {
                sign @ ('+' | '-' | '?' | '~') => (sign, &text[1..]),
                _ => ('+', text),
            };
            (Some(qualifier), mechanism(rest)?)
        }
    };
    Some(Term { text: text.to_owned(), qualifier, meaning })
}

/// The name of a modifier, if a term is one.
fn modifier_name(text: &str) -> Option<&str> {
    let (name, _) = text.split_once('=')?;
    let sound = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic());
    (begins && name.bytes().all(sound)).then_some(name)
}

fn modifier(name: &str, value: &str) -> Option<Meaning> {
    match name.to_ascii_lowercase().as_str() {
        "redirect" => is_domain(value).then(|| Meaning::Redirect(value.to_owned())),
        "exp" => is_domain(value).then_some(Meaning::Other),
        _ => is_macro_text(value).then_some(Meaning::Other),
    }
}

fn mechanism(text: &str) -> Option<Meaning> {
    let end = text.find([':', '/']).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let argument = rest.strip_prefix(':');
    let domain = || argument.filter(|domain| is_domain(domain));
    match name.to_ascii_lowercase().as_str() {
        "all" => rest.is_empty().then_some(Meaning::All),
        "include" => domain().map(|name| Meaning::Include(name.to_owned())),
        "exists" => domain().map(|_| Meaning::LookUp),
        "ptr" => (rest.is_empty() || domain().is_some()).then_some(Meaning::LookUp),
        "a" | "mx" => is_hosts(rest).then_some(Meaning::LookUp),
        "ip4" => argument.filter(|network| is_network::<Ipv4Addr>(network, 32)).map(|_| Meaning::Other),
        "ip6" => argument.filter(|network| is_network::<Ipv6Addr>(network, 128)).map(|_| Meaning::Other),
        _ => None,
    }
}

/// What follows `a` and `mx`: a domain, and the lengths of networks, or neither.
fn is_hosts(rest: &str) -> bool {
    let rest = without_length(rest, "//", 128).unwrap_or(rest);
    let rest = without_length(rest, "/", 32).unwrap_or(rest);
    rest.is_empty() || rest.strip_prefix(':').is_some_and(is_domain)
}

fn is_network<A: std::str::FromStr>(network: &str, bits: u8) -> bool {
    without_length(network, "/", bits).unwrap_or(network).parse::<A>().is_ok()
}

/// `text` before the length of a network, if it ends with one.
fn without_length<'a>(text: &'a str, slash: &str, bits: u8) -> Option<&'a str> {
    let (start, length) = text.rsplit_once(slash)?;
    let sound = length == "0" || !length.starts_with('0') && length.bytes().all(|byte| byte.is_ascii_digit());
    (sound && length.parse::<u8>().is_ok_and(|length| length <= bits)).then_some(start)
}

/// A domain, which macros may make up (section 7.1).
fn is_domain(text: &str) -> bool {
    let text = text.strip_suffix('.').unwrap_or(text);
    let Some((_, last)) = text.rsplit_once('.') else { return is_macro_text(text) && text.ends_with('}') };
    is_macro_text(text) && (text.ends_with('}') || is_top_label(last))
}

fn is_top_label(label: &str) -> bool {
    let edges = !label.starts_with('-') && !label.ends_with('-');
    let sound = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    !label.is_empty() && edges && sound && !label.bytes().all(|byte| byte.is_ascii_digit())
}

/// Printable characters, where each `%` begins a macro.
fn is_macro_text(text: &str) -> bool {
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('%') {
        let Some(after) = after.strip_prefix(['%', '_', '-']).or_else(|| after_macro(after)) else {
            return false;
        };
        if !plain(before) {
            return false;
        }
        rest = after;
    }
    plain(rest)
}

/// What follows `{d2r.-}`: a letter, how many labels, whether reversed, and where to cut.
fn after_macro(text: &str) -> Option<&str> {
    let (inside, after) = text.strip_prefix('{')?.split_once('}')?;
    let rest = inside.strip_prefix(|letter: char| "slodiphcrtvSLODIPHCRTV".contains(letter))?;
    let rest = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let rest = rest.strip_prefix(['r', 'R']).unwrap_or(rest);
    rest.chars().all(|cut| ".-+,/_=".contains(cut)).then_some(after)
}
