//! A scenario on the page.
use super::{
    Page, calls,
    html::{count, outline, put, text},
    place,
    verdict::{FACADES, Tally, Verdict},
};
use hosting_catalogue::{Ending, Example, Examples, Fault, Feature, Played, Scenario, Step};
use std::collections::BTreeSet;

/// What is said of what no result is of.
pub const UNVERIFIED: &str = "not verified in this build";

/// A scenario of a feature: its name and how it ended, and behind that all the rest.
pub fn scenario(page: &Page<'_>, feature: &Feature, scenario: &Scenario) -> String {
    let id = text(&scenario.id);
    let words = words(scenario);
    let tally = page.verdicts.scenario(scenario);
    let verdict = tally.verdict();
    let used = operations(page, scenario);
    let named = used.iter().copied().collect::<Vec<_>>().join(" ");
    let operations = match used.is_empty() {
        true => String::new(),
        false => format!(" data-operations=\"{}\"", text(&named)),
    };
    format!(
        "<div class=\"scenario {}\"{operations}>\n\
         <a class=\"link\" href=\"#{id}\" aria-label=\"Link to this scenario\">#</a>\n\
         <details><summary><span class=\"name\">{}</span>{}</summary>\n<div class=\"body\" id=\"{id}\">\n{}</div>\n\
         </details>\n</div>\n",
        verdict.class(),
        outline(&scenario.name, &words),
        ending(page, scenario),
        body(page, feature, scenario, &words, &used)
    )
}

/// The names that stand for values in an outline.
fn words(scenario: &Scenario) -> Vec<&str> {
    let words: BTreeSet<_> =
        scenario.examples.iter().flat_map(|table| &table.head).map(String::as_str).collect();
    words.into_iter().collect()
}

/// The operations that were asked for while it was played.
pub fn operations<'a>(page: &Page<'a>, scenario: &Scenario) -> BTreeSet<&'a str> {
    page.verdicts
        .plays(scenario)
        .into_iter()
        .flat_map(|played| played.operations.keys())
        .map(String::as_str)
        .collect()
}

/// How it ended: of an outline how many of its examples hold, and each facade.
fn ending(page: &Page<'_>, scenario: &Scenario) -> String {
    if page.verdicts.scenario(scenario).verdict() == Verdict::NotPlayed {
        let why = match page.verdicts.is_outdated(scenario) {
            true => "changed since it was played: ",
            false => "",
        };
        return format!(
            " <span class=\"ending\"><span class=\"chip unplayed\">{why}{UNVERIFIED}</span></span>"
        );
    }
    let mut html = String::from(" <span class=\"ending\">");
    if !scenario.examples.is_empty() {
        let plays = scenario.plays();
        let holds = |id: &str| page.verdicts.example(scenario, id).verdict() == Verdict::Passed;
        let held = plays.iter().filter(|(id, _)| holds(id)).count();
        put(&mut html, format_args!("<span class=\"of\">{held} of {}</span> ", plays.len()));
    }
    for (word, name) in FACADES.into_iter().filter(|(word, _)| scenario.is_on(word)) {
        html += &chip(&badge(page, scenario, word, name), page.verdicts.on(scenario, word));
    }
    html + "</span>"
}

/// The name of a facade; with what was gone through instead, where the plays on it never passed through it.
fn badge(page: &Page<'_>, scenario: &Scenario, word: &str, name: &str) -> String {
    let plays = page.verdicts.plays(scenario).into_iter().filter(|played| played.facade == word);
    let over: BTreeSet<_> = plays.flat_map(|played| &played.over).map(String::as_str).collect();
    match over.is_empty() || over.contains(name) {
        true => name.to_owned(),
        false => text(&format!("{name} over {}", over.into_iter().collect::<Vec<_>>().join(" and "))),
    }
}

/// A facade, and how it ended there.
fn chip(name: &str, tally: Tally) -> String {
    let verdict = tally.verdict();
    let (class, sign) = (verdict.class(), verdict.sign());
    let some = match verdict {
        Verdict::Failed | Verdict::Partly if tally.total() > 1 => {
            format!(" {} of {}", tally.passed, tally.total())
        }
        _ => String::new(),
    };
    let words = if verdict == Verdict::NotPlayed { UNVERIFIED } else { verdict.words() };
    format!(
        "<span class=\"chip {class}\"><span aria-hidden=\"true\">{sign}</span> {name}{some}\
         <span class=\"unseen\"> {words}</span></span> "
    )
}

