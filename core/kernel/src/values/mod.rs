//! Values: what knows nothing but itself.
pub mod bytes;
pub mod clock;
pub mod host_name;
pub mod line;
pub mod money;
pub mod password;
pub mod secret;
pub mod texts;
pub mod time;
