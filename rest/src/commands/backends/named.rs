//! What records name of the file, which cannot be left out of it.
use super::Ports;
use crate::commands::failure::CommandError;
use hosting_core::{
    Database,
    providers::{Port, SANDBOX, backends::Backends},
};
use hosting_inventory::{name_backend, named};

/// Refuses where records name backends that are not there; what names none is given the default's name.
pub async fn check(db: &Database, ports: &Ports) -> Result<(), CommandError> {
    let (mut faults, mut nameless) = (Vec::new(), Vec::new());
    for (port, id, count) in named(db).await? {
        let what = things(port);
        match id {
            Some(id) if ports.has(port, &id) => {}
            Some(id) => {
                faults.push(format!("{id}: has {count} {what}, and cannot be left out of --backends"));
            }
            None => match ports.default(port) {
                Some(SANDBOX) => {}
                Some(id) => nameless.push((port, id)),
                None => faults.push(format!(
                    "{count} {what} name no backend, and none for {} is the default: one has to be",
                    port.name()
                )),
            },
        }
    }
    if !faults.is_empty() {
        return Err(CommandError::Refused(faults));
    }
    for (port, id) in nameless {
        name_backend(db, port, id).await?;
    }
    Ok(())
}

/// What a port has.
const fn things(port: Port) -> &'static str {
    match port {
        Port::Registrar => "domains",
        Port::Dns => "zones",
        Port::Mail => "mail domains",
        Port::Panel => "sites",
        Port::Containers => "containers",
        Port::Machines => "virtual machines",
        Port::Billing => "charges",
    }
}

impl Ports {
    /// Whether `id` is a backend of `port` that can have what names it.
    fn has(&self, port: Port, id: &str) -> bool {
        match port {
            Port::Registrar => self.registrar.find(id).is_ok_and(|backend| backend.driver.keeps_domains()),
            Port::Dns => self.dns.has(id),
            Port::Mail => self.mail.has(id),
            Port::Panel => self.panel.has(id),
            Port::Containers => self.lxc.has(id),
            Port::Machines => self.kvm.has(id),
            Port::Billing => self.billing.as_ref().is_some_and(|billing| billing.has(id)),
        }
    }

    /// The backend of `port` that takes what names none.
    fn default(&self, port: Port) -> Option<&str> {
        fn of<T: ?Sized>(backends: &Backends<T>) -> Option<&str> {
            backends.default().map(|backend| backend.id.as_str())
        }
        match port {
            Port::Registrar => of(&self.registrar),
            Port::Dns => of(&self.dns),
            Port::Mail => of(&self.mail),
            Port::Panel => of(&self.panel),
            Port::Containers => of(&self.lxc),
            Port::Machines => of(&self.kvm),
            Port::Billing => self.billing.as_ref().and_then(of),
        }
    }
}
