//! Steps about mail under one's own name.
use crate::{
    paging::read_to_the_end,
    services,
    words::{Key, RecordType, choice, kind_of, list},
    world::{Owned, World},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::TimeDelta;
use cucumber::{gherkin::Step, given, then, when};
use hosting_core::{
    clock::Clock,
    dns::ListDnsRecords,
    domains::domain,
    email::{
        DnsStatus, EmailService, ListEmailServices, MailRecord, ProvisionEmailService, SyncEmailServiceDns,
        row::{self, Plan, Provisioning},
    },
    services::service::{self, ServiceStatus},
    texts::Texts,
};
use hosting_drivers::sandbox::mail as sandbox;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set, Unchanged};
use uuid::Uuid;

/// What an email service is called among the services of a scenario.
fn called(domain: &str) -> String {
    format!("mail for {domain}")
}

/// The identity of the email service of a domain.
pub fn of(world: &World, domain: &str) -> Uuid {
    world.services.get(&called(domain)).unwrap_or_else(|| panic!("no mail for {domain}")).id
}

/// Lets `who` order mail for a domain.
pub async fn order(world: &mut World, who: &str, domain: &str, status: &str) {
    services::order(world, who, "email", &called(domain), status).await;
    let id = of(world, domain);
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks, who sees every account's services")]
    let service = service::Entity::find_by_id(id).one(&reader.executor()).await.expect("the services");
    drop(reader);
    let plan = Plan {
        id: "email-10".to_owned(),
        mailbox_limit: 10,
        storage_bytes_per_mailbox: 5 << 30,
        domain_limit: 1,
    };
    let row = row::Model::ordered(&service.expect("the service"), domain, plan);
    world.stage.insert(row).await;
}

#[given(regex = r#"^(\S+) has an email service for "([^"]*)"$"#)]
async fn has(world: &mut World, who: String, domain: String) {
    order(world, &who, &domain, "provisioning").await;
}

#[given(regex = r#"^a day later (\S+) has an email service for "([^"]*)"$"#)]
async fn has_later(world: &mut World, who: String, domain: String) {
    world.pass(TimeDelta::days(1));
    order(world, &who, &domain, "provisioning").await;
}

#[given(regex = r#"^(\S+) has an email service for "([^"]*)", which is "([^"]*)"$"#)]
async fn has_which_is(world: &mut World, who: String, domain: String, status: String) {
    order(world, &who, &domain, &status).await;
}

#[given(regex = r#"^mail for "([^"]*)" is set up$"#)]
pub async fn is_set_up(world: &mut World, domain: String) {
    let owner = world.services[&called(&domain)].owner.clone();
    provision(world, owner, domain, Key::New).await;
    world.endings.pop().expect("an answer").outcome.expect("an email service");
    world.stage.work_off().await;
}

#[given(regex = r#"^the service of mail for "([^"]*)" becomes "([^"]*)"$"#)]
#[when(regex = r#"^the service of mail for "([^"]*)" becomes "([^"]*)"$"#)]
pub async fn becomes(world: &mut World, domain: String, status: String) {
    let (id, status) = (Unchanged(of(world, &domain)), Set(choice::<ServiceStatus>(&status)));
    world.stage.update(service::ActiveModel { id, status, ..Default::default() }).await;
}

#[when(regex = r"^(\S+) lists (?:her|his|their) email services$")]
async fn list_services(world: &mut World, who: String) {
    let _ = world.perform(&who, ListEmailServices::default()).await;
}

#[given(regex = r"^it is ordered with (\d+) mailboxes of (\d+) GB each, for (\d+) months$")]
async fn is_ordered_with(world: &mut World, mailboxes: i32, gigabytes: i64, months: i32) {
    let mut mail = world.services.iter().filter(|(name, _)| name.starts_with("mail for "));
    let (Some((_, Owned { id, .. })), None) = (mail.next(), mail.next()) else { panic!("one email service") };
    let (service_id, id) = (Unchanged(*id), Unchanged(*id));
    let limits = row::ActiveModel {
        service_id,
        mailbox_limit: Set(mailboxes),
        storage_bytes_per_mailbox: Set(gigabytes << 30),
        ..Default::default()
    };
    world.stage.update(limits).await;
    let billing_months = Set(months);
    world.stage.update(service::ActiveModel { id, billing_months, ..Default::default() }).await;
}

