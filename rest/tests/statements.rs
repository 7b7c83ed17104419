//! A page of the graph costs as many statements for many records as for one.
#[path = "support/statements.rs"]
mod statements;
mod support;

use serde_json::{Value, json};
use statements::Statements;
use std::collections::BTreeMap;
use support::Server;

const PAGE: &str = "query Page($n: Int!) {
    account {
        services(first: $n) { nodes {
            id nodeId
            email { domainName domain { id } }
            hosting { primaryDomain service { id } }
            lxc { hostname snapshots { name instance { id } } metrics { resolutionSeconds } }
            kvm { hostname snapshots { name instance { id } } }
            conversion { plan }
        } }
        domains(first: $n) { nodes {
            id
            emailServices { id service { displayName } }
            dnsRecords(first: 8) { nodes { name domain { id } } pageInfo { hasNextPage } }
        } }
        usage(first: 20) { nodes { operationId } }
    }
}";

#[tokio::test]
async fn a_page_of_many_costs_what_a_page_of_few_does() {
    let statements = Statements::logged();
    let server = Server::start().await;
    own(&server, 0..2).await;
    let (few, first) = page(&server, &statements).await;
    own(&server, 2..6).await;
    let (many, second) = page(&server, &statements).await;
    assert_eq!(first["services"]["nodes"].as_array().map(Vec::len), Some(8));
    assert_eq!(second["services"]["nodes"].as_array().map(Vec::len), Some(24));
    assert_eq!(second["domains"]["nodes"].as_array().map(Vec::len), Some(6));
    let nodes = second["services"]["nodes"].as_array().expect("services");
    for kind in ["email", "hosting", "lxc", "kvm"] {
        assert_eq!(nodes.iter().filter(|node| node[kind].is_object()).count(), 6, "{kind}");
    }
    for node in second["domains"]["nodes"].as_array().expect("domains") {
        assert_eq!(node["dnsRecords"]["nodes"].as_array().map(Vec::len), Some(3), "{node}");
        assert_eq!(node["emailServices"].as_array().map(Vec::len), Some(1), "{node}");
    }
    assert_eq!(few, many, "statements by table");
    let all: usize = many.values().sum();
    println!("a page of 24 services and 6 domains: {all} statements besides its usage entries");
    assert!(all <= 40, "{many:?}");
}

/// Lets the account have a domain with records, mail, a site, a container and a machine for each number.
async fn own(server: &Server, numbers: std::ops::Range<u32>) {
    for number in numbers {
        let name = format!("books-{number}.example");
        let domain = server.own_domain(&name).await;
        for record in ["www", "shop", "mail"] {
            let body = json!({ "name": record, "content": "192.0.2.1" }).to_string();
            let answer = server.change("POST", &format!("/v1/domains/{domain}/dns"), &body).await;
            assert!(answer.status.is_success(), "{answer:?}");
        }
        server.own_email(&name).await;
        server.own_site(&name).await;
        server.own_container(&format!("web-{number}")).await;
        server.own_machine(&format!("git-{number}")).await;
    }
}

/// Asks for the page; counts what was read for it, by the first table of each statement.
async fn page(server: &Server, statements: &Statements) -> (BTreeMap<String, usize>, Value) {
    statements.seen();
    let asked = json!({ "query": PAGE, "variables": { "n": 24 } }).to_string();
    let answer = server.send("POST", "/graphql", Some(&asked)).await.json();
    assert_eq!(answer["errors"], Value::Null, "{answer}");
    let mut counts = BTreeMap::new();
    for sql in statements.seen() {
        // What is written down of a request is one transaction, with an entry for each operation.
        if sql.starts_with("SELECT") {
            let table =
                sql.split(" FROM ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
            *counts.entry(table.to_owned()).or_default() += 1;
        }
    }
    (counts, answer["data"]["account"].clone())
}
