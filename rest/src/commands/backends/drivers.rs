//! The drivers, by the words that the file calls them.
use super::given::{Given, Nothing};
use hosting_core::{
    Database,
    clock::SystemClock,
    providers::{
        SANDBOX,
        billing::Billing,
        dns::Dns,
        hypervisor::{Containers, Hypervisor},
        mail::Mail,
        registrar::Registrar,
    },
};
use hosting_drivers::{
    cockpit::Cockpit, directadmin::DirectAdmin, dnsupdate::DnsUpdate, epp::Epp, incus::Incus, maps::Maps,
    panels::Server, powerdns::PowerDns, rdap::Rdap, sandbox, webhook::Webhook, whm::Whm,
};
use std::sync::Arc;

/// Who registers names.
pub fn registrar(driver: &str, options: Given, db: &Database) -> Result<Arc<dyn Registrar>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandbox::registrar::Sandbox::new(db.clone()))
        }
        "epp" => {
            let secrets = ["password", "client_certificate", "client_key"];
            Arc::new(Epp::new(options.read(&secrets)?)?)
        }
        "rdap" => Arc::new(Rdap::new(&options.read(&[])?)?),
        other => return Err(format!("driver: `{other}` is none for registrar: sandbox, epp or rdap")),
    })
}

/// What serves zones.
pub fn dns(driver: &str, options: Given, db: &Database) -> Result<Arc<dyn Dns>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandbox::dns::Sandbox::new(db.clone()))
        }
        "powerdns" => Arc::new(PowerDns::new(options.read(&["api_key"])?)?),
        "dnsupdate" => Arc::new(DnsUpdate::new(options.read(&["tsig_secret"])?)?),
        other => return Err(format!("driver: `{other}` is none for dns: sandbox, powerdns or dnsupdate")),
    })
}

/// Who takes the money.
pub fn billing(driver: &str, options: Given) -> Result<Arc<dyn Billing>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandbox::billing::Sandbox::default())
        }
        "webhook" => Arc::new(Webhook::new(&options.read(&["secret"])?, Arc::new(SystemClock))?),
        other => return Err(format!("driver: `{other}` is none for billing: sandbox or webhook")),
    })
}

/// What runs containers; nothing where it is the sandbox, which needs what only the process has.
pub fn containers(driver: &str, options: Given) -> Result<Option<Arc<dyn Containers>>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            None
        }
        "incus" => Some(Arc::new(Incus::new(options.read(&["client_certificate", "client_key"])?)?)),
        other => return Err(format!("driver: `{other}` is none for containers: sandbox or incus")),
    })
}

/// What takes mail; nothing where it is the sandbox.
pub fn mail(driver: &str, options: Given) -> Result<Option<Arc<dyn Mail>>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            None
        }
        "maps" => Some(Arc::new(Maps::new(options.read(&["database_url"])?)?)),
        other => return Err(format!("driver: `{other}` is none for mail: sandbox or maps")),
    })
}

/// Where sites are; nothing where it is the sandbox.
pub fn panel(driver: &str, options: Given) -> Result<Option<Arc<dyn Server>>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            None
        }
        "whm" => Some(Arc::new(Whm::new(options.read(&["token"])?)?)),
        "directadmin" => Some(Arc::new(DirectAdmin::new(options.read(&["token"])?)?)),
        "cockpit" => Some(Arc::new(Cockpit::new(options.read(&["password", "files_password"])?)?)),
        other => {
            return Err(format!("driver: `{other}` is none for panel: sandbox, cockpit, whm or directadmin"));
        }
    })
}

/// What runs virtual machines; nothing where it is the sandbox.
pub fn machines(driver: &str, options: Given) -> Result<Option<Arc<dyn Hypervisor>>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            None
        }
        #[cfg(feature = "libvirt")]
        "libvirt" => Some(Arc::new(hosting_drivers::libvirt::Libvirt::new(&options.read(&[])?)?)),
        #[cfg(not(feature = "libvirt"))]
        "libvirt" => {
            let how = "it needs libvirt's C library: `cargo build --release --features libvirt` makes one that has it";
            return Err(format!("driver: `libvirt` is not built in; {how}"));
        }
        other => return Err(format!("driver: `{other}` is none for machines: sandbox or libvirt")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(driver: &str, options: &str) -> String {
        machines(driver, Given(options.parse().expect("a table"))).err().expect("it is wrong")
    }

    #[test]
    fn virtual_machines_have_their_drivers() {
        assert!(machines(SANDBOX, Given(toml::Table::new())).expect("it is there").is_none());
        assert!(refused("incus", "").contains("sandbox or libvirt"));
        let refusal = refused("libvirt", "url = \"qemu:///system\"");
        match cfg!(feature = "libvirt") {
            true => assert!(refusal.contains("`url`"), "{refusal}"),
            false => assert!(refusal.contains("not built in") && refusal.contains("--features"), "{refusal}"),
        }
    }
}
