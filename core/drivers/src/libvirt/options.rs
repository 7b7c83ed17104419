//! What the operator says of the server, and what is wrong with it.
use serde::Deserialize;

/// Where the server is, and what its snapshots hold.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The server: `qemu:///system`, or another machine's by `qemu+tls://host/system` or `qemu+ssh://user@host/system`
    /// (<https://libvirt.org/uri.html>).
    pub uri: String,
    /// What a snapshot holds: `memory` (unless said) of what runs too, inside the disks; or `disk`, beside them.
    #[serde(default = "memory")]
    pub snapshots: String,
}

fn memory() -> String {
    "memory".to_owned()
}

/// Options that hold.
pub(super) struct Settings {
    pub uri: String,
    /// Whether snapshots are of disks alone, in files beside them.
    pub external: bool,
}

/// The ways to a server that are encrypted, or need not be.
const WAYS: [&str; 5] = ["qemu", "qemu+unix", "qemu+tls", "qemu+ssh", "qemu+libssh2"];

impl Options {
    /// The same, checked; what is wrong, in words that name the option.
    pub(super) fn settled(&self) -> Result<Settings, String> {
        let wrong = |why: &str| Err(format!("uri: {why}"));
        if self.uri.chars().any(|one| one.is_control() || one.is_whitespace()) {
            return wrong("it has a space in it");
        }
        let Some((way, rest)) = self.uri.split_once("://") else {
            return wrong("it is none, such as qemu:///system");
        };
        if !WAYS.contains(&way) {
            return wrong("it begins with none of qemu://, qemu+unix://, qemu+tls:// and qemu+ssh://");
        }
        let (place, query) = rest.split_once('?').map_or((rest, None), |(place, query)| (place, Some(query)));
        let Some((host, "system" | "session")) = place.split_once('/') else {
            return wrong("it ends with neither /system nor /session");
        };
        match (way, host.is_empty()) {
            ("qemu" | "qemu+unix", false) => {
                return wrong("another machine is reached by qemu+tls or qemu+ssh");
            }
            ("qemu" | "qemu+unix", true) | (_, false) => {}
            (_, true) => return wrong("it names no host"),
        }
        let external = match self.snapshots.as_str() {
            "memory" => false,
            "disk" => true,
            other => return Err(format!("snapshots: {other:?} is neither memory nor disk")),
        };
        // Nobody is there whom ssh could ask for a password.
        let uri = match query {
            _ if way != "qemu+ssh" || self.uri.contains("no_tty=") => self.uri.clone(),
            Some(_) => format!("{}&no_tty=1", self.uri),
            None => format!("{}?no_tty=1", self.uri),
        };
        Ok(Settings { uri, external })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn settled(said: Value) -> Result<Settings, String> {
        serde_json::from_value::<Options>(said).map_err(|why| why.to_string())?.settled()
    }

    #[test]
    fn good_ones_are_taken() {
        for (said, uri) in [
            ("qemu:///system", "qemu:///system"),
            ("qemu+unix:///system?socket=/run/sock", "qemu+unix:///system?socket=/run/sock"),
            ("qemu+tls://10.0.0.5:16514/system", "qemu+tls://10.0.0.5:16514/system"),
            ("qemu+ssh://root@kvm-1/system", "qemu+ssh://root@kvm-1/system?no_tty=1"),
            ("qemu+ssh://kvm-1/system?keyfile=/k", "qemu+ssh://kvm-1/system?keyfile=/k&no_tty=1"),
        ] {
            let settings = settled(json!({ "uri": said })).unwrap();
            assert_eq!((settings.uri.as_str(), settings.external), (uri, false));
        }
        assert!(settled(json!({"uri": "qemu:///system", "snapshots": "disk"})).unwrap().external);
    }

    #[test]
    fn bad_ones_are_refused_by_name() {
        for (name, said) in [
            ("`uri`", json!({})),
            ("`url`", json!({"uri": "qemu:///system", "url": "a"})),
            ("uri", json!({"uri": "system"})),
            ("uri", json!({"uri": "test:///default"})),
            ("uri", json!({"uri": "qemu+tcp://10.0.0.5/system"})),
            ("uri", json!({"uri": "qemu://10.0.0.5/system"})),
            ("uri", json!({"uri": "qemu+tls:///system"})),
            ("uri", json!({"uri": "qemu:///"})),
            ("uri", json!({"uri": "qemu:///system of mine"})),
            ("snapshots", json!({"uri": "qemu:///system", "snapshots": "none"})),
        ] {
            let refusal = settled(said).err().unwrap();
            assert!(refusal.contains(name), "{name}: {refusal}");
        }
    }
}
