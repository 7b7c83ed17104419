//! The graph over HTTP answers as it should, whatever it is sent (GraphQL over HTTP; `contract.md` §10).
mod panicking;
mod support;

use hosting_graphql::{Hash, Rules};
use hosting_rest::{App, Options, app};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::{Answer, Server};

const NEWER: &str = "application/graphql-response+json";

async fn post(server: &Server, kind: &str, accept: &str, body: &str) -> Answer {
    let key = format!("Bearer {}", server.key);
    let headers = [("authorization", key.as_str()), ("content-type", kind), ("accept", accept)];
    server.send_with("POST", "/graphql", &headers, body.as_bytes()).await
}

async fn ask(server: &Server, document: &str) -> Answer {
    post(server, "application/json", NEWER, &json!({ "query": document }).to_string()).await
}

fn code(answer: &Answer) -> String {
    answer.json()["errors"][0]["extensions"]["code"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn only_json_is_read() {
    let server = Server::start().await;
    let body = r#"{"query":"{ __typename }"}"#;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/graphql",
        "",
    ] {
        let answer = post(&server, kind, NEWER, body).await;
        assert_eq!(
            (answer.status.as_u16(), code(&answer).as_str()),
            (415, "unsupported_media_type"),
            "{kind}"
        );
    }
    for kind in ["application/json", "application/json; charset=utf-8"] {
        assert_eq!(post(&server, kind, NEWER, body).await.status, 200, "{kind}");
    }
}

#[tokio::test]
async fn what_is_no_request_is_refused_whatever_the_client_takes() {
    let server = Server::start().await;
    let large = json!({ "query": format!("{{ __typename }} #{}", "x".repeat(70_000)) }).to_string();
    for (body, status, refusal) in [
        ("", 400, "invalid_json"),
        ("{", 400, "invalid_json"),
        (r#"{"query":"{ a }","query":"{ b }"}"#, 400, "invalid_json"),
        ("[]", 400, "invalid_request"),
        (r#"[{"query":"{ __typename }"},{"query":"{ __typename }"}]"#, 400, "invalid_request"),
        ("{}", 400, "invalid_request"),
        (r#"{"query":7}"#, 400, "invalid_request"),
        (r#"{"query":"{ __typename }","variables":[]}"#, 400, "invalid_request"),
        (r#"{"query":"{ __typename }","operationName":1}"#, 400, "invalid_request"),
        (r#"{"query":"{ __typename }","extensions":"a"}"#, 400, "invalid_request"),
        (r#"{"query":"{ __typename }","other":1}"#, 400, "invalid_request"),
        (&large, 413, "body_too_large"),
    ] {
        for accept in [NEWER, "application/json", "*/*"] {
            let answer = post(&server, "application/json", accept, body).await;
            let shown = &body[..body.len().min(60)];
            assert_eq!(
                (answer.status.as_u16(), code(&answer).as_str()),
                (status, refusal),
                "{shown} {accept}"
            );
        }
    }
}

#[tokio::test]
async fn the_status_says_whether_anything_was_executed_where_the_client_can_tell() {
    let server = Server::start().await;
    for document in
        ["{", "", "{ nothing }", "{ domain }", "query($a: Int!) { __typename }", "fragment f on Query { a }"]
    {
        for (accept, status) in [(NEWER, 400), ("application/json", 200)] {
            let body = json!({ "query": document }).to_string();
            let answer = post(&server, "application/json", accept, &body).await;
            assert_eq!(
                (answer.status.as_u16(), code(&answer).as_str()),
                (status, "invalid_request"),
                "{document}"
            );
            assert_eq!(answer.json().get("data"), None, "{document}");
            let kind = if accept == NEWER { NEWER } else { "application/json" };
            assert!(answer.header("content-type").starts_with(kind), "{document}");
        }
    }
    let unknown = "{ domain(domainId: \"019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b\") { id } __typename }";
    let partly = ask(&server, unknown).await;
    assert_eq!((partly.status.as_u16(), code(&partly).as_str()), (200, "domain_not_found"));
    assert_eq!(partly.json()["data"], json!({ "domain": null, "__typename": "Query" }));
    let unwanted = post(&server, "application/json", "text/csv", r#"{"query":"{ __typename }"}"#).await;
    assert_eq!(unwanted.status, 406);
}

#[tokio::test]
async fn by_get_one_may_only_ask() {
    let server = Server::start().await;
    let key = format!("Bearer {}", server.key);
    let get = async |query: &str| {
        let headers = [("authorization", key.as_str()), ("accept", NEWER)];
        server.send_with("GET", &format!("/graphql?{query}"), &headers, b"").await
    };
    assert_eq!(get("query=%7B__typename%7D").await.json()["data"]["__typename"], "Query");
    let two = "query=query%20a%7B__typename%7Dmutation%20b%7BsetDomainAutoRenew(input:%7BdomainId:%22019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b%22,enabled:true%7D)%7Bid%7D%7D";
    assert_eq!(get(&format!("{two}&operationName=a")).await.status, 200);
    let change = get(&format!("{two}&operationName=b")).await;
    assert_eq!((change.status.as_u16(), change.header("allow")), (405, "POST"));
    assert_eq!(get("variables=%7B%7D").await.status, 400);
    assert_eq!(get("query=%7B__typename%7D&variables=7").await.status, 400);
}

#[tokio::test]
async fn attacks_are_refused_at_once_and_tell_nothing() {
    let server = Server::start().await;
    let doubling: String =
        (0..28).map(|n| format!("fragment f{n} on Query{{...f{} ...f{}}}", n + 1, n + 1)).collect();
    let doubling = format!("{{...f0}}{doubling}fragment f28 on Query{{__typename}}");
    assert!(doubling.len() < 1200, "{}", doubling.len());
    let nested = |n: usize| {
        format!(
            "{{ domains(first: 1) {}{{ id }}{} }}",
            "{ emailServices { domain ".repeat(n),
            "} }".repeat(n)
        )
    };
    let schema = |n: usize| {
        format!("{{ __schema {{ types {} name {} }} }}", "{ fields { type ".repeat(n), "} }".repeat(n))
    };
    for (what, document) in [
        ("doubling fragments", doubling),
        (
            "a fragment within itself",
            "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }".to_owned(),
        ),
        ("many names", (0..101).fold("{".to_owned(), |all, n| all + &format!(" a{n}: __typename")) + "}"),
        (
            "many names below",
            (0..501).fold("{ account {".to_owned(), |all, n| all + &format!(" a{n}: id")) + "} }",
        ),
        ("the same again and again", format!("{{ {} }}", "__typename ".repeat(5001))),
        ("directives", format!("{{ __typename {} }}", "@include(if: true) ".repeat(101))),
        ("depth", nested(6)),
        ("the schema in the schema", schema(12)),
        ("much of much", "{ domains(first: 1000) { dnsRecords(first: 100) { nodes { id } } } }".to_owned()),
        ("words", format!("{{ a({}) }}", "b: 1 ".repeat(9000))),
    ] {
        let begun = Instant::now();
        let answer = ask(&server, &document).await;
        assert_eq!(
            (answer.status.as_u16(), code(&answer).as_str()),
            (400, "invalid_request"),
            "{what}: {answer:?}"
        );
        // Orders of magnitude apart from what is expanded: no race with the clock.
        assert!(begun.elapsed() < Duration::from_secs(5), "{what}");
    }
    for misspelt in [
        "{ domain { id } }",
        "{ acount { id } }",
        "{ account { emial } }",
        "{ domains(status: ACTIV) { id } }",
    ] {
        let answer = ask(&server, misspelt).await.json().to_string();
        assert!(!answer.contains("Did you mean") && !answer.contains(".rs"), "{answer}");
    }
    assert_eq!(
        ask(&server, "{ account { id } }").await.json()["data"]["account"]["id"],
        json!(server.account)
    );
}

#[tokio::test]
async fn a_document_may_be_named_by_its_hash() {
    let server = Server::start().await;
    let document = "{ account { id } }";
    let named =
        |hash: &str, version: u32| json!({ "persistedQuery": { "version": version, "sha256Hash": hash } });
    let send = async |body: Value| post(&server, "application/json", NEWER, &body.to_string()).await;
    let hash = Hash::of(document).to_string();
    let unknown = send(json!({ "extensions": named(&hash, 1) })).await;
    assert_eq!(unknown.json()["errors"][0]["message"], "PersistedQueryNotFound");
    assert_eq!(code(&unknown), "PERSISTED_QUERY_NOT_FOUND");
    let other = Hash::of("{ other }").to_string();
    for wrong in [
        json!({ "query": document, "extensions": named(&other, 1) }),
        json!({ "query": document, "extensions": named(&hash, 2) }),
        json!({ "extensions": named("abc", 1) }),
        json!({ "extensions": { "persistedQuery": 7 } }),
    ] {
        assert_eq!(code(&send(wrong.clone()).await), "invalid_request", "{wrong}");
    }
    for sent in [
        json!({ "query": document, "extensions": named(&hash, 1) }),
        json!({ "extensions": named(&hash, 1) }),
        json!({ "extensions": named(&hash.to_uppercase(), 1), "variables": null }),
    ] {
        let answer = send(sent.clone()).await;
        assert_eq!(answer.json()["data"]["account"]["id"], json!(server.account), "{sent}");
    }
    // What is not valid is never kept.
    let invalid = Hash::of("{ nothing }").to_string();
    send(json!({ "query": "{ nothing }", "extensions": named(&invalid, 1) })).await;
    assert_eq!(code(&send(json!({ "extensions": named(&invalid, 1) })).await), "PERSISTED_QUERY_NOT_FOUND");
}

#[tokio::test]
async fn an_operator_may_answer_only_what_is_listed_and_withhold_the_schema() {
    let server = Server::start().await;
    let (listed, other) = ("{ account { id } }", "{ account { email } }");
    let list = json!({ Hash::of(listed).to_string(): listed }).to_string();
    let rules =
        Rules { safelist: Some(list.parse().expect("a list")), introspection: false, ..Rules::default() };
    let options = Options { graph: rules, ..Options::default() };
    let strict = server.with_router(app(App::new(server.platform.clone(), options)));
    assert_eq!(ask(&strict, listed).await.status, 200);
    let by_hash = json!({ "extensions": { "persistedQuery": { "version": 1, "sha256Hash": Hash::of(listed).to_string() } } });
    assert_eq!(post(&strict, "application/json", NEWER, &by_hash.to_string()).await.status, 200);
    for refused in [other, "{ __schema { queryType { name } } }"] {
        assert_eq!(code(&ask(&strict, refused).await), "invalid_request", "{refused}");
    }
    let closed = Options { graph: Rules { introspection: false, ..Rules::default() }, ..Options::default() };
    let closed = server.with_router(app(App::new(server.platform.clone(), closed)));
    for refused in [
        "{ __schema { queryType { name } } }",
        "{ ...a } fragment a on Query { __type(name: \"A\") { name } }",
    ] {
        assert_eq!(code(&ask(&closed, refused).await), "invalid_request", "{refused}");
    }
    assert_eq!(ask(&closed, "{ __typename }").await.status, 200);
}

#[tokio::test]
async fn what_is_known_to_be_valid_still_sees_other_variables() {
    let server = Server::start().await;
    let document =
        "query($first: Int, $status: DomainStatus) { domains(first: $first, status: $status) { id } }";
    let send = async |variables: Value| {
        let body = json!({ "query": document, "variables": variables }).to_string();
        post(&server, "application/json", NEWER, &body).await
    };
    for _ in 0..2 {
        assert_eq!(send(json!({ "first": 3, "status": "ACTIVE" })).await.status, 200);
        assert_eq!(send(json!({})).await.status, 200);
        for wrong in [json!({ "first": "3" }), json!({ "status": "active" }), json!({ "first": 1.5 })] {
            let answer = send(wrong.clone()).await;
            assert_eq!((answer.status.as_u16(), code(&answer).as_str()), (400, "invalid_request"), "{wrong}");
        }
        let refused = send(json!({ "first": 0 })).await;
        assert_eq!((refused.status.as_u16(), code(&refused).as_str()), (200, "invalid_request"));
        assert_eq!(refused.json()["errors"][0]["extensions"]["details"][0]["pointer"], "/first");
        assert_eq!(refused.json()["data"], json!({ "domains": null }));
    }
}

#[tokio::test]
async fn the_answer_tells_what_it_cost_and_what_is_left() {
    let server = Server::start().await;
    let answer = ask(&server, "{ domains(first: 7) { id } }").await.json();
    assert_eq!(answer["extensions"]["cost"], json!({ "requested": 7, "limit": 5000, "remaining": 4993 }));
    let left = answer["extensions"]["rateLimit"]["remaining"].as_u64().expect("a number");
    let answer = ask(&server, "{ account { id } }").await.json();
    assert_eq!(answer["extensions"]["rateLimit"]["remaining"], json!(left - 1));
}

#[tokio::test]
async fn what_takes_too_long_is_refused_as_a_whole_and_may_be_sent_again() {
    let server = Server::start().await;
    let domain = server.own_domain("baobab-books.com").await;
    let hurried = Options { graph: Rules { time: Duration::ZERO, ..Rules::default() }, ..Options::default() };
    let hurried = server.with_router(app(App::new(server.platform.clone(), hurried)));
    for accept in [NEWER, "application/json"] {
        let key = server.platform.id();
        let document = format!(
            "mutation {{ setDomainAutoRenew(input: {{ domainId: \"{domain}\", enabled: false }}, idempotencyKey: \"{key}\") {{ autoRenew }} }}"
        );
        let held = server.hold_writes().await;
        let body = json!({ "query": document }).to_string();
        let (late, ()) = tokio::join!(post(&hurried, "application/json", accept, &body), async {
            tokio::time::sleep(Duration::from_millis(300)).await;
            drop(held);
        });
        assert_eq!((late.status.as_u16(), code(&late).as_str()), (503, "overloaded"), "{accept}");
        assert!(!late.header("retry-after").is_empty(), "{accept}");
        assert_eq!(late.json().get("data"), None, "{accept}");
        let entries =
            ask(&server, "{ account { usage(first: 3) { nodes { requestId errorCode } } } }").await.json();
        let request = &late.json()["errors"][0]["extensions"]["requestId"];
        let refused = json!({ "requestId": request, "errorCode": "overloaded" });
        let entries = entries["data"]["account"]["usage"]["nodes"].as_array().cloned().unwrap_or_default();
        assert!(entries.contains(&refused), "{accept}: {entries:?}");
        let again = ask(&server, &document).await.json();
        assert_eq!(again["data"]["setDomainAutoRenew"]["autoRenew"], false, "{accept}");
    }
}

#[tokio::test]
async fn what_cannot_be_recorded_is_not_answered() {
    let server = Server::start().await;
    let full = "CREATE TRIGGER full BEFORE INSERT ON usage_entry BEGIN SELECT RAISE(ABORT, 'full'); END";
    server.platform.database().connection().execute_unprepared(full).await.expect("a trigger");
    for document in ["{ account { id } }", "{ nothing }"] {
        let lost = ask(&server, document).await;
        assert_eq!((lost.status.as_u16(), code(&lost).as_str()), (500, "internal_error"), "{document}");
        assert_eq!(lost.json().get("data"), None, "{document}");
    }
}

#[tokio::test]
async fn a_panic_ends_its_request_and_no_other() {
    let server = panicking::server().await;
    let refused = ask(&server, "{ account { id } conversionTools { id } }").await;
    assert_eq!((refused.status.as_u16(), code(&refused).as_str()), (500, "internal_error"));
    assert!(!refused.json().to_string().contains(panicking::CAUSE));
    let entries =
        ask(&server, "{ account { usage(first: 1) { nodes { requestId errorCode } } } }").await.json();
    let request = &refused.json()["errors"][0]["extensions"]["requestId"];
    let entry = json!({ "requestId": request, "errorCode": "internal_error" });
    assert_eq!(entries["data"]["account"]["usage"]["nodes"], json!([entry]));
}

#[tokio::test]
async fn documents_without_a_credential_count_for_their_address() {
    let server = Server::start().await;
    let nobody = async || {
        let headers = [("content-type", "application/json")];
        server.send_with("POST", "/graphql", &headers, br#"{"query":"{ __typename }"}"#).await
    };
    for _ in 0..120 {
        assert_eq!(nobody().await.status.as_u16(), 200);
    }
    let refused = nobody().await;
    assert_eq!(refused.status.as_u16(), 429);
    assert_eq!(refused.json()["errors"][0]["extensions"]["code"], "rate_limit_exceeded");
    assert_eq!(ask(&server, "{ account { id } }").await.status.as_u16(), 200);
}
