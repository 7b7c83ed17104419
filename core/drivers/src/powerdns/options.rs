//! What the operator says of the server, and what is wrong with it.
use reqwest::{Url, header::HeaderValue};
use serde::Deserialize;

/// Where the API of the server is, and what domains are handed over to.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The API, for example `http://127.0.0.1:8081`.
    pub endpoint: String,
    /// What the server's configuration calls `api-key`.
    pub api_key: String,
    /// What the API calls the server: `localhost`, unless a proxy stands before several.
    #[serde(default = "localhost")]
    pub server: String,
    /// The hosts that domains are handed over to; the first is the one that zones come from (MNAME, RFC 1035
    /// section 3.3.13).
    pub name_servers: Vec<String>,
    /// Whether zones are made signed, and their keys are handed to registries; the server needs a database for keys
    /// (`gsqlite3-dnssec`, `gpgsql-dnssec` and so on).
    #[serde(default)]
    pub dnssec: bool,
    /// The servers, each `host:port`, that must answer with a change before it is done.
    #[serde(default)]
    pub ask: Vec<String>,
}

fn localhost() -> String {
    "localhost".to_owned()
}

impl Options {
    /// The address of the server in its API.
    pub(super) fn base(&self) -> Result<Url, String> {
        let refused = |what: &str| Err(format!("endpoint {what}, such as http://127.0.0.1:8081"));
        let Ok(mut url) = self.endpoint.parse::<Url>() else { return refused("is not an address") };
        if !matches!(url.scheme(), "http" | "https") {
            return refused("is not an address of http or https");
        }
        let plain = url.username().is_empty() && url.password().is_none();
        if !plain || url.path() != "/" || url.query().is_some() || url.fragment().is_some() {
            return refused("has more than a scheme, a host and a port");
        }
        let is_id = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        if self.server.is_empty() || self.server.starts_with('.') || !self.server.bytes().all(is_id) {
            return Err("server is not what the API calls a server, such as localhost".to_owned());
        }
        url.set_path(&format!("api/v1/servers/{}", self.server));
        Ok(url)
    }

    /// The key as a header: not to be written anywhere.
    pub(super) fn key(&self) -> Result<HeaderValue, String> {
        if self.api_key.is_empty() {
            return Err("api_key is empty".to_owned());
        }
        let mut key = HeaderValue::from_str(&self.api_key)
            .map_err(|_| "api_key has characters that cannot be sent, such as line breaks".to_owned())?;
        key.set_sensitive(true);
        Ok(key)
    }

    /// The hosts in lower case and without their last dot.
    pub(super) fn hosts(&self) -> Result<Vec<String>, String> {
        if self.name_servers.is_empty() {
            return Err("name_servers names no host: domains are handed over to at least one".to_owned());
        }
        self.name_servers.iter().map(|host| host_name(host)).collect()
    }
}

/// A host name of at least two labels (RFC 1123 section 2.1).
fn host_name(host: &str) -> Result<String, String> {
    let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    match name.len() <= 253 && name.contains('.') && name.split('.').all(is_label) {
        true => Ok(name),
        false => Err(format!("name_servers: {host:?} is not a whole host name, such as ns1.example.net")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn options() -> Options {
        let ask = Vec::new();
        Options {
            endpoint: "http://127.0.0.1:8081".to_owned(),
            api_key: "secret".to_owned(),
            server: localhost(),
            name_servers: vec!["NS1.example.net.".to_owned(), "ns2.example.net".to_owned()],
            dnssec: false,
            ask,
        }
    }

    #[test]
    fn good_ones_are_taken() {
        let options = options();
        assert_eq!(options.base().unwrap().as_str(), "http://127.0.0.1:8081/api/v1/servers/localhost");
        assert!(options.key().unwrap().is_sensitive());
        assert_eq!(options.hosts().unwrap(), ["ns1.example.net", "ns2.example.net"]);
    }

    #[test]
    fn what_is_left_out_has_a_default() {
        let said =
            json!({"endpoint": "http://[::1]:8081/", "api_key": "k", "name_servers": ["ns1.example.net"]});
        let options: Options = serde_json::from_value(said).unwrap();
        assert_eq!((options.server.as_str(), options.ask.len()), ("localhost", 0));
        assert_eq!(options.base().unwrap().as_str(), "http://[::1]:8081/api/v1/servers/localhost");
    }

    #[test]
    fn unknown_and_missing_ones_are_refused_by_name() {
        let refusal = |said| serde_json::from_value::<Options>(said).err().unwrap().to_string();
        let said = refusal(json!({"endpoint": "", "api_key": "", "name_servers": [], "apikey": ""}));
        assert!(said.contains("`apikey`"), "{said}");
        let said = refusal(json!({"endpoint": "", "name_servers": []}));
        assert!(said.contains("`api_key`"), "{said}");
    }

    #[test]
    fn bad_ones_are_refused_by_name() {
        type Spoil = fn(&mut Options);
        let many: [(&str, Spoil); 13] = [
            ("endpoint", |options| options.endpoint = "127.0.0.1:8081".to_owned()),
            ("endpoint", |options| options.endpoint = "ftp://127.0.0.1".to_owned()),
            ("endpoint", |options| options.endpoint = "http://127.0.0.1/api/v1".to_owned()),
            ("endpoint", |options| options.endpoint = "http://me:secret@127.0.0.1".to_owned()),
            ("endpoint", |options| options.endpoint = "http://127.0.0.1?key=secret".to_owned()),
            ("server", |options| options.server = String::new()),
            ("server", |options| options.server = "../zones".to_owned()),
            ("api_key", |options| options.api_key = String::new()),
            ("api_key", |options| options.api_key = "secret\n".to_owned()),
            ("name_servers", |options| options.name_servers = Vec::new()),
            ("name_servers", |options| options.name_servers = vec!["ns1".to_owned()]),
            ("name_servers", |options| options.name_servers = vec!["192.0.2.1 ".to_owned()]),
            ("name_servers", |options| options.name_servers = vec!["ns1..example".to_owned()]),
        ];
        for (name, spoil) in many {
            let mut options = options();
            spoil(&mut options);
            let said = options.base().and_then(|_| options.key()).and_then(|_| options.hosts()).unwrap_err();
            assert!(said.starts_with(name), "{name}: {said}");
            assert!(!said.contains("secret"), "{said}");
        }
    }
}
