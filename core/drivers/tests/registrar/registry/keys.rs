//! Keys (RFC 5910).
use super::{
    protocol::{Asks, Node, all, find, text},
    serving::SECDNS,
    world::Domain,
};
use hosting_kernel::providers::registrar::Ds;

pub fn shown(ds: &[Ds]) -> String {
    let one = |ds: &Ds| {
        format!(
            "<secDNS:dsData><secDNS:keyTag>{}</secDNS:keyTag><secDNS:alg>{}</secDNS:alg>\
            <secDNS:digestType>{}</secDNS:digestType><secDNS:digest>{}</secDNS:digest></secDNS:dsData>",
            ds.key_tag, ds.algorithm, ds.digest_type, ds.digest
        )
    };
    match ds.is_empty() {
        true => String::new(),
        false => {
            let all: String = ds.iter().map(one).collect();
            format!("<secDNS:infData xmlns:secDNS=\"{SECDNS}\">{all}</secDNS:infData>")
        }
    }
}

fn read(of: Node<'_, '_>) -> Option<Vec<Ds>> {
    let one = |data| {
        let number = |name| text(data, SECDNS, name);
        Some(Ds {
            key_tag: number("keyTag")?.parse().ok()?,
            algorithm: number("alg")?.parse().ok()?,
            digest_type: number("digestType")?.parse().ok()?,
            digest: number("digest")?.to_owned(),
        })
    };
    all(of, SECDNS, "dsData").map(one).collect()
}

/// Takes keys away, then adds others, as an update says: the code where it cannot.
pub fn update(domain: &mut Domain, asks: &Asks<'_, '_>) -> Result<bool, u16> {
    let Some(update) = asks.extension(SECDNS, "update") else { return Ok(false) };
    if let Some(removed) = find(update, SECDNS, "rem") {
        if text(removed, SECDNS, "all") == Some("true") {
            domain.ds.clear();
        }
        for ds in read(removed).ok_or(2005_u16)? {
            let at = domain.ds.iter().position(|known| *known == ds).ok_or(2306_u16)?;
            domain.ds.remove(at);
        }
    }
    if let Some(added) = find(update, SECDNS, "add") {
        for ds in read(added).ok_or(2005_u16)? {
            if domain.ds.contains(&ds) {
                return Err(2306);
            }
            domain.ds.push(ds);
        }
    }
    Ok(true)
}
