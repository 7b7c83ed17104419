//! Steps about what stands in a zone beside the platform's own words on mail.
use crate::{
    email::seen,
    records,
    words::{RecordType, list},
    world::{Owned, World},
};
use cucumber::{given, then};
use hosting_core::{
    dns::{CreateDnsRecord, ListDnsRecords},
    email::MailRecord,
};
use hosting_drivers::sandbox::dns::{Column, Entity};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

/// What the owner of a zone made a name say.
async fn said(world: &mut World, domain: &str, kind: &str, name: &str, contents: Vec<String>) {
    let (owner, key) = (world.domain(domain).owner, world.new_key());
    let record = CreateDnsRecord { content: None, contents: Some(contents), ..records::new(kind, name, "") };
    records::add(world, &owner, domain, record, Some(&key)).await;
    world.stage.work_off().await;
    world.endings.pop().expect("an answer").outcome.expect("a record");
}

#[given(expr = "{string} has the {type} record {string} with the values {string}")]
async fn has_values(world: &mut World, domain: String, kind: RecordType, name: String, contents: String) {
    said(world, &domain, &kind.0, &name, list(&contents, " / ")).await;
}

#[given(regex = r#"^"([^"]*)" has (\d+) texts$"#)]
async fn has_texts(world: &mut World, domain: String, count: usize) {
    let texts = (0..count).map(|number| format!("text {number}")).collect();
    said(world, &domain, "TXT", "@", texts).await;
}

#[given(regex = r#"^"([^"]*)" says who may send mail in (\d+) characters$"#)]
async fn says_in_characters(world: &mut World, domain: String, length: usize) {
    let (start, end) = ("v=spf1 later-word=", " ~all");
    let filler = "x".repeat(length - start.len() - end.len());
    said(world, &domain, "TXT", "@", vec![format!("{start}{filler}{end}")]).await;
}

#[then(regex = r#"^the signing key "([^"]*)" of mail for "([^"]*)" is "([^"]*)"$"#)]
async fn signing_key_is(world: &mut World, selector: String, domain: String, state: String) {
    let name = format!("{selector}._domainkey.{domain}");
    let records = seen(world, &domain).await.dns.records;
    let record = records.iter().find(|record| record.name == name);
    let told = json!(record.unwrap_or_else(|| panic!("{name} is none of {records:?}")));
    assert_eq!((&told["purpose"], &told["state"]), (&json!("dkim"), &json!(state)));
}

#[then(regex = r#"^the nameservers serve no text of "([^"]*)" that says "([^"]*)"$"#)]
async fn serve_no_text(world: &mut World, name: String, text: String) {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "it is the nameservers that are looked into")]
    let served = Entity::find().filter(Column::Name.eq(name)).filter(Column::Kind.eq("TXT"));
    let served = served.one(&reader.executor()).await.expect("the zone").expect("another text");
    assert!(served.contents.0.iter().all(|content| !content.contains(&text)), "{:?}", served.contents);
}

/// The first label, the preference and the state of each host.
#[then(regex = r#"^mail for "([^"]*)" is sent to "([^"]*)"$"#)]
async fn is_sent_to(world: &mut World, domain: String, hosts: String) {
    let records = seen(world, &domain).await.dns.records;
    let shown = |record: &MailRecord| {
        let told = json!(record);
        let host = record.content.split('.').next().unwrap_or_default();
        format!("{host} {} {}", told["priority"], told["state"].as_str().expect("a word"))
    };
    let sent: Vec<_> = records.iter().filter(|record| record.r#type == "MX").map(shown).collect();
    assert_eq!(sent, list(&hosts, ", "));
}

#[then(regex = r#"^the MX record of "([^"]*)" says "([^"]*)" with the priority (\d+)$"#)]
async fn mx_says(world: &mut World, domain: String, contents: String, priority: i32) {
    let Owned { id, owner } = world.domain(&domain);
    let asked = ListDnsRecords { domain_id: id, ..Default::default() };
    let records = world.look(&owner, asked).await.items;
    let record = records.iter().find(|record| record.r#type == "MX").expect("an MX record");
    assert_eq!((&record.contents.0, record.priority), (&list(&contents, " / "), Some(priority)));
}
