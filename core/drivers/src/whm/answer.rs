//! What WHM answers.
use hosting_kernel::providers::{Failure, panel::SiteState};
use serde::{
    Deserialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// An answer: what became of the call, and what was asked for, which has another shape where it was not done.
#[derive(Deserialize)]
pub(super) struct Answer {
    metadata: Option<Metadata>,
    #[serde(default)]
    data: Value,
    /// What is answered instead to who is not let in.
    cpanelresult: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Metadata {
    result: Flag,
    #[serde(default)]
    reason: String,
}

/// A number that says yes or no: WHM writes some of them as text.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Flag(Value);

impl Flag {
    /// Whether it says yes.
    pub(super) fn is_set(&self) -> bool {
        match &self.0 {
            Value::Number(number) => number.as_i64() == Some(1),
            Value::String(text) => text == "1",
            Value::Bool(yes) => *yes,
            _ => false,
        }
    }
}

impl Answer {
    /// What it holds, if it is a good one; changes answer with nothing.
    pub(super) fn good<T: DeserializeOwned>(self, function: &str) -> Result<T, Failure> {
        let Some(metadata) = self.metadata else {
            return Err(match self.cpanelresult {
                Some(_) => not_let_in(function),
                None => crate::panels::api::unreadable(),
            });
        };
        if !metadata.result.is_set() {
            let reason = metadata.reason;
            tracing::warn!(function, reason, "WHM did not do what it was asked to");
            return Err(failure(function, &reason));
        }
        serde_json::from_value(self.data).map_err(|_| crate::panels::api::unreadable())
    }
}

/// What a reason, in WHM's words, is.
fn failure(function: &str, reason: &str) -> Failure {
    let said = reason.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    match () {
        () if says(&["does not exist", "no such user", "not a valid user"]) => {
            Failure::NotThere("the panel has no such account".to_owned())
        }
        () if says(&["permission", "privilege", "access denied", "not authorized", "do not have access"]) => {
            not_let_in(function)
        }
        () if says(&["timed out", "try again", "locked by", "in progress"]) => {
            Failure::Unavailable("the panel is busy".to_owned())
        }
        () => Failure::Refused("the panel does not do that with this account".to_owned()),
    }
}

fn not_let_in(function: &str) -> Failure {
    Failure::Misconfigured(format!("WHM does not let user and token call {function}"))
}

/// What `accountsummary` and `listaccts` answer.
#[derive(Deserialize)]
pub(super) struct Accounts {
    pub(super) acct: Vec<Account>,
}

/// An account.
#[derive(Deserialize)]
pub(super) struct Account {
    pub(super) user: String,
    /// The domain that it answers to first.
    #[serde(default)]
    pub(super) domain: String,
    #[serde(default)]
    pub(super) suspended: Flag,
    /// Such as `14M`.
    #[serde(default)]
    pub(super) diskused: Value,
    /// Such as `500M`, or `unlimited`.
    #[serde(default)]
    pub(super) disklimit: Value,
    #[serde(default)]
    pub(super) inodesused: Value,
}

impl Account {
    /// Where it stands.
    pub(super) fn state(&self) -> SiteState {
        if self.suspended.is_set() { SiteState::Suspended } else { SiteState::Active }
    }
}

/// What `create_user_session` answers.
#[derive(Deserialize)]
pub(super) struct Session {
    pub(super) url: String,
}

/// What `myprivs` answers.
#[derive(Deserialize)]
pub(super) struct Privileges {
    privileges: Vec<BTreeMap<String, Flag>>,
}

impl Privileges {
    /// What the driver needs, and is not there.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        let has = |name: &str| self.privileges.iter().any(|one| one.get(name).is_some_and(Flag::is_set));
        let needed = ["list-accts", "suspend-acct", "kill-acct", "create-user-session"];
        needed.into_iter().filter(|name| !has("all") && !has(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_its_meaning() {
        for (reason, name) in [
            ("Account does not exist.", "NotThere"),
            ("Permission denied", "Misconfigured"),
            ("Your token lacks the privileges", "Misconfigured"),
            ("You do not have access to the account", "Misconfigured"),
            ("Another suspension is in progress", "Unavailable"),
            ("The quota is broken", "Refused"),
        ] {
            let failure = failure("suspendacct", reason);
            assert!(format!("{failure:?}").starts_with(name), "{reason}: {failure:?}");
            assert!(!failure.to_string().contains("quota"), "the server's own words are for the log");
        }
    }

    #[test]
    fn what_lacks_a_privilege_is_told_which() {
        let privileges = |said: &str| serde_json::from_str::<Privileges>(said).unwrap().missing();
        assert!(privileges(r#"{"privileges": [{"all": 1, "kill-acct": 0}]}"#).is_empty());
        let reseller =
            r#"{"privileges": [{"all": 0, "list-accts": 1, "suspend-acct": "1", "kill-acct": 0}]}"#;
        assert_eq!(privileges(reseller), ["kill-acct", "create-user-session"]);
    }
}
