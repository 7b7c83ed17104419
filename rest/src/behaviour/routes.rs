//! Where the page is served, and what it loads.
use super::{
    CATALOGUE, Page, Runs, calls,
    html::{put, text},
    page::{self, SCRIPT, STYLE},
    verdict::Verdicts,
};
use crate::{
    App,
    asset::{Asset, Content},
    docs::POLICY,
    fallback,
};
use axum::{
    Router,
    extract::{Path, Request, State},
    http::HeaderMap,
    response::Response,
    routing::get,
};
use hosting_catalogue::{Scenario, scenario_of};
use std::sync::{LazyLock, OnceLock};

/// What is served of a server's runs; written when it is first asked for.
#[derive(Default)]
pub(crate) struct Pages {
    runs: Runs,
    page: OnceLock<Asset>,
    operations: OnceLock<Asset>,
}

static FILES: LazyLock<[Asset; 2]> = LazyLock::new(|| {
    [
        ("/docs/behaviour.css", "text/css; charset=utf-8", STYLE),
        ("/docs/behaviour.js", "text/javascript; charset=utf-8", SCRIPT),
    ]
    .map(|(path, media_type, text)| Asset::new(POLICY, path, media_type, Content::Plain(text)))
});

/// The routes of the page and of what it loads.
pub(crate) fn routes() -> Router<App> {
    let routes = Router::new()
        .route("/docs/behaviour", get(whole))
        .route("/docs/behaviour/operations.json", get(operations))
        .route("/docs/behaviour/calls/{*played}", get(called));
    FILES.iter().fold(routes, |routes, file| file.on(routes))
}

impl Pages {
    pub fn new(runs: Runs) -> Self {
        Self { runs, ..Self::default() }
    }

    fn page(&self) -> Page<'_> {
        let Runs { results, before } = &self.runs;
        let verdicts = Verdicts::new(results.as_ref());
        Page { catalogue: &CATALOGUE, verdicts, before: before.as_ref(), standalone: false }
    }
}

async fn whole(State(app): State<App>, headers: HeaderMap) -> Response {
    let written = || {
        let text = page::whole(&app.behaviour.page());
        Asset::new(POLICY, "/docs/behaviour", HTML, Content::Written(text.into()))
    };
    app.behaviour.page.get_or_init(written).answer(&headers)
}

const HTML: &str = "text/html; charset=utf-8";

/// How many scenarios each operation has: what `/docs` shows beside it.
async fn operations(State(app): State<App>, headers: HeaderMap) -> Response {
    let written = || {
        let text = serde_json::to_string(&app.behaviour.page().operations()).expect("names and numbers");
        Asset::new(
            POLICY,
            "/docs/behaviour/operations.json",
            "application/json",
            Content::Written(text.into()),
        )
    };
    app.behaviour.operations.get_or_init(written).answer(&headers)
}

/// The calls of a scenario, or of one example.
async fn called(
    State(app): State<App>,
    Path(played): Path<String>,
    headers: HeaderMap,
    request: Request,
) -> Response {
    let page = calls_page(&app.behaviour.page(), &played);
    match page {
        Some(text) => {
            Asset::new(POLICY, "/docs/behaviour/calls", HTML, Content::Written(text.into())).answer(&headers)
        }
        None => fallback::unknown(State(app), request).await,
    }
}

/// The page of the calls of `asked`, a scenario or an example; none where there are none.
fn calls_page(page: &Page<'_>, asked: &str) -> Option<String> {
    let mut scenarios = page.catalogue.scenarios();
    let (feature, rule, scenario) = scenarios.find(|(_, _, one)| one.id == scenario_of(asked))?;
    let id = if asked == scenario.id { calls::first(&page.verdicts, scenario)? } else { asked };
    if !calls::any(&page.verdicts, scenario, id) {
        return None;
    }
    let body = format!(
        "<div class=\"inner called\">\n<p><a href=\"/docs/behaviour#{}\">{} › {}</a></p>\n<h1>{}</h1>\n\
         <div id=\"calls\">\n{}{}</div>\n</div>\n",
        text(&scenario.id),
        text(&feature.name),
        text(&rule.name),
        text(&scenario.name),
        examples(page, scenario, id),
        calls::of(&page.verdicts, scenario, id, true)
    );
    Some(page::document(false, &scenario.name, &body))
}

/// The examples of an outline, each leading to its calls; `shown` are those of this page.
fn examples(page: &Page<'_>, scenario: &Scenario, shown: &str) -> String {
    let rows: Vec<_> = scenario.examples.iter().flat_map(|table| &table.rows).collect();
    let Some(row) = rows.iter().find(|row| row.id == shown) else { return String::new() };
    let mut html =
        format!("<details class=\"others\"><summary>{}</summary>\n<ul>\n", text(&row.cells.join(" | ")));
    for row in rows.iter().filter(|row| calls::any(&page.verdicts, scenario, &row.id)) {
        let verdict = page.verdicts.example(scenario, &row.id).verdict();
        let current = if row.id == shown { " aria-current=\"true\"" } else { "" };
        put(
            &mut html,
            format_args!(
                "<li><a class=\"calls\" href=\"{}\"{current}>{} {}</a></li>\n",
                text(&calls::address(&row.id)),
                verdict.sign(),
                text(&row.cells.join(" | "))
            ),
        );
    }
    html + "</ul></details>\n"
}
