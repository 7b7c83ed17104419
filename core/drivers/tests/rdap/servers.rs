//! Several servers: which is asked, how much, and that one does not hold up another.
use crate::{
    server::{Answer, Does, Server, error, found},
    stage::{FREE, TAKEN, check, driver, is_unavailable, nobody, with_patience},
};
use hosting_kernel::providers::Failure;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::Barrier,
    time::{sleep, timeout},
};

async fn free_server() -> Server {
    Server::of_names(|_| Does::Answers(error(404))).await
}

async fn taken_server() -> Server {
    Server::of_names(|name| Does::Answers(found(name))).await
}

#[tokio::test]
async fn each_name_is_asked_for_at_the_server_of_its_longest_suffix() {
    let (short, long) = (free_server().await, taken_server().await);
    let driver = driver(&[(&["uk", "com"], &[&short.base]), (&["co.uk"], &[&long.base])]);
    let names = ["baobab.uk", "baobab.co.uk", "baobab.com", "baobabco.uk"];
    assert_eq!(check(&driver, &names).await, [FREE, TAKEN, FREE, FREE]);
    assert_eq!((short.asked().len(), long.asked().len()), (3, 1));
    let unknown = check(&driver, &["baobab.org"]).await;
    assert!(
        matches!(unknown[0], Err(Failure::Refused(_))),
        "nobody is asked, and it is not free: {unknown:?}"
    );
}

#[tokio::test]
async fn the_next_address_is_tried_where_nobody_is_at_one() {
    let server = taken_server().await;
    let (away, away_too) = (nobody("https"), nobody("http"));
    let driver = driver(&[(&["test"], &[&away_too, &server.base, &away])]);
    assert_eq!(check(&driver, &["baobab.test"]).await, [TAKEN]);
}

#[tokio::test]
async fn who_answers_badly_is_not_passed_over() {
    let ill = Server::of_names(|name| match name {
        "cut.test" => Does::BreaksOff(found(name)),
        _ => Does::Answers(error(500)),
    });
    let (ill, well) = (ill.await, free_server().await);
    let driver = driver(&[(&["test"], &[&ill.base, &well.base])]);
    for said in check(&driver, &["baobab.test", "cut.test"]).await {
        assert!(is_unavailable(&said), "{said:?}");
    }
    assert!(well.asked().is_empty());
}

#[tokio::test]
async fn nobody_there_is_unavailable() {
    let plain = free_server().await;
    let no_tls = plain.base.replace("http:", "https:");
    let (away, away_too) = (nobody("http"), nobody("https"));
    let driver = driver(&[(&["away"], &[&away, &away_too]), (&["tls"], &[&no_tls])]);
    for said in check(&driver, &["baobab.away", "baobab.tls"]).await {
        assert!(is_unavailable(&said), "{said:?}");
    }
    assert!(plain.asked().is_empty(), "it does not speak TLS, and is not asked without");
}

#[tokio::test]
async fn one_that_is_slow_holds_up_its_own_names_alone() {
    let (slow, quick) = (Server::of_names(|_| Does::Hangs).await, taken_server().await);
    let services: [(&[&str], &[&str]); 2] = [(&["slow"], &[&slow.base]), (&["quick"], &[&quick.base])];
    let driver = with_patience(&services, Duration::from_secs(3));
    // More than it is asked for at once: those that wait for a place are late as well.
    let mut names: Vec<_> = (0..10).map(|number| format!("baobab{number}.slow")).collect();
    names.push("baobab.quick".to_owned());
    let said = check(&driver, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    assert_eq!(said.last(), Some(&TAKEN));
    for late in &said[..10] {
        assert_eq!(late, &Err(Failure::Timeout));
    }
    assert!(slow.asked().len() >= 8);
}

#[tokio::test]
async fn eight_names_are_asked_for_at_once() {
    // It answers none before there are eight.
    let eight = Arc::new(Barrier::new(8));
    let server = Server::of_names(move |_| Does::AnswersWith(Arc::clone(&eight), error(404))).await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    let names: Vec<_> = (0..16).map(|number| format!("baobab{number}.test")).collect();
    let said = check(&driver, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    assert!(said.iter().all(|said| *said == FREE), "{said:?}");
}

#[tokio::test]
async fn a_ninth_waits_for_a_place() {
    let server = Server::of_names(|name| match name {
        "free.test" => Does::Answers(error(404)),
        _ => Does::Hangs,
    })
    .await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    let eight: Vec<_> = (0..8).map(|number| format!("baobab{number}.test")).collect();
    let eight: Vec<_> = eight.iter().map(String::as_str).collect();
    let ninth = async {
        while server.asked().len() < 8 {
            sleep(Duration::from_millis(5)).await;
        }
        timeout(Duration::from_millis(300), check(&driver, &["free.test"])).await
    };
    tokio::select! {
        said = check(&driver, &eight) => panic!("nobody answered: {said:?}"),
        said = ninth => assert!(said.is_err(), "it was asked for: {said:?}"),
    }
}

#[tokio::test]
async fn one_that_asks_to_be_left_alone_is() {
    let busy = Server::of_names(|_| Does::Answers(error(429).with("Retry-After", "120"))).await;
    let well = free_server().await;
    // Two services of one server.
    let other = busy.base.replace("/rdap/", "/other/");
    let driver = driver(&[(&["busy"], &[&busy.base]), (&["also"], &[&other]), (&["well"], &[&well.base])]);
    let is_told = |said: &Result<_, Failure>| matches!(said, Err(Failure::NotNow { wait, .. }) if (60..=120).contains(&wait.as_secs()));
    let said = check(&driver, &["baobab.busy"]).await;
    assert!(is_told(&said[0]), "{said:?}");
    let said = check(&driver, &["marula.busy", "baobab.also", "baobab.well"]).await;
    assert!(is_told(&said[0]) && is_told(&said[1]), "{said:?}");
    assert_eq!(said[2], FREE);
    assert_eq!(busy.asked().len(), 1, "it is not asked again");
}

#[tokio::test]
async fn it_may_say_until_when() {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT";
    let until = "Sun, 06 Nov 1994 09:19:37 GMT";
    let answer = Answer::empty(429).with("Date", date).with("Retry-After", until);
    let server = Server::of_names(move |_| Does::Answers(answer.clone())).await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    let wait = Duration::from_mins(30);
    assert!(
        matches!(&check(&driver, &["baobab.test"]).await[0], Err(Failure::NotNow { wait: told, .. }) if *told == wait)
    );
}

#[tokio::test]
async fn a_server_is_asked_again_when_its_time_is_over() {
    let server = Server::of_names(|name| {
        Does::Answers(match name {
            "first.test" => error(429).with("Retry-After", "0"),
            name => found(name),
        })
    })
    .await;
    let driver = driver(&[(&["test"], &[&server.base])]);
    let said = check(&driver, &["first.test"]).await;
    assert!(matches!(said[0], Err(Failure::NotNow { .. })), "{said:?}");
    assert_eq!(check(&driver, &["baobab.test"]).await, [TAKEN]);
}
