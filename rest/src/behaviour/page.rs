//! The page, from its head to its foot.
use super::{
    Page,
    html::{count, put, text},
    overview, scenario,
    verdict::Verdict,
};
use hosting_catalogue::{Chapter, Feature, Promise, Rule};
use std::collections::BTreeMap;

/// What the page is called.
pub const TITLE: &str = "What the platform promises";

/// What it loads, or where it stands alone, holds.
pub const STYLE: &str =
    concat!(include_str!("../docs/base.css"), include_str!("../docs/frame.css"), include_str!("page.css"));
/// Search, filters, and calls without leaving the page; all else works without it.
pub const SCRIPT: &str = include_str!("page.js");

/// The whole page.
pub fn whole(page: &Page<'_>) -> String {
    let chapters: String = page.catalogue.chapters.iter().map(|one| chapter(page, one)).collect();
    let body = format!(
        "<div class=\"inner page\">\n{}<div class=\"content\">\n{}{}{chapters}{}</div>\n</div>\n",
        contents(page),
        overview::overview(page),
        tools(page),
        promises(page),
    );
    document(page.standalone, TITLE, &body)
}

/// A document with this body below the bar; it holds what it would load where it stands alone.
pub fn document(standalone: bool, title: &str, body: &str) -> String {
    let (loaded, bar) = match standalone {
        true => (
            format!("<style>\n{STYLE}</style>\n<script type=\"module\">\n{SCRIPT}</script>\n"),
            "<span class=\"brand\">Hosting Platform API</span>\n".to_owned(),
        ),
        false => (
            "<link rel=\"icon\" type=\"image/svg+xml\" href=\"/docs/icon.svg\">\n\
             <link rel=\"stylesheet\" href=\"/docs/behaviour.css\">\n\
             <script src=\"/docs/behaviour.js\" defer></script>\n"
                .to_owned(),
            "<a class=\"brand\" href=\"/\"><img src=\"/docs/icon.svg\" alt=\"\" width=\"28\" height=\"28\">\
             Hosting Platform API</a>\n<nav aria-label=\"Documentation\">\n<a href=\"/docs\">REST</a>\n\
             <a href=\"/graphql\">GraphQL</a>\n<a href=\"/docs/behaviour\">Behaviour</a>\n</nav>\n"
                .to_owned(),
        ),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n{loaded}</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to the promises</a>\n<header class=\"bar\"><div class=\"inner\">\n{bar}\
         </div></header>\n<main id=\"main\" tabindex=\"-1\">\n{body}</main>\n</body>\n</html>\n",
        text(title)
    )
}

/// Chapters, their features, and the rules of those.
fn contents(page: &Page<'_>) -> String {
    let mut html =
        "<nav class=\"contents\" aria-label=\"Contents\"><details open><summary>Contents</summary>\n<ul>\n\
                    <li><a href=\"#the-run\">At a glance</a></li>\n"
            .to_owned();
    for chapter in &page.catalogue.chapters {
        put(
            &mut html,
            format_args!("<li class=\"chapter-entry\">{}", entry(page, &chapter.id, &chapter.title, None)),
        );
        html += "\n<ul>\n";
        for feature in &chapter.features {
            let verdict = page.verdicts.feature(feature).verdict();
            put(
                &mut html,
                format_args!(
                    "<li><details><summary>{}</summary>\n<ul>\n",
                    mark(page, &feature.name, verdict)
                ),
            );
            put(
                &mut html,
                format_args!("<li>{}</li>\n", entry(page, &feature.id, "The whole feature", None)),
            );
            for rule in &feature.rules {
                let verdict = page.verdicts.rule(rule).verdict();
                put(
                    &mut html,
                    format_args!("<li>{}</li>\n", entry(page, &rule.id, &rule.name, Some(verdict))),
                );
            }
            html += "</ul></details></li>\n";
        }
        html += "</ul></li>\n";
    }
    if !page.catalogue.promises.is_empty() {
        html += "<li class=\"chapter-entry\"><a href=\"#the-promises\">The list of promises</a></li>\n";
    }
    html + "</ul></details></nav>\n"
}

fn entry(page: &Page<'_>, id: &str, name: &str, verdict: Option<Verdict>) -> String {
    let name = verdict.map_or_else(|| text(name), |verdict| mark(page, name, verdict));
    format!("<a href=\"#{}\">{name}</a>", text(id))
}

/// A name with the sign of how it ended; where nothing was played there is none.
fn mark(page: &Page<'_>, name: &str, verdict: Verdict) -> String {
    match page.verdicts.results.is_some() {
        false => text(name),
        true => format!(
            "<span class=\"sign {}\" aria-hidden=\"true\">{}</span><span class=\"unseen\">{}: </span>{}",
            verdict.class(),
            verdict.sign(),
            verdict.words(),
            text(name)
        ),
    }
}

