//! What a server has begun, waited for.
use super::{
    client::{Answer, Api},
    meaning::{self, OPERATION, UNREACHED},
};
use hosting_kernel::providers::Failure;
use reqwest::{Method, Url};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// How long one question waits for an operation: what stands between may cut off longer silence.
const SLICE: Duration = Duration::from_secs(20);
/// How often a server is asked that cannot be reached meanwhile, and how long after.
const AGAIN: [Duration; 3] = [Duration::from_millis(500), Duration::from_secs(1), Duration::from_secs(2)];

/// An operation, as far as it is read.
#[derive(Deserialize)]
pub(super) struct Operation {
    pub id: String,
    /// `task`, `websocket` or `token`.
    pub class: String,
    /// Below 200 while it is under way; 400 and more where it failed.
    status_code: u16,
    #[serde(default)]
    err: String,
    /// What it is about.
    #[serde(default)]
    pub resources: Option<HashMap<String, Option<Vec<String>>>>,
    /// What came of it.
    #[serde(default)]
    pub metadata: Value,
}

/// How an operation ended.
pub(super) enum Ended {
    /// It was done; what came of it.
    Done(Value),
    /// It is not there any more: the server was started anew, or forgot it. What is so has to be looked at.
    Unknown,
}

impl Api {
    /// Does what is asked for, and waits until it is done, no longer than `patience`.
    pub(super) async fn act(
        &self,
        method: Method,
        url: Url,
        body: Option<&Value>,
        patience: Duration,
    ) -> Result<Ended, Failure> {
        let until = Instant::now() + patience;
        match self.ask(method, url, body).await? {
            Answer::Done(_) => Ok(Ended::Done(Value::Null)),
            Answer::Begun(id, _) => self.ended(&id, until).await,
        }
    }

    /// Waits for the operation `id`; [`Failure::Timeout`] where it is under way at `until` still.
    pub(super) async fn ended(&self, id: &str, until: Instant) -> Result<Ended, Failure> {
        let mut again = AGAIN.iter();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::Timeout);
            }
            // In whole seconds, as it is asked: at least one.
            let slice = Duration::from_secs(left.min(SLICE).as_secs().max(1));
            let seconds = slice.as_secs().to_string();
            let url = self.url(&["operations", id, "wait"], &[("timeout", &seconds)]);
            match self.get_after::<Operation>(url, slice).await {
                Ok(found) if found.status_code < 200 => {}
                Ok(found) if found.status_code < 400 => return Ok(Ended::Done(found.metadata)),
                Ok(found) => {
                    tracing::warn!(operation = id, said = found.err, "an operation of the hypervisor failed");
                    return Err(meaning::failure(found.status_code, &found.err));
                }
                Err(Failure::NotThere(what)) if what == OPERATION => return Ok(Ended::Unknown),
                // Whether the operation was late, or the answer: the next question tells.
                Err(Failure::Timeout) if !self.is_over(id).await? => tokio::time::sleep(AGAIN[0]).await,
                // It may be back soon; what it was doing is over then.
                Err(Failure::Unavailable(why)) if why == UNREACHED => match again.next() {
                    Some(pause) => tokio::time::sleep(*pause).await,
                    None => return Err(Failure::Unavailable(why)),
                },
                Err(other) => return Err(other),
            }
        }
    }

    /// Whether the operation `id` is not under way any more.
    async fn is_over(&self, id: &str) -> Result<bool, Failure> {
        match self.get::<Operation>(self.url(&["operations", id], &[])).await {
            Ok(found) => Ok(found.status_code >= 200),
            Err(Failure::NotThere(_) | Failure::Timeout | Failure::Unavailable(_) | Failure::InTheWay(_)) => {
                Ok(false)
            }
            Err(other) => Err(other),
        }
    }

    /// The tasks that are under way with the instance `name`.
    pub(super) async fn under_way(&self, name: &str) -> Result<Vec<Operation>, Failure> {
        let all: HashMap<String, Vec<Operation>> =
            self.get(self.url(&["operations"], &[("recursion", "1")])).await?;
        let about = |operation: &Operation| {
            let resources = operation.resources.iter().flat_map(HashMap::values).flatten().flatten();
            let mut paths = resources.map(|path| path.split('?').next().unwrap_or_default());
            paths.any(|path| {
                path.strip_prefix("/1.0/instances/").is_some_and(|rest| {
                    rest == name || rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('/'))
                })
            })
        };
        let running = all.into_values().flatten().filter(|one| one.status_code < 200 && one.class == "task");
        Ok(running.filter(about).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Incus 6.0 tells it of a cluster that was just made.
    #[test]
    fn what_an_operation_is_about_may_be_said_without_a_name() {
        let begun = r#"{"id": "67bffaf3-1171-4150-93be-7483047eb9f2", "class": "token", "status_code": 401,
            "resources": {"cluster": null}}"#;
        let begun: Operation = serde_json::from_str(begun).unwrap();
        assert!(begun.resources.is_some_and(|about| about["cluster"].is_none()));
    }
}
