//! Steps about a whole page in one request.
use super::{ask, errors, whole};
use crate::{conversion, records::new, words::list, world::World};
use cucumber::{gherkin::Step, given, then, when};
use hosting_core::dns::CreateDnsRecord;
use serde_json::{Value, json};

/// What a dashboard shows.
const DASHBOARD: &str = "{ account { fullName
    services(first: 20) { nodes { displayName serviceType
        email { domainName domain { domainName } }
        hosting { primaryDomain }
        lxc { hostname snapshots { name } metrics { points { at } } }
        kvm { hostname snapshots { name } }
        conversion { plan } } }
    domains(first: 20) { nodes { domainName dnsRecords(first: 10) { nodes { name } } } }
    usage(first: 50) { nodes { operationId requestId } } } }";

/// The member of a service for each kind, and what tells its record.
const KINDS: [(&str, &str, &str); 5] = [
    ("email", "email", "domainName"),
    ("shared_hosting", "hosting", "primaryDomain"),
    ("lxc", "lxc", "hostname"),
    ("kvm", "kvm", "hostname"),
    ("conversion", "conversion", "plan"),
];

#[given(regex = r"^(\S+) has opened (?:her|his|their) dashboard$")]
#[when(regex = r"^(\S+) opens (?:her|his|their) dashboard$")]
pub async fn opens(world: &mut World, who: String) {
    ask(world, &who, DASHBOARD).await;
}

#[when(regex = r"^(\S+) asks for (?:her|his|their) domains with their mail$")]
async fn asks_with_mail(world: &mut World, who: String) {
    let mail = "emailServices { domainName domain { domainName } service { displayName } }";
    ask(world, &who, &format!("{{ domains(first: 20) {{ domainName {mail} }} }}")).await;
}

#[when(regex = r"^(\S+) looks up the job with its tool$")]
async fn looks_up_job(world: &mut World, who: String) {
    let id = conversion::job_id(world);
    let document = format!("{{ conversionJob(jobId: \"{id}\") {{ tool conversionTool {{ id accepts }} }} }}");
    ask(world, &who, &document).await;
}

#[when(regex = r#"^(\S+) turns auto-renew on for "([^"]*)" and asks for its records with it$"#)]
async fn turns_and_asks(world: &mut World, who: String, name: String) {
    let (id, key) = (world.domain(&name).id, world.new_key());
    let records = "dnsRecords(first: 10) { nodes { name } }";
    let change = format!("input: {{ domainId: \"{id}\", enabled: true }}, idempotencyKey: \"{key}\"");
    ask(world, &who, &format!("mutation {{ it: setDomainAutoRenew({change}) {{ id {records} }} }}")).await;
}

#[when(
    regex = r#"^(\S+) adds the A record "([^"]*)" with "([^"]*)" to "([^"]*)" and asks for its whole zone with it$"#
)]
async fn adds_and_asks(world: &mut World, who: String, name: String, content: String, domain: String) {
    let record = CreateDnsRecord { domain_id: world.domain(&domain).id, ..new("A", &name, &content) };
    let change = super::changes::create("it", &record, &world.new_key());
    let zone = "domain { dnsRecords(first: 10) { nodes { name } } }";
    ask(world, &who, &format!("mutation {{ {change} {{ id {zone} }} }}")).await;
}

/// The records of one of the lists on the page.
fn nodes(world: &World, of: &str) -> Vec<Value> {
    let page = whole(world);
    page["data"]["account"][of]["nodes"].as_array().unwrap_or_else(|| panic!("{of} in {page}")).clone()
}

/// The texts that are called `name` in a list.
fn texts(of: &Value, name: &str) -> Vec<String> {
    let items = of.as_array().unwrap_or_else(|| panic!("a list: {of}")).iter();
    items.map(|one| one[name].as_str().expect("a text").to_owned()).collect()
}

/// The one of `all` whose `member` is `name`.
fn named(all: &[Value], member: &str, name: &str) -> Value {
    let found = all.iter().find(|one| one[member] == name);
    found.unwrap_or_else(|| panic!("{name} is not among {all:?}")).clone()
}

#[then("nothing on the page is refused")]
pub fn nothing_refused(world: &mut World) {
    assert_eq!(errors(world), Vec::<Value>::new());
    assert!(world.http().json()["data"].is_object());
}

#[then(regex = r#"^the page shows the domains "([^"]*)"$"#)]
fn shows_domains(world: &mut World, names: String) {
    assert_eq!(texts(&nodes(world, "domains").into(), "domainName"), list(&names, ", "));
}

#[then(regex = r#"^the page shows the records "([^"]*)" under "([^"]*)"$"#)]
fn shows_records(world: &mut World, names: String, domain: String) {
    let domain = named(&nodes(world, "domains"), "domainName", &domain);
    assert_eq!(texts(&domain["dnsRecords"]["nodes"], "name"), list(&names, ", "));
}

