//! Ports that have one backend.

/// A port that has one backend at most, with its id; nothing drives what is the sandbox, which needs what only the
/// process has.
pub struct Only<D>(Vec<(String, Option<D>)>);

impl<D> Default for Only<D> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<D: Clone> Only<D> {
    /// Takes what the file lists.
    pub(super) fn add(&mut self, id: String, driver: Option<D>) {
        self.0.push((id, driver));
    }

    /// Its id and what drives it, where the file lists it.
    pub fn listed(&self) -> Option<(&str, Option<D>)> {
        self.0.first().map(|(id, driver)| (id.as_str(), driver.clone()))
    }

    /// What drives it; the sandbox where the file lists nothing else.
    pub fn or(&self, sandbox: impl FnOnce() -> D) -> D {
        self.listed().and_then(|(_, driver)| driver).unwrap_or_else(sandbox)
    }

    /// What is wrong where there are several: `those` cannot say which is theirs.
    pub(super) fn several(&self, those: &str) -> Option<String> {
        let ids: Vec<&str> = self.0.iter().map(|(id, _)| id.as_str()).collect();
        let fault = || format!("{}: {those} cannot name their backend yet: there can be one", ids.join(", "));
        (ids.len() > 1).then(fault)
    }
}
