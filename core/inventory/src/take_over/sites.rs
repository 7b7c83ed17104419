//! The sites of a panel that are no service's yet.
use super::candidate::Candidate;
use crate::{
    adopt::{PANEL, TIMEOUT},
    failed::{Failed, NotAdopted},
    lookup::Lookup,
};
use hosting_core::{
    database::Database,
    hosting::row::{Column, Entity},
    providers::{
        backends::Backend,
        panel::{HeldSite, Panel, SiteState},
        within,
    },
    services::service::ServiceStatus,
};
use serde_json::json;
use std::collections::HashSet;

/// Those that a panel has, by their names.
pub async fn sites(db: &Database, backend: &Backend<dyn Panel>) -> Result<Vec<Candidate>, Failed> {
    let listed = within(TIMEOUT, backend.ask(backend.driver.sites())).await;
    let listed = listed.map_err(|failure| {
        Failed::NotListed(NotAdopted { backend: backend.named().unwrap_or(PANEL).to_owned(), failure })
    })?;
    let Some(mut listed) = listed else {
        return Err(Failed::Refused(vec!["this panel lists no sites".to_owned()]));
    };
    let reader = db.reader(true).await?;
    let lookup = Lookup { db: &reader.executor(), lock: false };
    let names = listed.iter().map(|site| site.name.clone());
    let known = lookup.among::<Entity, _>(Column::Site, names).await?;
    let known = known.into_iter().filter(|row| row.backend.as_deref() == backend.named());
    let known: HashSet<String> = known.map(|row| row.site).collect();
    listed.retain(|site| site.state != Some(SiteState::Removed) && !known.contains(&site.name));
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(listed.into_iter().map(candidate).collect())
}

fn candidate(site: HeldSite) -> Candidate {
    let HeldSite { name, primary_domain, state } = site;
    // What is half suspended lets nobody in.
    let status = match state {
        Some(SiteState::Active) => ServiceStatus::Active,
        _ => ServiceStatus::Suspended,
    };
    let mut said = vec![("site", json!(name))];
    said.extend(primary_domain.map(|domain| ("primary_domain", json!(domain))));
    Candidate { name, id: None, status, said, flaw: None }
}
