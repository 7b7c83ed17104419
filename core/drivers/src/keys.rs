//! Keys that sign zones, as nameservers tell them.
use hosting_kernel::providers::registrar::Ds;

/// How digests are made that no registry takes any more: SHA-1 (RFC 8624 section 3.3).
const SHA_1: u8 = 1;

/// A key as a zone file writes it (RFC 4034 section 5.3): `60485 13 2 D4B7…`; nothing where it is none, or one that no
/// registry takes.
pub(crate) fn parse(text: &str) -> Option<Ds> {
    let mut words = text.split_ascii_whitespace();
    let (key_tag, algorithm, digest_type) =
        (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    // The digest may be written in pieces.
    let digest: String = words.collect::<String>().to_ascii_uppercase();
    let is_hex = !digest.is_empty()
        && digest.len().is_multiple_of(2)
        && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_hex && digest_type != SHA_1).then_some(Ds { key_tag, algorithm, digest_type, digest })
}

/// The key of a CDS record (RFC 7344 section 3.1); nothing where it is none, or says that there is to be none (RFC 8078
/// section 4).
pub(crate) fn read(data: &[u8]) -> Option<Ds> {
    let (&[tag_high, tag_low, algorithm, digest_type], digest) = data.split_first_chunk()?;
    let digest: String = digest.iter().map(|byte| format!("{byte:02X}")).collect();
    let key_tag = u16::from_be_bytes([tag_high, tag_low]);
    let is_key = algorithm != 0 && digest_type != SHA_1 && !digest.is_empty();
    is_key.then_some(Ds { key_tag, algorithm, digest_type, digest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_registry_takes_is_read() {
        let key = Ds { key_tag: 60485, algorithm: 13, digest_type: 2, digest: "D4B7D520".to_owned() };
        assert_eq!(parse("60485 13 2 d4b7 d520").as_ref(), Some(&key));
        assert_eq!(read(&[0xEC, 0x45, 13, 2, 0xD4, 0xB7, 0xD5, 0x20]), Some(key));
        for text in
            ["", "60485 13 2", "60485 13 1 d4b7", "60485 13 2 d4b", "60485 13 2 xyzw", "70000 13 2 d4b7"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(read(&[0, 0, 0, 0, 0]), None, "there is to be no key");
        assert_eq!(read(&[1, 2, 3]), None);
    }
}
