//! A domain, as an inventory says it.
use super::Entry;
use crate::{
    moment::{Moment, created, given, updated},
    reader::Members,
    rule,
};
use hosting_core::{
    domains::domain::{DomainStatus, Environment, Model},
    values::{texts::Texts, time::Time},
};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

/// A domain that a customer owns.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[expect(clippy::struct_field_names, reason = "these are the members of the file")]
pub struct Domain {
    /// Identifies it for good; given by the platform where the file does not.
    pub id: Option<Uuid>,
    /// Its name, which no other domain has, and which it keeps.
    #[schemars(length(min = 1), example = &"example.com")]
    pub domain_name: String,
    /// Where it stands at the registry.
    pub status: DomainStatus,
    /// Since when it is registered.
    pub registered_at: Option<Moment>,
    /// Until when it is registered.
    pub expires_at: Option<Moment>,
    /// Whether it is renewed before it expires.
    pub auto_renew: bool,
    /// Whether the owner's data is kept out of the registry's public answers.
    pub privacy_enabled: bool,
    /// Whether it is locked against changes at the registrar.
    pub locked: bool,
    /// The hosts that answer for it: 2 to 13 different ones.
    #[schemars(length(min = 2))]
    pub name_servers: Vec<String>,
    /// Which registry has it: that for trying out, or one of the world.
    pub registrar_environment: Environment,
    /// The backend that it is registered with; unless said, the one of its suffix, else the one that takes what names
    /// none. It stays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"registry-com")]
    pub registrar_backend: Option<String>,
    /// The backend that serves its zone; unless said, the one that takes what names none. It stays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"ns-fra-1")]
    pub dns_backend: Option<String>,
    /// When it was made; unless said, when it was brought in.
    pub created_at: Option<Moment>,
    /// When it last changed; read at first only.
    pub updated_at: Option<Moment>,
}

/// Where a domain belongs, as it follows from what is around it.
pub struct Belongs {
    /// Its owner.
    pub account_id: Uuid,
    /// The suffix under which it is sold.
    pub tld: String,
    /// The backend that it is registered with.
    pub registrar_backend: String,
    /// The backend that serves its zone.
    pub dns_backend: String,
}

impl Domain {
    pub fn read(it: &mut Members<'_, '_>) -> Self {
        Self {
            id: it.optional_text("id", rule::id),
            domain_name: it.required_text("domain_name", rule::domain),
            status: it.word("status"),
            registered_at: it.optional_text("registered_at", Moment::parse),
            expires_at: it.optional_text("expires_at", Moment::parse),
            auto_renew: it.required("auto_renew"),
            privacy_enabled: it.required("privacy_enabled"),
            locked: it.required("locked"),
            name_servers: it.required_as("name_servers", rule::name_servers),
            registrar_environment: it.word("registrar_environment"),
            registrar_backend: it.optional_text("registrar_backend", rule::backend),
            dns_backend: it.optional_text("dns_backend", rule::backend),
            created_at: it.optional_text("created_at", Moment::parse),
            updated_at: it.optional_text("updated_at", Moment::parse),
        }
    }

    /// `before`, or a new domain with this `id`, with what the inventory says.
    pub fn row(&self, before: Option<&Model>, id: Uuid, belongs: Belongs, now: Time) -> Model {
        let Belongs { account_id, tld, registrar_backend, dns_backend } = belongs;
        let created_at = created(self.created_at, before.map(|before| before.created_at), now);
        let was = |member: fn(&Model) -> Option<Time>| before.and_then(member);
        let synced = || is_held(self.status).then_some(now);
        // What the registrar refused no longer matters once other hosts are named.
        let same_hosts = |before: &&Model| before.name_servers.0 == self.name_servers;
        Model {
            id,
            account_id,
            domain_name: self.domain_name.clone(),
            unicode_name: idna::domain_to_unicode(&self.domain_name).0,
            tld,
            status: self.status,
            registered_at: given(self.registered_at, was(|row| row.registered_at), now),
            expires_at: given(self.expires_at, was(|row| row.expires_at), now),
            auto_renew: self.auto_renew,
            privacy_enabled: self.privacy_enabled,
            locked: self.locked,
            name_servers: Texts(self.name_servers.clone()),
            pending_name_servers: before.and_then(|before| before.pending_name_servers.clone()),
            name_servers_error: before
                .filter(same_hosts)
                .and_then(|before| before.name_servers_error.clone()),
            registrar_environment: self.registrar_environment,
            registrar_backend,
            awaits_registry: before.is_some_and(|before| before.awaits_registry),
            renewal_error: before.and_then(|before| before.renewal_error.clone()),
            ds: before.and_then(|before| before.ds.clone()),
            dns_backend,
            last_synced_at: before.map_or_else(synced, |before| before.last_synced_at),
            created_at,
            updated_at: updated(self.updated_at, before.map(|before| before.updated_at), created_at, now),
        }
    }
}

impl Entry for Domain {
    type Row = Model;

    fn of(row: &Model) -> Self {
        let row = row.clone();
        Self {
            id: Some(row.id),
            domain_name: row.domain_name,
            status: row.status,
            registered_at: row.registered_at.map(Moment::At),
            expires_at: row.expires_at.map(Moment::At),
            auto_renew: row.auto_renew,
            privacy_enabled: row.privacy_enabled,
            locked: row.locked,
            name_servers: row.name_servers.0,
            registrar_environment: row.registrar_environment,
            registrar_backend: Some(row.registrar_backend),
            dns_backend: Some(row.dns_backend),
            created_at: Some(row.created_at.into()),
            updated_at: Some(row.updated_at.into()),
        }
    }

    fn touch(row: &mut Model, now: Time) {
        row.updated_at = now;
    }
}

/// Whether a domain of this status has its name, as the registry sees it.
pub const fn is_held(status: DomainStatus) -> bool {
    !matches!(status, DomainStatus::Failed | DomainStatus::Cancelled)
}
