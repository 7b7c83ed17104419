//! A sandbox for every port: the whole product in one process, with nothing installed.
use super::{Providers, converter::Converter, dns, hypervisor, mail, panel, registrar, store::Store};
use crate::{
    database::Database,
    providers::hypervisor::InstanceKind,
    values::{clock::Clock, secret::Secret},
};
use std::{sync::Arc, time::Duration};

/// A sandbox driver for every port; they keep their state in the database.
#[derive(Clone)]
pub struct Sandboxes {
    /// The registry.
    pub registrar: registrar::sandbox::Sandbox,
    /// The nameservers.
    pub dns: dns::sandbox::Sandbox,
    /// The mail servers.
    pub mail: mail::sandbox::Sandbox,
    /// The control panel.
    pub panel: panel::sandbox::Sandbox,
    /// Where containers run.
    pub lxc: hypervisor::sandbox::Sandbox,
    /// Where virtual machines run.
    pub kvm: hypervisor::sandbox::Sandbox,
}

impl Sandboxes {
    /// Drivers in `db`; links that they give out start with `base_url`.
    pub fn new(db: &Database, clock: &Arc<dyn Clock>, secret: &Secret, base_url: &str) -> Self {
        let machines =
            |kind| hypervisor::sandbox::Sandbox::new(kind, db.clone(), clock.clone(), secret.clone());
        Self {
            registrar: registrar::sandbox::Sandbox::new(db.clone()),
            dns: dns::sandbox::Sandbox::new(db.clone()),
            mail: mail::sandbox::Sandbox::new(db.clone()),
            panel: panel::sandbox::Sandbox::new(db.clone(), clock.clone(), secret.clone(), base_url),
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
            registrar: Arc::new(self.registrar),
            dns: Arc::new(self.dns),
            mail: Arc::new(self.mail),
            panel: Arc::new(self.panel),
            lxc: Arc::new(self.lxc),
            kvm: Arc::new(self.kvm),
            store,
            converter,
        }
    }
}