#[then("the page shows each service with the record of its kind and no other")]
fn shows_services(world: &mut World, step: &Step) {
    let rows = step.table.as_ref().expect("a table").rows.iter().skip(1);
    let expected: Vec<_> = rows.map(|row| (row[0].clone(), row[1].clone())).collect();
    let shown = nodes(world, "services").into_iter().map(|service| {
        let mut there = KINDS.iter().filter(|(_, member, _)| !service[*member].is_null());
        let (kind, member, name) = there.next().unwrap_or_else(|| panic!("a record of {service}"));
        assert!(there.next().is_none(), "{service}");
        assert_eq!(service["serviceType"], kind.to_uppercase());
        ((*kind).to_owned(), service[*member][*name].as_str().expect("a name").to_lowercase())
    });
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

/// The container or the machine of this name.
fn instance(world: &World, name: &str) -> Value {
    let services = nodes(world, "services");
    let instances = services.iter().flat_map(|one| [one["lxc"].clone(), one["kvm"].clone()]);
    named(&instances.collect::<Vec<_>>(), "hostname", name)
}

#[then(regex = r#"^the page shows a conversion plan beside "([^"]*)" alone$"#)]
fn shows_plan_beside(world: &mut World, name: String) {
    let paid: Vec<_> =
        nodes(world, "services").into_iter().filter(|one| !one["conversion"].is_null()).collect();
    assert_eq!(texts(&paid.into(), "displayName"), [name]);
}

#[then(regex = r#"^the page shows the snapshots "([^"]*)" of "([^"]*)"$"#)]
fn shows_snapshots(world: &mut World, names: String, of: String) {
    assert_eq!(texts(&instance(world, &of)["snapshots"], "name"), list(&names, ", "));
}

#[then(regex = r#"^the page shows what "([^"]*)" used$"#)]
fn shows_use(world: &mut World, name: String) {
    let points = instance(world, &name)["metrics"]["points"].clone();
    assert!(!points.as_array().expect("points").is_empty());
}

/// The mail of a domain, as the page shows it among the services.
fn mail(world: &World, domain: &str) -> Value {
    let mail: Vec<_> = nodes(world, "services").iter().map(|service| service["email"].clone()).collect();
    named(&mail, "domainName", domain)
}

#[then(regex = r#"^the page shows the domain "([^"]*)" beside its mail$"#)]
fn shows_domain_of_mail(world: &mut World, name: String) {
    assert_eq!(mail(world, &name)["domain"]["domainName"], name);
}

#[then(regex = r#"^the page shows no domain beside the mail for "([^"]*)"$"#)]
fn shows_no_domain_of_mail(world: &mut World, name: String) {
    assert_eq!(mail(world, &name)["domain"], Value::Null);
}

fn mail_under(world: &World, domain: &str) -> Vec<Value> {
    let domains = whole(world)["data"]["domains"].as_array().expect("domains").clone();
    named(&domains, "domainName", domain)["emailServices"].as_array().expect("mail").clone()
}

#[then(regex = r#"^the mail under "([^"]*)" leads back to it$"#)]
fn leads_back(world: &mut World, domain: String) {
    nothing_refused(world);
    let mail = mail_under(world, &domain);
    assert_eq!(mail.len(), 1);
    assert_eq!((&mail[0]["domainName"], &mail[0]["domain"]["domainName"]), (&json!(domain), &json!(domain)));
    assert!(mail[0]["service"]["displayName"].is_string());
}

#[then(regex = r#"^there is no mail under "([^"]*)"$"#)]
fn no_mail(world: &mut World, domain: String) {
    assert_eq!(mail_under(world, &domain), Vec::<Value>::new());
}

#[then(regex = r#"^(?:she|he|they) is told that the tool takes "([^"]*)"$"#)]
fn tool_takes(world: &mut World, kind: String) {
    let job = whole(world)["data"]["conversionJob"].clone();
    assert_eq!(job["conversionTool"]["id"], job["tool"]);
    assert!(job["conversionTool"]["accepts"].as_array().expect("kinds").contains(&json!(kind)));
}

#[then("the page shows in the usage what the page before asked for")]
fn shows_usage(world: &mut World) {
    let [.., before, _] = &world.endings[..] else { panic!("two pages") };
    let request = before.http.as_ref().and_then(|http| http.header("x-request-id")).expect("an identity");
    let entries = nodes(world, "usage").into_iter().filter(|entry| entry["requestId"] == request);
    let shown = texts(&entries.collect::<Vec<_>>().into(), "operationId");
    assert!(
        ["account", "services", "domains", "dnsRecords"].iter().all(|one| shown.contains(&(*one).into()))
    );
}

#[then(regex = r#"^the answer shows the records "([^"]*)"$"#)]
fn answer_shows(world: &mut World, names: String) {
    let it = whole(world)["data"]["it"].clone();
    let domain = if it["domain"].is_object() { &it["domain"] } else { &it };
    assert_eq!(texts(&domain["dnsRecords"]["nodes"], "name"), list(&names, ", "));
}