/// Search and filters; shown by the script that they need.
fn tools(page: &Page<'_>) -> String {
    let mut html = "<form class=\"tools\" role=\"search\" hidden>\n\
         <label class=\"search\"><span class=\"unseen\">Search the promises</span>\
         <input type=\"search\" name=\"q\" autocomplete=\"off\" spellcheck=\"false\" \
         placeholder=\"Search rules, steps, promises, operations\"></label>\n"
        .to_owned();
    if page.verdicts.results.is_some() {
        html += "<label><span class=\"unseen\">How they ended</span><select name=\"ended\">\
             <option value=\"\">However it ended</option><option value=\"passed\">✓ passed</option>\
             <option value=\"failed\">✗ failed</option><option value=\"partly\">◐ partly played</option>\
             <option value=\"unplayed\">– not played</option></select></label>\n";
    }
    let operations = page.operations();
    if !operations.is_empty() {
        html += "<label><span class=\"unseen\">Operation</span><select name=\"operation\">\
             <option value=\"\">Any operation</option>";
        for operation in operations.keys() {
            let name = text(operation);
            put(&mut html, format_args!("<option value=\"{name}\">{name}</option>"));
        }
        html += "</select></label>\n";
    }
    if operations.is_empty() {
        html += "<p class=\"unknown quiet\" hidden>Which scenarios ask for an operation is known from a run of them: \
             there is none here.</p>\n";
    }
    html + "<output aria-live=\"polite\"></output>\n</form>\n\
         <p class=\"nothing\" hidden>Nothing that is promised matches.</p>\n"
}

fn chapter(page: &Page<'_>, chapter: &Chapter) -> String {
    let features: String = chapter.features.iter().map(|one| feature(page, one)).collect();
    format!(
        "<section class=\"chapter\" aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{features}</section>\n",
        text(&chapter.id),
        text(&chapter.title)
    )
}

fn feature(page: &Page<'_>, feature: &Feature) -> String {
    let id = text(&feature.id);
    let scenarios: usize = feature.rules.iter().map(|rule| rule.scenarios.len()).sum();
    let mut html = format!(
        "<article class=\"feature\">\n<h3 id=\"{id}\">{} {}</h3>\n<p class=\"why\">{} \
         <span class=\"size\">{}, {}.</span></p>\n",
        mark(page, &feature.name, page.verdicts.feature(feature).verdict()),
        link(&feature.id, "feature"),
        text(&feature.why),
        count(feature.rules.len(), "rule"),
        count(scenarios, "scenario"),
    );
    html += &background(&feature.background, "Each scenario of this feature begins with");
    html += &feature.rules.iter().map(|one| rule(page, feature, one)).collect::<String>();
    html + "</article>\n"
}

fn link(id: &str, what: &str) -> String {
    format!("<a class=\"link\" href=\"#{}\" aria-label=\"Link to this {what}\">#</a>", text(id))
}

fn background(steps: &[hosting_catalogue::Step], words: &str) -> String {
    match steps.is_empty() {
        true => String::new(),
        false => format!(
            "<details class=\"background\"><summary>{words}</summary>\n{}</details>\n",
            scenario::steps(steps, &[], &[])
        ),
    }
}

fn rule(page: &Page<'_>, feature: &Feature, rule: &Rule) -> String {
    let mut html = format!(
        "<section class=\"rule\" id=\"{}\">\n<h4>{} {}</h4>\n",
        text(&rule.id),
        mark(page, &rule.name, page.verdicts.rule(rule).verdict()),
        link(&rule.id, "rule")
    );
    for id in &rule.promises {
        let id_text = text(id);
        match page.catalogue.promises.iter().find(|one| one.id == *id) {
            Some(one) => put(
                &mut html,
                format_args!(
                    "<p class=\"proves\"><a href=\"#promise-{id_text}\">{id_text}</a> {} <span class=\"source\">{}</span></p>\n",
                    text(&one.text),
                    text(&one.source)
                ),
            ),
            None => put(
                &mut html,
                format_args!("<p class=\"proves\">{id_text}: not in the list of promises</p>\n"),
            ),
        }
    }
    html += &background(&rule.background, "Each scenario of this rule begins with");
    html += &rule.scenarios.iter().map(|one| scenario::scenario(page, feature, one)).collect::<String>();
    html + "</section>\n"
}

/// The list of promises, each with the rules that prove it.
fn promises(page: &Page<'_>) -> String {
    if page.catalogue.promises.is_empty() {
        return String::new();
    }
    let mut proofs: BTreeMap<&str, Vec<&Rule>> = BTreeMap::new();
    let features = page.catalogue.chapters.iter().flat_map(|chapter| &chapter.features);
    for rule in features.flat_map(|feature| &feature.rules) {
        for id in &rule.promises {
            proofs.entry(id).or_default().push(rule);
        }
    }
    let mut html = "<section class=\"chapter promises\" aria-labelledby=\"the-promises\">\n\
         <h2 id=\"the-promises\">The list of promises</h2>\n\
         <p class=\"why\">What was decided, where, and the rules that prove it.</p>\n"
        .to_owned();
    let mut group = "";
    for promise in &page.catalogue.promises {
        if promise.group != group {
            group = &promise.group;
            put(&mut html, format_args!("<h3>{}</h3>\n", text(group)));
        }
        html +=
            &promised(page, promise, proofs.get(promise.id.as_str()).map(Vec::as_slice).unwrap_or_default());
    }
    html + "</section>\n"
}

fn promised(page: &Page<'_>, promise: &Promise, rules: &[&Rule]) -> String {
    let id = text(&promise.id);
    let mut html = format!(
        "<div class=\"promise\" id=\"promise-{id}\">\n<p>{} <a class=\"id\" href=\"#promise-{id}\">{id}</a> \
         <span class=\"source\">{}</span></p>\n",
        text(&promise.text),
        text(&promise.source)
    );
    let entries: String = rules
        .iter()
        .map(|rule| {
            format!(
                "<li>{}</li>\n",
                entry(page, &rule.id, &rule.name, Some(page.verdicts.rule(rule).verdict()))
            )
        })
        .collect();
    match entries.is_empty() {
        true => html += "<p class=\"unproven\">No rule proves it yet.</p>\n",
        false => put(&mut html, format_args!("<ul>\n{entries}</ul>\n")),
    }
    html + "</div>\n"
}
