//! The explorer of the graph: who is given it, and that it needs nothing from elsewhere.
mod support;

use async_graphql::parser::{parse_query, types::OperationType};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use hosting_rest::explorer::wants_page;
use serde_json::json;
use support::Server;

/// What browsers ask with when somebody opens an address.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

const PAGE: &str = include_str!("../explorer/index.html");

/// What the page is built from, but for the packages.
const SOURCES: [&str; 7] = [
    PAGE,
    include_str!("../explorer/explorer.jsx"),
    include_str!("../explorer/explorer.css"),
    include_str!("../explorer/examples.js"),
    include_str!("../explorer/linked.js"),
    include_str!("../explorer/memory.js"),
    include_str!("../explorer/transport.js"),
];

/// What is committed as built.
const BUILT: [(&str, &[u8]); 3] = [
    ("explorer.js", include_bytes!("../explorer/dist/explorer.js.gz")),
    ("explorer.css", include_bytes!("../explorer/dist/explorer.css.gz")),
    ("licenses.txt", include_bytes!("../explorer/dist/licenses.txt.gz")),
];

/// What the explorer opens with, and the operations that are in it.
const EXAMPLES: [(&str, &[(&str, OperationType)]); 3] = [
    (include_str!("../explorer/examples/dashboard.graphql"), &[("Dashboard", OperationType::Query)]),
    (
        include_str!("../explorer/examples/change-record.graphql"),
        &[("ARecord", OperationType::Query), ("ChangeRecord", OperationType::Mutation)],
    ),
    (include_str!("../explorer/examples/watch-job.graphql"), &[("WatchJob", OperationType::Subscription)]),
];

/// What stands after each of these words, up to where it ends.
fn references<'a>(text: &'a str, words: &[&str]) -> Vec<&'a str> {
    let rests = words.iter().flat_map(|word| text.split(word).skip(1));
    rests
        .map(|rest| rest.trim_start_matches(['"', '\'']).split(['"', '\'', ')']).next().unwrap_or_default())
        .collect()
}

fn accepting(accept: &'static str) -> HeaderMap {
    HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))])
}

async fn open(server: &Server, path: &str, accept: &str) -> support::Answer {
    server.send_with("GET", path, &[("accept", accept)], b"").await
}

#[test]
fn who_likes_html_better_than_json_wants_the_page() {
    for accept in [BROWSER, "text/html", "TEXT/HTML; q=0.5", "application/json;q=0.8, text/html;q=0.9"] {
        assert!(wants_page(&accepting(accept), None), "{accept}");
        assert!(wants_page(&accepting(accept), Some("theme=dark&query2=a")), "{accept}");
        for query in ["query={account{id}}", "query=", "variables={}&query=a", "qu%65ry=a"] {
            assert!(!wants_page(&accepting(accept), Some(query)), "{accept} {query}");
        }
    }
}

#[test]
fn nobody_else_wants_the_page() {
    for accept in [
        "*/*",
        "text/*",
        "application/json",
        "application/graphql-response+json, application/json;q=0.9",
        "text/html;q=0",
        "text/html;q=0.8, application/json",
        "text/html, application/json",
        "application/xhtml+xml",
        "",
    ] {
        assert!(!wants_page(&accepting(accept), None), "{accept}");
    }
    assert!(!wants_page(&HeaderMap::new(), None));
}

#[tokio::test]
async fn a_browser_is_given_the_page() {
    let server = Server::start().await;
    for path in ["/graphql", "/graphql?"] {
        let page = open(&server, path, BROWSER).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(page.headers["vary"], "accept, accept-encoding");
        assert_eq!(page.headers["x-content-type-options"], "nosniff");
        assert_eq!(page.headers["referrer-policy"], "no-referrer");
        assert_eq!(page.text, PAGE);
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        for word in
            ["default-src 'none'", "script-src 'self';", "style-src 'self';", "frame-ancestors 'none'"]
        {
            assert!(policy.contains(word), "{policy}");
        }
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("//"), "{policy}");
    }
}

#[tokio::test]
async fn the_graph_is_what_it_was_for_everybody_else() {
    let server = Server::start().await;
    let asked = "/graphql?query=%7B__typename%7D";
    for (path, accept) in [(asked, BROWSER), (asked, "*/*"), (asked, "application/json")] {
        let answer = open(&server, path, accept).await;
        assert_eq!(answer.status, StatusCode::OK, "{path} {accept}");
        assert_eq!(answer.json()["data"]["__typename"], "Query", "{path} {accept}");
    }
    for accept in ["*/*", "application/json", ""] {
        let answer = open(&server, "/graphql", accept).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{accept}");
        assert_eq!(answer.json()["errors"][0]["extensions"]["code"], "invalid_request", "{accept}");
    }
    let sent = [("accept", BROWSER), ("content-type", "application/json")];
    let answer = server.send_with("POST", "/graphql", &sent, br#"{"query":"{__typename}"}"#).await;
    assert_eq!(answer.json()["data"]["__typename"], "Query");
}

#[tokio::test]
async fn all_that_the_page_names_is_served() {
    let server = Server::start().await;
    let schema = server.send_with("GET", "/schema.graphql", &[], b"").await;
    assert_eq!(schema.status, StatusCode::OK);
    let mut named = references(PAGE, &["href=", "src="]);
    named.retain(|path| *path != "/schema.graphql");
    named.push("/graphql/explorer/licenses.txt");
    assert!(
        named.contains(&"/graphql/explorer/explorer.js") && named.contains(&"/graphql/explorer/explorer.css")
    );
    for path in named {
        let plain = server.send_with("GET", path, &[], b"").await;
        assert_eq!(plain.status, StatusCode::OK, "{path}");
        assert_eq!(plain.headers["x-content-type-options"], "nosniff", "{path}");
        let kind = match path.rsplit('.').next() {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "text/plain; charset=utf-8",
        };
        assert_eq!(plain.headers["content-type"], kind, "{path}");
        assert!(!plain.headers.contains_key("content-encoding"), "{path}");
        assert!(plain.text.len() > 100, "{path}");
        let known = plain.headers["etag"].to_str().unwrap();
        let again = server.send_with("GET", path, &[("if-none-match", known)], b"").await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "{path}");
        if path.starts_with("/graphql/") {
            let packed = server.send_with("GET", path, &[("accept-encoding", "gzip, br")], b"").await;
            assert_eq!(packed.headers["content-encoding"], "gzip", "{path}");
            assert_eq!(packed.headers["content-type"], kind, "{path}");
            assert_eq!(packed.headers["vary"], "accept-encoding", "{path}");
            let (_, built) = BUILT.iter().find(|(name, _)| path.ends_with(name)).expect("it is built");
            assert!(packed.text == String::from_utf8_lossy(built), "{path}");
            assert!(plain.text == unpacked(built), "{path}");
        }
    }
}

