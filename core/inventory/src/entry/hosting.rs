//! A shared hosting service, as an inventory says it.
//!
//! How it was used and what came of that is read at first only: from then on, the platform keeps it.
use super::Entry;
use crate::{
    moment::{Moment, given},
    reader::Members,
    rule,
};
use hosting_core::{
    hosting::{
        HostingKind, apply_site, record,
        row::{Model, SiteState},
    },
    services::Service,
    values::time::Time,
};
use schemars::JsonSchema;
use serde::Serialize;

/// A site on a server that others use too.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Hosting {
    /// What kind it is.
    pub kind: HostingKind,
    /// The domain that the site answers to first.
    #[schemars(length(min = 1))]
    pub primary_domain: String,
    /// The user of the site at its panel, which no other site there has; made of the domain unless said.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9_-]{0,31}$"))]
    pub site: Option<String>,
    /// When somebody last used it; of Free Hosting, read at first only.
    pub last_activity_at: Option<Moment>,
    /// When it was suspended because nobody used it; of Free Hosting, read at first only.
    pub inactivity_suspended_at: Option<Moment>,
    /// When it is deleted then, unless somebody uses it before; read at first only.
    pub deletion_deadline: Option<Moment>,
    /// The backend that it is at; unless said, the one that takes what names none. It stays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 40), example = &"panel-fra-1")]
    pub backend: Option<String>,
}

impl Hosting {
    pub fn read(it: &mut Members<'_, '_>) -> Self {
        let read = Self {
            kind: it.word("kind"),
            primary_domain: it.required_text("primary_domain", rule::domain),
            site: it.optional_text("site", rule::site),
            last_activity_at: it.optional_text("last_activity_at", Moment::parse),
            inactivity_suspended_at: it.optional_text("inactivity_suspended_at", Moment::parse),
            deletion_deadline: it.optional_text("deletion_deadline", Moment::parse),
            backend: it.optional_text("backend", rule::backend),
        };
        if it.is_valid() {
            read.check_life(it);
        }
        read
    }

    /// Only what is free is suspended for not being used, and only then it has a deadline.
    fn check_life(&self, it: &mut Members<'_, '_>) {
        let free = self.kind == HostingKind::Free;
        for (member, moment) in [
            ("/last_activity_at", self.last_activity_at),
            ("/inactivity_suspended_at", self.inactivity_suspended_at),
            ("/deletion_deadline", self.deletion_deadline),
        ] {
            if moment.is_some() && !free {
                it.fault(member, "is known of Free Hosting only");
            }
        }
        match (self.inactivity_suspended_at, self.deletion_deadline) {
            (None, Some(_)) if free => {
                it.fault("/deletion_deadline", "is set where the service is suspended for inactivity");
            }
            (Some(since), Some(until)) if free && !since.may_precede(until) => {
                it.fault("/deletion_deadline", "is after inactivity_suspended_at");
            }
            _ => {}
        }
    }

    /// The user of the site at its panel.
    pub fn site(&self, before: Option<&Model>) -> String {
        let known = self.site.clone().or_else(|| before.map(|before| before.site.clone()));
        known.unwrap_or_else(|| user(&self.primary_domain))
    }

    /// `before`, or a new site, with what the inventory says.
    pub fn row(&self, before: Option<&Model>, service: &Service, now: Time) -> Model {
        let row = Model {
            account_id: service.account_id,
            kind: self.kind,
            primary_domain: self.primary_domain.clone(),
            site: self.site(before),
            ..before.cloned().unwrap_or_else(|| self.first(service, now))
        };
        match row.kind {
            HostingKind::Free => row,
            HostingKind::Standard => Model {
                last_activity_at: None,
                inactivity_suspended_at: None,
                deletion_deadline: None,
                ..row
            },
        }
    }

    /// A new site, that its panel has as the inventory says.
    fn first(&self, service: &Service, now: Time) -> Model {
        let row = Model {
            service_id: service.id,
            account_id: service.account_id,
            kind: self.kind,
            primary_domain: String::new(),
            site: String::new(),
            last_activity_at: given(self.last_activity_at, None, now),
            inactivity_suspended_at: given(self.inactivity_suspended_at, None, now),
            deletion_deadline: given(self.deletion_deadline, None, now),
            site_state: None,
            due_at: None,
            updated_at: now,
            backend: None,
        };
        let state = apply_site::site_state(record::status(service.status, &row));
        Model { site_state: Some(state).filter(|state| *state != SiteState::Active), ..row }
    }
}

/// The user that a site gets which has none: what is left of its domain.
fn user(domain: &str) -> String {
    let rest = domain.strip_prefix("xn--").unwrap_or(domain);
    let letters = rest.chars().filter(char::is_ascii_alphanumeric).take(16).collect::<String>();
    match letters.starts_with(|first: char| first.is_ascii_lowercase()) {
        true => letters,
        false => format!("s{letters}"),
    }
}

impl Entry for Hosting {
    type Row = Model;

    fn of(row: &Model) -> Self {
        Self {
            kind: row.kind,
            primary_domain: row.primary_domain.clone(),
            site: Some(row.site.clone()),
            last_activity_at: row.last_activity_at.map(Moment::At),
            inactivity_suspended_at: row.inactivity_suspended_at.map(Moment::At),
            deletion_deadline: row.deletion_deadline.map(Moment::At),
            backend: row.backend.clone(),
        }
    }

    fn touch(row: &mut Model, now: Time) {
        row.due_at = None;
        row.updated_at = now;
    }
}
