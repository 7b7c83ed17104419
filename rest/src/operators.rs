//! The pages `/docs/operators`: the guide for who runs the platform, and the files that it names, as they are shipped.
use crate::{
    asset::{Asset, Content},
    behaviour::html::{put, text},
    docs::POLICY,
};
use axum::Router;
use comrak::{Anchorizer, Arena, Node, Options, format_html, nodes::NodeValue, parse_document};
use std::sync::LazyLock;

const GUIDE: &str = "/docs/operators";
const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// What the pages look like.
const STYLE: &str = concat!(
    include_str!("docs/base.css"),
    include_str!("docs/frame.css"),
    include_str!("docs/operators.css")
);

/// What is shipped beside the guide, and where it is served.
const SHIPPED: [(&str, &str); 26] = [
    ("/docs/operators/nginx.conf", include_str!("../deploy/nginx.conf")),
    ("/docs/operators/Caddyfile", include_str!("../deploy/Caddyfile")),
    ("/docs/operators/hosting.service", include_str!("../deploy/hosting.service")),
    ("/docs/operators/Dockerfile", include_str!("../deploy/Dockerfile")),
    ("/docs/operators/compose.yaml", include_str!("../deploy/compose.yaml")),
    ("/docs/operators/company/backends.toml", include_str!("../deploy/company/backends.toml")),
    ("/docs/operators/archive.sh", include_str!("../deploy/archive.sh")),
    ("/docs/operators/prometheus.yml", include_str!("../deploy/prometheus.yml")),
    ("/docs/operators/alerts.yml", include_str!("../deploy/alerts.yml")),
    ("/docs/operators/alerts.test.yml", include_str!("../deploy/alerts.test.yml")),
    ("/docs/operators/dashboard.json", include_str!("../deploy/dashboard.json")),
    ("/docs/operators/mail/main.cf", include_str!("../deploy/mail/main.cf")),
    ("/docs/operators/mail/master.cf", include_str!("../deploy/mail/master.cf")),
    ("/docs/operators/mail/postfix-domains.cf", include_str!("../deploy/mail/postfix-domains.cf")),
    ("/docs/operators/mail/postfix-suspended.cf", include_str!("../deploy/mail/postfix-suspended.cf")),
    ("/docs/operators/mail/postfix-mailboxes.cf", include_str!("../deploy/mail/postfix-mailboxes.cf")),
    ("/docs/operators/mail/postfix-aliases.cf", include_str!("../deploy/mail/postfix-aliases.cf")),
    ("/docs/operators/mail/postfix-senders.cf", include_str!("../deploy/mail/postfix-senders.cf")),
    ("/docs/operators/mail/dovecot.conf", include_str!("../deploy/mail/dovecot.conf")),
    ("/docs/operators/mail/dovecot-sql.conf", include_str!("../deploy/mail/dovecot-sql.conf")),
    ("/docs/operators/mail/dovecot-use.conf", include_str!("../deploy/mail/dovecot-use.conf")),
    ("/docs/operators/mail/opendkim-rsa.conf", include_str!("../deploy/mail/opendkim-rsa.conf")),
    ("/docs/operators/mail/opendkim-ed25519.conf", include_str!("../deploy/mail/opendkim-ed25519.conf")),
    ("/docs/operators/mail/grants.sql", include_str!("../deploy/mail/grants.sql")),
    ("/docs/operators/mail/sqlite.sed", include_str!("../deploy/mail/sqlite.sed")),
    ("/docs/operators/hosting-panel", include_str!("../deploy/hosting-panel")),
];

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let plain = |path, media_type, text| Asset::new(POLICY, path, media_type, Content::Plain(text));
    let files = SHIPPED.map(|(path, text)| plain(path, TEXT, text));
    let pages = [
        (GUIDE, include_str!("../deploy/README.md")),
        ("/docs/operators/inventory", include_str!("../deploy/inventory.md")),
    ];
    let pages = pages.map(|(path, text)| Asset::new(POLICY, path, HTML, Content::Written(page(text).into())));
    let style = plain("/docs/operators.css", "text/css; charset=utf-8", STYLE);
    pages.into_iter().chain(files).chain([style]).collect()
});

/// The routes of the guide and of what it names.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    ASSETS.iter().fold(Router::new(), |router, asset| asset.on(router))
}

/// Markdown as a page of ours.
fn page(markdown: &str) -> String {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.autolink = true;
    options.extension.header_id_prefix = Some(String::new());
    let arena = Arena::new();
    let root = parse_document(&arena, markdown, &options);
    let (title, contents) = headings(root);
    for node in root.descendants() {
        if let NodeValue::Link(link) = &mut node.data_mut().value {
            link.url = served(&link.url);
        }
    }
    let mut body = String::new();
    format_html(root, &options, &mut body).expect("writing to a text never fails");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <link rel=\"icon\" type=\"image/svg+xml\" href=\"/docs/icon.svg\">\n\
         <link rel=\"stylesheet\" href=\"/docs/operators.css\">\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">Skip to the text</a>\n<header class=\"bar\"><div class=\"inner\">\n\
         <a class=\"brand\" href=\"/\"><img src=\"/docs/icon.svg\" alt=\"\" width=\"28\" height=\"28\">\
         Hosting Platform API</a>\n<nav aria-label=\"Documentation\">\n<a href=\"/docs\">REST</a>\n\
         <a href=\"/graphql\">GraphQL</a>\n<a href=\"/docs/behaviour\">Behaviour</a>\n\
         <a href=\"{GUIDE}\">Operators</a>\n</nav>\n</div></header>\n<div class=\"inner page\">\n\
         <nav class=\"contents\" aria-label=\"Contents\">\n<ul>\n{contents}</ul>\n</nav>\n\
         <main id=\"main\" tabindex=\"-1\">\n{body}</main>\n</div>\n</body>\n</html>\n"
    )
}

/// What a document is called, and links to its parts.
fn headings(root: Node<'_>) -> (String, String) {
    let (mut title, mut contents, mut anchors) = (String::new(), String::new(), Anchorizer::new());
    for node in root.children() {
        let NodeValue::Heading(heading) = node.data().value.clone() else { continue };
        let (words, anchor) = (words(node), anchors.anchorize(&words(node)));
        match heading.level {
            1 => title = text(&words),
            2 => put(
                &mut contents,
                format_args!("<li><a href=\"#{}\">{}</a></li>\n", text(&anchor), text(&words)),
            ),
            _ => {}
        }
    }
    (title, contents)
}

/// The words of a part, without their forms.
fn words(node: Node<'_>) -> String {
    let word = |node: Node<'_>| match &node.data().value {
        NodeValue::Text(text) => text.to_string(),
        NodeValue::Code(code) => code.literal.clone(),
        _ => String::new(),
    };
    node.descendants().map(word).collect()
}

/// Where a file is served that lies beside the guide.
fn served(url: &str) -> String {
    let (file, part) = url.find('#').map_or((url, ""), |at| url.split_at(at));
    match file {
        "README.md" => format!("{GUIDE}{part}"),
        "inventory.md" => format!("{GUIDE}/inventory{part}"),
        _ => {
            let path = format!("{GUIDE}/{file}");
            if SHIPPED.iter().any(|(shipped, _)| *shipped == path) { path } else { url.to_owned() }
        }
    }
}