/// A gzip file whose head has no name, which is checked.
fn unpacked(gzip: &[u8]) -> String {
    assert_eq!(
        gzip[..10],
        [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, gzip[8], 255],
        "a head without name, time and system"
    );
    let bytes = miniz_oxide::inflate::decompress_to_vec(&gzip[10..gzip.len() - 8]).expect("deflated bytes");
    String::from_utf8(bytes).expect("text")
}

#[tokio::test]
async fn nothing_is_loaded_from_elsewhere() {
    let server = Server::start().await;
    for path in references(PAGE, &["href=", "src=", "action="]) {
        assert!(path.starts_with('/') && !path.starts_with("//"), "{path}");
    }
    let style = server.send_with("GET", "/graphql/explorer/explorer.css", &[], b"").await;
    for address in references(&style.text, &["url("]) {
        assert!(address.starts_with("data:image/"), "{address}");
    }
    assert!(!style.text.contains("@import") && !style.text.contains("@font-face"));
    let script = server.send_with("GET", "/graphql/explorer/explorer.js", &[], b"").await;
    for word in
        ["import(\"", "import('", "import(`", "importScripts", "new Worker", "new Function", "XMLHttpRequest"]
    {
        assert!(!script.text.contains(word), "{word}");
    }
    for source in SOURCES {
        assert!(!source.contains("://") && !source.contains("@import"));
    }
}

#[test]
fn the_page_has_nothing_inline() {
    for tag in PAGE.split('<').filter_map(|tag| tag.split('>').next()) {
        assert!(!tag.starts_with("style") && !tag.contains(" style=") && !tag.contains(" on"), "{tag}");
    }
    for script in PAGE.split("<script").skip(1) {
        assert!(script.starts_with(" src=\"/graphql/") && script.contains("\" defer></script>"), "{script}");
    }
}

#[test]
fn the_key_is_kept_in_memory_only() {
    for source in SOURCES {
        for word in
            ["localStorage", "sessionStorage", "indexedDB", "document.cookie", "history.", "location.hash ="]
        {
            assert!(!source.contains(word), "{word}");
        }
    }
    let start = SOURCES[1];
    for word in ["storage={memory}", "shouldPersistHeaders={false}", "isHeadersEditorEnabled={false}"] {
        assert!(start.contains(word), "{word}");
    }
}

#[test]
fn the_examples_are_documents_that_say_what_they_show() {
    for (text, expected) in EXAMPLES {
        let document = parse_query(text).expect("a document");
        let mut found: Vec<_> =
            document.operations.iter().map(|(name, one)| (name.unwrap().as_str(), one.node.ty)).collect();
        found.sort_by_key(|(name, _)| *name);
        assert_eq!(found, expected);
        assert!(text.starts_with("# "), "{text}");
    }
}

#[test]
fn the_built_page_holds_the_examples_of_today() {
    let script = unpacked(BUILT[0].1);
    for (text, _) in EXAMPLES {
        let line = text.lines().next().unwrap();
        assert!(script.contains(line), "build the explorer again: {line}");
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            assert!(script.contains(line), "build the explorer again: {line}");
        }
    }
}

#[tokio::test]
async fn the_examples_fit_the_schema() {
    let server = Server::start().await;
    for (text, _) in EXAMPLES {
        // The whole document is validated, whatever of it is run.
        let asked =
            json!({ "query": format!("{text}\nquery Nothing {{ __typename }}"), "operationName": "Nothing" });
        let answer = server.send("POST", "/graphql", Some(&asked.to_string())).await;
        let answer = answer.json();
        assert_eq!(
            (&answer["data"], &answer["errors"]),
            (&json!({ "__typename": "Query" }), &json!(null)),
            "{text}"
        );
    }
}

#[tokio::test]
async fn the_examples_are_answered() {
    let server = Server::start().await;
    server.own_domain("example.com").await;
    for (example, operation) in [(0, "Dashboard"), (1, "ARecord")] {
        let asked = json!({ "query": EXAMPLES[example].0, "operationName": operation });
        let answer = server.send("POST", "/graphql", Some(&asked.to_string())).await.json();
        assert_eq!(answer["errors"], json!(null), "{operation}");
        assert!(answer["data"].is_object(), "{operation}");
    }
}
