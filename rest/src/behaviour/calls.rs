//! What was sent and answered while a scenario was played: on the page, or as a page of its own.
use super::{
    html::{count, put, text},
    place,
    verdict::{Verdict, Verdicts},
};
use hosting_catalogue::{Ending, Exchange, Played, Scenario};

/// The facades whose calls are shown: what goes through the door itself is not sent anywhere.
const WIRES: [(&str, &str); 2] = [("rest", "REST"), ("graphql", "GraphQL")];

/// Exchanges that all stand open.
const FEW: usize = 2;

/// Whether there is a call to be shown of `id`, which is a scenario or an example of it.
pub fn any(verdicts: &Verdicts<'_>, scenario: &Scenario, id: &str) -> bool {
    WIRES
        .iter()
        .any(|(word, _)| verdicts.play(scenario, id, word).is_some_and(|played| !played.exchanges.is_empty()))
}

/// The play of a scenario whose calls are shown first: one that failed, where there is one.
pub fn first<'s>(verdicts: &Verdicts<'_>, scenario: &'s Scenario) -> Option<&'s str> {
    let plays = scenario.plays().into_iter().map(|(id, _)| id);
    let shown: Vec<_> = plays.filter(|id| any(verdicts, scenario, id)).collect();
    let mut failed = shown.iter().filter(|id| verdicts.example(scenario, id).verdict() == Verdict::Failed);
    failed.next().or(shown.first()).copied()
}

/// Where the calls of a scenario or of an example are.
pub fn address(id: &str) -> String {
    format!("/docs/behaviour/calls/{id}")
}

/// The calls of `id`, facade by facade; `linked` where there is a server to lead to.
pub fn of(verdicts: &Verdicts<'_>, scenario: &Scenario, id: &str, linked: bool) -> String {
    let wires = WIRES.iter().filter_map(|(word, name)| Some((*name, verdicts.play(scenario, id, word)?)));
    wires.map(|(name, played)| facade(name, played, linked)).collect()
}

fn facade(name: &str, played: &Played, linked: bool) -> String {
    let verdict = match played.ending {
        Ending::Passed => Verdict::Passed,
        Ending::Failed(_) => Verdict::Failed,
    };
    let (class, sign, words) = (verdict.class(), verdict.sign(), verdict.words());
    let mut html = format!(
        "<section class=\"wire\">\n<p class=\"wire-name\"><b>{name}</b> <span class=\"{class}\">{sign} {words}</span> \
         <span class=\"quiet\">{} in {:.2} s</span></p>\n",
        count(played.exchanges.len(), "call"),
        played.seconds
    );
    let last = played.exchanges.len().saturating_sub(1);
    for (number, one) in played.exchanges.iter().enumerate() {
        html += &exchange(one, number == last || played.exchanges.len() <= FEW, linked);
    }
    html + "</section>\n"
}

fn exchange(one: &Exchange, open: bool, linked: bool) -> String {
    let is_graph = one.request.split_whitespace().nth(1).is_some_and(|target| target.starts_with("/graphql"));
    let named = match (&one.operation, is_graph) {
        (Some(operation), true) => format!(" <code>{}</code>", text(operation)),
        _ => String::new(),
    };
    let state = if one.status < 400 { "good" } else { "bad" };
    let open = if open { " open" } else { "" };
    let mut html = format!(
        "<details class=\"exchange\"{open}><summary><code>{}</code>{named} \
         <span class=\"status {state}\">{}</span></summary>\n",
        text(&one.request),
        one.status
    );
    if linked {
        html += &ways(one, is_graph);
    }
    put(&mut html, format_args!("<pre tabindex=\"0\" aria-label=\"What was sent\">{}", text(&one.request)));
    html += &rest_of(&one.headers, &one.body);
    put(
        &mut html,
        format_args!("</pre>\n<pre tabindex=\"0\" aria-label=\"What was answered\">{}", one.status),
    );
    html += &rest_of(&one.answer_headers, &one.answer);
    html + "</pre>\n</details>\n"
}

/// The header lines and the body below a first line.
fn rest_of(headers: &str, body: &str) -> String {
    let mut html = String::new();
    for line in headers.lines() {
        put(&mut html, format_args!("\n<span class=\"quiet\">{}</span>", text(line)));
    }
    if !body.is_empty() {
        put(&mut html, format_args!("\n\n{}", text(body)));
    }
    html
}

/// Where the call can be tried.
fn ways(one: &Exchange, is_graph: bool) -> String {
    let operation = one.operation.as_deref();
    let mut ways = Vec::new();
    if is_graph && !one.body.is_empty() {
        ways.push((place::in_graph(&one.body), "Open in the GraphQL explorer"));
        ways.extend(operation.map(|operation| (place::in_schema(operation), "Schema")));
    } else if let Some(path) = operation.and_then(place::in_rest) {
        ways.push((path, "Open in the REST explorer"));
    }
    let ways: Vec<_> =
        ways.iter().map(|(path, words)| format!("<a href=\"{}\">{words}</a>", text(path))).collect();
    match ways.is_empty() {
        true => String::new(),
        false => format!("<p class=\"ways\">{}</p>\n", ways.join(" ")),
    }
}
