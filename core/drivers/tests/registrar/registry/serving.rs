//! What a registry is told of itself before it begins.
use std::collections::BTreeSet;

/// How it keeps hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    Objects,
    Attributes,
}

/// The namespaces that it knows.
pub const EPP: &str = "urn:ietf:params:xml:ns:epp-1.0";
pub const DOMAIN: &str = "urn:ietf:params:xml:ns:domain-1.0";
pub const HOST: &str = "urn:ietf:params:xml:ns:host-1.0";
pub const CONTACT: &str = "urn:ietf:params:xml:ns:contact-1.0";
pub const SECDNS: &str = "urn:ietf:params:xml:ns:secDNS-1.1";
pub const RGP: &str = "urn:ietf:params:xml:ns:rgp-1.0";
pub const FEE: &str = "urn:ietf:params:xml:ns:epp:fee-1.0";
pub const LOGIN_SECURITY: &str = "urn:ietf:params:xml:ns:epp:loginSec-1.0";
pub const NAMESTORE: &str = "http://www.verisign-grs.com/epp/namestoreExt-1.1";

/// What it lets in, and what it serves.
#[derive(Clone, Debug)]
pub struct Rules {
    pub client: String,
    pub password: String,
    /// The code of a login that is wrong; from 2500 on the session is closed with it.
    pub wrong_login: u16,
    /// How many may be logged in at the same time.
    pub sessions: usize,
    /// Whether a certificate is asked for.
    pub certificate: bool,
    pub keeps: Keeps,
    pub suffixes: Vec<String>,
    pub objects: BTreeSet<&'static str>,
    pub extensions: BTreeSet<&'static str>,
    /// What fees are counted in.
    pub currency: String,
    /// The code where a renewal is of another date than the one that the registration ends on.
    pub wrong_date: u16,
    /// Whether a renewal says when the registration ends then: it may.
    pub says_date: bool,
}

impl Rules {
    pub fn new(keeps: Keeps) -> Self {
        let mut objects = BTreeSet::from([DOMAIN, CONTACT]);
        if keeps == Keeps::Objects {
            objects.insert(HOST);
        }
        Self {
            client: "platform".to_owned(),
            password: "a password".to_owned(),
            wrong_login: 2200,
            sessions: 10,
            certificate: false,
            keeps,
            suffixes: vec!["test".to_owned()],
            objects,
            extensions: BTreeSet::from([SECDNS, RGP, FEE]),
            currency: "USD".to_owned(),
            wrong_date: 2004,
            says_date: true,
        }
    }

    /// The suffix that a name lies under.
    pub fn suffix_of(&self, name: &str) -> Option<&str> {
        let above = self.suffixes.iter().filter(|suffix| name.ends_with(&format!(".{suffix}")));
        above.map(String::as_str).max_by_key(|suffix| suffix.len())
    }

    /// The domain that a host belongs to, were it registered: the label right below the suffix.
    pub fn domain_of<'a>(&self, host: &'a str) -> Option<&'a str> {
        let suffix = self.suffix_of(host)?;
        let above = host.strip_suffix(suffix)?.strip_suffix('.')?;
        let label = above.rsplit('.').next()?;
        Some(&host[host.len() - suffix.len() - 1 - label.len()..])
    }
}
