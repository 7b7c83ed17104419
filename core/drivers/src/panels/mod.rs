//! What the drivers of control panels have in common: links of the platform's own, and the way to a server.
//!
//! Panels make links that open more than once, for other times than the platform promises. So the customer gets one of
//! the platform's, which is redeemed once: then the panel is asked for an address that opens at once, and the browser is
//! sent there.
pub(crate) mod api;
pub(crate) mod endpoint;
mod link;
mod links;
mod meaning;

pub use links::Links;

use hosting_kernel::providers::{
    Failure,
    panel::{HeldSite, PanelTarget, SiteState, Stats},
};
use uuid::Uuid;

/// A panel server, by its own interface: what differs from panel to panel. [`Links`] makes a
/// [`Panel`](hosting_kernel::providers::panel::Panel) of it.
#[async_trait::async_trait]
pub trait Server: Send + Sync {
    /// What customers know it by, for example `cpanel`.
    fn name(&self) -> &'static str;

    /// What drives it, for operators.
    fn driver(&self) -> &'static str;

    /// Where `site` stands there; one that it does not have is removed. Nothing of one that is on its way from one to
    /// another, and was left there.
    async fn state(&self, site: &str) -> Result<Option<SiteState>, Failure>;

    /// All sites that are there, whoever they are of.
    async fn sites(&self) -> Result<Vec<HeldSite>, Failure>;

    /// Whether it has what is needed to open `target`: a text for the customer where it has not.
    fn opens(&self, _target: PanelTarget) -> Result<(), Failure> {
        Ok(())
    }

    /// The address that lets a browser into `target` of `site`, which is active; it is used at once, and by nobody else.
    async fn enter(&self, work: Uuid, site: &str, target: PanelTarget) -> Result<String, Failure>;

    /// Suspends `site`, which is not, or not wholly.
    async fn suspend(&self, work: Uuid, site: &str) -> Result<(), Failure>;

    /// Ends the suspension of `site`, which is suspended, or half so.
    async fn unsuspend(&self, work: Uuid, site: &str) -> Result<(), Failure>;

    /// Removes `site` with its data, which is there.
    async fn remove(&self, work: Uuid, site: &str) -> Result<(), Failure>;

    /// What `site` uses, which is there.
    async fn stats(&self, site: &str) -> Result<Stats, Failure>;

    /// Whether it can be asked, and lets the platform do what it does.
    async fn ping(&self) -> Result<(), Failure>;
}

/// Whether panels call a user so: what begins with a letter, of at most 32 lower-case letters, digits, `-` and `_`.
pub(crate) fn is_site(name: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    name.len() <= 32 && name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(good)
}

#[cfg(test)]
mod tests {
    use super::is_site;

    #[test]
    fn a_site_has_the_name_of_a_user() {
        for good in ["ama", "shop1", "web-01", "a_b"] {
            assert!(is_site(good), "{good}");
        }
        for wrong in ["", "1shop", "Ama", "a b", "a;b", "../a", "-a", "a.b", "a|b", &"a".repeat(33)] {
            assert!(!is_site(wrong), "{wrong}");
        }
    }
}
