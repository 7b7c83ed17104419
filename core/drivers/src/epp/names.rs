//! The namespaces of EPP and of what it is extended by.

/// EPP itself (RFC 5730).
pub(super) const EPP: &str = "urn:ietf:params:xml:ns:epp-1.0";
/// Domains (RFC 5731).
pub(super) const DOMAIN: &str = "urn:ietf:params:xml:ns:domain-1.0";
/// Hosts as objects (RFC 5732).
pub(super) const HOST: &str = "urn:ietf:params:xml:ns:host-1.0";
/// Contacts (RFC 5733).
pub(super) const CONTACT: &str = "urn:ietf:params:xml:ns:contact-1.0";
/// Keys (RFC 5910).
pub(super) const SECDNS: &str = "urn:ietf:params:xml:ns:secDNS-1.1";
/// Grace periods (RFC 3915).
pub(super) const RGP: &str = "urn:ietf:params:xml:ns:rgp-1.0";
/// Fees (RFC 8748).
pub(super) const FEE: &str = "urn:ietf:params:xml:ns:epp:fee-1.0";
/// Long passwords (RFC 8807).
pub(super) const LOGIN_SECURITY: &str = "urn:ietf:params:xml:ns:epp:loginSec-1.0";
/// Which of several registries at one server is meant (Verisign).
pub(super) const NAMESTORE: &str = "http://www.verisign-grs.com/epp/namestoreExt-1.1";

/// The extensions that are asked for where a server offers them.
pub(super) const EXTENSIONS: [&str; 5] = [SECDNS, RGP, FEE, LOGIN_SECURITY, NAMESTORE];
