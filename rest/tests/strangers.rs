//! Who sends what no credential opens is known by the address alone, and has a limit.
#[path = "support/statements.rs"]
mod statements;
mod support;

use statements::Statements;
use support::{Answer, Server, key};

/// What an address may send in 60 seconds.
const LIMIT: usize = 120;

async fn account_of(server: &Server, key: &str) -> Answer {
    let token = format!("Bearer {key}");
    server.send_with("GET", "/v1/account", &[("authorization", token.as_str())], b"").await
}

/// How often a credential was looked up.
fn look_ups(statements: &Statements) -> usize {
    statements.seen().iter().filter(|sql| sql.contains(r#"FROM "credential""#)).count()
}

#[tokio::test]
async fn what_was_made_up_is_looked_up_seldom_and_no_more_past_the_limit() {
    let statements = Statements::logged();
    let (server, elsewhere) = (Server::start().await, Server::start().await);
    // Well formed, and known to another platform only.
    let made_up = || key(&elsewhere.platform, &elsewhere.secret, elsewhere.account, 1);
    let (one, known) = (made_up().await, server.key.clone());
    assert_eq!(account_of(&server, &known).await.status.as_u16(), 200);
    let _ = statements.seen();
    for _ in 0..20 {
        assert_eq!(account_of(&server, &one).await.code(), "invalid_token");
    }
    let looked_up = look_ups(&statements);
    assert!((1..20).contains(&looked_up), "{looked_up}");
    for _ in 20..LIMIT {
        assert_eq!(account_of(&server, &made_up().await).await.code(), "invalid_token");
    }
    let another = made_up().await;
    let _ = statements.seen();
    let refused = account_of(&server, &another).await;
    assert_eq!((refused.status.as_u16(), refused.code().as_str()), (429, "rate_limit_exceeded"));
    assert_eq!((refused.header("x-ratelimit-limit"), refused.header("x-ratelimit-remaining")), ("120", "0"));
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(look_ups(&statements), 0);
    assert_eq!(account_of(&server, &known).await.status.as_u16(), 200, "who is known is served all the same");
}
