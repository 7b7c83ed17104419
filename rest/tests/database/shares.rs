//! What one account asks for holds no other up, on either database.
use crate::{
    fresh::{self, fresh},
    sums::{connect, waiting},
    support::{self, Answer, Server},
};
use hosting_core::database::Bounds;
use sea_orm::ConnectionTrait;
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tokio::sync::{Mutex, Semaphore};

/// Requests of the one who floods.
const FLOODS: usize = 120;

/// A request of the graph with a hundred fields.
async fn hundred(server: &Server) -> Answer {
    let fields: String = (0..100).map(|n| format!("a{n}: account {{ email }} ")).collect();
    let body = json!({ "query": format!("{{ {fields} }}") }).to_string();
    server.send("POST", "/graphql", Some(&body)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_one_account_holds_up_no_other() {
    flood(Server::start().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_one_account_holds_up_no_other_on_a_server() {
    let Some((url, name)) = fresh().await else { return };
    flood(fresh::server(format!("{url}/{name}"), Bounds::default()).await).await;
}

async fn flood(server: Server) {
    // One at a time: what is compared is what one process does at the same time.
    static ALONE: Mutex<()> = Mutex::const_new(());
    let _alone = ALONE.lock().await;
    let flooding = Arc::new(server);
    let account = support::account(&flooding.platform, "kofi@example.com").await;
    let key = support::key(&flooding.platform, &flooding.secret, account, 100_000).await;
    let mut other = flooding.with_router(flooding.router.clone());
    (other.key, other.account) = (key, account);
    let over = Arc::new(AtomicBool::new(false));
    let reading = tokio::spawn({
        let over = Arc::clone(&over);
        async move {
            let mut answers = Vec::new();
            while !over.load(Ordering::Relaxed) {
                answers.push(other.send("GET", "/v1/account", None).await.status.as_u16());
            }
            answers
        }
    });
    // As many as are worked on for one account at the same time.
    let places = Arc::new(Semaphore::new(64));
    let floods: Vec<_> = (0..FLOODS)
        .map(|_| {
            let (flooding, places) = (Arc::clone(&flooding), Arc::clone(&places));
            tokio::spawn(async move {
                let _place = places.acquire().await.unwrap();
                hundred(&flooding).await
            })
        })
        .collect();
    for flood in floods {
        let answer = flood.await.unwrap();
        assert!([200, 503].contains(&answer.status.as_u16()), "{} {}", answer.status, answer.text);
        assert!(!answer.text.contains("internal_error"), "{}", answer.text);
    }
    over.store(true, Ordering::Relaxed);
    let answers = reading.await.unwrap();
    assert!(answers.iter().all(|status| *status == 200), "{answers:?}");
    // Each waits for little more than a turn of the other, not for all that is there before it.
    assert!(answers.len() > FLOODS / 4, "{} reads beside {FLOODS} floods", answers.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_the_entry_of_one_is_no_fault_of_others() {
    let Some((url, name)) = fresh().await else { return };
    let url = format!("{url}/{name}");
    let server = Arc::new(fresh::server(url.clone(), Bounds::default()).await);
    let (admin, held) = (connect(&url).await, connect(&url).await);
    let rule = "ALTER TABLE usage_entry ADD CHECK (user_agent <> 'wrong')";
    admin.execute_unprepared(rule).await.unwrap();
    held.execute_unprepared("BEGIN; LOCK TABLE usage_entry IN SHARE MODE").await.unwrap();
    let ask = |agent: &'static str| {
        let server = Arc::clone(&server);
        tokio::spawn(async move {
            let token = format!("Bearer {}", server.key);
            let headers = [("authorization", token.as_str()), ("user-agent", agent)];
            server.send_with("GET", "/v1/account", &headers, b"").await
        })
    };
    let first = ask("sound");
    waiting(&admin, &name, 1).await;
    // They are written together: the first is late.
    let others = ["sound", "wrong", "sound"].map(ask);
    waiting(&admin, &name, 2).await;
    held.execute_unprepared("COMMIT").await.unwrap();
    assert_eq!(first.await.unwrap().status, 200);
    let mut told = Vec::new();
    for other in others {
        told.push(other.await.unwrap().status.as_u16());
    }
    assert_eq!(told, [200, 500, 200]);
}
