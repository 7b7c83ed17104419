//! Steps that add, change and remove DNS records.
use crate::{
    words::{Key, RecordType, list},
    world::World,
};
use cucumber::{gherkin::Step, given, when};
use hosting_core::{
    clock::Clock,
    dns::{CreateDnsRecord, DeleteDnsRecord, GetDnsRecord, UpdateDnsRecord, type_word::TypeWord},
};
use hosting_drivers::fault::Fault;
use std::collections::HashMap;
use uuid::Uuid;

/// What a table with one line says of a record; an empty cell says nothing.
struct Said(HashMap<String, String>);

impl Said {
    fn of(step: &Step) -> Self {
        let rows = &step.table.as_ref().expect("a table").rows;
        let cells = rows[0].iter().cloned().zip(rows[1].iter().cloned());
        Self(cells.filter(|(_, cell)| !cell.is_empty()).collect())
    }

    fn text(&self, member: &str) -> Option<String> {
        self.0.get(member).cloned()
    }

    fn number(&self, member: &str) -> Option<i64> {
        self.text(member).map(|text| text.parse().expect("a number"))
    }

    fn texts(&self, member: &str) -> Option<Vec<String>> {
        self.text(member).map(|text| list(&text, " / "))
    }
}

/// Adds a record, and remembers its identity.
pub async fn add(world: &mut World, who: &str, domain: &str, record: CreateDnsRecord, key: Option<&str>) {
    let record = CreateDnsRecord { domain_id: world.domain(domain).id, ..record };
    if let Ok(answer) = world.perform_with(who, key, record).await {
        let record = answer.data;
        let written = [domain.to_owned(), record.r#type, record.name];
        world.records.insert(written, record.id);
    }
}

/// A record of one type, name and content.
pub fn new(kind: &str, name: &str, content: &str) -> CreateDnsRecord {
    CreateDnsRecord {
        name: Some(name.to_owned()),
        r#type: Some(TypeWord(kind.to_owned())),
        content: Some(content.to_owned()),
        ..Default::default()
    }
}

#[given(expr = "{word} added the {type} record {string} with {string} to {string}{key}")]
#[when(expr = "{word} adds the {type} record {string} with {string} to {string}{key}")]
async fn add_one(
    world: &mut World,
    who: String,
    kind: RecordType,
    name: String,
    content: String,
    domain: String,
    key: Key,
) {
    let key = key.or(world.new_key());
    add(world, &who, &domain, new(&kind.0, &name, &content), key.as_deref()).await;
}

#[given(expr = "{string} has the {type} record {string} with {string}")]
async fn has(world: &mut World, domain: String, kind: RecordType, name: String, content: String) {
    let (owner, key) = (world.domain(&domain).owner, world.new_key());
    add(world, &owner, &domain, new(&kind.0, &name, &content), Some(&key)).await;
    world.stage.work_off().await;
    world.endings.pop().expect("an answer").outcome.expect("a record");
}

#[given(
    expr = "her/his/their {type} record {string} with {string} in {string} was refused by the nameservers"
)]
async fn was_refused(world: &mut World, kind: RecordType, name: String, content: String, domain: String) {
    world.stage.backends.dns.backend.faults.next(Fault::Refused, 1);
    has(world, domain, kind, name, content).await;
}

#[when(regex = r#"^(\S+) adds to "([^"]*)" the record$"#)]
async fn add_said(world: &mut World, who: String, domain: String, step: &Step) {
    let said = Said::of(step);
    let record = CreateDnsRecord {
        domain_id: Uuid::nil(),
        name: said.text("name"),
        r#type: said.text("type").map(TypeWord),
        content: said.text("content"),
        contents: said.texts("contents"),
        ttl: said.number("ttl"),
        priority: said.number("priority"),
    };
    let key = world.new_key();
    add(world, &who, &domain, record, Some(&key)).await;
}

#[when(regex = r#"^(\S+) adds the A record "([^"]*)" with (\d+) addresses to "([^"]*)"$"#)]
async fn add_many(world: &mut World, who: String, name: String, count: usize, domain: String) {
    let contents = Some((0..count).map(|number| format!("192.0.2.{number}")).collect());
    let record = CreateDnsRecord { content: None, contents, ..new("A", &name, "") };
    let key = world.new_key();
    add(world, &who, &domain, record, Some(&key)).await;
}

#[when(regex = r#"^(\S+) adds a text of (\d+) characters to "([^"]*)"$"#)]
async fn add_text(world: &mut World, who: String, length: usize, domain: String) {
    let key = world.new_key();
    add(world, &who, &domain, new("TXT", "@", &"a".repeat(length)), Some(&key)).await;
}

#[when(
    regex = r#"^(\w+) adds an A record with a name (of one label|that makes) (?:of )?(\d+)(?: with its domain)? to "([^"]+)"$"#
)]
async fn add_long(world: &mut World, who: String, which: String, length: usize, domain: String) {
    let label = "a".repeat(63);
    let name = match which.as_str() {
        "of one label" => "a".repeat(length),
        // Three full labels, and what is left with the dots and the domain.
        _ => format!("{label}.{label}.{label}.{}", "a".repeat(length - 3 * 64 - 1 - domain.len())),
    };
    let key = world.new_key();
    add(world, &who, &domain, new("A", &name, "192.0.2.1"), Some(&key)).await;
}

