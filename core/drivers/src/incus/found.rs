//! Which instance is which: the server knows names, the platform the ids of services.
use super::{
    Incus,
    instance::{Instance, SERVICE, WORK},
    mark::{Mark, Step},
    meaning,
};
use hosting_kernel::providers::{Failure, hypervisor::InstanceStatus};
use reqwest::Method;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};
use uuid::Uuid;

/// When it is worth asking again for what a member of a cluster has that is away.
const AWAY: Duration = Duration::from_secs(15);

/// The names of instances that were found.
#[derive(Default)]
pub(super) struct Names(Mutex<HashMap<Uuid, String>>);

impl Names {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<Uuid, String>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Those that there are.
    pub(super) fn replace(&self, names: HashMap<Uuid, String>) {
        self.with(|known| *known = names);
    }

    /// The instance that was found last by this name.
    pub(super) fn of(&self, name: &str) -> Option<Uuid> {
        self.with(|known| known.iter().find(|(_, known)| *known == name).map(|(id, _)| *id))
    }
}

impl Incus {
    /// The instance `id`, and what it is at present; [`Failure::NotNow`] where it is what a member of the cluster has that
    /// is away, or may be.
    pub(super) async fn find(&self, id: Uuid) -> Result<Option<Instance>, Failure> {
        if let Some(name) = self.names.with(|names| names.get(&id).cloned()) {
            // A name may be another's by now.
            match self.named(&name).await {
                Ok(Some(instance)) if instance.is_hidden() => return Err(hidden()),
                Ok(Some(instance)) if instance.config.service() == Some(id) => return Ok(Some(instance)),
                // Whoever was asked asks the member that has it: which of them does not answer, the list tells.
                Err(Failure::Unavailable(_) | Failure::InTheWay(_)) if self.hides(Some(&name)).await? => {
                    return Err(hidden());
                }
                found => {
                    found?;
                    self.names.with(|names| names.remove(&id))
                }
            };
        }
        let filter = format!("config.{SERVICE} eq {id}");
        let listed = self.api.url(&["instances"], &[("recursion", "1"), ("filter", &filter)]);
        let found: Vec<Instance> = self.api.get(listed).await?;
        let mut found = found.into_iter().filter(|instance| instance.config.service() == Some(id));
        let Some(first) = found.next() else {
            // Of what is hidden, no settings are compared.
            return if self.hides(None).await? { Err(hidden()) } else { Ok(None) };
        };
        if let Some(other) = found.next() {
            // A copy of an instance has its settings: nobody can say which of them the customer's is.
            return Err(Failure::Misconfigured(format!(
                "{} and {} have both {SERVICE} {id}: take it from one of them",
                first.name, other.name
            )));
        }
        self.names.with(|names| names.insert(id, first.name.clone()));
        self.named(&first.name).await
    }

    /// Whether a member of the cluster is away that has an instance: that of `name`, or any.
    async fn hides(&self, name: Option<&str>) -> Result<bool, Failure> {
        if !self.is_clustered().await? {
            return Ok(false);
        }
        let listed: Vec<Instance> = self.api.get(self.api.url(&["instances"], &[("recursion", "1")])).await?;
        let is_meant = |one: &Instance| name.is_none_or(|name| one.name == name);
        Ok(listed.iter().any(|one| one.is_hidden() && is_meant(one)))
    }

    async fn named(&self, name: &str) -> Result<Option<Instance>, Failure> {
        self.api.find(self.api.url(&["instances", name], &[("recursion", "1")])).await
    }

    /// Which the instance `name` is, if it is somebody's: as it was found last, since it may be gone by now, or as it says.
    pub(super) async fn service_of(&self, name: &str) -> Option<Uuid> {
        if let Some(id) = self.names.of(name) {
            return Some(id);
        }
        let found = self.api.find::<Instance>(self.api.url(&["instances", name], &[])).await;
        found.ok()??.config.service()
    }

    /// The instance `id`, which has to be there and to be seen, and where it stands.
    pub(super) async fn get(&self, id: Uuid) -> Result<(Instance, InstanceStatus), Failure> {
        let found = self.find(id).await?;
        let instance = found.ok_or_else(|| Failure::NotThere("no such instance".to_owned()))?;
        let status = instance.status().ok_or_else(unseen)?;
        Ok((instance, status))
    }

    /// The same, after what is under way with it has ended, whoever began it: a worker that died may have.
    pub(super) async fn settled(&self, id: Uuid) -> Result<(Instance, InstanceStatus), Failure> {
        let (instance, status) = self.get(id).await?;
        let under_way = self.api.under_way(&instance.name).await?;
        if under_way.is_empty() {
            return Ok((instance, status));
        }
        // No longer than leaves a guest its time.
        let until = Instant::now() + self.patience.answer;
        for operation in under_way {
            match self.api.ended(&operation.id, until).await {
                Err(Failure::Timeout) => return Err(meaning::busy()),
                // How it ended, the instance shows.
                _ended => {}
            }
        }
        self.get(id).await
    }

    /// Writes down on the instance how far `work` came, and `more` settings.
    pub(super) async fn note(
        &self,
        instance: &Instance,
        work: Uuid,
        step: Step,
        more: &[(&str, &str)],
    ) -> Result<(), Failure> {
        let mut config = json!({ WORK: Mark { work, step }.to_string() });
        for (key, value) in more {
            config[*key] = Value::from(*value);
        }
        let url = self.api.url(&["instances", &instance.name], &[]);
        let body = json!({ "config": config });
        self.api.act(Method::PATCH, url, Some(&body), self.patience.answer).await.map(|_| ())
    }
}

/// What is said of an instance that a member of the cluster has that is away, or may have: nothing was tried.
pub(super) fn hidden() -> Failure {
    let why = "the member of the cluster that has the instance is away".to_owned();
    Failure::NotNow { wait: AWAY, why }
}

pub(super) fn unseen() -> Failure {
    Failure::InTheWay("the hypervisor cannot tell what the instance is now".to_owned())
}
