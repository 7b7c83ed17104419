//! What the platform promises.
