//! What the operator says of the mail servers, and what is wrong with it.
use hosting_kernel::{
    database::Location,
    providers::mail::{MailHost, Profile},
};
use serde::Deserialize;
use std::collections::HashSet;

/// Where the tables are, and what zones say of the servers that read them.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The database: `postgres://user:password@host/name`, or `sqlite:///whole/path`; nothing else is in it.
    pub database_url: String,
    /// The hosts that take mail, as a zone writes them: `10 mx1.example.net`.
    pub mx: Vec<String>,
    /// The name whose SPF record lists what sends mail.
    pub spf_include: String,
    /// What the keys that mail is signed with are called.
    pub selectors: Selectors,
    /// The host that tells mail programs their settings.
    pub autoconfig: Option<String>,
    /// The same for programs that speak Autodiscover.
    pub autodiscover: Option<String>,
    /// The address that reports on DMARC go to.
    pub dmarc_reports: Option<String>,
    /// The address that reports on TLS go to.
    pub tls_reports: Option<String>,
}

/// A selector for each key (RFC 6376 section 3.1).
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selectors {
    /// That of the RSA key.
    pub rsa: String,
    /// That of the Ed25519 key.
    pub ed25519: String,
}

impl Options {
    /// The same, checked; what is wrong, in words that name the option.
    pub(super) fn settled(self) -> Result<(Location, Profile), String> {
        let location = location(&self.database_url)?;
        let mx = self.mx.iter().map(|text| mail_host(text)).collect::<Result<Vec<_>, _>>()?;
        let hosts: HashSet<&str> = mx.iter().map(|one| one.host.as_str()).collect();
        if mx.is_empty() || hosts.len() < mx.len() {
            return Err("mx: it names no host, or one twice".to_owned());
        }
        let Selectors { rsa, ed25519 } = self.selectors;
        for (option, selector) in [("selectors.rsa", &rsa), ("selectors.ed25519", &ed25519)] {
            if !selector.split('.').all(is_label) || selector.len() > 63 {
                return Err(format!("{option}: {selector:?} is not a selector, such as host1"));
            }
        }
        if rsa == ed25519 {
            return Err(format!("selectors: {rsa} can name one key, and not both"));
        }
        let profile = Profile {
            mx,
            spf_include: host("spf_include", &self.spf_include)?,
            rsa_selector: rsa,
            ed25519_selector: ed25519,
            autoconfig: self.autoconfig.map(|name| host("autoconfig", &name)).transpose()?,
            autodiscover: self.autodiscover.map(|name| host("autodiscover", &name)).transpose()?,
            dmarc_reports: self.dmarc_reports.map(|to| address("dmarc_reports", &to)).transpose()?,
            tls_reports: self.tls_reports.map(|to| address("tls_reports", &to)).transpose()?,
        };
        Ok((location, profile))
    }
}

/// Where the database is; what holds a password is in no message.
fn location(url: &str) -> Result<Location, String> {
    match url.parse() {
        Ok(Location::Sqlite(path)) if !path.is_absolute() => {
            Err("database_url: a file is named by its whole path, such as sqlite:///var/lib/mail/mail.db"
                .to_owned())
        }
        Ok(location) => Ok(location),
        Err(_) => {
            Err("database_url: it is neither postgres://user:password@host/name nor sqlite:///path"
                .to_owned())
        }
    }
}

/// `10 mx1.example.net` (RFC 1035 section 3.3.9).
fn mail_host(text: &str) -> Result<MailHost, String> {
    let wrong = || format!("mx: {text:?} is not a preference and a host, such as \"10 mx1.example.net\"");
    let (priority, name) = text.split_once(' ').ok_or_else(wrong)?;
    let priority = priority.parse().map_err(|_| wrong())?;
    Ok(MailHost { host: host("mx", name.trim_start())?, priority })
}

