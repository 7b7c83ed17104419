//! A machine that is over: its disks go, then what libvirt knows of it.
use super::{
    found::{note, status, whose},
    host::Host,
    mark::Step,
    meaning::said,
};
use hosting_kernel::providers::{Failure, hypervisor::InstanceStatus::Stopped};
use hosting_libvirt::{Domain, Volume, code};
use roxmltree::{Document, Node};
use uuid::Uuid;

impl Host {
    /// Removes it with its disks and its snapshots, whatever it does; one that is not there is gone already.
    ///
    /// Nothing is begun that cannot be ended: each disk has to be in a storage pool. What libvirt knows of it goes last,
    /// so that whoever follows a worker that died finds it still; disks that are gone were removed then.
    pub(super) fn remove(&self, work: Uuid, id: Uuid) -> Result<(), Failure> {
        let Some(domain) = self.find(id)? else { return Ok(()) };
        let begun =
            whose(&domain)?.and_then(|kept| kept.mark).is_some_and(|mark| mark.step == Step::Removing);
        self.volumes(&domain, begun)?;
        if !begun {
            note(&domain, id, work, Step::Removing)?;
        }
        if self.external {
            // The disks themselves lie beneath these.
            for snapshot in domain.snapshots().map_err(said)? {
                snapshot.delete().map_err(said)?;
            }
        }
        if status(&domain)? != Stopped {
            self.switch_off(&domain)?;
        }
        for volume in self.volumes(&domain, true)? {
            volume.delete().map_err(said)?;
        }
        match domain.undefine() {
            Err(why) if why.code != code::NO_DOMAIN => Err(said(why)),
            _ => Ok(()),
        }
    }

    /// The volumes that are its disks; those that are `gone` already are left out.
    fn volumes(&self, domain: &Domain, gone: bool) -> Result<Vec<Volume>, Failure> {
        let unreadable = || Failure::Unavailable("the hypervisor's answer cannot be read".to_owned());
        let disks = disks(&domain.xml().map_err(said)?).ok_or_else(unreadable)?;
        let (mut found, mut is_looked_for) = (Vec::new(), false);
        for disk in disks {
            let path = disk.map_err(Failure::Misconfigured)?;
            let mut volume = self.connection.volume_by_path(&path);
            if volume.is_err() && !is_looked_for {
                // Pools do not see by themselves what is put into them.
                is_looked_for = true;
                for pool in self.connection.pools().map_err(said)? {
                    pool.refresh().map_err(said)?;
                }
                volume = self.connection.volume_by_path(&path);
            }
            match volume {
                Ok(volume) => found.push(volume),
                Err(why) if why.code == code::NO_STORAGE_VOLUME && gone => {}
                Err(why) if why.code == code::NO_STORAGE_VOLUME => {
                    let name = domain.name().map_err(said)?;
                    return Err(Failure::Misconfigured(format!(
                        "{path} of {name} is in no storage pool, and cannot be removed: define one there"
                    )));
                }
                Err(why) => return Err(said(why)),
            }
        }
        Ok(found)
    }
}

/// Where the disks are that a description names and that are the machine's alone: the path of each, or why there is none.
fn disks(xml: &str) -> Option<Vec<Result<String, String>>> {
    let document = Document::parse(xml).ok()?;
    let devices = document.root_element().children().find(|node| node.has_tag_name("devices"))?;
    let is_its_own = |disk: &Node<'_, '_>| {
        let has = |name| disk.children().any(|node| node.has_tag_name(name));
        disk.has_tag_name("disk")
            && disk.attribute("device").unwrap_or("disk") == "disk"
            && !has("readonly")
            && !has("shareable")
    };
    let path = |disk: Node<'_, '_>| {
        let source = disk.children().find(|node| node.has_tag_name("source"));
        let path = source.and_then(|source| source.attribute("file").or_else(|| source.attribute("dev")));
        path.map(str::to_owned).ok_or_else(|| {
            format!("a disk of the kind {:?} cannot be removed", disk.attribute("type").unwrap_or_default())
        })
    };
    Some(devices.children().filter(is_its_own).map(path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_its_own_is_named() {
        let xml = "<domain><devices>\
            <disk type='file' device='disk'><source file='/pool/web.qcow2'/><backingStore><source file='/pool/base'/></backingStore></disk>\
            <disk type='block'><source dev='/dev/vg/web'/></disk>\
            <disk type='file' device='cdrom'><source file='/iso/debian.iso'/><readonly/></disk>\
            <disk type='file' device='disk'><source file='/pool/shared'/><shareable/></disk>\
            <disk type='network' device='disk'><source protocol='rbd' name='pool/web'/></disk>\
            <serial type='file'><source path='/log'/></serial></devices></domain>";
        let disks = disks(xml).unwrap();
        assert_eq!(disks[..2], [Ok("/pool/web.qcow2".to_owned()), Ok("/dev/vg/web".to_owned())]);
        assert!(disks.len() == 3 && disks[2].is_err(), "{disks:?}");
    }
}
