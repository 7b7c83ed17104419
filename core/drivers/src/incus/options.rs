//! What the operator says of the server, and what is wrong with it.
use super::way::{Tls, Way};
use crate::{tls, transport};
use serde::Deserialize;
use std::path::PathBuf;
use tokio_rustls::rustls::pki_types::ServerName;

/// Where the API of the server is, how it lets the platform in, and what is offered there.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The API: `unix:///var/lib/incus/unix.socket`, or `https://10.0.0.5:8443`.
    pub endpoint: String,
    /// The project that instances are in: `default` unless said.
    #[serde(default = "default")]
    pub project: String,
    /// The certificate that the platform shows over HTTPS: PEM, the text itself.
    pub client_certificate: Option<String>,
    /// Its key: PEM, the text itself.
    pub client_key: Option<String>,
    /// A file with the server's own certificate, or the one that it comes from: PEM. Those of the system unless said.
    pub server_certificate: Option<PathBuf>,
    /// The aliases of images that instances can be made anew with, as customers name them.
    pub systems: Vec<String>,
    /// What a snapshot holds: `disk` (unless said), or `memory` too, where the servers can do that (CRIU).
    #[serde(default = "disk")]
    pub snapshots: String,
}

fn default() -> String {
    "default".to_owned()
}

fn disk() -> String {
    "disk".to_owned()
}

/// Options that hold.
pub(super) struct Settings {
    pub way: Way,
    pub project: String,
    pub systems: Vec<String>,
    /// Whether snapshots hold the memory too.
    pub stateful: bool,
}

impl Options {
    /// The same, checked; what is wrong, in words that name the option.
    pub(super) fn settled(self) -> Result<Settings, String> {
        let way = self.way()?;
        let is_project = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        if self.project.is_empty() || self.project.starts_with('.') || !self.project.bytes().all(is_project) {
            return Err("project: it is not the name of one, such as default".to_owned());
        }
        let is_alias = |byte: u8| byte.is_ascii_alphanumeric() || b"-._/".contains(&byte);
        let wrong = self.systems.iter().find(|alias| {
            !(1..=80).contains(&alias.len()) || alias.starts_with(['.', '/']) || !alias.bytes().all(is_alias)
        });
        if let Some(alias) = wrong {
            return Err(format!("systems: {alias:?} is not the alias of an image, such as debian-12"));
        }
        let stateful = match self.snapshots.as_str() {
            "disk" => false,
            "memory" => true,
            other => return Err(format!("snapshots: {other:?} is neither disk nor memory")),
        };
        Ok(Settings { way, project: self.project, systems: self.systems, stateful })
    }

    fn way(&self) -> Result<Way, String> {
        let secrets = [
            ("client_certificate", self.client_certificate.is_some()),
            ("client_key", self.client_key.is_some()),
            ("server_certificate", self.server_certificate.is_some()),
        ];
        if let Some(path) = self.endpoint.strip_prefix("unix://") {
            if !path.starts_with('/') {
                return Err("endpoint: a socket is named by its whole path, such as unix:///var/lib/incus/unix.socket".to_owned());
            }
            if let Some((name, _)) = secrets.iter().find(|(_, given)| *given) {
                return Err(format!("{name}: a socket needs none"));
            }
            return Ok(Way::Unix(path.into()));
        }
        let Some(address) = self.endpoint.strip_prefix("https://") else {
            return Err("endpoint: it is neither unix:///path nor https://host:port".to_owned());
        };
        let address = transport::address(address.strip_suffix('/').unwrap_or(address))
            .map_err(|why| format!("endpoint: {why}"))?;
        let host = address.rsplit_once(':').map_or("", |(host, _)| host).trim_matches(['[', ']']);
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| "endpoint: its host is none that a certificate can be for")?;
        let (Some(certificate), Some(key)) = (&self.client_certificate, &self.client_key) else {
            let missing = secrets.iter().find(|(_, given)| !given).map_or("", |(name, _)| name);
            return Err(format!("{missing}: it is missing: HTTPS needs client_certificate and client_key"));
        };
        let config = tls::client(certificate, key, self.server_certificate.as_deref())?;
        Ok(Way::Tls(Box::new(Tls { address, name, config })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn refused(said: serde_json::Value) -> String {
        match serde_json::from_value::<Options>(said) {
            Ok(options) => options.settled().err().unwrap(),
            Err(why) => why.to_string(),
        }
    }

    #[test]
    fn a_socket_needs_nothing_else() {
        let said =
            json!({"endpoint": "unix:///run/incus/unix.socket", "systems": ["debian-12", "images/alpine"]});
        let settings = serde_json::from_value::<Options>(said).unwrap().settled().unwrap();
        assert_eq!((settings.project.as_str(), settings.stateful), ("default", false));
    }

    #[test]
    fn bad_ones_are_refused_by_name() {
        let socket = "unix:///run/incus/unix.socket";
        for (name, said) in [
            ("`systems`", json!({"endpoint": socket})),
            ("`proyect`", json!({"endpoint": socket, "systems": [], "proyect": "a"})),
            ("endpoint", json!({"endpoint": "unix://run/incus", "systems": []})),
            ("endpoint", json!({"endpoint": "http://10.0.0.5:8443", "systems": []})),
            ("endpoint", json!({"endpoint": "https://10.0.0.5", "systems": []})),
            ("endpoint", json!({"endpoint": "https://10.0.0.5:8443/1.0", "systems": []})),
            ("client_certificate", json!({"endpoint": "https://10.0.0.5:8443", "systems": []})),
            (
                "client_key",
                json!({"endpoint": "https://10.0.0.5:8443", "client_certificate": "secret", "systems": []}),
            ),
            (
                "client_certificate",
                json!({"endpoint": "https://10.0.0.5:8443", "client_certificate": "secret", "client_key": "secret", "systems": []}),
            ),
            ("client_key", json!({"endpoint": socket, "client_key": "secret", "systems": []})),
            ("project", json!({"endpoint": socket, "project": "a/b", "systems": []})),
            ("project", json!({"endpoint": socket, "project": "", "systems": []})),
            ("systems", json!({"endpoint": socket, "systems": ["../images"]})),
            ("systems", json!({"endpoint": socket, "systems": [""]})),
            ("snapshots", json!({"endpoint": socket, "systems": [], "snapshots": "none"})),
        ] {
            let refusal = refused(said);
            assert!(refusal.contains(name) && !refusal.contains("secret"), "{name}: {refusal}");
        }
    }
}
