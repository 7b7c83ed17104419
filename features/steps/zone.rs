//! Steps about what stands in a zone, and what the nameservers serve of it.
use crate::{
    words::{RecordType, assert_none, choice, kind_of},
    world::{Owned, World},
};
use cucumber::{gherkin::Step, given, then, when};
use hosting_core::{
    clock::Clock,
    dns::{DnsRecord, ListDnsRecords, record::RecordStatus, type_word::TypeWord},
    texts::Texts,
};
use hosting_drivers::sandbox::dns as sandbox;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

/// The records of a domain as its owner sees them.
pub async fn seen(world: &mut World, domain: &str) -> Vec<DnsRecord> {
    let Owned { id, owner } = world.domain(domain);
    world.look(&owner, ListDnsRecords { domain_id: id, ..Default::default() }).await.items
}

#[given(regex = r#"^"([^"]*)" has (\d+) records$"#)]
pub async fn has_many(world: &mut World, domain: String, count: usize) {
    let Owned { id, owner } = world.domain(&domain);
    let (now, account_id) = (world.stage.clock.now(), world.person(&owner).account);
    for number in 0..count {
        let name = format!("r{number:04}");
        let row = DnsRecord {
            id: world.stage.clock.id(),
            account_id,
            domain_id: id,
            fqdn: format!("{name}.{domain}"),
            name,
            r#type: "A".to_owned(),
            contents: Texts(vec!["192.0.2.1".to_owned()]),
            ttl: 3600,
            priority: None,
            status: RecordStatus::Active,
            last_error: None,
            revision: 1,
            served: None,
            created_at: now,
            updated_at: now,
            synced_at: None,
            published: None,
        };
        world.stage.insert(row).await;
    }
}

#[when(
    regex = r#"^(\w+) lists the records of "([^"]+)"(?: of the type "([^"]*)")?(?: at the name "([^"]*)")?$"#
)]
async fn list_some(world: &mut World, who: String, domain: String, kind: String, name: String) {
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let asked = ListDnsRecords {
        domain_id: world.domain(&domain).id,
        r#type: some(kind).map(TypeWord),
        name: some(name),
        ..Default::default()
    };
    let _ = world.perform(&who, asked).await;
}

#[then(regex = r#"^(?:she|he|they) sees the records "([^"]*)"$"#)]
fn sees_records(world: &mut World, records: String) {
    let seen = world.last().outcome.clone().expect("records");
    let seen: Vec<DnsRecord> = serde_json::from_value(seen).expect("records");
    let seen: Vec<_> = seen.iter().map(|one| format!("{} {}", one.r#type, one.name)).collect();
    assert_eq!(seen.join(", "), records);
}

#[then(regex = r#"^"([^"]*)" has these records:$"#)]
async fn has_these(world: &mut World, domain: String, step: &Step) {
    let [columns, expected @ ..] = &step.table.as_ref().expect("a table").rows[..] else { panic!("a table") };
    let records = seen(world, &domain).await;
    let row = |record: &DnsRecord| columns.iter().map(|column| cell(record, column)).collect::<Vec<_>>();
    assert_eq!(records.iter().map(row).collect::<Vec<_>>(), expected);
}

/// What a record says under a heading.
fn cell(record: &DnsRecord, column: &str) -> String {
    match column {
        "name" => record.name.clone(),
        "fqdn" => record.fqdn.clone(),
        "type" => record.r#type.clone(),
        "contents" => record.contents.0.join(" / "),
        "ttl" => record.ttl.to_string(),
        "priority" => record.priority.map_or_else(|| "none".to_owned(), |priority| priority.to_string()),
        "status" => word(record.status),
        other => panic!("a record has no {other}"),
    }
}

fn word(status: RecordStatus) -> String {
    serde_json::to_value(status).expect("a word").as_str().expect("a word").to_owned()
}

#[then(regex = r#"^"([^"]*)" has no records$"#)]
async fn has_none(world: &mut World, domain: String) {
    assert_none(&seen(world, &domain).await);
}

#[then(regex = r#"^"([^"]*)" has (\d+) records, all of them "([^"]*)"$"#)]
async fn has_all(world: &mut World, domain: String, count: usize, status: String) {
    let records = seen(world, &domain).await;
    let alike = records.iter().filter(|record| record.status == choice::<RecordStatus>(&status)).count();
    assert_eq!((records.len(), alike), (count, count));
}

#[then(expr = "the {type} record {string} of {string} is {string}")]
async fn is(world: &mut World, kind: RecordType, name: String, domain: String, status: String) {
    let records = seen(world, &domain).await;
    let found = records.into_iter().find(|record| record.r#type == kind.0 && record.name == name);
    let record = found.expect("the record");
    assert_eq!(word(record.status), status, "{:?}", record.last_error);
    world.record = Some(record);
}

fn record(world: &World) -> &DnsRecord {
    world.record.as_ref().expect("a record was looked at")
}

#[then("it shows when the nameservers took it")]
fn shows_when(world: &mut World) {
    assert_eq!(record(world).synced_at, Some(world.stage.clock.now()));
}

#[then(regex = r#"^it shows the error "([^"]*)"$"#)]
fn shows_error(world: &mut World, error: String) {
    let shown = record(world).last_error.as_deref().expect("an error");
    assert_eq!(kind_of(shown), error, "it shows: {shown}");
}

#[then("it shows no error")]
fn shows_no_error(world: &mut World) {
    assert_eq!(record(world).last_error, None);
}

#[then(regex = r#"^the text of "([^"]*)" has (\d+) characters$"#)]
async fn text_has(world: &mut World, domain: String, length: usize) {
    let records = seen(world, &domain).await;
    assert_eq!(records[0].contents.0[0].len(), length);
}

/// What the nameservers serve of a zone.
async fn served(world: &World, zone: &str) -> Vec<sandbox::Model> {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "it is the nameservers that are looked into")]
    let served = sandbox::Entity::find().filter(sandbox::Column::Zone.eq(zone));
    served.all(&reader.executor()).await.expect("the zone")
}

#[then(regex = r#"^the nameservers serve nothing for "([^"]*)"$"#)]
async fn serve_nothing(world: &mut World, domain: String) {
    assert_none(&served(world, &domain).await);
}

#[then(expr = "the nameservers serve {string} as {type} with {string}")]
async fn serve(world: &mut World, name: String, kind: RecordType, content: String) {
    let found = find(world, &name).await.into_iter().find(|set| set.kind == kind.0);
    assert_eq!(found.expect("the name is served").contents.0, [content]);
}

#[then(regex = r#"^the nameservers do not serve "([^"]*)"$"#)]
async fn do_not_serve(world: &mut World, name: String) {
    assert_none(&find(world, &name).await);
}

pub async fn find(world: &World, name: &str) -> Vec<sandbox::Model> {
    let (_, zone) = name.split_once('.').expect("a name in a zone");
    served(world, zone).await.into_iter().filter(|set| set.name == name).collect()
}

#[then(regex = r"^the nameservers serve it in (\d+) strings$")]
async fn serve_in_strings(world: &mut World, count: usize) {
    let domain = world.domains.keys().next().expect("a domain").clone();
    let content = served(world, &domain).await[0].contents.0[0].clone();
    assert_eq!(content.split("\" \"").count(), count, "{content}");
}