fn body(
    page: &Page<'_>,
    feature: &Feature,
    scenario: &Scenario,
    words: &[&str],
    used: &BTreeSet<&str>,
) -> String {
    let plays = page.verdicts.plays(scenario);
    let faults: Vec<_> = plays.iter().filter_map(|played| Some((*played, fault(played)?))).collect();
    let mut html = String::new();
    for (played, fault) in grouped(&faults) {
        html += &failure(feature, scenario, &played, fault);
    }
    html += &steps(&scenario.steps, words, &faults);
    for table in &scenario.examples {
        html += &examples(page, scenario, table);
    }
    if let Some(id) = calls::first(&page.verdicts, scenario) {
        match (page.standalone, scenario.examples.is_empty()) {
            (false, _) => put(
                &mut html,
                format_args!(
                    "<p class=\"fact\"><a class=\"calls\" href=\"{}\">The calls, and their answers</a></p>\n",
                    text(&calls::address(&scenario.id))
                ),
            ),
            (true, true) => html += &held(page, scenario, id, "The calls, and their answers"),
            // Those of its examples stand below them.
            (true, false) => {}
        }
    }
    if !used.is_empty() {
        let links: Vec<_> = used.iter().map(|one| place::links(one, !page.standalone)).collect();
        put(&mut html, format_args!("<p class=\"fact\"><b>Operations</b> {}</p>\n", links.join(" ")));
    }
    let mut facts = vec![format!("<code>features/{}.feature:{}</code>", text(&feature.id), scenario.line)];
    let on: Vec<_> = FACADES.iter().filter(|(word, _)| scenario.is_on(word)).map(|(_, name)| *name).collect();
    if on.len() < FACADES.len() {
        facts.push(format!("for {} only", on.join(" and ")));
    }
    if !plays.is_empty() {
        let seconds: f64 = plays.iter().map(|played| played.seconds).sum();
        facts.push(format!("{} in {seconds:.2} s", count(plays.len(), "play")));
    }
    put(&mut html, format_args!("<p class=\"fact quiet\">{}</p>\n", facts.join(" · ")));
    html
}

fn fault(played: &Played) -> Option<&Fault> {
    match &played.ending {
        Ending::Passed => None,
        Ending::Failed(fault) => Some(fault),
    }
}

/// What failed alike, together.
pub fn grouped<'p>(faults: &[(&'p Played, &'p Fault)]) -> Vec<(Vec<&'p Played>, &'p Fault)> {
    let mut groups: Vec<(Vec<&Played>, &Fault)> = Vec::new();
    for &(played, fault) in faults {
        match groups.iter_mut().find(|(_, same)| *same == fault) {
            Some((all, _)) => all.push(played),
            None => groups.push((vec![played], fault)),
        }
    }
    groups
}

/// The faults of a scenario, alike ones together.
pub fn faults<'a>(page: &Page<'a>, scenario: &Scenario) -> Vec<(Vec<&'a Played>, &'a Fault)> {
    let faults: Vec<_> = page
        .verdicts
        .plays(scenario)
        .into_iter()
        .filter_map(|played| Some((played, fault(played)?)))
        .collect();
    grouped(&faults)
}

/// Why it failed: where, at which step, and what was found instead.
pub fn failure(feature: &Feature, scenario: &Scenario, played: &[&Played], fault: &Fault) -> String {
    let facades: BTreeSet<_> = played.iter().map(|one| one.facade.as_str()).collect();
    let facades: Vec<_> =
        FACADES.iter().filter(|(word, _)| facades.contains(word)).map(|(_, name)| *name).collect();
    let examples: BTreeSet<_> = played.iter().map(|one| one.id.as_str()).collect();
    let rows: Vec<_> = scenario.examples.iter().flat_map(|table| &table.rows).collect();
    let failed = rows.iter().filter(|row| examples.contains(row.id.as_str()));
    let failed: Vec<_> = failed.map(|row| text(&row.cells.join(" | "))).collect();
    let example = match failed.split_first() {
        None => String::new(),
        Some((one, [])) => format!(" with <code>{one}</code>"),
        Some((one, more)) => format!(" with <code>{one}</code> and {} more", more.len()),
    };
    format!(
        "<div class=\"fault\">\n<p><b>Failed on {}</b>{example} at <code>features/{}.feature:{}</code></p>\n\
         <p class=\"at\">{}</p>\n<pre tabindex=\"0\">{}</pre>\n</div>\n",
        facades.join(" and "),
        text(&feature.id),
        fault.line,
        text(&fault.step),
        text(&fault.cause)
    )
}

