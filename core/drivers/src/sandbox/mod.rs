//! A sandbox for every port: the whole product in one process, with nothing installed.
pub mod billing;
pub mod dns;
pub mod hypervisor;
pub mod mail;
pub mod panel;
pub mod registrar;
mod rows;
pub mod world;

use hosting_kernel::{
    database::Database,
    providers::{
        Providers,
        billing::Billing,
        converter::Converter,
        dns::Dns,
        hypervisor::{Containers, Hypervisor, InstanceKind},
        mail::Mail,
        panel::Panel,
        registrar::Registrar,
        store::Store,
    },
    values::{clock::Clock, secret::Secret},
};
use std::{sync::Arc, time::Duration};

/// A sandbox driver for every port; they keep their state in the database.
#[derive(Clone)]
pub struct Sandboxes {
    /// The registry.
    pub registrar: registrar::Sandbox,
    /// The nameservers.
    pub dns: dns::Sandbox,
    /// The mail servers.
    pub mail: mail::Sandbox,
    /// The control panel.
    pub panel: panel::Sandbox,
    /// The bank.
    pub billing: billing::Sandbox,
    /// Where containers run.
    pub lxc: hypervisor::Sandbox,
    /// Where virtual machines run.
    pub kvm: hypervisor::Sandbox,
}

impl Sandboxes {
    /// Drivers in `db`; links that they give out start with `base_url`.
    pub fn new(db: &Database, clock: &Arc<dyn Clock>, secret: &Secret, base_url: &str) -> Self {
        let machines = |kind| hypervisor::Sandbox::new(kind, db.clone(), clock.clone(), secret.clone());
        Self {
            registrar: registrar::Sandbox::new(db.clone()),
            dns: dns::Sandbox::new(db.clone()),
            mail: mail::Sandbox::new(db.clone()),
            panel: panel::Sandbox::new(db.clone(), clock.clone(), secret.clone(), base_url),
            billing: billing::Sandbox::default(),
            lxc: machines(InstanceKind::Lxc),
            kvm: machines(InstanceKind::Kvm),
        }
    }

    /// Calls take `delay` from now on, and a boot takes `pace`.
    pub fn slow_down(&self, delay: Duration, pace: Duration) {
        let faults = [
            &self.registrar.faults,
            &self.dns.faults,
            &self.mail.faults,
            &self.panel.faults,
            &self.billing.faults,
            &self.lxc.faults,
            &self.kvm.faults,
        ];
        for faults in faults {
            faults.set_delay(delay);
        }
        self.lxc.set_pace(pace);
        self.kvm.set_pace(pace);
    }

    /// As the platform takes them, with what has no sandbox: the store and the converter are real everywhere.
    pub fn providers(self, store: Arc<dyn Store>, converter: Arc<dyn Converter>) -> Providers {
        Providers {
            registrar: (Arc::new(self.registrar) as Arc<dyn Registrar>).into(),
            dns: (Arc::new(self.dns) as Arc<dyn Dns>).into(),
            mail: (Arc::new(self.mail) as Arc<dyn Mail>).into(),
            panel: (Arc::new(self.panel) as Arc<dyn Panel>).into(),
            billing: Some((Arc::new(self.billing) as Arc<dyn Billing>).into()),
            lxc: (Arc::new(self.lxc) as Arc<dyn Containers>).into(),
            kvm: (Arc::new(self.kvm) as Arc<dyn Hypervisor>).into(),
            store,
            converter,
        }
    }
}