fn known(world: &World, domain: &str, kind: &str, name: &str) -> Uuid {
    world.records[&[domain.to_owned(), kind.to_owned(), name.to_owned()]]
}

async fn change(world: &mut World, who: &str, domain: &str, kind: &str, name: &str, to: UpdateDnsRecord) {
    let (domain_id, record_id) = (world.domain(domain).id, known(world, domain, kind, name));
    let told = world.perform(who, UpdateDnsRecord { domain_id, record_id, ..to }).await;
    if let Ok(answer) = told {
        world.records.insert([domain.to_owned(), answer.data.r#type, answer.data.name], record_id);
    }
}

#[when(expr = "{word} changes the {type} record {string} of {string} to {string}")]
async fn change_content(
    world: &mut World,
    who: String,
    kind: RecordType,
    name: String,
    domain: String,
    content: String,
) {
    let to = UpdateDnsRecord { content: Some(content), ..Default::default() };
    change(world, &who, &domain, &kind.0, &name, to).await;
}

#[given(expr = "{word} renamed the {type} record {string} of {string} to {string}")]
#[when(expr = "{word} renames the {type} record {string} of {string} to {string}")]
async fn rename(
    world: &mut World,
    who: String,
    kind: RecordType,
    name: String,
    domain: String,
    new_name: String,
) {
    let to = UpdateDnsRecord { name: Some(new_name), ..Default::default() };
    change(world, &who, &domain, &kind.0, &name, to).await;
}

#[when(expr = "{word} makes the {type} record {string} of {string} a {type} record with {string}")]
async fn retype(
    world: &mut World,
    who: String,
    kind: RecordType,
    name: String,
    domain: String,
    new_kind: RecordType,
    content: String,
) {
    let to =
        UpdateDnsRecord { r#type: Some(TypeWord(new_kind.0)), content: Some(content), ..Default::default() };
    change(world, &who, &domain, &kind.0, &name, to).await;
}

#[when(expr = "{word} changes nothing about the {type} record {string} of {string}")]
async fn change_nothing(world: &mut World, who: String, kind: RecordType, name: String, domain: String) {
    change(world, &who, &domain, &kind.0, &name, UpdateDnsRecord::default()).await;
}

#[when(expr = "{word} changes the {type} record {string} of {string} as follows")]
async fn change_said(
    world: &mut World,
    who: String,
    kind: RecordType,
    name: String,
    domain: String,
    step: &Step,
) {
    let said = Said::of(step);
    let to = UpdateDnsRecord {
        name: said.text("name"),
        r#type: said.text("type").map(TypeWord),
        content: said.text("content"),
        contents: said.texts("contents"),
        ttl: said.number("ttl"),
        priority: said.number("priority"),
        ..Default::default()
    };
    change(world, &who, &domain, &kind.0, &name, to).await;
}

#[given(expr = "{word} removed the {type} record {string} from {string}{key}")]
#[when(expr = "{word} removes the {type} record {string} from {string}{key}")]
async fn remove(world: &mut World, who: String, kind: RecordType, name: String, domain: String, key: Key) {
    let (domain_id, record_id) = (world.domain(&domain).id, known(world, &domain, &kind.0, &name));
    let key = key.or(world.new_key());
    let _ = world.perform_with(&who, key.as_deref(), DeleteDnsRecord { domain_id, record_id }).await;
}

#[when(
    regex = r#"^(\w+) (changes|removes|looks up) \w+'s A record "([^"]+)" of "([^"]+)" (where it is|through (?:his|her) own domain)$"#
)]
async fn touch_foreign(
    world: &mut World,
    who: String,
    act: String,
    name: String,
    domain: String,
    way: String,
) {
    let record_id = known(world, &domain, "A", &name);
    let theirs = world.domains.values().find(|one| one.owner == who).expect("a domain of their own").id;
    let domain_id = if way == "where it is" { world.domain(&domain).id } else { theirs };
    match act.as_str() {
        "removes" => drop(world.perform(&who, DeleteDnsRecord { domain_id, record_id }).await),
        "looks up" => drop(world.perform(&who, GetDnsRecord { domain_id, record_id }).await),
        _ => {
            let to = UpdateDnsRecord { domain_id, record_id, ttl: Some(300), ..Default::default() };
            drop(world.perform(&who, to).await);
        }
    }
}

#[when(expr = "{word} looks up the {type} record {string} of {string}")]
async fn look_up(world: &mut World, who: String, kind: RecordType, name: String, domain: String) {
    let (domain_id, record_id) = (world.domain(&domain).id, known(world, &domain, &kind.0, &name));
    if let Ok(answer) = world.perform(&who, GetDnsRecord { domain_id, record_id }).await {
        assert_eq!(answer.data.id, record_id);
        world.record = Some(answer.data);
    }
}

#[when(regex = r#"^(\S+) looks up a record of "([^"]*)" that never was$"#)]
async fn look_up_unknown(world: &mut World, who: String, domain: String) {
    let (domain_id, record_id) = (world.domain(&domain).id, world.stage.clock.id());
    let _ = world.perform(&who, GetDnsRecord { domain_id, record_id }).await;
}
