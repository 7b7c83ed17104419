//! Whether registries can be asked.
use crate::{
    server::{Answer, Does, Server, error, found},
    stage::{TAKEN, check, driver, nobody, with_patience},
};
use hosting_kernel::providers::{Failure, registrar::Registrar};
use std::time::Duration;

/// A server that answers `help` with `status`, and has all names.
async fn server(status: u16) -> Server {
    Server::start(move |path| {
        Does::Answers(match path.strip_prefix("/rdap/domain/") {
            Some(name) => found(name),
            None if path == "/rdap/help" => error(status),
            None => Answer::empty(400),
        })
    })
    .await
}

fn paths(server: &Server) -> Vec<String> {
    server.asked().into_iter().map(|asked| asked.path).collect()
}

#[tokio::test]
async fn help_is_asked_for_once_in_a_while() {
    // Not all know it.
    for status in [200, 404, 400, 429] {
        let server = server(status).await;
        let driver = driver(&[(&["test"], &[&server.base])]);
        assert_eq!(driver.ping().await, Ok(()), "{status}");
        assert_eq!(driver.ping().await, Ok(()), "{status}");
        assert_eq!(paths(&server), ["/rdap/help"], "{status}");
    }
}

#[tokio::test]
async fn a_registry_that_has_answered_is_not_asked() {
    let server = server(500).await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    assert!(matches!(driver.ping().await, Err(Failure::Unavailable(_))));
    assert_eq!(check(&driver, &["baobab.test"]).await, [TAKEN]);
    assert_eq!(driver.ping().await, Ok(()));
    assert_eq!(paths(&server), ["/rdap/help", "/rdap/domain/baobab.test"]);
}

#[tokio::test]
async fn one_of_the_first_three_is_enough() {
    let (away, away_too, well) = (nobody("http"), nobody("http"), server(200).await);
    let some = driver(&[(&["a"], &[&away]), (&["b", "c"], &[&away_too]), (&["d"], &[&well.base])]);
    assert_eq!(some.ping().await, Ok(()));
    let none = driver(&[(&["a"], &[&away]), (&["b"], &[&away_too])]);
    assert!(matches!(none.ping().await, Err(Failure::Unavailable(_))));
}

#[tokio::test]
async fn one_that_hangs_is_not_waited_for() {
    let slow = Server::start(|_| Does::Hangs).await;
    let driver = with_patience(&[(&["test"], &[&slow.base])], Duration::from_millis(200));
    assert_eq!(driver.ping().await, Err(Failure::Timeout));
}

#[tokio::test]
async fn one_that_is_left_alone_is_not_asked() {
    let busy = Server::start(|_| Does::Answers(error(429).with("Retry-After", "120"))).await;
    let driver = driver(&[(&["test"], &[&busy.base])]);
    check(&driver, &["baobab.test"]).await.pop().unwrap().unwrap_err();
    assert!(matches!(driver.ping().await, Err(Failure::NotNow { .. })));
    assert_eq!(paths(&busy), ["/rdap/domain/baobab.test"]);
}
