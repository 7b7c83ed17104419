//! A domain becomes what its registry shows.
use super::domain::{DomainStatus, Model};
use hosting_kernel::{
    providers::registrar::{Registered, Standing},
    values::{texts::Texts, time::Time},
};

/// What a registry shows of a name, and what it said of what was pending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// What it shows; nothing where nobody has the name.
    pub registered: Option<Registered>,
    /// Whether what was pending was done, where a message said so.
    pub done: Option<bool>,
    /// Whether somebody said that something has happened: the registry, or the operator.
    pub told: bool,
}

/// What the customer is told where the registry did not do what the registrar had accepted.
const REFUSED: &str = "refused: the registry did not accept them";

impl Model {
    /// The domain as its registry shows it at `now`; what the registry does not say stays.
    pub(super) fn following(self, seen: &Seen, now: Time) -> Self {
        let before = self.clone();
        let mut domain = Self { last_synced_at: Some(now), ..self };
        let Some(registered) = &seen.registered else {
            let status = without(domain.status, seen.done);
            domain.status = if domain.may_end(status, seen) { status } else { domain.status };
            if domain.awaits_registry && domain.status != before.status {
                domain.give_up_hosts();
            }
            return domain.touched(&before, now);
        };
        let said = |said: Option<Time>, known: Option<Time>| said.or(known);
        domain.registered_at = said(registered.registered_at, domain.registered_at);
        domain.expires_at = said(registered.expires_at, domain.expires_at);
        let status = domain.standing(registered.standing, now);
        domain.status = if domain.may_end(status, seen) { status } else { domain.status };
        domain.locked = registered.locked.unwrap_or(domain.locked);
        domain.privacy_enabled = registered.privacy.unwrap_or(domain.privacy_enabled);
        if let Some(hosts) = &registered.name_servers
            && !same(hosts, &domain.name_servers.0)
        {
            domain.name_servers = Texts(hosts.clone());
        }
        // What is no longer ours is not looked at again.
        if domain.awaits_registry && (!registered.changing || domain.status == DomainStatus::Cancelled) {
            domain.decided();
        }
        domain.touched(&before, now)
    }

    /// Where it stands, by what its registry says of it.
    fn standing(&self, standing: Standing, now: Time) -> DomainStatus {
        match standing {
            Standing::Pending => DomainStatus::Pending,
            Standing::Active if self.expires_at.is_some_and(|end| end <= now) => DomainStatus::Expired,
            Standing::Active => DomainStatus::Active,
            Standing::Suspended => DomainStatus::Suspended,
            Standing::TransferPending => DomainStatus::TransferPending,
            Standing::Grace => DomainStatus::Grace,
            Standing::Redemption => DomainStatus::Redemption,
            Standing::PendingDelete => DomainStatus::PendingDelete,
            // One that is to come is with another registrar until it has come.
            Standing::Elsewhere if self.status == DomainStatus::TransferPending => self.status,
            Standing::Elsewhere => DomainStatus::Cancelled,
        }
    }

    /// Whether it may come to stand so by what was seen. A domain is not given up because of a look alone: whoever looks
    /// with the wrong name sees all domains with somebody else.
    fn may_end(&self, status: DomainStatus, seen: &Seen) -> bool {
        let was_ending = matches!(self.status, DomainStatus::Redemption | DomainStatus::PendingDelete);
        let may = status != DomainStatus::Cancelled || seen.told || was_ending;
        if !may {
            let domain = &self.domain_name;
            tracing::error!(
                domain,
                "its registry does not show it as ours: `hosting backend diff` tells more"
            );
        }
        may
    }

    /// The registry has decided on what it had yet to do: it shows what came of it.
    fn decided(&mut self) {
        match &self.pending_name_servers {
            Some(wished) if !same(&wished.0, &self.name_servers.0) => self.give_up_hosts(),
            _ => {
                self.awaits_registry = false;
                self.pending_name_servers = None;
            }
        }
    }

    fn give_up_hosts(&mut self) {
        self.awaits_registry = false;
        if self.pending_name_servers.take().is_some() {
            self.name_servers_error = Some(REFUSED.to_owned());
        }
    }

    /// As it is, changed `now` where it differs from `before` by more than when it was looked at.
    fn touched(self, before: &Self, now: Time) -> Self {
        let looked_at = Self { last_synced_at: self.last_synced_at, ..before.clone() };
        if self == looked_at { self } else { Self { updated_at: now, ..self } }
    }
}

/// Where a domain stands whose name nobody has.
const fn without(status: DomainStatus, done: Option<bool>) -> DomainStatus {
    match (status, done) {
        (DomainStatus::Pending, Some(false)) => DomainStatus::Failed,
        // It was not asked for yet, or never came.
        (DomainStatus::Pending | DomainStatus::Failed, _) => status,
        _ => DomainStatus::Cancelled,
    }
}