#[given(expr = "{word} asked for mail for {string} to be set up{key}")]
#[when(expr = "{word} sets up mail for {string}{key}")]
async fn provision(world: &mut World, who: String, domain: String, key: Key) {
    let (service_id, key) = (of(world, &domain), key.or(world.new_key()));
    let _ = world.perform_with(&who, key.as_deref(), ProvisionEmailService { service_id }).await;
}

#[given(expr = "{word} synchronized the zone of mail for {string}{key}")]
#[when(expr = "{word} synchronizes the zone of mail for {string}{key}")]
async fn sync(world: &mut World, who: String, domain: String, key: Key) {
    let (service_id, key) = (of(world, &domain), key.or(world.new_key()));
    let _ = world.perform_with(&who, key.as_deref(), SyncEmailServiceDns { service_id }).await;
}

#[when(
    regex = r"^(\w+) (sets up|synchronizes the zone of) mail (that never was|of (?:her|his) (\w+) service)$"
)]
async fn touch_none(world: &mut World, who: String, act: String, which: String, kind: String) {
    let service_id = match which.as_str() {
        "that never was" => world.stage.clock.id(),
        _ => world.services[&kind].id,
    };
    if act == "sets up" {
        let _ = world.perform(&who, ProvisionEmailService { service_id }).await;
    } else {
        let _ = world.perform(&who, SyncEmailServiceDns { service_id }).await;
    }
}

#[then(regex = r#"^(?:she|he|they) sees the email services "([^"]*)"$"#)]
fn sees(world: &mut World, names: String) {
    let data = world.last().outcome.clone().expect("email services");
    let seen: Vec<EmailService> = serde_json::from_value(data).expect("email services");
    let seen: Vec<_> = seen.into_iter().map(|service| service.domain_name).collect();
    assert_eq!(seen, list(&names, ", "));
}

#[then(regex = "^(?:she|he|they) sees no email services$")]
fn sees_none(world: &mut World) {
    sees(world, String::new());
}

/// The email service of a domain as its owner sees it.
pub async fn seen(world: &mut World, domain: &str) -> EmailService {
    let Owned { id, owner } = world.services[&called(domain)].clone();
    let services = world.look(&owner, ListEmailServices::default()).await.items;
    services.into_iter().find(|service| service.id == id).expect("the email service")
}

#[then(regex = r#"^the email service of "([^"]*)" is "([^"]*)"$"#)]
async fn is(world: &mut World, domain: String, status: String) {
    assert_eq!(seen(world, &domain).await.status, choice::<ServiceStatus>(&status));
}

#[then(regex = r#"^setting up mail for "([^"]*)" is "([^"]*)"$"#)]
async fn setting_up_is(world: &mut World, domain: String, stand: String) {
    let service = seen(world, &domain).await;
    assert_eq!(service.provisioning, Some(choice::<Provisioning>(&stand)), "{:?}", service.last_error);
}

#[then(regex = r#"^nothing is under way for mail for "([^"]*)"$"#)]
async fn nothing_under_way(world: &mut World, domain: String) {
    assert_eq!(seen(world, &domain).await.provisioning, None);
}

#[then(regex = r#"^mail for "([^"]*)" was set up now$"#)]
async fn was_set_up(world: &mut World, domain: String) {
    assert_eq!(seen(world, &domain).await.provisioned_at, Some(world.stage.clock.now()));
}

#[then(regex = r#"^mail for "([^"]*)" was never set up$"#)]
async fn was_never_set_up(world: &mut World, domain: String) {
    assert_eq!(seen(world, &domain).await.provisioned_at, None);
}

#[then(regex = r#"^mail for "([^"]*)" shows the error "([^"]*)"$"#)]
async fn shows_error(world: &mut World, domain: String, error: String) {
    let shown = seen(world, &domain).await.last_error.expect("an error");
    assert_eq!(kind_of(&shown), error, "it shows: {shown}");
}

#[then(regex = r#"^mail for "([^"]*)" shows no error$"#)]
async fn shows_no_error(world: &mut World, domain: String) {
    assert_eq!(seen(world, &domain).await.last_error, None);
}

#[then(regex = r"^she sees (\d+) mailboxes of (\d+) GB each, for (\d+) months$")]
fn has_mailboxes(world: &mut World, mailboxes: i32, gigabytes: i64, months: i32) {
    let data = world.last().outcome.clone().expect("email services");
    let seen: Vec<EmailService> = serde_json::from_value(data).expect("email services");
    let [seen] = &seen[..] else { panic!("one email service: {seen:?}") };
    let limits = (seen.mailbox_limit, seen.storage_bytes_per_mailbox.0, seen.term_months);
    assert_eq!(limits, (mailboxes, gigabytes << 30, months));
}

