//! The port to an authorization server: by which keys its access tokens are known.
use super::Failure;
use serde_json::Value;

/// An authorization server whose access tokens are taken.
#[async_trait::async_trait]
pub trait Issuer: Send + Sync {
    /// Its identifier, exactly as its tokens name it (`iss`); a URL.
    fn id(&self) -> &str;

    /// The keys that it publishes now (a JWK Set, RFC 7517 section 5); few enough to be read at once.
    async fn keys(&self) -> Result<Value, Failure>;
}
