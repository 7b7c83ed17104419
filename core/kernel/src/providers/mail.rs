//! The port to mail servers: which domains they take mail for, and what a zone says of them.
use super::Failure;
use std::fmt;
use uuid::Uuid;

/// What every zone says that is served by these mail servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The hosts that take mail.
    pub mx: Vec<MailHost>,
    /// The name whose SPF record lists what sends mail (RFC 7208 section 5.2).
    pub spf_include: String,
    /// The selector of the RSA key that mail is to be signed with (RFC 6376).
    /// Where it is another than it was, each domain gets a new key under it.
    pub rsa_selector: String,
    /// The same of the Ed25519 key (RFC 8463).
    pub ed25519_selector: String,
    /// The host that tells mail programs their settings.
    pub autoconfig: Option<String>,
    /// The same for programs that speak Autodiscover.
    pub autodiscover: Option<String>,
    /// Where reports on DMARC go (RFC 7489), as an address.
    pub dmarc_reports: Option<String>,
    /// Where reports on TLS go (RFC 8460), as an address.
    pub tls_reports: Option<String>,
}

/// A host that takes mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailHost {
    /// Its name, without the last dot.
    pub host: String,
    /// Its preference: the least is asked first (RFC 5321 section 5.1).
    pub priority: u16,
}

/// A domain that mail is to be taken for, with all that the maps of a mail server say of it.
#[derive(Clone, Debug)]
pub struct MailDomain {
    /// The name: A-labels, in lower case.
    pub name: String,
    /// The service that it belongs to.
    pub service: Uuid,
    /// Mailboxes that it may have.
    pub mailbox_limit: i32,
    /// Bytes that each of them holds.
    pub storage_bytes_per_mailbox: i64,
    /// The keys that the zone says of; none where they are not known: those that are there go on signing.
    pub keys: Vec<SigningKey>,
}

/// A key that a zone says of.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// Its selector.
    pub selector: String,
    /// Its private half (PKCS #8, RFC 5958).
    pub private: Vec<u8>,
    /// Whether mail is signed with it: a zone says of a key before it signs, and for as long as what it signed is on its way.
    pub signs: bool,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey {{ {}, {} }}", self.selector, self.signs)
    }
}

/// A domain as mail servers have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldDomain {
    /// The name: A-labels, in lower case.
    pub name: String,
    /// The service that it belongs to; nothing where no service can be called so.
    pub service: Option<Uuid>,
    /// Whether no mail is taken for it for now.
    pub suspended: bool,
    /// Mailboxes that it may have.
    pub mailbox_limit: i32,
    /// Bytes that each of them holds.
    pub storage_bytes_per_mailbox: i64,
    /// The selectors of its keys, of those too that do not sign yet, or no more.
    pub selectors: Vec<String>,
}

/// Mail servers.
///
/// Every change carries the id of the work it belongs to: done twice, it is done once.
#[async_trait::async_trait]
pub trait Mail: Send + Sync {
    /// What every zone says that they serve.
    fn profile(&self) -> &Profile;

    /// Takes mail for `domain` within its limits, and signs what is sent from it with those of its keys that sign, from
    /// now on; what was set for it before is replaced. Where `domain` has no keys, or none of an algorithm signs, those
    /// that are there go on signing. A domain of another service is refused.
    async fn put_domain(&self, work: Uuid, domain: &MailDomain) -> Result<(), Failure>;

    /// Takes no mail for the domain of `service` for now, and lets nobody send from it; its mailboxes stay. A domain
    /// that is not there, or is another service's, is left as it is.
    async fn suspend_domain(&self, work: Uuid, service: Uuid, name: &str) -> Result<(), Failure>;

    /// Removes the domain of `service` with its mailboxes. One that is not there, or is another service's, is left as
    /// it is.
    async fn remove_domain(&self, work: Uuid, service: Uuid, name: &str) -> Result<(), Failure>;

    /// All domains that they have.
    async fn domains(&self) -> Result<Vec<HeldDomain>, Failure>;

    /// What drives it, such as `sandbox`: for operators.
    fn driver(&self) -> &'static str;

    /// Whether they can be asked.
    async fn ping(&self) -> Result<(), Failure>;
}
