//! How the things of a file contain each other.
#![expect(dead_code, reason = "the reader puts the same types together, item by item")]
use crate::entry::{
    account::Account,
    details::MEMBERS,
    domain::Domain,
    email::Email,
    hosting::Hosting,
    instance::{Container, Instance, Machine},
    record::Record,
    registration::Registration,
    service::Service,
    snapshot::Snapshot,
    state::State,
};
use hosting_core::{
    providers::hypervisor::InstanceKind,
    search::price::Price,
    services::service::{ServiceStatus, ServiceType},
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use sea_orm::{ActiveEnum, Iterable};
use serde_json::{Map, Value, json};

/// What the operator of a hosting platform brings in: accounts with their services and domains, and prices.
#[derive(JsonSchema)]
#[schemars(title = "Inventory", deny_unknown_fields)]
pub struct File {
    /// What names cost, suffix by suffix.
    #[schemars(default)]
    prices: Vec<Price>,
    /// Names that the registry for trying out knows, beside those of the domains.
    #[schemars(default)]
    registry: Vec<ListedName>,
    /// The customers' accounts.
    #[schemars(default)]
    accounts: Vec<WholeAccount>,
}

/// A name that the registry for trying out knows.
#[derive(JsonSchema)]
#[schemars(rename = "Name", deny_unknown_fields)]
struct ListedName {
    #[schemars(flatten)]
    name: Registration,
}

/// A customer's account, with what it has.
#[derive(JsonSchema)]
#[schemars(rename = "Account", deny_unknown_fields)]
struct WholeAccount {
    #[schemars(flatten)]
    account: Account,
    /// What the customer has ordered.
    #[schemars(default)]
    services: Vec<WholeService>,
    /// The domains that the customer owns.
    #[schemars(default)]
    domains: Vec<WholeDomain>,
}

/// Something that a customer has ordered, with what it is: one object named after its type.
#[derive(JsonSchema)]
#[schemars(rename = "Service", deny_unknown_fields, transform = one_of_its_type)]
struct WholeService {
    #[schemars(flatten)]
    order: Service,
    /// What a service of the type `email` is.
    email: Option<WholeEmail>,
    /// What a service of the type `shared_hosting` is.
    hosting: Option<WholeHosting>,
    /// What a service of the type `lxc` is.
    lxc: Option<WholeContainer>,
    /// What a service of the type `kvm` is.
    kvm: Option<WholeMachine>,
}

/// Mailboxes under a customer's own name.
#[derive(JsonSchema)]
#[schemars(rename = "Email", deny_unknown_fields)]
struct WholeEmail {
    #[schemars(flatten)]
    email: Email,
}

/// A site on a server that others use too.
#[derive(JsonSchema)]
#[schemars(rename = "Hosting", deny_unknown_fields)]
struct WholeHosting {
    #[schemars(flatten)]
    hosting: Hosting,
}

/// A container.
#[derive(JsonSchema)]
#[schemars(rename = "Container", deny_unknown_fields)]
struct WholeContainer {
    #[schemars(flatten)]
    instance: Instance,
    #[schemars(flatten)]
    container: Container,
    /// Where it stands; read at first only.
    #[schemars(schema_with = "container_states")]
    status: State,
    /// States that it can go back to; read at first only.
    snapshots: Vec<ContainerSnapshot>,
}

/// A virtual machine.
#[derive(JsonSchema)]
#[schemars(rename = "Machine", deny_unknown_fields)]
struct WholeMachine {
    #[schemars(flatten)]
    instance: Instance,
    #[schemars(flatten)]
    machine: Machine,
    /// Where it stands; read at first only.
    #[schemars(schema_with = "machine_states")]
    status: State,
    /// States that it can go back to; read at first only.
    snapshots: Vec<MachineSnapshot>,
}

/// A state that a container can go back to; its name is of small letters, digits and dashes.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct ContainerSnapshot {
    #[schemars(flatten)]
    snapshot: Snapshot,
}

/// A state that a virtual machine can go back to.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct MachineSnapshot {
    #[schemars(flatten)]
    snapshot: Snapshot,
    /// What the customer says of it.
    #[schemars(length(max = 255))]
    description: Option<String>,
}

/// A domain, with its records.
#[derive(JsonSchema)]
#[schemars(rename = "Domain", deny_unknown_fields)]
struct WholeDomain {
    #[schemars(flatten)]
    domain: Domain,
    /// What its zone says, but for the nameservers of the domain itself.
    #[schemars(default)]
    records: Vec<WholeRecord>,
}

/// What a zone says of one name and type; each is there once.
#[derive(JsonSchema)]
#[schemars(rename = "Record", deny_unknown_fields)]
struct WholeRecord {
    #[schemars(flatten)]
    record: Record,
}

fn container_states(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": State::words(InstanceKind::Lxc) })
}

fn machine_states(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": State::words(InstanceKind::Kvm) })
}

/// A service has what its type has, and nothing else; only while it is being set up it may be without.
fn one_of_its_type(schema: &mut Schema) {
    let mut rules = Vec::new();
    for kind in ServiceType::iter() {
        let is_so = json!({ "const": kind.to_value() });
        let others = MEMBERS.iter().filter(|(owner, _)| *owner != kind);
        let others: Map<String, Value> =
            others.map(|(_, member)| ((*member).to_owned(), json!({ "type": "null" }))).collect();
        rules.push(json!({
            "if": { "properties": { "service_type": is_so }, "required": ["service_type"] },
            "then": { "properties": others },
        }));
    }
    let being_set_up = ServiceStatus::Provisioning.to_value();
    for (kind, member) in MEMBERS {
        let set_up = json!({
            "service_type": { "const": kind.to_value() },
            "status": { "not": { "const": being_set_up } },
        });
        rules.push(json!({
            "if": { "properties": set_up, "required": ["service_type", "status"] },
            "then": { "properties": { member: { "type": "object" } }, "required": [member] },
        }));
    }
    schema.insert("allOf".to_owned(), Value::Array(rules));
}
