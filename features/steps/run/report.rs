//! What a run tells in the terminal.
use super::{cast::Play, play::Outcome};
use hosting_catalogue::{Catalogue, Exchange, Fault};
use std::{
    collections::BTreeMap,
    env,
    io::{IsTerminal, stdout},
};

/// What is told while scenarios are played.
pub struct Progress {
    /// The titles of the chapters.
    titles: Vec<String>,
    chapters: BTreeMap<usize, Count>,
    paint: Paint,
}

/// How many there are, and how many ended how.
#[derive(Clone, Copy, Default)]
struct Count {
    all: usize,
    passed: usize,
    failed: usize,
}

impl Progress {
    /// Before the first of `plays`.
    pub fn new(catalogue: &Catalogue, plays: &[Play]) -> Self {
        let mut chapters: BTreeMap<usize, Count> = BTreeMap::new();
        for play in plays {
            chapters.entry(play.chapter).or_default().all += 1;
        }
        let titles = catalogue.chapters.iter().map(|chapter| chapter.title.clone()).collect();
        Self { titles, chapters, paint: Paint::new() }
    }

    /// Notes how `play` ended: a chapter is told when the last of it has, what failed at once.
    pub fn note(&mut self, play: &Play, outcome: &Outcome) {
        let count = self.chapters.entry(play.chapter).or_default();
        match &outcome.fault {
            None => count.passed += 1,
            Some(_) => {
                count.failed += 1;
                let mark = self.paint.bad("✗");
                println!("  {mark} {}:{} {} ({})", play.file, play.line, play.title, play.facade.name());
            }
        }
        if count.passed + count.failed == count.all {
            let title = &self.titles[play.chapter];
            println!("{} {title}: {}", self.paint.mark(count.failed == 0), told(*count));
        }
    }
}

fn told(count: Count) -> String {
    match count.failed {
        0 => format!("{} passed", count.passed),
        failed => format!("{} passed, {failed} failed", count.passed),
    }
}

/// Tells why `play` failed: what was promised, where, what was found instead, and what went over the wire last.
pub fn failure(play: &Play, fault: &Fault, last: Option<&Exchange>) {
    let paint = Paint::new();
    println!("\n{} {}", paint.bad("✗"), paint.strong(&play.title));
    println!("  {}:{}, played {}", play.file, play.line, play.facade.way());
    println!("  Feature: {}", play.feature);
    println!("  Rule: {}", play.rule);
    println!("\n  {} (line {})", paint.strong(&fault.step), fault.line);
    println!("{}", indented(&fault.cause, "    "));
    let Some(last) = last else { return };
    println!("\n  The last request:\n\n{}", indented(&request(last), "    "));
    println!("\n  Its answer:\n\n{}", indented(&answer(last), "    "));
}

fn request(exchange: &Exchange) -> String {
    [&exchange.request, &exchange.headers, &exchange.body].map(String::as_str).join("\n").trim().to_owned()
}

fn answer(exchange: &Exchange) -> String {
    let status = exchange.status.to_string();
    [&status, &exchange.answer_headers, &exchange.answer].map(String::as_str).join("\n").trim().to_owned()
}

/// What else does not hold.
pub fn also(what: &str) {
    println!("\n{} {what}", Paint::new().bad("✗"));
}

/// Tells how it went on each facade.
pub fn totals(ended: &[(Play, Outcome)]) {
    let mut facades: BTreeMap<_, Count> = BTreeMap::new();
    for (play, outcome) in ended {
        let count = facades.entry(play.facade).or_default();
        match outcome.fault {
            None => count.passed += 1,
            Some(_) => count.failed += 1,
        }
    }
    println!();
    for (facade, count) in facades {
        println!("{} {:<8} {}", Paint::new().mark(count.failed == 0), facade.name(), told(count));
    }
}

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}")).collect::<Vec<_>>().join("\n")
}

/// Colours, where somebody looks at them.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn new() -> Self {
        Self(stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()))
    }

    fn mark(self, holds: bool) -> String {
        if holds { self.put("32", "✓") } else { self.bad("✗") }
    }

    fn bad(self, text: &str) -> String {
        self.put("31", text)
    }

    fn strong(self, text: &str) -> String {
        self.put("1", text)
    }

    fn put(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
