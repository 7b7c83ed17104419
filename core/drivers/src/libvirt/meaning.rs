//! What libvirt's errors mean.
use hosting_kernel::providers::Failure;
use hosting_libvirt::{Error, code};

/// What is said of a server that cannot be reached.
pub(super) const UNREACHED: &str = "the hypervisor cannot be reached";
const NOT_LET_IN: &str = "uri: libvirt does not let the platform in, or not do this";

type Meaning = fn() -> Failure;

/// What libvirt writes where its code says little, in lower case, and what that is.
const TEXTS: [(&str, Meaning); 7] = [
    ("no space left", || Failure::Refused("there is no room for it".to_owned())),
    ("disk quota", || Failure::Refused("there is no room for it".to_owned())),
    ("agent is not", away),
    ("agent not available", away),
    ("state change lock", busy),
    ("already running", || Failure::Refused("the instance runs already".to_owned())),
    ("not running", || Failure::Refused("the instance is stopped".to_owned())),
];

pub(super) fn busy() -> Failure {
    Failure::InTheWay("the instance is busy".to_owned())
}

fn away() -> Failure {
    Failure::InTheWay("the agent in the guest is away".to_owned())
}

/// What an error means; libvirt's own words are for the log.
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
pub(super) fn said(why: Error) -> Failure {
    let failure = failure(&why);
    // What is not there is often just asked for.
    if !matches!(failure, Failure::NotThere(_)) {
        tracing::warn!(code = why.code, said = why.text, "the hypervisor did not do what it was asked to");
    }
    failure
}

fn failure(why: &Error) -> Failure {
    match why.code {
        code::NO_DOMAIN => return Failure::NotThere("no such instance".to_owned()),
        code::NO_DOMAIN_SNAPSHOT => return Failure::NotThere("no such snapshot".to_owned()),
        code::OPERATION_TIMEOUT | code::RESOURCE_BUSY => return busy(),
        code::AGENT_UNRESPONSIVE | code::AGENT_UNSYNCED => return away(),
        code::AGENT_COMMAND_TIMEOUT => return Failure::Timeout,
        code::AGENT_COMMAND_FAILED => {
            return Failure::InTheWay("the guest did not do it".to_owned());
        }
        code::OPERATION_DENIED
        | code::ACCESS_DENIED
        | code::AUTH_FAILED
        | code::AUTH_CANCELLED
        | code::AUTH_UNAVAILABLE => return Failure::Misconfigured(NOT_LET_IN.to_owned()),
        code::NO_CONNECTION | code::INVALID_CONNECTION | code::RPC => {
            return Failure::Unavailable(UNREACHED.to_owned());
        }
        _ => {}
    }
    let text = why.text.to_lowercase();
    if let Some((_, meant)) = TEXTS.iter().find(|(written, _)| text.contains(written)) {
        return meant();
    }
    match why.code {
        code::OPERATION_INVALID
        | code::OPERATION_UNSUPPORTED
        | code::ARGUMENT_UNSUPPORTED
        | code::NO_SUPPORT => Failure::Refused("the hypervisor does not take the change".to_owned()),
        code::CONFIG_UNSUPPORTED => {
            Failure::Misconfigured("libvirt cannot do this with the machine as it is defined".to_owned())
        }
        _ => Failure::Unavailable("the hypervisor could not do it".to_owned()),
    }
}

/// Why there is no connection.
pub(super) fn unreached(why: &Error) -> Failure {
    tracing::warn!(code = why.code, said = why.text, "the hypervisor cannot be reached");
    let text = why.text.to_lowercase();
    match why.code {
        code::OPERATION_DENIED
        | code::ACCESS_DENIED
        | code::AUTH_FAILED
        | code::AUTH_CANCELLED
        | code::AUTH_UNAVAILABLE => Failure::Misconfigured(NOT_LET_IN.to_owned()),
        _ if text.contains("permission denied") || text.contains("host key verification") => {
            Failure::Misconfigured(NOT_LET_IN.to_owned())
        }
        _ if text.contains("certificate") => Failure::Misconfigured(
            "uri: the certificates of the server and of the platform do not go together".to_owned(),
        ),
        _ => Failure::Unavailable(UNREACHED.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_its_meaning() {
        for (code, text, name) in [
            (code::NO_DOMAIN, "Domain not found", "NotThere"),
            (code::NO_DOMAIN_SNAPSHOT, "no domain snapshot", "NotThere"),
            (code::OPERATION_TIMEOUT, "cannot acquire state change lock", "InTheWay"),
            (code::AGENT_UNRESPONSIVE, "Guest agent is not responding", "InTheWay"),
            (code::OPERATION_INVALID, "Requested operation is not valid: domain is not running", "Refused"),
            (code::OPERATION_INVALID, "domain is already running", "Refused"),
            (code::OPERATION_FAILED, "Failed to write: No space left on device", "Refused"),
            (code::CONFIG_UNSUPPORTED, "internal snapshot for disk vda unsupported", "Misconfigured"),
            (code::ACCESS_DENIED, "access denied", "Misconfigured"),
            (code::RPC, "Cannot write data: Broken pipe", "Unavailable"),
            (code::INTERNAL, "Something else", "Unavailable"),
            (code::SYSTEM, "Something else", "Unavailable"),
        ] {
            let failure = failure(&Error { code, text: text.to_owned() });
            assert!(format!("{failure:?}").starts_with(name), "{code} {text}: {failure:?}");
            assert!(!failure.to_string().contains("Something"), "libvirt's own words are for the log");
        }
    }
}