/// What happens, step by step; those that failed stand out.
pub fn steps(steps: &[Step], words: &[&str], faults: &[(&Played, &Fault)]) -> String {
    let mut html = "<ol class=\"steps\">\n".to_owned();
    for step in steps {
        let whole = format!("{} {}", step.keyword, step.text);
        let class = match faults.iter().any(|(_, fault)| fault.step == whole) {
            true => " class=\"failed\"",
            false => "",
        };
        put(
            &mut html,
            format_args!("<li{class}><b>{}</b> {}", text(&step.keyword), outline(&step.text, words)),
        );
        if !step.table.is_empty() {
            html += &table(&step.table, words);
        }
        if let Some(block) = &step.text_block {
            put(
                &mut html,
                format_args!("<pre tabindex=\"0\">{}</pre>", outline(block.trim_matches('\n'), words)),
            );
        }
        html += "</li>\n";
    }
    html + "</ol>\n"
}

fn table(rows: &[Vec<String>], words: &[&str]) -> String {
    let mut html = "<div class=\"wide\" tabindex=\"0\"><table>\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        let cells: String =
            row.iter().map(|cell| format!("<{tag}>{}</{tag}>", outline(cell, words))).collect();
        put(&mut html, format_args!("<tr>{cells}</tr>\n"));
    }
    html + "</table></div>"
}

/// The examples of an outline: a line each, with how it ended on each facade.
fn examples(page: &Page<'_>, scenario: &Scenario, table: &Examples) -> String {
    let name = match table.name.is_empty() {
        true => String::new(),
        false => format!("<caption>{}</caption>\n", text(&table.name)),
    };
    let mut head: String =
        table.head.iter().map(|cell| format!("<th scope=\"col\">{}</th>", text(cell))).collect();
    let played = page.verdicts.scenario(scenario).verdict() != Verdict::NotPlayed;
    if played {
        let facades = FACADES.iter().filter(|(word, _)| scenario.is_on(word));
        head.extend(facades.map(|(_, name)| format!("<th scope=\"col\" class=\"how\">{name}</th>")));
    }
    let mut html =
        format!("<div class=\"wide\" tabindex=\"0\"><table class=\"examples\">\n{name}<tr>{head}</tr>\n");
    let mut shown = String::new();
    for (number, row) in table.rows.iter().enumerate() {
        let mut cells: String = row.cells.iter().map(|cell| format!("<td>{}</td>", text(cell))).collect();
        let failed = page.verdicts.example(scenario, &row.id).verdict() == Verdict::Failed;
        if played {
            cells += &marks(page, scenario, row);
        }
        let seen = calls::any(&page.verdicts, scenario, &row.id);
        let class = if failed { " class=\"failed\"" } else { "" };
        put(&mut html, format_args!("<tr{class}>{cells}</tr>\n"));
        // Where all is in one file, the first of what holds shows what the others are like.
        if page.standalone && seen && (number == 0 || failed) {
            let title = format!("The calls of {}", text(&row.cells.join(" | ")));
            shown += &held(page, scenario, &row.id, &title);
        }
    }
    html + "</table></div>\n" + &shown
}

/// How an example ended, a cell for each facade.
fn marks(page: &Page<'_>, scenario: &Scenario, row: &Example) -> String {
    let mark = |(word, _): (&str, &str)| {
        let verdict = match page.verdicts.play(scenario, &row.id, word).map(|played| &played.ending) {
            Some(Ending::Passed) => Verdict::Passed,
            Some(Ending::Failed(_)) => Verdict::Failed,
            None => Verdict::NotPlayed,
        };
        let (class, sign, words) = (verdict.class(), verdict.sign(), verdict.words());
        format!("<td class=\"how {class}\" aria-label=\"{words}\">{sign}</td>")
    };
    FACADES.into_iter().filter(|(word, _)| scenario.is_on(word)).map(mark).collect()
}

/// The calls of a play, in the page itself.
fn held(page: &Page<'_>, scenario: &Scenario, id: &str, title: &str) -> String {
    let calls = calls::of(&page.verdicts, scenario, id, false);
    format!("<details class=\"shown\"><summary>{title}</summary>\n{calls}</details>\n")
}
