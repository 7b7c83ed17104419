//! What the operator says of a nameserver that takes updates.
use super::tsig::{Algorithm, Key};
use crate::{answers::Answers, records::name, transport};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;

/// The algorithm where none is given.
const ALGORITHM: &str = "hmac-sha256";

/// Where the nameserver is, and by which key it lets the platform in.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The primary, as `host:port`: it takes updates and transfers signed by the key.
    pub server: String,
    /// The name of the key.
    pub tsig_name: String,
    /// Its algorithm: hmac-sha256 (unless said), hmac-sha384 or hmac-sha512 (RFC 8945 section 6).
    #[serde(default = "algorithm")]
    pub tsig_algorithm: String,
    /// Its secret, in base64.
    pub tsig_secret: String,
    /// The hosts that domains are handed over to.
    pub name_servers: Vec<String>,
    /// Whether the server signs its zones and publishes what the zone above has to say of their keys (CDS, RFC 7344):
    /// it is handed to registries.
    #[serde(default)]
    pub dnssec: bool,
    /// The servers that must answer with a change before it is done, each as `host:port`; none unless said.
    #[serde(default)]
    pub ask: Vec<String>,
}

fn algorithm() -> String {
    ALGORITHM.to_owned()
}

/// Options that were found good.
pub(super) struct Settings {
    pub server: String,
    pub key: Key,
    pub name_servers: Vec<String>,
    pub dnssec: bool,
    pub answers: Answers,
}

impl Options {
    /// What they say; what is wrong with them, in words that name the option.
    pub(super) fn read(self) -> Result<Settings, String> {
        let of = |option: &'static str| move |why: String| format!("{option}: {why}");
        let key_name = name::parse(&self.tsig_name).map_err(of("tsig_name"))?;
        let algorithm = Algorithm::parse(&self.tsig_algorithm).map_err(of("tsig_algorithm"))?;
        // What was given is never told: it is a secret.
        let secret = STANDARD.decode(self.tsig_secret.trim()).ok().filter(|secret| !secret.is_empty());
        let secret = secret.ok_or("tsig_secret: it is not base64")?;
        if self.name_servers.is_empty() {
            return Err("name_servers: there is none".to_owned());
        }
        for host in &self.name_servers {
            name::parse(host).map_err(of("name_servers"))?;
        }
        Ok(Settings {
            server: transport::address(&self.server).map_err(of("server"))?,
            key: Key::new(key_name, algorithm, &secret),
            name_servers: self.name_servers,
            dnssec: self.dnssec,
            answers: Answers::new(&self.ask).map_err(of("ask"))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn good() -> Value {
        json!({
            "server": "127.0.0.1:53", "tsig_name": "platform", "tsig_secret": "c2VjcmV0",
            "name_servers": ["ns1.host.example"],
        })
    }

    fn read(options: Value) -> Result<Settings, String> {
        serde_json::from_value::<Options>(options).map_err(|why| why.to_string())?.read()
    }

    #[test]
    fn good_options_are_taken() {
        assert_eq!(read(good()).unwrap().server, "127.0.0.1:53");
        for algorithm in ["hmac-sha256", "hmac-sha384", "hmac-sha512", "HMAC-SHA256."] {
            let mut options = good();
            options["tsig_algorithm"] = json!(algorithm);
            assert!(read(options).is_ok(), "{algorithm}");
        }
    }

    #[test]
    fn wrong_options_are_refused_by_name() {
        for (option, wrong) in [
            ("server", json!("127.0.0.1")),
            ("tsig_name", json!("a..b")),
            ("tsig_algorithm", json!("hmac-md5")),
            ("tsig_secret", json!("no secret")),
            ("tsig_secret", json!("")),
            ("name_servers", json!([])),
            ("name_servers", json!([""])),
            ("ask", json!(["127.0.0.1"])),
            ("else", json!(1)),
        ] {
            let mut options = good();
            options[option] = wrong.clone();
            let why = read(options).err().unwrap_or_default();
            assert!(why.contains(option), "{option}: {why}");
            assert!(option != "tsig_secret" || !why.contains("no secret"), "a secret is not told: {why}");
        }
        for option in ["server", "tsig_name", "tsig_secret", "name_servers"] {
            let mut options = good();
            options.as_object_mut().unwrap().remove(option);
            assert!(read(options).err().unwrap_or_default().contains(option), "{option} is missing");
        }
    }
}