#[then(regex = r#"^the zone of mail for "([^"]*)" is "([^"]*)"$"#)]
async fn zone_is(world: &mut World, domain: String, status: String) {
    let dns = seen(world, &domain).await.dns;
    assert_eq!(dns.status, choice::<DnsStatus>(&status), "{:?}", dns.records);
}

#[then(regex = r#"^the zone of mail for "([^"]*)" was last seen to now$"#)]
async fn zone_seen_to(world: &mut World, domain: String) {
    assert_eq!(seen(world, &domain).await.dns.synced_at, Some(world.stage.clock.now()));
}

#[then(regex = r#"^mail for "([^"]*)" needs these records:$"#)]
async fn needs(world: &mut World, domain: String, step: &Step) {
    let [columns, expected @ ..] = &step.table.as_ref().expect("a table").rows[..] else { panic!("a table") };
    let records = seen(world, &domain).await.dns.records;
    let row = |record: &MailRecord| columns.iter().map(|column| cell(record, column)).collect::<Vec<_>>();
    assert_eq!(records.iter().map(row).collect::<Vec<_>>(), expected);
}

/// What a record says under a heading; of a key, only that it is one.
fn cell(record: &MailRecord, column: &str) -> String {
    let told = serde_json::to_value(record).expect("plain data");
    match (column, &told[column]) {
        ("content", serde_json::Value::String(text)) if text.starts_with("v=DKIM1;") => {
            let (start, key) = text.split_once("p=").expect("a key");
            assert!(BASE64_STANDARD.decode(key).is_ok_and(|key| key.len() >= 32), "{text}");
            format!("{start}p=(a key)")
        }
        (_, serde_json::Value::String(text)) => text.clone(),
        (_, serde_json::Value::Null) => "none".to_owned(),
        (_, other) => other.to_string(),
    }
}

#[then(regex = r#"^the (\S+) record of mail for "([^"]*)" is "([^"]*)"$"#)]
async fn record_is(world: &mut World, purpose: String, domain: String, state: String) {
    let records = seen(world, &domain).await.dns.records;
    let told = records.iter().filter(|record| cell(record, "purpose") == purpose);
    let states: Vec<_> = told.map(|record| cell(record, "state")).collect();
    assert!(!states.is_empty() && states.iter().all(|one| *one == state), "{purpose}: {states:?}");
}

/// What is kept of the mail of a domain.
pub async fn row(world: &World, domain: &str) -> row::Model {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "the operator looks, who sees every account's services")]
    let found = row::Entity::find_by_id(of(world, domain)).one(&reader.executor()).await;
    found.expect("the email services").expect("the email service")
}

#[given(regex = r#"^the keys of mail for "([^"]*)" are noted$"#)]
async fn keys_noted(world: &mut World, domain: String) {
    let row = row(world, &domain).await;
    world.keys = [row.rsa_key, row.ed25519_key].map(|key| key.expect("a key")).to_vec();
}

#[then(regex = r#"^the keys of mail for "([^"]*)" are the ones that were noted$"#)]
async fn keys_are_noted(world: &mut World, domain: String) {
    let row = row(world, &domain).await;
    assert_eq!(world.keys, [row.rsa_key, row.ed25519_key].map(|key| key.expect("a key")));
}

#[then(regex = r#"^nobody who reads the database can sign mail for "([^"]*)"$"#)]
async fn keys_are_sealed(world: &mut World, domain: String) {
    let row = row(world, &domain).await;
    // Each private half names its algorithm in the clear (PKCS #8): rsaEncryption, id-Ed25519.
    let names: [&[u8]; 2] = [&[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01], &[0x2b, 0x65, 0x70]];
    for (private, name) in [row.rsa_private, row.ed25519_private].into_iter().zip(names) {
        let private = private.expect("a private half");
        assert!(private.len() > 40 && !private.windows(name.len()).any(|part| part == name));
    }
}

pub async fn domain_at_servers(world: &World, domain: &str) -> Option<sandbox::Model> {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "it is the mail servers that are looked into")]
    let known =
        sandbox::Entity::find().filter(sandbox::Column::Name.eq(domain)).one(&reader.executor()).await;
    known.expect("the domains")
}

