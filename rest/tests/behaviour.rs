//! The page of what is promised: with and without the results of a run, served and as a file of its own.
mod support;

use hosting_catalogue::{Catalogue, Results};
use hosting_rest::{
    App, Options, app,
    behaviour::{self, CATALOGUE, Runs},
};
use serde_json::{Value, json};
use support::Server;

const UNVERIFIED: &str = "not verified in this build";
const ZONE: &str = "dns/zone/a-rule/a-zone";
const OUTLINE: &str = "dns/zone/a-rule/an-outline";

/// A rule with a scenario and an outline of two examples.
fn catalogue() -> Catalogue {
    let step = |keyword: &str, text: &str| json!({ "keyword": keyword, "text": text, "table": [], "text_block": null });
    let plain = json!({
        "id": ZONE, "name": "A zone", "tags": ["dns-order"], "line": 5, "digest": "1", "examples": [],
        "steps": [step("When", "<script>alert(1)</script>"), step("Then", "it is there")],
    });
    let rows = json!([
        { "id": format!("{OUTLINE}/1"), "line": 13, "cells": ["one"] },
        { "id": format!("{OUTLINE}/2"), "line": 14, "cells": ["<i>two</i>"] },
    ]);
    let outline = json!({
        "id": OUTLINE, "name": "An outline of <name>", "tags": ["rest", "dns-order"], "line": 9, "digest": "2",
        "steps": [step("When", "it is <name> and <other>")],
        "examples": [{ "name": "", "head": ["name"], "rows": rows }],
    });
    let rule = json!({
        "id": "dns/zone/a-rule", "name": "A rule", "line": 3, "promises": ["dns-order"], "background": [],
        "scenarios": [plain, outline],
    });
    let feature = json!({
        "id": "dns/zone", "name": "The <b>zone</b>", "why": "People & \"programs\" read it.",
        "background": [step("Given", "Ama owns a <domain>")], "rules": [rule],
    });
    let value = json!({
        "promises": [
            { "id": "dns-order", "group": "Names", "text": "By name.", "source": "contract §8.3" },
            { "id": "dns-none", "group": "Names", "text": "Of nobody.", "source": "spec" },
        ],
        "chapters": [{ "id": "dns", "title": "DNS records", "features": [feature] }],
    });
    serde_json::from_value(value).expect("a catalogue")
}

/// What a run found of plays: identity, digest, facade, and why it failed where it did.
fn results(plays: &[(&str, &str, &str, Option<&str>)]) -> Results {
    let played = plays.iter().map(|(id, digest, facade, cause)| {
        let ending = match cause {
            None => json!({ "verdict": "passed" }),
            Some(cause) => {
                json!({ "verdict": "failed", "step": "Then it is there", "line": 7, "cause": cause })
            }
        };
        json!({
            "id": id, "digest": digest, "facade": facade, "ending": ending, "seconds": 0.25,
            "operations": { "setDomainAutoRenew": 1 },
            "exchanges": [exchange(facade)],
        })
    });
    let run = json!({
        "format": 1, "commit": "0123456789abcdef+", "began": "2026-01-02T03:04:05Z", "seconds": 61.5,
        "ran_on": ["SQLite 3.51"], "chosen": [], "played": played.collect::<Vec<_>>(),
    });
    serde_json::from_value(run).expect("results")
}

fn exchange(facade: &str) -> Value {
    let (request, body) = match facade {
        "graphql" => ("POST /graphql", "{ domains { domainName } }"),
        _ => ("PUT /v1/domains/7/auto-renew", "{\"enabled\": \"<u>\"}"),
    };
    json!({
        "operation": "setDomainAutoRenew", "request": request, "headers": "Idempotency-Key: a", "body": body,
        "status": 200, "answer_headers": "", "answer": "<script>answered</script>",
    })
}

