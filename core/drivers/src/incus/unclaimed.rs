//! Instances that are nobody's: what the server says of them.
use super::{
    Incus,
    instance::{Instance, SERVICE, SYSTEM, Settings},
    reports::LOOK,
};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{Told, Unclaimed},
};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
};

/// The units of sizes, in bytes (<https://linuxcontainers.org/incus/docs/main/reference/instance_units/>).
const UNITS: [(&str, i64); 14] = [
    ("", 1),
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("PB", 1_000_000_000_000_000),
    ("EB", 1_000_000_000_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("PiB", 1 << 50),
    ("EiB", 1 << 60),
];

/// An instance in a list, with what its profiles say of it too.
#[derive(Deserialize)]
struct Listed {
    #[serde(flatten)]
    instance: Instance,
    /// `container`, or `virtual-machine`.
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    expanded_config: Settings,
    /// Null where the server cannot tell.
    #[serde(default)]
    expanded_devices: Option<BTreeMap<String, HashMap<String, String>>>,
}

impl Incus {
    /// The containers of the project that have no service among their settings. Where the settings of one are not known,
    /// it may be anybody's.
    pub(super) async fn nobodys(&self) -> Result<Told<Unclaimed>, Failure> {
        let url = self.api.url(&["instances"], &[("recursion", "2")]);
        let listed: Vec<Listed> = self.api.get_after(url, LOOK).await?;
        let (hidden, shown): (Vec<Listed>, Vec<Listed>) =
            listed.into_iter().partition(|one| one.instance.is_hidden());
        let nobodys = |one: &Listed| one.kind == "container" && one.instance.config.get(SERVICE).is_none();
        let told = shown.into_iter().filter(nobodys).map(Listed::unclaimed).collect();
        Ok(Told { told, whole: hidden.is_empty() })
    }
}

impl Listed {
    fn unclaimed(self) -> Unclaimed {
        let addresses = self.addresses();
        let v4 = |address: &IpAddr| if let IpAddr::V4(v4) = address { Some(*v4) } else { None };
        let v6 = |address: &IpAddr| if let IpAddr::V6(v6) = address { Some(*v6) } else { None };
        Unclaimed {
            status: self.instance.status(),
            system: self.system(),
            vcpus: self.expanded_config.get("limits.cpu").and_then(processors),
            memory_bytes: self.expanded_config.get("limits.memory").and_then(bytes),
            disk_bytes: self.root().and_then(|root| bytes(root.get("size")?)),
            ipv4: addresses.iter().find_map(v4),
            ipv6: addresses.iter().find_map(v6),
            name: self.instance.name,
        }
    }

    /// What it was made anew with by the platform, or else the image that it was made of, such as `debian-13`.
    fn system(&self) -> Option<String> {
        let said = |key| self.expanded_config.get(key).map(str::to_owned);
        let image = || Some(format!("{}-{}", said("image.os")?.to_lowercase(), said("image.release")?));
        said(SYSTEM).or_else(image)
    }

    fn devices(&self) -> impl Iterator<Item = &HashMap<String, String>> {
        self.expanded_devices.iter().flat_map(BTreeMap::values)
    }

    fn root(&self) -> Option<&HashMap<String, String>> {
        let says =
            |device: &HashMap<String, String>, key, value| device.get(key).is_some_and(|said| said == value);
        self.devices().find(|device| says(device, "type", "disk") && says(device, "path", "/"))
    }

    /// Those that its guest has, and then those that it is given when it runs.
    fn addresses(&self) -> Vec<IpAddr> {
        let given =
            self.devices().flat_map(|device| ["ipv4.address", "ipv6.address"].map(|key| device.get(key)));
        let given = given.flatten().filter_map(|address| address.parse().ok());
        self.instance.addresses().into_iter().chain(given).collect()
    }
}

/// How many processors `limits.cpu` gives: a number of them, or which, such as `0-3,7`.
fn processors(limit: &str) -> Option<i32> {
    if let Ok(count) = limit.parse() {
        return Some(count);
    }
    let several = |part: &str| match part.split_once('-') {
        Some((first, last)) => {
            let (first, last) = (first.parse::<i32>().ok()?, last.parse::<i32>().ok()?);
            last.checked_sub(first)?.checked_add(1).filter(|count| *count > 0)
        }
        None => part.parse::<i32>().ok().map(|_| 1),
    };
    limit.split(',').map(|part| several(part.trim())).sum()
}

/// So many bytes, such as `2GiB` or `10GB`; nothing of a share of what the server has, such as `50%`.
fn bytes(size: &str) -> Option<i64> {
    let unit = size.find(|c: char| !c.is_ascii_digit()).unwrap_or(size.len());
    let (number, unit) = size.split_at(unit);
    let (_, each) = UNITS.iter().find(|(name, _)| *name == unit.trim())?;
    number.parse::<i64>().ok()?.checked_mul(*each)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hosting_kernel::providers::hypervisor::InstanceStatus::{Running, Stopped};

    fn read(text: &str) -> Unclaimed {
        serde_json::from_str::<Listed>(text).unwrap().unclaimed()
    }

    #[test]
    fn what_is_nobodys_is_read() {
        let shown = r#"{"name": "web1", "status": "Running", "type": "container", "config": {"image.os": "Debian"},
            "expanded_config": {"image.os": "Debian", "image.release": "13", "limits.cpu": "2", "limits.memory": "2GiB"},
            "expanded_devices": {"root": {"type": "disk", "path": "/", "pool": "default", "size": "10GB"},
                "data": {"type": "disk", "path": "/data", "size": "1TB"}, "eth0": {"type": "nic", "ipv4.address": "192.0.2.9"}},
            "state": {"status": "Running", "network": {
                "lo": {"type": "loopback", "addresses": [{"family": "inet", "address": "127.0.0.1", "scope": "local"}]},
                "eth0": {"type": "broadcast", "addresses": [{"family": "inet6", "address": "fe80::1", "scope": "link"},
                    {"family": "inet", "address": "192.0.2.10", "scope": "global"},
                    {"family": "inet6", "address": "2001:db8::10", "scope": "global"}]}}}}"#;
        let wanted = Unclaimed {
            name: "web1".to_owned(),
            status: Some(Running),
            system: Some("debian-13".to_owned()),
            vcpus: Some(2),
            memory_bytes: Some(2 << 30),
            disk_bytes: Some(10_000_000_000),
            ipv4: Some([192, 0, 2, 10].into()),
            ipv6: Some("2001:db8::10".parse().unwrap()),
        };
        assert_eq!(read(shown), wanted);
    }

    #[test]
    fn what_is_not_said_is_not_known() {
        let stopped = read(
            r#"{"name": "web2", "status": "Stopped", "type": "container", "config": {}, "expanded_config": {"image.os": "x"},
            "expanded_devices": {"root": {"type": "disk", "path": "/"}, "eth0": {"ipv4.address": "192.0.2.9"}},
            "state": {"status": "Stopped", "network": null}}"#,
        );
        assert_eq!((stopped.status, stopped.system), (Some(Stopped), None));
        assert_eq!((stopped.vcpus, stopped.memory_bytes, stopped.disk_bytes), (None, None, None));
        assert_eq!((stopped.ipv4, stopped.ipv6), (Some([192, 0, 2, 9].into()), None), "it is given that one");
        let away = read(r#"{"name": "web3", "status": "Error", "type": "container", "state": null}"#);
        assert_eq!(away.status, None);
    }

    #[test]
    fn sizes_have_units() {
        for (text, size) in [
            ("512MiB", Some(512 << 20)),
            ("2GiB", Some(2 << 30)),
            ("10GB", Some(10_000_000_000)),
            ("64kB", Some(64_000)),
            ("1024", Some(1024)),
            ("50%", None),
            ("GiB", None),
            ("9EiB", None),
            ("", None),
        ] {
            assert_eq!(bytes(text), size, "{text}");
        }
    }

    #[test]
    fn processors_are_counted() {
        for (text, count) in [
            ("2", Some(2)),
            ("0-3", Some(4)),
            ("0,2", Some(2)),
            ("0-1,7", Some(3)),
            ("3-1", None),
            ("x", None),
        ] {
            assert_eq!(processors(text), count, "{text}");
        }
    }
}
