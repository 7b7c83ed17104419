//! Why there was no answer.
use hosting_kernel::providers::Failure;
use std::error::Error;

/// What the failure of a request is.
pub(super) fn unreached(cause: &reqwest::Error) -> Failure {
    if cause.is_timeout() && !cause.is_connect() {
        return Failure::Timeout;
    }
    let mut causes = Vec::new();
    let mut next = cause.source();
    while let Some(deeper) = next {
        causes.push(deeper.to_string());
        next = deeper.source();
    }
    // The address is left out: it may name a site, or hold what opens one.
    let why = causes.join(": ");
    tracing::warn!(why, "the panel cannot be reached");
    match why.to_lowercase().contains("certificate") {
        true => Failure::Misconfigured(
            "the panel server's certificate is not trusted: see the option server_certificate".to_owned(),
        ),
        false => Failure::Unavailable("the panel cannot be reached".to_owned()),
    }
}
