//! How the keys of an issuer come here, and what happens while it is away.
use crate::{signer::SigningKey, stage::Stage, web::Manner};
use hosting_core::{AREAS, background};
use serde_json::json;

fn key(id: &str) -> SigningKey {
    SigningKey::new(id, "ES256")
}

#[tokio::test]
async fn a_new_key_is_fetched_when_a_token_names_it() {
    let (first, second) = (key("one"), key("two"));
    let stage = Stage::new(&[&first]).await;
    assert_eq!(stage.ending(&first.token(&stage.claims(&json!({})))).await, "ok");
    stage.web.publish(&[&second]);
    stage.pass(11);
    assert_eq!(stage.ending(&second.token(&stage.claims(&json!({})))).await, "ok");
    let asked = stage.web.asked();
    let gone = first.token(&stage.claims(&json!({ "jti": "another" })));
    assert_eq!(stage.ending(&gone).await, "invalid_token", "the issuer has taken that key back");
    assert_eq!(stage.web.asked(), asked, "it was asked a moment ago");
}

#[tokio::test]
async fn a_key_that_is_taken_back_opens_nothing_after_minutes() {
    let (first, second) = (key("one"), key("two"));
    let stage = Stage::new(&[&first]).await;
    let token = first.token(&stage.claims(&json!({ "exp": stage.now() + 3600 })));
    assert_eq!(stage.ending(&token).await, "ok");
    stage.web.publish(&[&second]);
    stage.pass(301);
    background::run_routines(&stage.server.platform, AREAS).await;
    assert_eq!(stage.ending(&token).await, "invalid_token");
}

#[tokio::test]
async fn made_up_keys_do_not_hammer_the_issuer() {
    let real = key("one");
    let stage = Stage::new(&[&real]).await;
    let forge = |number: usize| {
        let key = key(&format!("made-up-{number}"));
        key.token(&stage.claims(&json!({})))
    };
    for number in 0..20 {
        assert_eq!(stage.ending(&forge(number)).await, "invalid_token");
    }
    assert_eq!(stage.web.asked(), 1);
    stage.pass(11);
    let at_once = (20..40).map(forge).collect::<Vec<_>>();
    let endings = futures_util::future::join_all(at_once.iter().map(|token| stage.ending(token))).await;
    assert!(endings.iter().all(|ending| ending == "invalid_token"), "{endings:?}");
    assert_eq!(stage.web.asked(), 2);
    assert_eq!(stage.ending(&real.token(&stage.claims(&json!({})))).await, "ok");
    assert_eq!(stage.web.asked(), 2);
}

#[tokio::test]
async fn a_slow_issuer_holds_nobody_up_but_who_names_an_unknown_key() {
    let (known, new) = (key("one"), key("two"));
    let stage = Stage::new(&[&known]).await;
    assert_eq!(stage.ending(&known.token(&stage.claims(&json!({})))).await, "ok");
    stage.web.knock().await;
    stage.web.publish(&[&known, &new]);
    stage.pass(11);
    let held = stage.web.hold();
    let (one, other) =
        (new.token(&stage.claims(&json!({}))), known.token(&stage.claims(&json!({ "jti": "2" }))));
    let waiting = stage.ending(&one);
    let meanwhile = async {
        stage.web.knock().await;
        let ending = stage.ending(&other).await;
        drop(held);
        ending
    };
    assert_eq!(tokio::join!(waiting, meanwhile), ("ok".to_owned(), "ok".to_owned()));
}

#[tokio::test]
async fn who_hangs_up_does_not_keep_the_keys_from_others() {
    let new = key("one");
    let stage = Stage::new(&[&new]).await;
    let held = stage.web.hold();
    let token = new.token(&stage.claims(&json!({})));
    tokio::select! {
        _ = stage.look(&token) => panic!("the keys are not there yet"),
        () = stage.web.knock() => {}
    }
    drop(held);
    assert_eq!(stage.ending(&token).await, "ok");
    assert_eq!(stage.web.asked(), 1);
}

#[tokio::test]
async fn while_the_issuer_is_away_what_is_known_of_it_stays() {
    let (known, new) = (key("one"), key("two"));
    let stage = Stage::new(&[&known]).await;
    assert_eq!(stage.ending(&known.token(&stage.claims(&json!({})))).await, "ok");
    stage.web.publish(&[&new]);
    for manner in [
        Manner::Broken,
        Manner::Elsewhere,
        Manner::Another,
        Manner::Open,
        Manner::Endless,
        Manner::Page,
        Manner::Useless,
    ] {
        stage.web.behave(manner);
        stage.pass(3600);
        background::run_routines(&stage.server.platform, AREAS).await;
        assert_eq!(stage.ending(&known.token(&stage.claims(&json!({})))).await, "ok", "{manner:?}");
        stage.pass(11);
        assert_eq!(stage.ending(&new.token(&stage.claims(&json!({})))).await, "invalid_token", "{manner:?}");
    }
    stage.web.behave(Manner::Plain);
    stage.pass(11);
    assert_eq!(stage.ending(&new.token(&stage.claims(&json!({})))).await, "ok", "it is back");
}

#[tokio::test]
async fn of_an_issuer_that_was_never_reached_nobody_is_sent_away() {
    let key = key("one");
    let stage = Stage::new(&[&key]).await;
    stage.web.behave(Manner::Broken);
    let token = key.token(&stage.claims(&json!({})));
    let answer = stage.look(&token).await;
    assert_eq!((answer.status.as_u16(), answer.code().as_str()), (503, "overloaded"));
    assert_eq!(answer.header("retry-after"), "1");
    stage.web.behave(Manner::Well);
    stage.pass(11);
    assert_eq!(stage.ending(&token).await, "ok");
}
