//! How a token is written: a prefix, 32 random bytes, a checksum (`contract.md` §3).
use super::CredentialKind;
use crate::values::secret::random;

const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY: usize = 43; // 32 bytes in base 62
const CHECK: usize = 6; // CRC-32 in base 62

/// What the tokens of each kind start with.
#[derive(Clone, Debug)]
pub struct Prefixes {
    /// Of an API key.
    pub api_key: String,
    /// Of an OAuth access token.
    pub oauth: String,
}

impl Default for Prefixes {
    fn default() -> Self {
        Self { api_key: "hpk_".to_owned(), oauth: "hpo_".to_owned() }
    }
}

impl Prefixes {
    /// A new token; nobody can guess it.
    pub fn issue(&self, kind: CredentialKind) -> String {
        let prefix = match kind {
            CredentialKind::ApiKey => &self.api_key,
            CredentialKind::Oauth => &self.oauth,
        };
        let token = format!("{prefix}{}", base62(random::<32>(), BODY));
        let check = checksum(&token);
        token + &check
    }

    /// Whether `token` could be one of ours: known without asking the database.
    pub fn recognise(&self, token: &str) -> bool {
        let Some((rest, check)) = token.split_at_checked(token.len().saturating_sub(CHECK)) else {
            return false;
        };
        let body = rest.strip_prefix(&self.api_key).or_else(|| rest.strip_prefix(&self.oauth));
        body.is_some_and(|body| body.len() == BODY) && checksum(rest) == check
    }
}

fn checksum(text: &str) -> String {
    base62(crc32fast::hash(text.as_bytes()).to_be_bytes(), CHECK)
}

/// `bytes` as one number in base 62, of `width` digits.
fn base62<const N: usize>(mut bytes: [u8; N], width: usize) -> String {
    let mut digits = vec![DIGITS[0]; width];
    for digit in digits.iter_mut().rev() {
        let remainder = bytes.iter_mut().fold(0_u32, |carry, byte| {
            let value = carry << 8 | u32::from(*byte);
            *byte = u8::try_from(value / 62).expect("a carry is less than 62");
            value % 62
        });
        *digit = DIGITS[remainder as usize];
    }
    digits.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_recognised_and_a_mistyped_one_is_not() {
        let prefixes = Prefixes::default();
        let token = prefixes.issue(CredentialKind::ApiKey);
        assert!(token.starts_with("hpk_") && token.len() == 4 + BODY + CHECK);
        assert!(prefixes.recognise(&token));
        assert!(prefixes.recognise(&prefixes.issue(CredentialKind::Oauth)));
        for at in 0..token.len() {
            let mut typo = token.clone().into_bytes();
            typo[at] = if typo[at] == b'x' { b'y' } else { b'x' };
            assert!(!prefixes.recognise(&String::from_utf8(typo).unwrap()), "at {at}");
        }
        for wrong in ["", "hpk_", "é", "ééééééé", &token[..token.len() - 1], &format!("{token}0")] {
            assert!(!prefixes.recognise(wrong), "{wrong}");
        }
    }

    #[test]
    fn base_62_is_a_number() {
        assert_eq!(base62([0, 61], 3), "00z");
        assert_eq!(base62([0, 62], 3), "010");
        assert_eq!(base62([255; 4], 6), "4gfFC3");
    }
}