/// A name of at least two labels, in lower case and without its last dot; one that holds a record alone may begin with
/// an underscore.
fn host(option: &str, name: &str) -> Result<String, String> {
    let whole = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let bare = match option {
        "spf_include" => whole.strip_prefix('_').unwrap_or(&whole),
        _ => &whole,
    };
    match whole.len() <= 253 && bare.contains('.') && bare.split('.').all(is_label) {
        true => Ok(whole),
        false => Err(format!("{option}: {name:?} is not a whole name, such as mx1.example.net")),
    }
}

fn address(option: &str, to: &str) -> Result<String, String> {
    let wrong = || format!("{option}: {to:?} is not an address, such as reports@example.net");
    let (local, domain) = to.rsplit_once('@').ok_or_else(wrong)?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._+".contains(&byte);
    if !(1..=64).contains(&local.len()) || !local.bytes().all(is_plain) {
        return Err(wrong());
    }
    Ok(format!("{local}@{}", host(option, domain).map_err(|_| wrong())?))
}

fn is_label(label: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=63).contains(&label.len())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn good() -> Value {
        json!({
            "database_url": "postgres://hosting:secret@10.0.0.9/mail",
            "mx": ["10 MX1.example.net.", "20 mx2.example.net"],
            "spf_include": "_spf.example.net",
            "selectors": {"rsa": "host1", "ed25519": "host2"},
        })
    }

    fn refused(said: Value) -> String {
        match serde_json::from_value::<Options>(said) {
            Ok(options) => options.settled().err().unwrap(),
            Err(why) => why.to_string(),
        }
    }

    #[test]
    fn good_ones_are_taken() {
        let mut said = good();
        said["tls_reports"] = json!("tls-reports@Example.net");
        let (_, profile) = serde_json::from_value::<Options>(said).unwrap().settled().unwrap();
        let mx: Vec<_> = profile.mx.iter().map(|one| (one.priority, one.host.as_str())).collect();
        assert_eq!(mx, [(10, "mx1.example.net"), (20, "mx2.example.net")]);
        assert_eq!(profile.tls_reports.as_deref(), Some("tls-reports@example.net"));
        assert_eq!((profile.autoconfig, profile.spf_include.as_str()), (None, "_spf.example.net"));
    }

    #[test]
    fn bad_ones_are_refused_by_name() {
        for (name, option, value) in [
            ("`mxs`", "mxs", json!([])),
            ("database_url", "database_url", json!("mysql://hosting:secret@10.0.0.9/mail")),
            ("database_url", "database_url", json!("sqlite://mail.db")),
            ("mx", "mx", json!([])),
            ("mx", "mx", json!(["mx1.example.net"])),
            ("mx", "mx", json!(["70000 mx1.example.net"])),
            ("mx", "mx", json!(["10 mx1"])),
            ("mx", "mx", json!(["10 _mx.example.net"])),
            ("mx", "mx", json!(["10 mx1.example.net", "20 mx1.example.net"])),
            ("spf_include", "spf_include", json!("a b.example.net")),
            ("`ed25519`", "selectors", json!({"rsa": "host1"})),
            ("`dsa`", "selectors", json!({"rsa": "host1", "ed25519": "host2", "dsa": "host3"})),
            ("selectors.rsa", "selectors", json!({"rsa": "", "ed25519": "host2"})),
            ("selectors.ed25519", "selectors", json!({"rsa": "host1", "ed25519": "host'2"})),
            ("selectors", "selectors", json!({"rsa": "host1", "ed25519": "host1"})),
            ("autoconfig", "autoconfig", json!("https://example.net")),
            ("autodiscover", "autodiscover", json!("-.example.net")),
            ("dmarc_reports", "dmarc_reports", json!("mailto:a@example.net")),
            ("tls_reports", "tls_reports", json!("example.net")),
        ] {
            let mut said = good();
            said[option] = value;
            let refusal = refused(said);
            assert!(refusal.contains(name) && !refusal.contains("secret"), "{name}: {refusal}");
        }
        for missing in ["database_url", "mx", "spf_include", "selectors"] {
            let mut said = good();
            said.as_object_mut().unwrap().remove(missing);
            assert!(refused(said).contains(&format!("`{missing}`")), "{missing}");
        }
    }
}
