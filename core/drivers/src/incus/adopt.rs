//! Instances that were made elsewhere: each is told whose it is.
use super::{
    Incus, found,
    instance::{Instance, SERVICE},
    reports::taken,
};
use hosting_kernel::providers::{Failure, hypervisor::Adopted};
use reqwest::Method;
use serde_json::json;

impl Incus {
    /// Writes the id of each on the instance that has its name, where that is nobody's yet.
    ///
    /// One that is not there, or is somebody else's, is left out and logged: what is shown of it says so. Whose that is
    /// which a member of the cluster has that is away, nobody can say: where one of these may be it, all others are told
    /// whose they are, and then it is [`Failure::NotNow`].
    pub(super) async fn take_over(&self, instances: &[Adopted]) -> Result<(), Failure> {
        if instances.is_empty() {
            return Ok(());
        }
        let listed: Vec<Instance> = self.api.get(self.api.url(&["instances"], &[("recursion", "1")])).await?;
        let known = taken(&listed);
        let (hidden, shown): (Vec<&Instance>, Vec<&Instance>) =
            listed.iter().partition(|one| one.is_hidden());
        let mut free: Vec<&Instance> =
            shown.into_iter().filter(|one| one.config.get(SERVICE).is_none()).collect();
        let mut outcome = Ok(());
        for said in instances.iter().filter(|said| !known.contains_key(&said.instance)) {
            if let Some(one) = hidden.iter().find(|one| is_called(one, said)) {
                // One that was found by this name before has it still, for all that is known.
                if self.names.of(&one.name) != Some(said.instance) {
                    outcome = Err(found::hidden());
                }
                continue;
            }
            // Host names have no capitals; those of instances may.
            let at = free.iter().position(|one| one.name == said.hostname);
            let at = at.or_else(|| free.iter().position(|one| is_called(one, said)));
            match at.map(|at| free.swap_remove(at)) {
                Some(one) => {
                    let body = json!({ "config": { SERVICE: said.instance.to_string() } });
                    let url = self.api.url(&["instances", &one.name], &[]);
                    self.api.act(Method::PATCH, url, Some(&body), self.patience.answer).await?;
                }
                None => {
                    let is_there = listed.iter().any(|one| is_called(one, said));
                    let why = if is_there { "it is another service's" } else { "it is not there" };
                    tracing::warn!(instance = %said.instance, name = said.hostname, why, "an instance was not adopted");
                }
            }
        }
        outcome
    }
}

fn is_called(one: &Instance, said: &Adopted) -> bool {
    one.name.eq_ignore_ascii_case(&said.hostname)
}
