//! What the promises are asked of.
use async_trait::async_trait;
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rsa::{KeyPair, KeySize},
    signature::Ed25519KeyPair,
};
use hosting_kernel::{
    clock::{Clock, SystemClock},
    providers::mail::{Mail, MailDomain, SigningKey},
};
use uuid::Uuid;

/// A driver, and what is behind it.
pub struct Stage {
    pub mail: Box<dyn Mail>,
    pub behind: Box<dyn Behind>,
}

/// A domain as the mail servers have it.
#[derive(Debug, PartialEq, Eq)]
pub struct Taken {
    pub mailbox_limit: i32,
    pub storage_bytes_per_mailbox: i64,
    /// Whether mail is taken now.
    pub open: bool,
    /// The selectors of its keys, in their order.
    pub selectors: Vec<String>,
    /// Those of the keys that sign, while it is open.
    pub signs: Vec<String>,
}

/// What is seen behind the driver's back.
#[async_trait]
pub trait Behind: Send + Sync {
    /// The domain of that name.
    async fn domain(&self, name: &str) -> Option<Taken>;
}

/// Work of its own, or a service.
pub fn id() -> Uuid {
    SystemClock.id()
}

/// A domain with two keys.
pub fn domain(name: &str) -> MailDomain {
    MailDomain {
        name: name.to_owned(),
        service: id(),
        mailbox_limit: 3,
        storage_bytes_per_mailbox: 1 << 30,
        keys: vec![rsa("host1"), ed25519("host2")],
    }
}

pub fn rsa(selector: &str) -> SigningKey {
    let pair = KeyPair::generate(KeySize::Rsa2048).unwrap();
    let private: Pkcs8V1Der<'_> = pair.as_der().unwrap();
    SigningKey { selector: selector.to_owned(), private: private.as_ref().to_vec(), signs: true }
}

pub fn ed25519(selector: &str) -> SigningKey {
    let private = Ed25519KeyPair::generate().unwrap().to_pkcs8v1().unwrap();
    SigningKey { selector: selector.to_owned(), private: private.as_ref().to_vec(), signs: true }
}
