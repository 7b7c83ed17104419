//! What comes first: how it stands, what was run, what failed and why, and what changed.
use super::{
    Page,
    html::{count, put, text},
    page::TITLE,
    scenario::{UNVERIFIED, failure, faults},
    verdict::{Counts, FACADES, Sum, Verdict},
};
use hosting_catalogue::{Feature, Results, Rule, Scenario, compare, scenario_of};
use std::collections::{BTreeMap, BTreeSet};

/// Failures of one scenario that are told one by one.
const TOLD: usize = 3;

/// The head of the page.
pub fn overview(page: &Page<'_>) -> String {
    let sum = page.verdicts.sum(&page.catalogue.chapters);
    let mut html = format!(
        "<section class=\"overview\" aria-labelledby=\"the-run\">\n<h1 id=\"the-run\">{TITLE}</h1>\n\
         <p class=\"lead\">{}, {} and {}, in words that everybody reads. A rule is a promise; its scenarios are \
         examples of it that are played on the platform itself.</p>\n",
        count(sum.features.total(), "feature"),
        count(sum.rules.total(), "rule"),
        count(sum.scenarios.total(), "scenario"),
    );
    match page.verdicts.results {
        None => html += &unverified(page.standalone),
        Some(run) => {
            html += &standing(sum.scenarios);
            html += &facts(page, run);
            html += &failures(page);
            html += &table(page, sum);
            html += &page.before.map(|before| changes(page, before, run)).unwrap_or_default();
        }
    }
    html + "</section>\n"
}

fn unverified(standalone: bool) -> String {
    let how = match standalone {
        true => "",
        false => {
            " A run of the features writes its results to a file; \
             <code>hosting serve --behaviour results.json</code> shows them here."
        }
    };
    format!(
        "<div class=\"standing unplayed\"><p><b>Nothing is {}.</b> It carries the promises, but no results of a \
         run.{how}</p></div>\n",
        UNVERIFIED.trim_start_matches("not ")
    )
}

/// How it stands, in a sentence and as a bar.
fn standing(scenarios: Counts) -> String {
    let (class, words) = if scenarios.failed > 0 {
        ("failed", format!("{} of {} failed", scenarios.failed, count(scenarios.total(), "scenario")))
    } else if scenarios.passed == scenarios.total() && scenarios.passed > 0 {
        ("passed", format!("All {} passed", count(scenarios.passed, "scenario")))
    } else {
        ("unplayed", format!("{} of {} passed", scenarios.passed, count(scenarios.total(), "scenario")))
    };
    let others: Vec<_> = scenarios
        .parts()
        .map(|(verdict, number)| {
            format!("<span class=\"{}\">{number} {}</span>", verdict.class(), verdict.words())
        })
        .collect();
    format!(
        "<div class=\"standing {class}\">\n<p><b>{words}.</b> <span class=\"parts\">{}</span></p>\n{}</div>\n",
        others.join(" "),
        bar(scenarios)
    )
}

/// How many ended how, as a bar whose parts are as wide as they are many.
fn bar(counts: Counts) -> String {
    let mut html = format!(
        "<svg class=\"share\" viewBox=\"0 0 {} 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
        counts.total().max(1)
    );
    let mut at = 0;
    for (verdict, number) in counts.parts() {
        put(
            &mut html,
            format_args!("<rect class=\"{}\" x=\"{at}\" width=\"{number}\" height=\"1\"/>", verdict.class()),
        );
        at += number;
    }
    html + "</svg>\n"
}

/// What was run.
fn facts(page: &Page<'_>, run: &Results) -> String {
    let commit =
        match run.commit.as_deref().map(|commit| (commit.trim_end_matches('+'), commit.ends_with('+'))) {
            None => "not known".to_owned(),
            Some((commit, changed)) => {
                let changed = if changed { " and changes to it that were not committed" } else { "" };
                format!("<code>{}</code>{changed}", text(&commit.chars().take(12).collect::<String>()))
            }
        };
    let chosen = match run.chosen.is_empty() {
        true => "everything".to_owned(),
        false => format!("only <code>{}</code>", text(&run.chosen.join(" "))),
    };
    let ran_on: Vec<_> = run.ran_on.iter().map(|one| text(one)).collect();
    let mut facts = vec![
        ("Commit", commit),
        ("Began", began(&run.began)),
        ("Took", took(run.seconds)),
        ("Ran on", ran_on.join(", ")),
        ("Played", format!("{}: {}", chosen, count(run.played.len(), "play"))),
    ];
    facts.retain(|(_, value)| !value.is_empty());
    let facts: String =
        facts.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")).collect();
    let mut html = format!("<dl class=\"facts\">\n{facts}</dl>\n");
    let (outdated, strange) = strays(page, run);
    for (number, why) in [
        (outdated, "changed since the run: what it found of them counts for nothing here"),
        (strange, "of the run are not promised by this build"),
    ] {
        if number > 0 {
            put(&mut html, format_args!("<p class=\"quiet\">{} {why}.</p>\n", count(number, "scenario")));
        }
    }
    html
}

