//! Writing the page.
use crate::{facades::Facade, reporter::Reporter};
use cucumber::gherkin::{Background, Examples, Feature, Scenario, Step, Table};
use std::{fmt::Write, path::Path};

/// An area: its folder, its title, its features.
type Area<'a> = (&'a str, &'a str, Vec<Feature>);

/// The whole page; it loads nothing but its style sheet.
pub fn page(areas: &[Area<'_>], runs: &[(Facade, Reporter)]) -> String {
    let title = "What the platform promises";
    let contents: String = areas.iter().map(contents).collect();
    let chapters: String = areas.iter().map(|area| chapter(area, runs)).collect();
    let legend: String = runs.iter().map(|(facade, _)| format!("<li>{}</li>", name(*facade))).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"/docs/behaviour.css\">\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <p>Each scenario is played on the platform itself each time that it is built, in every way in which \
         it can be called.</p>\n<ul class=\"facades\">{legend}</ul>\n</header>\n<nav><ul>\n{contents}</ul></nav>\n\
         <main>\n{chapters}</main>\n</body>\n</html>\n"
    )
}

fn contents((folder, title, features): &Area<'_>) -> String {
    let feature = |feature: &Feature| {
        format!("<li><a href=\"#{}\">{}</a></li>\n", anchor(feature), text(&feature.name))
    };
    let features: String = features.iter().map(feature).collect();
    format!("<li><a href=\"#{folder}\">{title}</a>\n<ul>\n{features}</ul></li>\n")
}

fn chapter((folder, title, features): &Area<'_>, runs: &[(Facade, Reporter)]) -> String {
    let features: String = features.iter().map(|one| feature(one, runs)).collect();
    format!("<section class=\"area\" id=\"{folder}\">\n<h2>{title}</h2>\n{features}</section>\n")
}

fn feature(feature: &Feature, runs: &[(Facade, Reporter)]) -> String {
    let file = feature.path.as_deref().unwrap_or(Path::new(""));
    let why =
        feature.description.as_deref().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut html = format!(
        "<article class=\"feature\" id=\"{}\">\n<h3>{}</h3>\n<p class=\"why\">{}</p>\n",
        anchor(feature),
        text(&feature.name),
        text(&why)
    );
    html += &feature.background.as_ref().map(background).unwrap_or_default();
    for rule in &feature.rules {
        put(&mut html, format_args!("<section class=\"rule\">\n<h4>{}</h4>\n", text(&rule.name)));
        html += &rule.background.as_ref().map(background).unwrap_or_default();
        html += &rule.scenarios.iter().map(|one| scenario(file, one, runs)).collect::<String>();
        html += "</section>\n";
    }
    html += &feature.scenarios.iter().map(|one| scenario(file, one, runs)).collect::<String>();
    html + "</article>\n"
}

fn background(background: &Background) -> String {
    format!("<div class=\"background\">\n{}</div>\n", steps(&background.steps))
}

fn scenario(file: &Path, scenario: &Scenario, runs: &[(Facade, Reporter)]) -> String {
    let examples: String = scenario.examples.iter().map(|one| example(file, one, runs)).collect();
    let verdict =
        if examples.is_empty() { verdict(file, scenario.position.line, runs) } else { String::new() };
    format!(
        "<details class=\"scenario\">\n<summary>{} {verdict}</summary>\n{}{examples}</details>\n",
        placeholders(&scenario.name),
        steps(&scenario.steps)
    )
}

/// The examples of an outline: a line each, with how it ended.
fn example(file: &Path, examples: &Examples, runs: &[(Facade, Reporter)]) -> String {
    let Some(table) = &examples.table else { return String::new() };
    let mut rows = table.rows.iter();
    let head: String =
        rows.next().into_iter().flatten().map(|cell| format!("<th>{}</th>", text(cell))).collect();
    let mut html = format!("<table class=\"examples\">\n<tr>{head}<th></th></tr>\n");
    for (number, row) in rows.enumerate() {
        let cells: String = row.iter().map(|cell| format!("<td>{}</td>", text(cell))).collect();
        let verdict = verdict(file, examples.position.line + number + 2, runs);
        put(&mut html, format_args!("<tr>{cells}<td>{verdict}</td></tr>\n"));
    }
    html + "</table>\n"
}

fn steps(steps: &[Step]) -> String {
    let mut html = "<ul class=\"steps\">\n".to_owned();
    for step in steps {
        let (keyword, table) = (step.keyword.trim(), step.table.as_ref().map(rows).unwrap_or_default());
        put(&mut html, format_args!("<li><b>{keyword}</b> {}{table}</li>\n", placeholders(&step.value)));
    }
    html + "</ul>\n"
}

fn rows(table: &Table) -> String {
    let mut html = "<table>\n".to_owned();
    for (number, row) in table.rows.iter().enumerate() {
        let tag = if number == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|cell| format!("<{tag}>{}</{tag}>", placeholders(cell))).collect();
        put(&mut html, format_args!("<tr>{cells}</tr>\n"));
    }
    html + "</table>\n"
}

/// How it ended, facade by facade.
fn verdict(file: &Path, line: usize, runs: &[(Facade, Reporter)]) -> String {
    let mut html = String::new();
    for (facade, run) in runs {
        let (class, mark) = match run.endings.get(&(file.to_owned(), line)) {
            Some(None) => ("kept", '✓'),
            Some(Some(_)) => ("broken", '✗'),
            None => continue,
        };
        put(&mut html, format_args!("<span class=\"{class}\">{mark} {}</span> ", name(*facade)));
    }
    html
}

/// As product owners call it.
const fn name(facade: Facade) -> &'static str {
    match facade {
        Facade::Direct => "direct",
        Facade::Rest => "REST",
        Facade::GraphQl => "GraphQL",
    }
}

fn anchor(feature: &Feature) -> String {
    let path = feature.path.as_deref().unwrap_or(Path::new("")).with_extension("");
    let words: Vec<_> =
        path.components().rev().take(2).map(|part| part.as_os_str().to_string_lossy()).collect();
    words.into_iter().rev().collect::<Vec<_>>().join("-")
}

/// Plain text.
fn text(plain: &str) -> String {
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Plain text in which `<words>` stand for what the examples say.
fn placeholders(plain: &str) -> String {
    text(plain).replace("&lt;", "<var>").replace("&gt;", "</var>")
}

fn put(html: &mut String, part: std::fmt::Arguments<'_>) {
    html.write_fmt(part).expect("writing to a text never fails");
}
