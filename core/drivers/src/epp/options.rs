//! What the operator says of a registry, and what is wrong with it.
use super::tls::{self, Identity};
use crate::transport;
use hosting_kernel::providers::registrar::Environment;
use serde::Deserialize;
use std::{path::PathBuf, sync::Arc};
use tokio_rustls::rustls::{ClientConfig, pki_types::ServerName};

/// How many sessions are open at most unless said.
const SESSIONS: u8 = 4;
/// How many there can be: registries allow ten or so for a registrar.
const MOST_SESSIONS: u8 = 32;

/// Where the registry is, and how it lets the registrar in.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The server of the registry, as `host:port`; its certificate has to be for that host.
    pub server: String,
    /// What the registrar logs in as (`clID`, RFC 5730 section 2.9.1.1).
    pub client_id: String,
    /// The password of it.
    pub password: String,
    /// What the registry calls the registrar where it says who has a domain (`clID`, RFC 5731 section 3.1.2):
    /// `client_id` unless said.
    pub registrar: Option<String>,
    /// The certificate that the registrar shows, with those between it and its root: PEM, the text itself.
    pub client_certificate: Option<String>,
    /// Its key: PEM, the text itself.
    pub client_key: Option<String>,
    /// A file with the roots, PEM, that the server's certificate comes from; those of the system unless said.
    pub authority: Option<PathBuf>,
    /// What names are registered under (A-labels), without the first dot.
    pub suffixes: Vec<String>,
    /// How the registry keeps hosts: `objects` (RFC 5732; unless said), or `attributes` of domains (RFC 5731 section 1.1).
    #[serde(default = "objects")]
    pub hosts: String,
    /// `production` (unless said), or `ote`: the registry's own, for trying out.
    #[serde(default = "production")]
    pub environment: String,
    /// How many sessions are open at most, 1 to 32: 4 unless said. Registries allow a registrar so many in all.
    #[serde(default = "sessions")]
    pub sessions: u8,
}

fn objects() -> String {
    "objects".to_owned()
}

fn production() -> String {
    "production".to_owned()
}

fn sessions() -> u8 {
    SESSIONS
}

/// How a registry keeps hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hosts {
    /// As objects of their own.
    Objects,
    /// As attributes of the domains that they answer for.
    Attributes,
}

/// Options that were found good.
pub(super) struct Settings {
    pub server: String,
    pub server_name: ServerName<'static>,
    pub tls: Arc<ClientConfig>,
    pub client_id: String,
    pub password: String,
    pub registrar: String,
    pub suffixes: Vec<String>,
    pub hosts: Hosts,
    pub environment: Environment,
    pub sessions: usize,
}

impl Options {
    /// What they say; what is wrong with them, in words that name the option.
    pub(super) fn read(self) -> Result<Settings, String> {
        let of = |option: &'static str| move |why: String| format!("{option}: {why}");
        let server = transport::address(&self.server).map_err(of("server"))?;
        let host = server.rsplit_once(':').map_or("", |(host, _)| host).trim_matches(['[', ']']);
        let server_name = ServerName::try_from(host.to_owned())
            .map_err(|_| "server: its host is none that a certificate can be for")?;
        for (option, given, longest) in [("client_id", &self.client_id, 16), ("password", &self.password, 64)]
        {
            // RFC 5730 section 4 (clIDType); longer passwords are of RFC 8807. What was given is never told.
            if given.is_empty() || given.chars().count() > longest || given.chars().any(char::is_control) {
                return Err(format!("{option}: it has to have 1 to {longest} characters on one line"));
            }
        }
        let identity = match (&self.client_certificate, &self.client_key) {
            (None, None) => None,
            (Some(certificate), Some(key)) => Some(Identity { certificate, key }),
            (Some(_), None) => return Err("client_key: it is missing beside client_certificate".to_owned()),
            (None, Some(_)) => return Err("client_certificate: it is missing beside client_key".to_owned()),
        };
        if self.suffixes.is_empty() {
            return Err("suffixes: there is none".to_owned());
        }
        if let Some(wrong) = self.suffixes.iter().find(|suffix| !is_suffix(suffix)) {
            return Err(format!("suffixes: {wrong:?} is none, such as com or co.uk, in lower-case A-labels"));
        }
        let hosts = match self.hosts.as_str() {
            "objects" => Hosts::Objects,
            "attributes" => Hosts::Attributes,
            other => return Err(format!("hosts: {other:?} is neither objects nor attributes")),
        };
        let environment = match self.environment.as_str() {
            "production" => Environment::Production,
            "ote" => Environment::Ote,
            other => return Err(format!("environment: {other:?} is neither production nor ote")),
        };
        if !(1..=MOST_SESSIONS).contains(&self.sessions) {
            return Err(format!("sessions: there can be 1 to {MOST_SESSIONS}"));
        }
        Ok(Settings {
            server_name,
            tls: tls::client(self.authority.as_deref(), identity.as_ref())?,
            registrar: self.registrar.unwrap_or_else(|| self.client_id.clone()),
            server,
            client_id: self.client_id,
            password: self.password,
            suffixes: self.suffixes,
            hosts,
            environment,
            sessions: usize::from(self.sessions),
        })
    }
}

impl Settings {
    /// The longest suffix that `name` lies under.
    pub(super) fn suffix_of(&self, name: &str) -> Option<&str> {
        let above =
            self.suffixes.iter().filter(|suffix| lies_within(name, suffix) && name != suffix.as_str());
        above.map(String::as_str).max_by_key(|suffix| suffix.len())
    }
}

/// Whether `name` is `zone`, or lies below it.
pub(super) fn lies_within(name: &str, zone: &str) -> bool {
    name.strip_suffix(zone).is_some_and(|above| above.is_empty() || above.ends_with('.'))
}

fn is_suffix(suffix: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    suffix.len() <= 253 && suffix.split('.').all(is_label)
}

#[cfg(test)]
mod tests;
