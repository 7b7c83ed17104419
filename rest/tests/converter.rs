//! The page that files are dropped on: what it is made of, and that it needs nothing from elsewhere.
mod support;

use hosting_engine::{TOOLS, mime};
use serde_json::Value;
use support::{Answer, Server};

const PAGE: &str = "/docs/convert";

async fn get(server: &Server, path: &str) -> Answer {
    server.send_with("GET", path, &[], b"").await
}

/// What stands in a text after one of these words, up to the next quotation mark.
fn after<'a>(text: &'a str, words: &[&str]) -> Vec<&'a str> {
    let rests = words.iter().flat_map(|word| text.split(word).skip(1));
    rests.filter_map(|rest| rest.split('"').next()).collect()
}

/// The page and, by their paths, all the parts that it and its scripts load.
async fn parts(server: &Server) -> Vec<(String, Answer)> {
    let mut paths = vec![PAGE.to_owned()];
    let mut parts = Vec::new();
    while let Some(path) = paths.get(parts.len()).cloned() {
        let part = get(server, &path).await;
        let own = |path: &&str| path.starts_with("/docs/convert/");
        let mut named: Vec<_> =
            after(&part.text, &["href=\"", "src=\"", "fetch(\""]).into_iter().filter(own).collect();
        let modules = after(&part.text, &["from \"./"]).into_iter().map(|name| format!("{PAGE}/{name}"));
        let modules: Vec<_> = modules.collect();
        named.extend(modules.iter().map(String::as_str));
        let new: Vec<_> = named.into_iter().filter(|name| !paths.iter().any(|path| path == name)).collect();
        paths.extend(new.into_iter().map(str::to_owned));
        parts.push((path, part));
    }
    parts
}

#[tokio::test]
async fn all_that_the_page_is_made_of_is_served_and_known_again() {
    let server = Server::start().await;
    let parts = parts(&server).await;
    assert_eq!(parts.len(), 9, "{:?}", parts.iter().map(|(path, _)| path).collect::<Vec<_>>());
    for (path, part) in parts {
        assert_eq!(part.status.as_u16(), 200, "{path}");
        let kind = match path.rsplit_once('.').map_or("", |(_, end)| end) {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "json" => "application/json",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(part.header("content-type"), kind, "{path}");
        assert_eq!(part.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(part.header("referrer-policy"), "no-referrer", "{path}");
        let policy = part.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*') && !policy.contains("//"), "{policy}");
        let known = part.header("etag").to_owned();
        let again = server.send_with("GET", &path, &[("if-none-match", &known)], b"").await;
        assert_eq!(again.status.as_u16(), 304, "{path}");
        let other = server.send_with("POST", &path, &[], b"").await;
        assert_eq!(other.status.as_u16(), 405, "{path}");
    }
}

#[tokio::test]
async fn nothing_is_inline_and_nothing_is_loaded_from_elsewhere() {
    let server = Server::start().await;
    for (path, part) in parts(&server).await {
        let text = &part.text;
        assert!(!text.contains("://") && !text.contains("@import") && !text.contains("url("), "{path}");
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", ".style"] {
            assert!(!text.contains(word), "{path}: {word}");
        }
        if path != PAGE {
            continue;
        }
        for tag in text.split('<').filter_map(|tag| tag.split('>').next()) {
            assert!(!tag.starts_with("style") && !tag.contains(" style=") && !tag.contains(" on"), "{tag}");
            assert!(!tag.starts_with("script") || tag.contains("src=\"/docs/"), "{tag}");
        }
        for link in after(text, &["href=\"/", "src=\"/"]) {
            let there = server
                .send_with("GET", &format!("/{link}"), &[("accept", "text/html, */*;q=0.5")], b"")
                .await;
            assert_eq!(there.status.as_u16(), 200, "{link}");
        }
    }
}

#[tokio::test]
async fn each_label_is_one_of_a_field_and_each_field_has_one() {
    let page = get(&Server::start().await, PAGE).await.text;
    let ids = after(&page, &[" id=\""]);
    for name in after(&page, &[" for=\"", "aria-labelledby=\"", "aria-describedby=\"", "href=\"#"]) {
        assert!(ids.contains(&name), "{name}");
    }
    for field in page.split("<input ").skip(1).chain(page.split("<progress ").skip(1)) {
        let id = after(field, &["id=\""])[0];
        assert!(page.contains(&format!("for=\"{id}\"")), "{id}");
    }
}

#[tokio::test]
async fn it_knows_by_name_what_every_tool_takes() {
    let types = get(&Server::start().await, "/docs/convert/types.json").await.json();
    let known = |mime: &str| types.as_object().is_some_and(|types| types.values().any(|one| one == mime));
    for mime in TOOLS.iter().flat_map(|tool| tool.about.accepts).filter(|mime| **mime != mime::BYTES) {
        assert!(known(mime), "{mime}");
    }
    assert_eq!((&types["jpeg"], &types["md"]), (&Value::from(mime::JPEG), &Value::from(mime::MARKDOWN)));
}

#[tokio::test]
async fn other_pages_lead_to_it() {
    let server = Server::start().await;
    for path in ["/", "/docs"] {
        let page = server.send_with("GET", path, &[("accept", "text/html")], b"").await;
        assert!(page.text.contains("href=\"/docs/convert\""), "{path}");
    }
}
