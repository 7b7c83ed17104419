//! Messages of whoever takes the money.
use super::settle;
use futures_util::future::BoxFuture;
use hosting_kernel::{
    kernel::platform::Platform,
    providers::{
        Failure,
        billing::{Heard, Message},
    },
    refusals::error::{Error, Result},
};

/// Why a message was not taken.
#[derive(Debug, PartialEq, Eq)]
pub enum NotHeard {
    /// No such backend sends messages.
    Unknown,
    /// It is not signed by whom it should be, or not of now.
    Unsigned(String),
    /// It says nothing that is understood; the text tells why.
    Unclear(String),
}

/// Takes a message of the backend `id`; told twice it is the same as told once.
pub fn hear<'a>(
    platform: &'a Platform,
    id: &'a str,
    message: &'a Message<'a>,
) -> BoxFuture<'a, Result<Result<(), NotHeard>>> {
    Box::pin(async move {
        let backend = platform.providers().billing.as_ref().and_then(|billing| billing.find(id).ok());
        let Some(backend) = backend else { return Ok(Err(NotHeard::Unknown)) };
        let Heard { charge, attempt, payment } = match backend.driver.read(message, platform.clock().now()) {
            Ok(said) => said,
            Err(Failure::Misconfigured(why)) => return Ok(Err(NotHeard::Unsigned(why))),
            Err(Failure::Refused(why)) => return Ok(Err(NotHeard::Unclear(why))),
            Err(other) => return Err(Error::from(other)),
        };
        let of = platform.clone();
        let settled = platform.database().write(move |db| {
            Box::pin(
                async move { settle::settle((&of, db, of.clock().now()), charge, attempt, &payment).await },
            )
        });
        settled.await?;
        platform.wake();
        Ok(Ok(()))
    })
}
