//! Steps about what is served out of the program: contracts and pages.
use super::Request;
use crate::{facades::rest::ROUTES, world::World};
use cucumber::{then, when};
use serde_json::Value;

#[then(regex = r#"^it prints what is served at "([^"]*)"$"#)]
async fn prints_served(world: &mut World, path: String) {
    let served = world.operating.ask(&Request::new(format!("GET {path}"))).await;
    let (printed, served) =
        (world.operating.last().printed.clone(), String::from_utf8(served.body).expect("text"));
    match serde_json::from_str::<Value>(&served) {
        Ok(served) => assert!(serde_json::from_str::<Value>(&printed).is_ok_and(|printed| printed == served)),
        Err(_) => assert_eq!(printed.trim(), served.trim()),
    }
}

#[when("somebody reads the contracts")]
async fn reads_contracts(world: &mut World) {
    for path in ["/openapi.json", "/schema.graphql"] {
        let request = Request::new(format!("GET {path}"));
        let answer = world.operating.ask(&request).await;
        assert_eq!(answer.status, 200, "{path}");
        world.operating.sent.push((request, Some(answer)));
    }
}

#[then("both have every operation of the platform")]
fn have_every_operation(world: &mut World) {
    let [.., (_, Some(openapi)), (_, Some(sdl))] = &world.operating.sent[..] else { panic!("two contracts") };
    let openapi = openapi.json();
    let paths = openapi["paths"].as_object().expect("paths");
    let operations = paths.values().filter_map(Value::as_object).flat_map(|path| path.values());
    let ids: Vec<_> = operations.filter_map(|one| one["operationId"].as_str()).collect();
    let sdl = String::from_utf8_lossy(&sdl.body);
    let is_field = |line: &str, id: &str| {
        line.trim_start().strip_prefix(id).is_some_and(|rest| rest.starts_with(['(', ':']))
    };
    for binding in ROUTES.iter() {
        assert!(ids.contains(&binding.id), "{} is not in the contract of REST", binding.id);
        assert!(sdl.lines().any(|line| is_field(line, binding.id)), "{} is no field", binding.id);
    }
}

#[when(regex = r#"^a browser opens "([^"]*)"$"#)]
async fn opens(world: &mut World, path: String) {
    let request = Request { more: "accept: text/html\r\n".to_owned(), ..Request::new(format!("GET {path}")) };
    let answer = world.operating.ask(&request).await;
    assert_eq!(answer.status, 200, "{path}");
    assert!(answer.header("content-type").is_some_and(|kind| kind.starts_with("text/html")), "{path}");
    world.operating.answer = Some(answer);
}

/// What a page refers to, by the start of an attribute.
fn references(page: &str, attribute: &str) -> Vec<String> {
    let rests = page.split(attribute).skip(1).filter_map(|rest| rest.split('"').next());
    rests.map(|path| path.split(['#', '?']).next().unwrap_or_default().to_owned()).collect()
}

#[then("the page and all that it refers to are served")]
async fn all_served(world: &mut World) {
    let page = world.operating.answer.as_ref().expect("a page").body.clone();
    let page = String::from_utf8(page).expect("text");
    let mut paths = references(&page, " href=\"");
    paths.extend(references(&page, " src=\""));
    paths.sort_unstable();
    paths.dedup();
    let paths: Vec<_> = paths.into_iter().filter(|path| path.starts_with('/')).collect();
    assert!(!paths.is_empty(), "{page}");
    for path in paths {
        let answer = world.operating.ask(&Request::new(format!("GET {path}"))).await;
        // The graph answers a browser alone.
        assert!(answer.status == 200 || path == "/graphql", "{path}: {}", answer.status);
    }
}

#[then("a browser is told to load nothing from elsewhere")]
fn nothing_from_elsewhere(world: &mut World) {
    let answer = world.operating.answer.as_ref().expect("a page");
    let policy = answer.header("content-security-policy").expect("a policy");
    let others = policy.split([' ', ';']).filter(|word| word.contains(['.', '*', ':']) && *word != "data:");
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    assert_eq!(others.collect::<Vec<_>>(), Vec::<&str>::new(), "{policy}");
    let page = String::from_utf8_lossy(&answer.body);
    let loaded =
        references(&page, " src=\"").into_iter().chain(references(&page, "<link rel=\"stylesheet\" href=\""));
    for path in loaded {
        assert!(path.is_empty() || (path.starts_with('/') && !path.starts_with("//")), "{path}");
    }
}
