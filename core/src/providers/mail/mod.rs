//! The port to mail servers: which domains they take mail for, and what a zone says of them.

/// What every zone says that is served by these mail servers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The hosts that take mail, and in which order: the least preference first.
    pub mx: Vec<MailHost>,
    /// The name whose SPF record lists what sends mail (RFC 7208 section 5.2).
    pub spf_include: String,
    /// The selector of the RSA key (RFC 6376).
    pub rsa_selector: String,
    /// The selector of the Ed25519 key (RFC 8463).
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
