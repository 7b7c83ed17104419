//! The drivers, by the words that the file calls them.
use super::given::{Given, Nothing};
use hosting_core::{
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
    panels::Server, powerdns::PowerDns, rdap::Rdap, sandbox::Sandboxes, webhook::Webhook, whm::Whm,
};
use std::sync::Arc;

/// Who registers names.
pub fn registrar(driver: &str, options: Given, sandboxes: &Sandboxes) -> Result<Arc<dyn Registrar>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandboxes.registrar.clone())
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
pub fn dns(driver: &str, options: Given, sandboxes: &Sandboxes) -> Result<Arc<dyn Dns>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandboxes.dns.clone())
        }
        "powerdns" => Arc::new(PowerDns::new(options.read(&["api_key"])?)?),
        "dnsupdate" => Arc::new(DnsUpdate::new(options.read(&["tsig_secret"])?)?),
        other => return Err(format!("driver: `{other}` is none for dns: sandbox, powerdns or dnsupdate")),
    })
}

/// Who takes the money.
pub fn billing(driver: &str, options: Given, sandboxes: &Sandboxes) -> Result<Arc<dyn Billing>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandboxes.billing.clone())
        }
        "webhook" => Arc::new(Webhook::new(&options.read(&["secret"])?, Arc::new(SystemClock))?),
        other => return Err(format!("driver: `{other}` is none for billing: sandbox or webhook")),
    })
}

/// What runs containers.
pub fn containers(
    driver: &str,
    options: Given,
    sandboxes: &Sandboxes,
) -> Result<Arc<dyn Containers>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandboxes.lxc.clone())
        }
        "incus" => Arc::new(Incus::new(options.read(&["client_certificate", "client_key"])?)?),
        other => return Err(format!("driver: `{other}` is none for containers: sandbox or incus")),
    })
}

/// What takes mail.
pub fn mail(driver: &str, options: Given, sandboxes: &Sandboxes) -> Result<Arc<dyn Mail>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandboxes.mail.clone())
        }
        "maps" => Arc::new(Maps::new(options.read(&["database_url"])?)?),
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

/// What runs virtual machines.
pub fn machines(driver: &str, options: Given, sandboxes: &Sandboxes) -> Result<Arc<dyn Hypervisor>, String> {
    Ok(match driver {
        SANDBOX => {
            options.read::<Nothing>(&[])?;
            Arc::new(sandboxes.kvm.clone())
        }
        #[cfg(feature = "libvirt")]
        "libvirt" => Arc::new(hosting_drivers::libvirt::Libvirt::new(&options.read(&[])?)?),
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
    use hosting_core::{Database, Secret, clock::Clock, database::Location};

    #[tokio::test]
    async fn virtual_machines_have_their_drivers() {
        let folder = std::env::temp_dir().join(format!("hosting-drivers-{}", SystemClock.id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let database = Database::open(&Location::Sqlite(folder.join("hosting.db"))).await.expect("a file");
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let sandboxes = Sandboxes::new(&database, &clock, &Secret::new(b"of a test"), "");
        let built = |driver: &str, options: &str| {
            let options = Given(options.parse().expect("a table"));
            machines(driver, options, &sandboxes).map(|driver| driver.driver())
        };
        assert_eq!(built(SANDBOX, ""), Ok(SANDBOX));
        assert!(built("incus", "").is_err_and(|why| why.contains("sandbox or libvirt")));
        let refusal = built("libvirt", "url = \"qemu:///system\"").expect_err("it is wrong");
        match cfg!(feature = "libvirt") {
            true => assert!(refusal.contains("`url`"), "{refusal}"),
            false => assert!(refusal.contains("not built in") && refusal.contains("--features"), "{refusal}"),
        }
        std::fs::remove_dir_all(&folder).expect("it goes");
    }
}
