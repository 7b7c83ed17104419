//! What one server says, and how it is understood.
use crate::{
    server::{Answer, Asked, Does, Server, error, found},
    stage::{FREE, TAKEN, check, driver, is_unavailable},
};
use hosting_kernel::providers::Failure;
use serde_json::json;

/// A server that does with each name what its first label says.
async fn server() -> Server {
    Server::of_names(|name| {
        let (first, _) = name.split_once('.').unwrap();
        Does::Answers(match first {
            "taken" | "xn--bcher-kva" => found(name),
            "free" => error(404),
            "silent" => Answer::empty(404),
            "page" => Answer::new(404, "text/html; charset=utf-8", "<html>Not found</html>"),
            "gateway" => Answer::new(404, "application/json", r#"{"message": "no route"}"#),
            "malformed" => error(400),
            "not-here" => error(501),
            "ill" => error(500),
            "closed" => error(403),
            "other-name" => found("somebody.test"),
            "other-class" => Answer::rdap(200, &json!({"objectClassName": "help", "ldhName": name})),
            "welcome" => Answer::new(200, "text/html", "<html>Welcome</html>"),
            "huge" => Answer::rdap(
                200,
                &json!({"objectClassName": "domain", "ldhName": name, "remarks": "x".repeat(1 << 20)}),
            ),
            "huge-free" => Answer::rdap(404, &json!({"errorCode": 404, "title": "x".repeat(1 << 20)})),
            "cut" => return Does::BreaksOff(found(name)),
            "cut-free" => return Does::BreaksOff(error(404)),
            "moved" => Answer::empty(302).with("Location", &name.replace("moved", "taken")),
            "moved-free" => Answer::empty(307).with("Location", &name.replace("moved-free", "free")),
            "loop" => Answer::empty(301).with("Location", name),
            "elsewhere" => Answer::empty(302).with("Location", "ftp://127.0.0.1/file"),
            "nowhere" => Answer::empty(302),
            _ => panic!("{name}"),
        })
    })
    .await
}

#[tokio::test]
async fn a_name_is_taken_or_free() {
    let server = server().await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    let names = ["free.test", "taken.test", "xn--bcher-kva.test", "silent.test"];
    assert_eq!(check(&driver, &names).await, [FREE, TAKEN, TAKEN, FREE]);
    let mut asked = server.asked();
    asked.sort_by(|one, other| one.path.cmp(&other.path));
    let mut wanted = names.map(|name| Asked {
        path: format!("/rdap/domain/{name}"),
        accept: "application/rdap+json".to_owned(),
    });
    wanted.sort_by(|one, other| one.path.cmp(&other.path));
    assert_eq!(asked, wanted, "each is asked for once");
    assert_eq!(check(&driver, &[]).await, []);
}

#[tokio::test]
async fn what_is_no_answer_says_nothing_of_a_name() {
    let server = server().await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    for first in [
        "page",
        "gateway",
        "ill",
        "other-name",
        "other-class",
        "welcome",
        "huge",
        "huge-free",
        "cut",
        "cut-free",
        "loop",
        "elsewhere",
        "nowhere",
    ] {
        let said = check(&driver, &[&format!("{first}.test"), "free.test"]).await;
        assert!(is_unavailable(&said[0]), "{first}: {said:?}");
        assert_eq!(said[1], FREE, "{first}: the other is answered");
    }
}

#[tokio::test]
async fn what_a_registry_refuses_is_refused() {
    let server = server().await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    let said = check(&driver, &["malformed.test", "not-here.test", "closed.test"]).await;
    assert!(matches!(said[0], Err(Failure::Refused(_))), "{said:?}");
    assert!(matches!(said[1], Err(Failure::Refused(_))), "{said:?}");
    assert!(matches!(said[2], Err(Failure::Misconfigured(_))), "{said:?}");
}

#[tokio::test]
async fn a_few_redirects_are_followed() {
    let server = server().await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    assert!(is_unavailable(&check(&driver, &["loop.test"]).await[0]));
    assert_eq!(server.asked().len(), 4, "the first request, and three that it led to");
    // A name that leads to another is answered with that one, which nobody asked for.
    let said = check(&driver, &["moved-free.test", "moved.test"]).await;
    assert_eq!(said[0], FREE);
    assert!(is_unavailable(&said[1]), "{said:?}");
    let paths: Vec<_> = server.asked().into_iter().map(|asked| asked.path).collect();
    assert!(paths.contains(&"/rdap/domain/taken.test".to_owned()), "it was followed: {paths:?}");
}

#[tokio::test]
async fn a_server_sends_to_another() {
    let other = server().await;
    let there = other.base.clone();
    let server = Server::of_names(move |name| {
        Does::Answers(Answer::empty(308).with("Location", &format!("{there}domain/{name}")))
    })
    .await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    assert_eq!(check(&driver, &["taken.test", "free.test"]).await, [TAKEN, FREE]);
}
