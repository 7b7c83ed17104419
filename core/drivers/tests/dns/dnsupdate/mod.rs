//! The driver of nameservers that take signed updates, against servers that do.
mod asked;
mod bind;
mod fake;
mod knot;
mod promises;
mod proxy;
mod server;
mod speed;
