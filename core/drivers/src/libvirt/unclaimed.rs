//! Machines that are nobody's: what libvirt says of them.
use super::{
    found::{status, whose},
    host::Host,
    meaning::said,
};
use hosting_kernel::providers::{Failure, hypervisor::Unclaimed};
use hosting_libvirt::Domain;
use roxmltree::{Document, Node};

impl Host {
    /// The machines that have no service in their metadata; those that are gone once they are off are not adopted.
    pub(super) fn nobodys(&self) -> Result<Vec<Unclaimed>, Failure> {
        let mut found = Vec::new();
        for domain in self.connection.domains().map_err(said)? {
            match unclaimed(&domain) {
                Ok(one) => found.extend(one),
                Err(Failure::NotThere(_)) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(found)
    }
}

/// What is installed in a machine, and what addresses it has, only its guest knows.
fn unclaimed(domain: &Domain) -> Result<Option<Unclaimed>, Failure> {
    if whose(domain)?.is_some() || !domain.is_persistent().map_err(said)? {
        return Ok(None);
    }
    let Described { vcpus, memory_bytes, disk } = described(&domain.xml().map_err(said)?);
    // Where a disk cannot be looked at, its size is not known.
    let disk_bytes = disk.and_then(|disk| i64::try_from(domain.disk_bytes(&disk).ok()?).ok());
    Ok(Some(Unclaimed {
        name: domain.name().map_err(said)?,
        status: Some(status(domain)?),
        system: None,
        vcpus,
        memory_bytes,
        disk_bytes,
        ipv4: None,
        ipv6: None,
    }))
}

/// What a description says (<https://libvirt.org/formatdomain.html>).
#[derive(Debug, Default, PartialEq, Eq)]
struct Described {
    vcpus: Option<i32>,
    memory_bytes: Option<i64>,
    /// What its first disk is called in it, such as `vda`.
    disk: Option<String>,
}

fn at<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn described(xml: &str) -> Described {
    let Ok(document) = Document::parse(xml) else { return Described::default() };
    let machine = document.root_element();
    let vcpus = at(machine, "vcpu").and_then(|vcpu| {
        // Of those that there can be, so many are there.
        vcpu.attribute("current").or(vcpu.text())?.trim().parse().ok()
    });
    let memory_bytes = at(machine, "memory").and_then(|memory| {
        let kibibytes: i64 = memory.text()?.trim().parse().ok()?;
        (memory.attribute("unit").unwrap_or("KiB") == "KiB").then(|| kibibytes.checked_mul(1024))?
    });
    let is_disk = |node: &Node<'_, '_>| {
        node.has_tag_name("disk") && node.attribute("device").unwrap_or("disk") == "disk"
    };
    let disk = at(machine, "devices").and_then(|devices| {
        let first = devices.children().find(is_disk)?;
        Some(at(first, "target")?.attribute("dev")?.to_owned())
    });
    Described { vcpus, memory_bytes, disk }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::libvirt::{PATIENCE, link::Link, options::Settings};
    use hosting_kernel::providers::hypervisor::{Adopted, InstanceStatus::Running};
    use std::sync::Arc;
    use uuid::Uuid;

    #[test]
    fn what_is_described_is_read() {
        let xml = "<domain type='kvm'><name>db1</name><memory unit='KiB'>2097152</memory>\
            <currentMemory unit='KiB'>1048576</currentMemory><vcpu placement='static' current='2'>4</vcpu><devices>\
            <disk type='file' device='cdrom'><target dev='sda'/></disk>\
            <disk type='file' device='disk'><source file='/pool/db1'/><target dev='vda' bus='virtio'/></disk>\
            <disk type='file' device='disk'><target dev='vdb'/></disk></devices></domain>";
        let wanted = Described { vcpus: Some(2), memory_bytes: Some(2 << 30), disk: Some("vda".to_owned()) };
        assert_eq!(described(xml), wanted);
        let all = described("<domain><vcpu>4</vcpu><memory unit='GiB'>2</memory></domain>");
        assert_eq!(all, Described { vcpus: Some(4), ..Described::default() });
        assert_eq!(described("no description"), Described::default());
    }

    /// The library has a server of its own for tests, which has what a file says, for each connection anew
    /// (<https://libvirt.org/drvtest.html>). One is kept from one call to the next.
    #[tokio::test]
    async fn a_machine_is_nobodys_until_it_is_adopted() {
        let uri = concat!("test://", env!("CARGO_MANIFEST_DIR"), "/src/libvirt/server.xml").to_owned();
        let settings = Settings { uri, external: false };
        let link = Arc::new(Link::new(settings, PATIENCE));
        let found = link.ask(PATIENCE.answer, Host::nobodys).await.unwrap();
        let told: Vec<_> =
            found.iter().map(|one| (&*one.name, one.status, one.vcpus, one.memory_bytes)).collect();
        assert_eq!(told, [("nobodys", Some(Running), Some(2), Some(1 << 30))]);
        assert!(found[0].disk_bytes.is_some_and(|bytes| bytes > 0), "{found:?}");
        let said = Adopted {
            instance: Uuid::from_u128(8),
            hostname: "nobodys".to_owned(),
            system: "debian-13".to_owned(),
            status: Running,
            vcpus: 2,
            memory_bytes: 1 << 30,
            disk_bytes: 0,
            snapshots: Vec::new(),
        };
        link.ask(PATIENCE.answer, move |host| host.take_over(&[said])).await.unwrap();
        assert_eq!(link.ask(PATIENCE.answer, Host::nobodys).await, Ok(Vec::new()));
    }
}