fn passed() -> Results {
    let everywhere = ["direct", "rest", "graphql"].map(|facade| (ZONE, "1", facade, None));
    let (one, two) = (format!("{OUTLINE}/1"), format!("{OUTLINE}/2"));
    results(&[&everywhere[..], &[(&one, "2", "rest", None), (&two, "2", "rest", None)]].concat())
}

/// What stands in the page of a scenario's line.
fn summary<'a>(page: &'a str, id: &str) -> &'a str {
    let (before, _) = page.split_once(&format!("<div class=\"body\" id=\"{id}\">")).expect("the scenario");
    before.rsplit_once("<summary>").expect("its line").1
}

#[test]
fn without_results_nothing_is_verified() {
    let page = behaviour::page(&catalogue(), None, None, false);
    for id in [ZONE, OUTLINE] {
        assert!(summary(&page, id).contains(UNVERIFIED), "{id}");
    }
    assert!(!page.contains('✓') && !page.contains("passed\""), "no tick without a run");
    assert!(!page.contains("each time"));
}

#[test]
fn results_are_shown_facade_by_facade_and_summed_up() {
    let page = behaviour::page(&catalogue(), Some(&passed()), None, false);
    assert!(!page.contains(UNVERIFIED));
    for facade in ["direct", "REST", "GraphQL"] {
        assert!(summary(&page, ZONE).contains(&format!("✓</span> {facade}")), "{facade}");
    }
    let outline = summary(&page, OUTLINE);
    assert!(
        outline.contains("2 of 2") && outline.contains("REST") && !outline.contains("GraphQL"),
        "{outline}"
    );
    for words in [
        "All 2 scenarios passed",
        "<code>0123456789ab</code>",
        "not committed",
        "2 January 2026, 03:04 UTC",
        "SQLite 3.51",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(page.contains("data-operations=\"setDomainAutoRenew\""));
    assert!(
        page.contains("href=\"/docs#/domains/setDomainAutoRenew\""),
        "the operation leads to its documentation"
    );
}

#[test]
fn a_badge_says_what_was_gone_through() {
    let mut run = passed();
    run.played[2].over = ["HTTP".to_owned()].into();
    run.played[1].over = ["HTTP".to_owned(), "REST".to_owned()].into();
    let page = behaviour::page(&catalogue(), Some(&run), None, false);
    let line = summary(&page, ZONE);
    assert!(line.contains("GraphQL over HTTP") && !line.contains("REST over"), "{line}");
}

#[test]
fn what_failed_says_where_and_why() {
    let two = format!("{OUTLINE}/2");
    let one = format!("{OUTLINE}/1");
    let run = results(&[
        (ZONE, "1", "rest", Some("found <nothing>")),
        (ZONE, "1", "graphql", Some("found <nothing>")),
        (ZONE, "1", "direct", None),
        (&one, "2", "rest", None),
        (&two, "2", "rest", Some("no two")),
    ]);
    let page = behaviour::page(&catalogue(), Some(&run), None, false);
    assert!(page.contains("2 of 2 scenarios failed"));
    let (_, list) = page.split_once("What failed, and why").expect("a list");
    let (list, _) = list.split_once("</section>").expect("its end");
    for words in [
        "Failed on REST and GraphQL",
        "features/dns/zone.feature:7",
        "Then it is there",
        "found &lt;nothing&gt;",
    ] {
        assert!(list.contains(words), "{words} in {list}");
    }
    assert!(list.contains("&lt;i&gt;two&lt;/i&gt;"), "the example that failed: {list}");
    assert!(page.contains("<li class=\"failed\"><b>Then</b> it is there"));
    assert!(summary(&page, OUTLINE).contains("1 of 2"));
    assert!(summary(&page, ZONE).contains("✓</span> direct"));
}

#[test]
fn a_result_of_another_text_counts_for_nothing() {
    let run = results(&[(ZONE, "another", "rest", None), ("dns/zone/gone/gone", "1", "rest", None)]);
    let page = behaviour::page(&catalogue(), Some(&run), None, false);
    assert!(summary(&page, ZONE).contains("changed since it was played"), "{}", summary(&page, ZONE));
    assert!(summary(&page, ZONE).contains(UNVERIFIED));
    assert!(page.contains("0 of 2 scenarios passed"));
    assert!(
        page.contains("1 scenario changed since the run")
            && page.contains("1 scenario of the run are not promised")
    );
}

#[test]
fn what_was_played_on_one_facade_only_has_not_passed() {
    let page = behaviour::page(&catalogue(), Some(&results(&[(ZONE, "1", "rest", None)])), None, false);
    assert!(page.contains("0 of 2 scenarios passed") && page.contains("1 partly played"));
    assert!(summary(&page, ZONE).contains("–</span> GraphQL"), "{}", summary(&page, ZONE));
}

#[test]
fn text_is_never_markup() {
    let run = results(&[(ZONE, "1", "rest", Some("<script>cause</script>"))]);
    for standalone in [false, true] {
        let page = behaviour::page(&catalogue(), Some(&run), None, standalone);
        for markup in
            ["<script>alert", "<script>cause", "<script>answered", "<b>zone", "<i>two", "<domain>", "\"<u>"]
        {
            assert!(!page.contains(markup), "{markup}");
        }
        assert!(page.contains("it is <var>name</var> and &lt;other&gt;"), "only columns are placeholders");
    }
}

#[test]
fn promises_and_rules_lead_to_each_other() {
    let page = behaviour::page(&catalogue(), Some(&passed()), None, false);
    assert!(page.contains("<a href=\"#promise-dns-order\">dns-order</a> By name."));
    let (_, list) = page.split_once("id=\"promise-dns-order\"").expect("the promise");
    let (proven, unproven) = list.split_once("id=\"promise-dns-none\"").expect("the next");
    assert!(proven.contains("href=\"#dns/zone/a-rule\"") && proven.contains("contract §8.3"));
    assert!(unproven.contains("No rule proves it yet"));
}

#[test]
fn two_runs_say_what_changed() {
    let mut before = passed();
    before.commit = Some("v1.4.0".to_owned());
    before.played.retain(|one| one.id != ZONE);
    before.played[0].digest = "older".to_owned();
    before.played[1].digest = "older".to_owned();
    let mut gone = before.played[0].clone();
    gone.id = "dns/zone/an-old-rule/names-ended".to_owned();
    gone.digest = "gone".to_owned();
    before.played.push(gone);
    let page = behaviour::page(&catalogue(), Some(&passed()), Some(&before), false);
    for words in [
        "What changed since <code>v1.4.0</code>",
        "1 scenario promised anew",
        "1 scenario changed",
        "1 scenario withdrawn",
        "an old rule › names ended",
    ] {
        assert!(page.contains(words), "{words}");
    }
    before.chosen = vec!["dns".to_owned()];
    let page = behaviour::page(&catalogue(), Some(&passed()), Some(&before), false);
    assert!(
        page.contains("Only runs of everything can be compared") && !page.contains("withdrawn</summary>")
    );
}

#[test]
fn a_page_that_stands_alone_needs_nothing() {
    let mut run = results(&[(ZONE, "1", "rest", None), (ZONE, "1", "graphql", None)]);
    run.chosen = vec!["A zone".to_owned()];
    let page = behaviour::page(&catalogue(), Some(&run), None, true);
    assert!(!page.contains("href=\"/") && !page.contains("src="), "it leads to no server");
    assert!(
        page.contains("&lt;script&gt;answered") && page.contains("{ domains { domainName } }"),
        "it holds the calls"
    );
    assert!(
        !page.contains(OUTLINE) && !page.contains("promise-dns-none"),
        "what was not chosen is not in it"
    );
    assert_eq!(page.matches("</script>").count(), 1);
    assert_eq!(page.matches("</style>").count(), 1);
}

#[test]
fn the_promises_of_this_build_are_those_of_the_features() {
    let features = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../features");
    let read = hosting_catalogue::read(&features).expect("the features");
    assert_eq!(json!(read), json!(&*CATALOGUE));
    assert!(read.scenarios().count() > 100);
}

/// A server that shows results of the first scenarios of the catalogue; and one of those.
async fn showing() -> (Server, String) {
    let scenarios =
        CATALOGUE.scenarios().filter(|(_, _, one)| one.examples.is_empty() && one.is_on("graphql"));
    let scenarios: Vec<_> =
        scenarios.map(|(_, _, one)| (one.id.clone(), one.digest.clone())).take(3).collect();
    let plays: Vec<_> = scenarios
        .iter()
        .flat_map(|(id, digest)| {
            ["rest", "graphql"].map(|facade| (id.as_str(), digest.as_str(), facade, None))
        })
        .collect();
    let runs = Runs { results: Some(results(&plays)), before: None };
    let server = Server::start().await;
    let app = app(App::new(server.platform.clone(), Options { runs, ..Options::default() }));
    (server.with_router(app), scenarios[0].0.clone())
}

#[tokio::test]
async fn the_page_is_served_with_all_that_it_names() {
    let (server, scenario) = showing().await;
    let page = server.send_with("GET", "/docs/behaviour", &[], b"").await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").to_owned();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    for tag in page.text.split('<').filter_map(|tag| tag.split('>').next()) {
        assert!(!tag.starts_with("style") && !tag.contains(" style=") && !tag.contains(" on"), "{tag}");
    }
    for script in page.text.split("<script").skip(1) {
        assert!(script.starts_with(" src=\"/docs/behaviour.js\" defer></script>"), "{script}");
    }
    let mut paths: Vec<_> =
        page.text.split("=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    paths.retain(|path| path.starts_with('/'));
    paths.sort_unstable();
    paths.dedup();
    assert!(paths.contains(&format!("/docs/behaviour/calls/{scenario}").as_str()));
    for path in paths {
        let path = path.split('#').next().expect("a path");
        let there = server.send_with("GET", path, &[("accept", "text/html")], b"").await;
        assert_eq!(there.status.as_u16(), 200, "{path}");
        let known = there.header("etag").to_owned();
        let again =
            server.send_with("GET", path, &[("accept", "text/html"), ("if-none-match", &known)], b"").await;
        assert_eq!(again.status.as_u16(), 304, "{path}");
    }
}

#[tokio::test]
async fn the_calls_of_a_scenario_lead_to_the_explorers() {
    let (server, scenario) = showing().await;
    let calls = server.send_with("GET", &format!("/docs/behaviour/calls/{scenario}"), &[], b"").await;
    assert_eq!((calls.status.as_u16(), calls.header("content-type")), (200, "text/html; charset=utf-8"));
    for words in [
        "href=\"/docs#/domains/setDomainAutoRenew\"",
        "href=\"/graphql#query=%7B%20domains%20%7B%20domainName%20%7D%20%7D\"",
        "&lt;script&gt;answered",
        &format!("href=\"/docs/behaviour#{scenario}\""),
    ] {
        assert!(calls.text.contains(words), "{words}");
    }
    for none in ["dns", "dns/zone/a/b", "dns/zone/a/b/9", &format!("{scenario}/1")] {
        let none = server.send_with("GET", &format!("/docs/behaviour/calls/{none}"), &[], b"").await;
        assert_eq!(none.status.as_u16(), 404, "{none:?}");
    }
}

#[tokio::test]
async fn operations_know_how_many_scenarios_they_have() {
    let (server, _) = showing().await;
    let counts = server.send_with("GET", "/docs/behaviour/operations.json", &[], b"").await;
    assert_eq!(counts.json(), json!({ "setDomainAutoRenew": 3 }));
    let none = Server::start().await.send_with("GET", "/docs/behaviour/operations.json", &[], b"").await;
    assert_eq!(none.json(), json!({}));
}