#[then(regex = r#"^the mail servers take mail for "([^"]*)", in up to (\d+) mailboxes of (\d+) GB$"#)]
async fn take_mail(world: &mut World, domain: String, mailboxes: i32, gigabytes: i64) {
    let known = domain_at_servers(world, &domain).await.expect("the domain");
    let limits = (known.service_id, known.mailbox_limit, known.storage_bytes_per_mailbox);
    assert_eq!(limits, (of(world, &domain), mailboxes, gigabytes << 30));
    assert_eq!(known.selectors.0, ["host1", "host2"], "they sign with both keys");
    assert!(!known.suspended, "they were told to take none for now");
}

#[then(regex = r#"^the mail servers have stopped mail for "([^"]*)"$"#)]
async fn have_stopped(world: &mut World, domain: String) {
    assert!(domain_at_servers(world, &domain).await.expect("the domain").suspended);
}

/// The platform notices how its services stand, and the mail servers have done what they were asked for.
#[given("the mail servers are told of it")]
#[when("the mail servers are told of it")]
pub async fn told(world: &mut World) {
    about_to_be_told(world).await;
    world.stage.work_off().await;
}

/// The platform notices how its services stand, and what the mail servers are asked for waits.
#[given("the mail servers are about to be told of it")]
async fn about_to_be_told(world: &mut World) {
    world.pass(TimeDelta::minutes(1));
    world.stage.run_routines().await;
}

#[when(regex = r"^(\S+) reads what mail (?:she|he) has in pages of (\d+)$")]
async fn read_pages(world: &mut World, who: String, size: u32) {
    let asked = |cursor| ListEmailServices { limit: Some(size), cursor };
    read_to_the_end(world, &who, asked, |service| service.domain_name).await;
}

#[then(regex = r#"^mail for "([^"]*)" was (stopped|ended) (now|never|a day ago)$"#)]
async fn was_stopped(world: &mut World, domain: String, how: String, when: String) {
    let service = seen(world, &domain).await;
    let shown = if how == "stopped" { service.suspended_at } else { service.cancelled_at };
    let ago = TimeDelta::days(i64::from(when == "a day ago"));
    assert_eq!(shown, (when != "never").then(|| world.stage.clock.now().plus(-ago)));
}

#[then(regex = r#"^the mail servers take no mail for "([^"]*)"$"#)]
async fn take_none(world: &mut World, domain: String) {
    assert_eq!(domain_at_servers(world, &domain).await, None);
}

#[then(expr = "the nameservers serve {int} records of the type {type} for {string}")]
async fn serve_so_many(world: &mut World, count: usize, kind: RecordType, domain: String) {
    use hosting_drivers::sandbox::dns::{Column, Entity};
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "it is the nameservers that are looked into")]
    let served = Entity::find().filter(Column::Zone.eq(domain)).filter(Column::Kind.eq(kind.0));
    assert_eq!(served.all(&reader.executor()).await.expect("the zone").len(), count);
}

#[then(regex = r#"^the nameservers serve a text of "([^"]*)" that says "([^"]*)"$"#)]
async fn serve_text(world: &mut World, name: String, text: String) {
    use hosting_drivers::sandbox::dns::{Column, Entity};
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "it is the nameservers that are looked into")]
    let served = Entity::find().filter(Column::Name.eq(name)).filter(Column::Kind.eq("TXT"));
    let served = served.one(&reader.executor()).await.expect("the zone").expect("a text");
    assert!(served.contents.0.contains(&format!("\"{text}\"")), "{:?}", served.contents);
}

#[given(regex = r#"^"([^"]*)" has meanwhile gone to "([^"]*)"$"#)]
#[when(regex = r#"^"([^"]*)" has meanwhile gone to "([^"]*)"$"#)]
async fn gone(world: &mut World, domain: String, hosts: String) {
    let (id, name_servers) = (Unchanged(world.domain(&domain).id), Set(Texts(list(&hosts, ", "))));
    world.stage.update(domain::ActiveModel { id, name_servers, ..Default::default() }).await;
}

#[given(regex = r#"^(\S+) knows the records of "([^"]*)"$"#)]
async fn knows(world: &mut World, who: String, domain: String) {
    let asked = ListDnsRecords { domain_id: world.domain(&domain).id, ..Default::default() };
    for record in world.look(&who, asked).await.items {
        world.records.insert([domain.clone(), record.r#type, record.name], record.id);
    }
}
