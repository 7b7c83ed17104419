//! What a credential may allow.
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// A permission that a credential may carry; none implies another (`contract.md` §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Scope {
    /// See the account.
    AccountRead,
    /// See the account's API activity.
    AccountUsageRead,
    /// See the services.
    ServicesRead,
    /// See domains and their DNS records.
    DomainsRead,
    /// Change domains.
    DomainsWrite,
    /// Change DNS records.
    DomainsDnsWrite,
    /// See email services.
    EmailRead,
    /// Change email services.
    EmailWrite,
    /// See shared hosting services.
    HostingRead,
    /// Open control panels and file managers.
    HostingPanelAccess,
    /// See LXC instances.
    LxcRead,
    /// Start and stop LXC instances.
    LxcPowerWrite,
    /// Change snapshots of LXC instances.
    LxcSnapshotsWrite,
    /// Reset passwords of LXC instances.
    LxcCredentialsWrite,
    /// Reinstall LXC instances.
    LxcReinstall,
    /// Open terminals of LXC instances.
    LxcTerminalAccess,
    /// Change how LXC instances are paid.
    LxcSubscriptionWrite,
    /// See KVM instances.
    KvmRead,
    /// Start and stop KVM instances.
    KvmPowerWrite,
    /// Change how KVM instances are paid.
    KvmSubscriptionWrite,
    /// Reset passwords of KVM instances.
    KvmCredentialsWrite,
    /// Change snapshots of KVM instances.
    KvmSnapshotsWrite,
    /// See conversion tools and jobs.
    ConversionRead,
    /// Convert files.
    ConversionProcess,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 24] = [
        Self::AccountRead,
        Self::AccountUsageRead,
        Self::ServicesRead,
        Self::DomainsRead,
        Self::DomainsWrite,
        Self::DomainsDnsWrite,
        Self::EmailRead,
        Self::EmailWrite,
        Self::HostingRead,
        Self::HostingPanelAccess,
        Self::LxcRead,
        Self::LxcPowerWrite,
        Self::LxcSnapshotsWrite,
        Self::LxcCredentialsWrite,
        Self::LxcReinstall,
        Self::LxcTerminalAccess,
        Self::LxcSubscriptionWrite,
        Self::KvmRead,
        Self::KvmPowerWrite,
        Self::KvmSubscriptionWrite,
        Self::KvmCredentialsWrite,
        Self::KvmSnapshotsWrite,
        Self::ConversionRead,
        Self::ConversionProcess,
    ];

    /// As credentials and the contract write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccountRead => "account:read",
            Self::AccountUsageRead => "account:usage:read",
            Self::ServicesRead => "services:read",
            Self::DomainsRead => "domains:read",
            Self::DomainsWrite => "domains:write",
            Self::DomainsDnsWrite => "domains:dns:write",
            Self::EmailRead => "email:read",
            Self::EmailWrite => "email:write",
            Self::HostingRead => "hosting:read",
            Self::HostingPanelAccess => "hosting:panel:access",
            Self::LxcRead => "lxc:read",
            Self::LxcPowerWrite => "lxc:power:write",
            Self::LxcSnapshotsWrite => "lxc:snapshots:write",
            Self::LxcCredentialsWrite => "lxc:credentials:write",
            Self::LxcReinstall => "lxc:reinstall",
            Self::LxcTerminalAccess => "lxc:terminal:access",
            Self::LxcSubscriptionWrite => "lxc:subscription:write",
            Self::KvmRead => "kvm:read",
            Self::KvmPowerWrite => "kvm:power:write",
            Self::KvmSubscriptionWrite => "kvm:subscription:write",
            Self::KvmCredentialsWrite => "kvm:credentials:write",
            Self::KvmSnapshotsWrite => "kvm:snapshots:write",
            Self::ConversionRead => "conversion:read",
            Self::ConversionProcess => "conversion:process",
        }
    }

    /// The part of the product that it opens: the word before the first colon.
    pub fn product(self) -> &'static str {
        self.as_str().split(':').next().expect("splitting gives at least one part")
    }
}

impl From<Scope> for &'static str {
    fn from(scope: Scope) -> Self {
        scope.as_str()
    }
}

impl TryFrom<String> for Scope {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        word.parse()
    }
}

impl FromStr for Scope {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|scope| scope.as_str() == word);
        found.ok_or_else(|| format!("`{word}` is not a scope"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scope_is_read_back_as_written() {
        for scope in Scope::ALL {
            assert_eq!(scope.as_str().parse(), Ok(scope));
        }
        assert!("domains:*".parse::<Scope>().is_err());
    }
}
