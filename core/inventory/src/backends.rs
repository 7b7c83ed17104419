//! The backends that adopt what an inventory names, or have what is taken over.
use hosting_core::providers::{
    Providers, backends,
    dns::Dns,
    hypervisor::{Hypervisor, InstanceKind},
    mail::Mail,
    panel::Panel,
    registrar::Registrar,
};

/// The drivers of the ports that adopt what an inventory names, or have what is taken over.
#[derive(Clone)]
pub struct Backends {
    /// Where names are registered.
    pub registrar: backends::Backends<dyn Registrar>,
    /// Where zones are served.
    pub dns: backends::Backends<dyn Dns>,
    /// Where sites are.
    pub panel: backends::Backends<dyn Panel>,
    /// Where mail is taken.
    pub mail: backends::Backends<dyn Mail>,
    /// Whether somebody is asked for the money: then what was paid is theirs to say.
    pub billed: bool,
    /// Where containers run.
    pub lxc: backends::Backends<dyn Hypervisor>,
    /// Where virtual machines run.
    pub kvm: backends::Backends<dyn Hypervisor>,
}

impl From<&Providers> for Backends {
    fn from(providers: &Providers) -> Self {
        Self {
            registrar: providers.registrar.clone(),
            dns: providers.dns.clone(),
            panel: providers.panel.clone(),
            mail: providers.mail.clone(),
            billed: providers.billing.is_some(),
            lxc: providers.hypervisors(InstanceKind::Lxc),
            kvm: providers.hypervisors(InstanceKind::Kvm),
        }
    }
}
