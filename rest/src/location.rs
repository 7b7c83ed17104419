//! Where the record is read again whose work was accepted, as the table of routes says (`contract.md` §1).
use crate::bind::Binding;
use axum::http::{HeaderValue, Method};

/// A place below or at the start of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// How many segments of the path lead there.
    segments: usize,
    /// Whether the id of what was made follows.
    made: bool,
}

impl Location {
    /// The place of `binding` among `all`: what it made, where that can be read by itself; else the longest start
    /// of its path that can be read.
    pub fn of(binding: &Binding, all: &[Binding]) -> Option<Self> {
        let segments: Vec<_> = binding.path.split('/').collect();
        let reads = |path: &str| all.iter().any(|one| one.method == Method::GET && one.path == path);
        let is_made = |one: &Binding| {
            let below = one.path.strip_prefix(binding.path).and_then(|rest| rest.strip_prefix("/{"));
            one.method == Method::GET && below.is_some_and(|name| !name.contains('/'))
        };
        if binding.method == Method::POST && all.iter().any(is_made) {
            return Some(Self { segments: segments.len(), made: true });
        }
        let start = (1..=segments.len()).rev().find(|count| reads(&segments[..*count].join("/")));
        start.map(|segments| Self { segments, made: false })
    }

    /// The place for a request on `path`, which may have made the record `id`.
    pub fn filled(self, path: &str, id: impl FnOnce() -> Option<String>) -> Option<HeaderValue> {
        let start = path.split('/').take(self.segments).collect::<Vec<_>>().join("/");
        let place = if self.made { format!("{start}/{}", id()?) } else { start };
        HeaderValue::from_str(&place).ok()
    }
}

#[cfg(test)]
mod tests {
    use crate::routes;
    use hosting_core::Effect;

    use super::*;

    #[test]
    fn what_is_accepted_is_read_again_at_the_nearest_place() {
        let all = routes::v1().bindings;
        let place = |id: &str| {
            let binding = all.iter().find(|binding| binding.id == id).expect("an operation");
            let place = Location::of(binding, &all).expect("a place");
            let filled = place.filled(binding.path, || Some("new".to_owned())).expect("plain text");
            filled.to_str().expect("plain text").to_owned()
        };
        for (id, at) in [
            ("setDomainNameservers", "/v1/domains/{domainId}"),
            ("createDnsRecord", "/v1/domains/{domainId}/dns/new"),
            ("updateDnsRecord", "/v1/domains/{domainId}/dns/{recordId}"),
            ("deleteDnsRecord", "/v1/domains/{domainId}/dns/{recordId}"),
            ("provisionEmailService", "/v1/email/services"),
            ("syncEmailServiceDns", "/v1/email/services"),
            ("controlLxcInstance", "/v1/lxc/instances/{serviceId}"),
            ("reinstallLxcInstance", "/v1/lxc/instances/{serviceId}"),
            ("changeLxcSnapshot", "/v1/lxc/instances/{serviceId}/snapshots"),
            ("controlKvmInstance", "/v1/kvm/instances/{serviceId}"),
            ("createKvmSnapshot", "/v1/kvm/instances/{serviceId}/snapshots"),
            ("rollbackKvmSnapshot", "/v1/kvm/instances/{serviceId}/snapshots"),
            ("deleteKvmSnapshot", "/v1/kvm/instances/{serviceId}/snapshots"),
            ("startConversion", "/v1/conversion/jobs/{jobId}"),
        ] {
            assert_eq!(place(id), at, "{id}");
        }
        for binding in all.iter().filter(|binding| binding.effect == Effect::Queues) {
            assert!(Location::of(binding, &all).is_some(), "{}", binding.id);
        }
    }

    #[test]
    fn what_was_made_without_an_id_has_no_place() {
        assert_eq!(Location { segments: 3, made: true }.filled("/v1/domains", || None), None);
    }
}