/// A time of RFC 3339 for people.
fn began(time: &str) -> String {
    let words = chrono::DateTime::parse_from_rfc3339(time)
        .map_or_else(|_| time.to_owned(), |time| time.to_utc().format("%-d %B %Y, %H:%M UTC").to_string());
    format!("<time datetime=\"{}\">{}</time>", text(time), text(&words))
}

fn took(seconds: f64) -> String {
    match seconds {
        ..90.0 => format!("{seconds:.1} s"),
        _ => format!("{:.0} min {:02.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor()),
    }
}

/// Scenarios of the run that say something else here, and those that are not here at all.
fn strays(page: &Page<'_>, run: &Results) -> (usize, usize) {
    let known: BTreeMap<_, _> =
        page.catalogue.scenarios().map(|(_, _, one)| (one.id.as_str(), one.digest.as_str())).collect();
    let (mut outdated, mut strange) = (BTreeSet::new(), BTreeSet::new());
    for played in &run.played {
        let id = scenario_of(&played.id);
        match known.get(id) {
            None => strange.insert(id),
            Some(digest) if *digest != played.digest => outdated.insert(id),
            Some(_) => false,
        };
    }
    (outdated.len(), strange.len())
}

/// What failed, and why.
fn failures(page: &Page<'_>) -> String {
    let failed = page.catalogue.chapters.iter().flat_map(|chapter| {
        let features = chapter.features.iter();
        let rules = features.flat_map(|feature| feature.rules.iter().map(move |rule| (feature, rule)));
        rules.flat_map(move |(feature, rule)| {
            rule.scenarios.iter().map(move |one| (chapter.title.as_str(), feature, rule, one))
        })
    });
    let is_failed = |scenario: &Scenario| page.verdicts.scenario(scenario).verdict() == Verdict::Failed;
    let failed: Vec<_> = failed.filter(|(_, _, _, scenario)| is_failed(scenario)).collect();
    if failed.is_empty() {
        return String::new();
    }
    let entries: String = failed.iter().map(|one| failed_scenario(page, *one)).collect();
    format!(
        "<section class=\"failures\" aria-labelledby=\"the-failures\">\n<h2 id=\"the-failures\">What failed, and why</h2>\n\
         <ol>\n{entries}</ol>\n</section>\n"
    )
}

fn failed_scenario(
    page: &Page<'_>,
    (chapter, feature, rule, scenario): (&str, &Feature, &Rule, &Scenario),
) -> String {
    let mut html = format!(
        "<li><p class=\"what\"><a href=\"#{}\">{}</a> <span class=\"quiet\">{} › {} › {}</span></p>\n",
        text(&scenario.id),
        text(&scenario.name),
        text(chapter),
        text(&feature.name),
        text(&rule.name)
    );
    let faults = faults(page, scenario);
    for (played, fault) in faults.iter().take(TOLD) {
        html += &failure(feature, scenario, played, fault);
    }
    if faults.len() > TOLD {
        put(&mut html, format_args!("<p class=\"quiet\">and {} more, told there</p>\n", faults.len() - TOLD));
    }
    html + "</li>\n"
}

/// What each chapter comes to.
fn table(page: &Page<'_>, whole: Sum) -> String {
    let facades: String = FACADES.iter().map(|(_, name)| format!("<th scope=\"col\">{name}</th>")).collect();
    let mut html = format!(
        "<table class=\"sums\">\n<caption>Features, rules and scenarios by how they ended; of facades, scenarios</caption>\n\
         <thead><tr><th scope=\"col\">Chapter</th><th scope=\"col\">Features</th><th scope=\"col\">Rules</th>\
         <th scope=\"col\">Scenarios</th>{facades}</tr></thead>\n<tbody>\n"
    );
    for chapter in &page.catalogue.chapters {
        let way = format!("<a href=\"#{}\">{}</a>", text(&chapter.id), text(&chapter.title));
        html += &row(&way, page.verdicts.sum([chapter]));
    }
    html += "</tbody>\n<tfoot>\n";
    html += &row("All chapters", whole);
    html + "</tfoot>\n</table>\n"
}

fn row(name: &str, sum: Sum) -> String {
    let columns = [("Features", sum.features), ("Rules", sum.rules), ("Scenarios", sum.scenarios)];
    let facades = FACADES.iter().zip(sum.facades).map(|((_, name), counts)| (*name, counts));
    let cells: String = columns.into_iter().chain(facades).map(|(name, counts)| cell(name, counts)).collect();
    format!("<tr><th scope=\"row\">{name}</th>{cells}</tr>\n")
}

fn cell(column: &str, counts: Counts) -> String {
    let part = |(verdict, number): (Verdict, usize)| {
        format!(
            "<span class=\"{}\" title=\"{number} {words}\"><span aria-hidden=\"true\">{}</span> {number}\
             <span class=\"unseen\"> {words}</span></span>",
            verdict.class(),
            verdict.sign(),
            words = verdict.words()
        )
    };
    let parts: Vec<_> = counts.parts().map(part).collect();
    let parts =
        if parts.is_empty() { "<span class=\"quiet\">none</span>".to_owned() } else { parts.join(" ") };
    format!("<td data-column=\"{column}\">{parts}</td>")
}

/// What is promised anew, changed and withdrawn since another run.
fn changes(page: &Page<'_>, before: &Results, run: &Results) -> String {
    let mut html = format!(
        "<section class=\"changes\" aria-labelledby=\"the-changes\">\n<h2 id=\"the-changes\">What changed since {}</h2>\n",
        since(before)
    );
    if !(before.chosen.is_empty() && run.chosen.is_empty()) {
        return html
            + "<p>Only runs of everything can be compared; one of these two played a selection.</p>\n</section>\n";
    }
    let changes = compare(before, run);
    if changes.is_empty() {
        return html + "<p>Nothing: the same scenarios were played.</p>\n</section>\n";
    }
    let known: BTreeMap<_, _> = page
        .catalogue
        .scenarios()
        .map(|(feature, rule, one)| (one.id.as_str(), (feature, rule, one)))
        .collect();
    let here = |id: &String| match known.get(id.as_str()) {
        Some((feature, rule, one)) => format!(
            "<a href=\"#{}\">{}</a> <span class=\"quiet\">{} › {}</span>",
            text(id),
            text(&one.name),
            text(&feature.name),
            text(&rule.name)
        ),
        None => gone(id),
    };
    let moved = |(old, new): &(String, String)| {
        format!("{} <span class=\"quiet\">from</span> {}", here(new), gone(old))
    };
    for (title, entries) in [
        ("promised anew", changes.anew.iter().map(here).collect::<Vec<_>>()),
        ("changed", changes.changed.iter().map(here).collect()),
        ("renamed or moved", changes.moved.iter().map(moved).collect()),
        ("withdrawn", changes.withdrawn.iter().map(|id| gone(id)).collect()),
    ] {
        if !entries.is_empty() {
            let number = count(entries.len(), "scenario");
            let entries: String = entries.iter().map(|entry| format!("<li>{entry}</li>\n")).collect();
            put(
                &mut html,
                format_args!(
                    "<details><summary>{number} {title}</summary>\n<ul>\n{entries}</ul>\n</details>\n"
                ),
            );
        }
    }
    html + "</section>\n"
}

/// Which run it was.
fn since(run: &Results) -> String {
    match &run.commit {
        Some(commit) => format!("<code>{}</code>", text(&commit.chars().take(12).collect::<String>())),
        None => began(&run.began),
    }
}

/// A scenario that is not here, in the words of its identity.
fn gone(id: &str) -> String {
    let words: Vec<_> = id.split('/').map(|part| part.replace(['-', '_'], " ")).collect();
    text(&words.join(" › "))
}
