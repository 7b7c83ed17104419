//! The operators' guide as pages.
mod support;

use support::Server;

const GUIDE: &str = include_str!("../deploy/README.md");
const INVENTORY: &str = include_str!("../deploy/inventory.md");

/// What stands in a page after this, up to the end of the attribute.
fn after<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The headings of a text, outside of what it shows as it is.
fn headings(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose
        .flat_map(str::lines)
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches(['#', ' ']))
        .collect()
}

#[tokio::test]
async fn every_part_of_the_guide_is_on_its_page() {
    let server = Server::start().await;
    for (path, text) in [("/docs/operators", GUIDE), ("/docs/operators/inventory", INVENTORY)] {
        let page = server.send_with("GET", path, &[], b"").await;
        assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
        let headings = headings(text);
        assert!(!headings.is_empty(), "{path}");
        for heading in headings {
            let heading = heading.replace('&', "&amp;").replace('`', "");
            let plain = page.text.replace("<code>", "").replace("</code>", "");
            assert!(plain.contains(&format!("\">{heading}<a href=\"#")), "{path}: {heading}");
        }
    }
    let page = server.send_with("GET", "/docs/operators", &[], b"").await;
    for word in [
        "<title>The operators' guide</title>",
        "<a href=\"#backup-and-restore\">",
        "#= &quot;status&quot;:&quot;ok&quot;",
    ] {
        assert!(page.text.contains(&word.replace('\'', "&#39;")) || page.text.contains(word), "{word}");
    }
}

#[tokio::test]
async fn links_lead_somewhere_and_nothing_is_loaded_from_elsewhere() {
    let server = Server::start().await;
    for path in ["/docs/operators", "/docs/operators/inventory"] {
        let page = server.send_with("GET", path, &[], b"").await;
        let policy = page.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        for tag in page.text.split('<').filter_map(|tag| tag.split('>').next()) {
            assert!(!tag.starts_with("script") && !tag.starts_with("style"), "{tag}");
            let own = |word: &str| word.starts_with("style=") || word.starts_with("on") && word.contains('=');
            assert!(!tag.split_whitespace().any(own), "{tag}");
        }
        let links = after(&page.text, "href=\"").into_iter().chain(after(&page.text, "src=\""));
        for link in links {
            let (target, part) = link.split_once('#').unwrap_or((link, ""));
            let shown = match target {
                "" => page.text.clone(),
                _ => {
                    assert!(target.starts_with('/'), "{path}: {link}");
                    let there =
                        server.send_with("GET", target, &[("accept", "text/html, */*;q=0.5")], b"").await;
                    assert_eq!(there.status.as_u16(), 200, "{path}: {link}");
                    there.text
                }
            };
            assert!(part.is_empty() || shown.contains(&format!("id=\"{part}\"")), "{path}: {link}");
        }
    }
}

#[tokio::test]
async fn what_is_shipped_is_served_as_it_is() {
    let server = Server::start().await;
    for (name, text) in [
        ("nginx.conf", include_str!("../deploy/nginx.conf")),
        ("Caddyfile", include_str!("../deploy/Caddyfile")),
        ("alerts.yml", include_str!("../deploy/alerts.yml")),
        ("dashboard.json", include_str!("../deploy/dashboard.json")),
    ] {
        let file = server.send_with("GET", &format!("/docs/operators/{name}"), &[], b"").await;
        assert_eq!((file.status.as_u16(), file.header("content-type")), (200, "text/plain; charset=utf-8"));
        assert_eq!(file.text, text, "{name}");
        let known = file.header("etag").to_owned();
        let again = server
            .send_with("GET", &format!("/docs/operators/{name}"), &[("if-none-match", &known)], b"")
            .await;
        assert_eq!(again.status.as_u16(), 304, "{name}");
    }
    let none = server.send_with("GET", "/docs/operators/README.md", &[], b"").await;
    assert_eq!(none.status.as_u16(), 404);
}