/// Whether two delegations name the same hosts, in whichever order.
fn same(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && one.iter().all(|host| other.contains(host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, TimeDelta};
    use hosting_kernel::providers::registrar::Environment;
    use uuid::Uuid;

    fn at(days: i64) -> Time {
        Time::new(DateTime::UNIX_EPOCH + TimeDelta::days(days))
    }

    fn texts(hosts: &[&str]) -> Vec<String> {
        hosts.iter().map(|&host| host.to_owned()).collect()
    }

    fn domain(status: DomainStatus) -> Model {
        Model {
            id: Uuid::nil(),
            account_id: Uuid::nil(),
            domain_name: "kofi.example".to_owned(),
            unicode_name: "kofi.example".to_owned(),
            tld: ".example".to_owned(),
            status,
            registered_at: Some(at(0)),
            expires_at: Some(at(365)),
            auto_renew: true,
            privacy_enabled: true,
            locked: true,
            name_servers: Texts(texts(&["ns1.host.example", "ns2.host.example"])),
            pending_name_servers: None,
            name_servers_error: None,
            registrar_environment: Environment::Production,
            registrar_backend: "registry".to_owned(),
            awaits_registry: false,
            renewal_error: None,
            ds: None,
            dns_backend: "sandbox".to_owned(),
            last_synced_at: None,
            created_at: at(0),
            updated_at: at(0),
        }
    }

    fn shown(standing: Standing) -> Registered {
        Registered { standing, ..Registered::TAKEN }
    }

    fn seen(registered: Registered) -> Seen {
        Seen { registered: Some(registered), done: None, told: true }
    }

    #[test]
    fn it_stands_where_the_registry_says() {
        let stands = |before, standing, day| domain(before).following(&seen(shown(standing)), at(day)).status;
        let cases = [
            (Standing::Pending, DomainStatus::Pending),
            (Standing::Active, DomainStatus::Active),
            (Standing::Suspended, DomainStatus::Suspended),
            (Standing::TransferPending, DomainStatus::TransferPending),
            (Standing::Grace, DomainStatus::Grace),
            (Standing::Redemption, DomainStatus::Redemption),
            (Standing::PendingDelete, DomainStatus::PendingDelete),
            (Standing::Elsewhere, DomainStatus::Cancelled),
        ];
        for (standing, status) in cases {
            assert_eq!(stands(DomainStatus::Active, standing, 1), status);
        }
        assert_eq!(
            stands(DomainStatus::Active, Standing::Active, 365),
            DomainStatus::Expired,
            "its time is over"
        );
        let coming = DomainStatus::TransferPending;
        assert_eq!(stands(coming, Standing::Elsewhere, 1), coming, "it has yet to come");
        assert_eq!(stands(coming, Standing::Active, 1), DomainStatus::Active, "it has come");
    }

    #[test]
    fn a_name_that_nobody_has_is_no_domain() {
        let after = |status, done| {
            domain(status).following(&Seen { registered: None, done, told: true }, at(1)).status
        };
        assert_eq!(after(DomainStatus::Redemption, None), DomainStatus::Cancelled);
        assert_eq!(
            after(DomainStatus::Pending, None),
            DomainStatus::Pending,
            "it may not have been asked for"
        );
        assert_eq!(after(DomainStatus::Pending, Some(false)), DomainStatus::Failed);
        assert_eq!(after(DomainStatus::Failed, None), DomainStatus::Failed);
    }

    #[test]
    fn a_look_alone_gives_up_no_domain() {
        let looked = |status, registered| {
            domain(status).following(&Seen { registered, done: None, told: false }, at(1)).status
        };
        assert_eq!(looked(DomainStatus::Active, Some(shown(Standing::Elsewhere))), DomainStatus::Active);
        assert_eq!(looked(DomainStatus::Active, None), DomainStatus::Active);
        assert_eq!(
            looked(DomainStatus::PendingDelete, None),
            DomainStatus::Cancelled,
            "it was to be expected"
        );
        assert_eq!(looked(DomainStatus::Active, Some(shown(Standing::Redemption))), DomainStatus::Redemption);
    }

    #[test]
    fn what_the_registry_does_not_say_stays() {
        let before = domain(DomainStatus::Active);
        let after = before.clone().following(&seen(shown(Standing::Active)), at(1));
        assert_eq!(after, Model { last_synced_at: Some(at(1)), ..before.clone() }, "nor has it changed");
        let says = Registered {
            expires_at: Some(at(730)),
            locked: Some(false),
            privacy: Some(false),
            name_servers: Some(texts(&["ns2.host.example", "ns1.host.example"])),
            ..shown(Standing::Active)
        };
        let after = before.clone().following(&seen(says.clone()), at(1));
        assert_eq!((after.expires_at, after.locked, after.privacy_enabled), (Some(at(730)), false, false));
        assert_eq!(after.name_servers, before.name_servers, "another order is the same delegation");
        assert_eq!(after.updated_at, at(1));
        let moved = Registered { name_servers: Some(texts(&["a.example", "b.example"])), ..says };
        assert_eq!(before.following(&seen(moved), at(1)).name_servers.0, ["a.example", "b.example"]);
    }

    #[test]
    fn what_was_pending_comes_true_or_is_refused() {
        let wished = texts(&["a.example", "b.example"]);
        let waiting = Model {
            awaits_registry: true,
            pending_name_servers: Some(Texts(wished.clone())),
            ..domain(DomainStatus::Active)
        };
        let changing = Registered { changing: true, ..shown(Standing::Active) };
        let after = waiting.clone().following(&seen(changing), at(1));
        assert!(after.awaits_registry && after.pending_name_servers.is_some(), "it has yet to decide");
        let done = Registered { name_servers: Some(wished.clone()), ..shown(Standing::Active) };
        let after = waiting.clone().following(&seen(done), at(1));
        assert_eq!(
            (after.awaits_registry, after.pending_name_servers, after.name_servers.0),
            (false, None, wished)
        );
        assert_eq!(after.name_servers_error, None);
        let after = waiting.clone().following(&seen(shown(Standing::Active)), at(1));
        assert_eq!((after.awaits_registry, after.pending_name_servers), (false, None));
        assert_eq!(after.name_servers_error.as_deref(), Some(REFUSED));
        assert_eq!(after.name_servers, waiting.name_servers);
    }
}
