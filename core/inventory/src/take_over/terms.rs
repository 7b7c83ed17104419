//! What the operator says of all that is taken over: what no backend knows.
use super::candidate::Candidate;
use crate::node::{Node, Pairs};
use sea_orm::ActiveEnum;
use serde_json::{Value, value::RawValue};
use std::borrow::Cow;
use uuid::Uuid;

/// What is each one's own, and not for the terms to say.
const OWN: [&str; 4] = ["id", "service_type", "display_name", "status"];

/// A service as an inventory says it, without what each has of its own.
pub struct Terms<'a> {
    /// The type of the service, and the member that says what it is.
    of: (String, &'static str),
    order: Vec<(Cow<'a, str>, &'a RawValue)>,
    /// What is taken where the backend does not say it.
    details: Vec<(Cow<'a, str>, &'a RawValue)>,
}

impl<'a> Terms<'a> {
    /// Reads the terms for services of this type, whose details are their `member`; gives why they cannot be read. What
    /// the members say is judged with the services that come of it.
    pub fn read(text: &'a str, service_type: String, member: &'static str) -> Result<Self, String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let whole = Node::whole(text).map_err(|cause| format!("the terms: {cause}"))?;
        let mut terms = Self { of: (service_type, member), order: Vec::new(), details: Vec::new() };
        let mut is_described = false;
        for (name, raw) in whole.read::<Pairs<'a>>().map_err(|cause| format!("the terms: {cause}"))?.0 {
            if OWN.contains(&&*name) {
                return Err(format!("the terms: /{name}: is not for them to say"));
            }
            if name != member {
                terms.order.push((name, raw));
                continue;
            }
            if is_described {
                return Err(format!("the terms: /{name}: is given twice"));
            }
            is_described = true;
            let details = whole.child(&name, raw).read::<Pairs<'a>>();
            terms.details = details.map_err(|cause| format!("the terms: /{name}: {cause}"))?.0;
        }
        Ok(terms)
    }

    /// The service that `candidate` becomes by the `id`, as an inventory says it.
    pub fn service(&self, candidate: &Candidate, id: Uuid) -> String {
        let Candidate { name, status, said, .. } = candidate;
        let (service_type, member) = &self.of;
        let own = [id.to_string(), service_type.clone(), name.clone(), status.to_value()];
        let own = OWN.into_iter().zip(own.map(|value| Value::from(value).to_string()));
        let is_said = |name: &str| said.iter().any(|(known, _)| *known == name);
        let defaults = self.details.iter().filter(|(name, _)| !is_said(name)).map(as_it_is);
        let said = said.iter().map(|(name, value)| (*name, value.to_string()));
        let details = (*member, object(defaults.chain(said)));
        object(own.chain(self.order.iter().map(as_it_is)).chain([details]))
    }
}

fn as_it_is<'b>((name, raw): &'b (Cow<'_, str>, &RawValue)) -> (&'b str, String) {
    (name, raw.get().to_owned())
}

/// An object with these members, as JSON.
pub fn object<'m>(members: impl Iterator<Item = (&'m str, String)>) -> String {
    let members = members.map(|(name, value)| format!("{}:{value}", Value::from(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hosting_core::services::service::ServiceStatus;
    use serde_json::json;

    fn read(text: &str) -> Result<Value, String> {
        let terms = Terms::read(text, "lxc".to_owned(), "lxc")?;
        let said = vec![("vcpus", json!(2)), ("hostname", json!("web1"))];
        let (name, status) = ("web1".to_owned(), ServiceStatus::Active);
        let candidate = Candidate { name, id: None, status, said, flaw: None };
        Ok(serde_json::from_str(&terms.service(&candidate, Uuid::from_u128(7))).unwrap())
    }

    #[test]
    fn what_the_backend_says_stands_over_the_terms() {
        let service =
            read(r#"{"plan_name": "S", "renewal_price": 4.99, "lxc": {"vcpus": 1, "region": "fra"}}"#);
        let wanted = json!({
            "id": Uuid::from_u128(7), "service_type": "lxc", "display_name": "web1", "status": "active",
            "plan_name": "S", "renewal_price": 4.99, "lxc": { "region": "fra", "vcpus": 2, "hostname": "web1" }
        });
        assert_eq!(service, Ok(wanted));
        let bare = read("{}").unwrap();
        assert_eq!(bare["lxc"], json!({ "vcpus": 2, "hostname": "web1" }));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for (text, named) in [
            ("{", "the terms: EOF"),
            ("[]", "the terms: invalid type"),
            (r#"{"status": "active"}"#, "/status: is not for them"),
            (r#"{"lxc": 1}"#, "/lxc: invalid type"),
            (r#"{"lxc": {}, "lxc": {}}"#, "/lxc: is given twice"),
        ] {
            let why = read(text).unwrap_err();
            assert!(why.contains(named), "{text}: {why}");
        }
    }
}
