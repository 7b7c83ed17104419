//! Which server answers for which suffix: IANA's file (RFC 9224).
use reqwest::Url;
use serde::Deserialize;
use std::{collections::HashMap, iter::successors};

/// The file as it is written (RFC 9224 sections 3 and 10.2); members that it may have besides are passed over.
#[derive(Deserialize)]
struct Written {
    version: String,
    /// Suffixes, and the addresses of the service that answers for them.
    services: Vec<(Vec<String>, Vec<String>)>,
}

/// The services for domain names.
pub(super) struct Bootstrap {
    /// The addresses of each, in the order in which they are tried.
    pub(super) services: Vec<Vec<Url>>,
    /// All suffixes, in the order of the file.
    pub(super) suffixes: Vec<String>,
    /// The place of the service of each suffix.
    places: HashMap<String, usize>,
}

impl Bootstrap {
    /// What the file says; what is wrong with it, in words.
    pub(super) fn read(file: &[u8]) -> Result<Self, String> {
        let Written { version, services } =
            serde_json::from_slice(file).map_err(|cause| format!("is no file as in RFC 9224: {cause}"))?;
        if version != "1.0" {
            return Err(format!("has the version {version:?}, and only 1.0 is known"));
        }
        let mut all = Self { services: Vec::new(), suffixes: Vec::new(), places: HashMap::new() };
        for (suffixes, addresses) in services {
            for text in suffixes {
                let suffix = suffix(&text).ok_or_else(|| format!("has {text:?}, which is no suffix"))?;
                // Of two services for a suffix the first.
                if !all.places.contains_key(&suffix) {
                    all.places.insert(suffix.clone(), all.services.len());
                    all.suffixes.push(suffix);
                }
            }
            all.services.push(tried(&addresses)?);
        }
        match all.suffixes.is_empty() {
            true => Err("has no suffix".to_owned()),
            false => Ok(all),
        }
    }

    /// The place of the service of `name` (A-labels): that of its longest suffix, label by label (RFC 9224 section 4).
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        let mut above = successors(Some(name), |name| Some(name.split_once('.')?.1));
        above.find_map(|suffix| self.places.get(suffix).copied())
    }
}

/// A suffix in lower case: labels of letters, digits and hyphens (RFC 5890 section 2.3.1), without a dot in front.
pub(super) fn suffix(text: &str) -> Option<String> {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    (text.len() <= 253 && text.split('.').all(is_label)).then(|| text.to_ascii_lowercase())
}

/// The addresses of a service as they are tried: those of https first (RFC 9224 section 3).
fn tried(addresses: &[String]) -> Result<Vec<Url>, String> {
    let mut tried = addresses.iter().map(|text| base(text)).collect::<Result<Vec<_>, _>>()?;
    tried.sort_by_key(|url| url.scheme() != "https");
    match tried.is_empty() {
        true => Err("has a service without an address".to_owned()),
        false => Ok(tried),
    }
}

/// What the paths of queries are put behind; it ends with a slash (RFC 9224 section 3).
fn base(text: &str) -> Result<Url, String> {
    let refused =
        || format!("has {text:?}, which is no address of http or https that queries can be put behind");
    let mut url: Url = text.parse().map_err(|_| refused())?;
    let plain = url.username().is_empty() && url.password().is_none();
    if !matches!(url.scheme(), "http" | "https")
        || !plain
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return Err(refused());
    }
    if !url.path().ends_with('/') {
        url.set_path(&format!("{}/", url.path()));
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(services: &Value) -> Result<Bootstrap, String> {
        let publication = "2026-01-01T00:00:00Z";
        let file =
            json!({"version": "1.0", "publication": publication, "description": "d", "services": services});
        Bootstrap::read(file.to_string().as_bytes())
    }

    #[test]
    fn the_longest_suffix_counts() {
        let services = json!([
            [["uk", "COM"], ["https://a.example/rdap"]],
            [["co.uk", "xn--zckzah"], ["https://b.example/"]],
            [["com"], ["https://c.example/"]],
        ]);
        let read = read(&services).unwrap();
        assert_eq!(read.suffixes, ["uk", "com", "co.uk", "xn--zckzah"]);
        for (name, place) in [
            ("baobab.com", Some(0)),
            ("baobab.uk", Some(0)),
            ("baobab.co.uk", Some(1)),
            ("a.baobab.co.uk", Some(1)),
            ("baobab.org.uk", Some(0)),
            ("xco.uk", Some(0)),
            ("co.uk", Some(1)),
            ("baobab.xn--zckzah", Some(1)),
            ("baobab.xcom", None),
            ("baobab.org", None),
            ("", None),
        ] {
            assert_eq!(read.place(name), place, "{name}");
        }
    }

    #[test]
    fn addresses_of_https_come_first_and_all_end_with_a_slash() {
        let addresses =
            ["http://a.example/x", "https://b.example/", "http://c.example", "HTTPS://d.example/y/z"];
        let read = read(&json!([[["com"], addresses]])).unwrap();
        let tried: Vec<_> = read.services[0].iter().map(Url::as_str).collect();
        assert_eq!(
            tried,
            ["https://b.example/", "https://d.example/y/z/", "http://a.example/x/", "http://c.example/"]
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let of = |services: Value| read(&services).err().unwrap();
        let good = json!(["https://a.example/"]);
        for (said, services) in [
            ("has no suffix", json!([])),
            ("has no suffix", json!([[[], good]])),
            ("without an address", json!([[["com"], []]])),
            ("\".com\"", json!([[[".com"], good]])),
            ("\"\"", json!([[[""], good]])),
            ("\"bücher\"", json!([[["bücher"], good]])),
            ("\"ftp://a.example/\"", json!([[["com"], ["ftp://a.example/"]]])),
            ("\"a.example\"", json!([[["com"], ["a.example"]]])),
            ("\"https://a.example/?q=\"", json!([[["com"], ["https://a.example/?q="]]])),
            ("RFC 9224", json!([[["com"]]])),
            ("RFC 9224", json!({"com": "https://a.example/"})),
        ] {
            assert!(of(services).contains(said), "{said}");
        }
        assert!(Bootstrap::read(b"<html>").err().unwrap().contains("RFC 9224"));
        assert!(Bootstrap::read(br#"{"version": "2.0", "services": []}"#).err().unwrap().contains("2.0"));
    }
}
