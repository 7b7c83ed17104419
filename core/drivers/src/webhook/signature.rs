//! Signatures of messages, as the Standard Webhooks specification has them: HMAC with SHA-256.
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_STANDARD};
use hosting_kernel::{Time, providers::billing::Message};

/// How far the time of a message may be from ours, in seconds.
const AWAY: u64 = 5 * 60;

/// What messages are signed with.
pub(super) struct Key(hmac::Key);

impl Key {
    /// The key in a text: `whsec_` and 24 to 64 bytes in Base64.
    pub fn read(text: &str) -> Result<Self, String> {
        let rule = "secret is not `whsec_` and 24 to 64 bytes in Base64";
        let encoded = text.strip_prefix("whsec_").ok_or(rule)?;
        let bytes = BASE64_STANDARD.decode(encoded).map_err(|_| rule)?;
        match (24..=64).contains(&bytes.len()) {
            true => Ok(Self(hmac::Key::new(hmac::HMAC_SHA256, &bytes))),
            false => Err(rule.to_owned()),
        }
    }

    /// The signature of a message.
    pub fn sign(&self, id: &str, timestamp: &str, body: &[u8]) -> String {
        let tag = hmac::sign(&self.0, &signed(id, timestamp, body));
        format!("v1,{}", BASE64_STANDARD.encode(tag))
    }

    /// Refuses a message that nobody signed who knows the key, or that is not of `now`.
    pub fn check(&self, message: &Message<'_>, now: Time) -> Result<(), &'static str> {
        let sent: i64 = message.timestamp.parse().map_err(|_| "webhook-timestamp is no number of seconds")?;
        if sent.abs_diff(now.millis() / 1000) > AWAY {
            return Err("webhook-timestamp is more than five minutes away");
        }
        let signed = signed(message.id, message.timestamp, message.body);
        let mut signatures = message.signature.split(' ').filter_map(|one| one.strip_prefix("v1,"));
        let good = signatures.any(|one| {
            let tag = BASE64_STANDARD.decode(one);
            tag.is_ok_and(|tag| hmac::verify(&self.0, &signed, &tag).is_ok())
        });
        if good { Ok(()) } else { Err("webhook-signature is not one of the message") }
    }
}

fn signed(id: &str, timestamp: &str, body: &[u8]) -> Vec<u8> {
    [id.as_bytes(), b".", timestamp.as_bytes(), b".", body].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's own libraries.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const TIMESTAMP: &str = "1614265330";
    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn checked(timestamp: &str, signature: &str, body: &[u8], seconds: i64) -> Result<(), &'static str> {
        let key = Key::read(SECRET).expect("a key");
        let message = Message { id: ID, timestamp, signature, body };
        key.check(&message, Time::of_millis(seconds * 1000))
    }

    #[test]
    fn messages_are_signed_as_the_specification_says() {
        assert_eq!(Key::read(SECRET).expect("a key").sign(ID, TIMESTAMP, BODY), SIGNATURE);
    }

    #[test]
    fn a_message_is_taken_with_its_own_signature_and_in_time() {
        let now = 1_614_265_330;
        assert_eq!(checked(TIMESTAMP, SIGNATURE, BODY, now), Ok(()));
        let several = format!("v1a,x v1,AAAA {SIGNATURE}");
        assert_eq!(
            checked(TIMESTAMP, &several, BODY, now + 300),
            Ok(()),
            "keys are changed by two signatures"
        );
        for (timestamp, signature, body, seconds) in [
            (TIMESTAMP, SIGNATURE, BODY, now + 301),
            (TIMESTAMP, SIGNATURE, BODY, now - 301),
            (TIMESTAMP, SIGNATURE, &b"{}"[..], now),
            ("1614265331", SIGNATURE, BODY, now),
            ("soon", SIGNATURE, BODY, now),
            (TIMESTAMP, "", BODY, now),
            (TIMESTAMP, "v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", BODY, now),
        ] {
            assert!(checked(timestamp, signature, body, seconds).is_err(), "{timestamp} {signature}");
        }
    }

    #[test]
    fn a_key_is_long_enough() {
        for text in ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_%"] {
            assert!(Key::read(text).is_err(), "{text}");
        }
    }
}
