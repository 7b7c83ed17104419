//! What the answers of the API mean.
use hosting_kernel::providers::Failure;
use std::error::Error;

/// What the server writes of what it does not do, in lower case, and what that is.
///
/// It answers 400 and 500 to much of this alike.
const MEANINGS: [(&str, Meaning); 19] = [
    ("context deadline exceeded", Meaning::Late),
    ("timed out", Meaning::Late),
    ("busy", Meaning::Busy),
    ("in use", Meaning::Busy),
    ("already running", Meaning::Refused("the instance runs already")),
    ("already frozen", Meaning::Refused("the instance is held still already")),
    ("already stopped", Meaning::Refused("the instance is stopped")),
    ("isn't running", Meaning::Refused("the instance is stopped")),
    ("is not running", Meaning::Refused("the instance is stopped")),
    ("is frozen", Meaning::Refused("the instance is held still")),
    ("must be stopped", Meaning::Busy),
    ("volume that has snapshots", Meaning::Refused(HAS_SNAPSHOTS)),
    ("disk quota exceeded", Meaning::Refused(NO_ROOM)),
    ("no space left", Meaning::Refused(NO_ROOM)),
    ("stateful", Meaning::Operators("snapshots: the hypervisor cannot keep the memory of instances")),
    ("criu", Meaning::Operators("snapshots: the hypervisor cannot keep the memory of instances")),
    ("not authorized", Meaning::Operators(NOT_LET_IN)),
    ("certificate is restricted", Meaning::Operators(NOT_LET_IN)),
    ("project is restricted", Meaning::Operators(NOT_LET_IN)),
];

const NO_ROOM: &str = "there is no room for it";
const NOT_LET_IN: &str = "Incus does not let client_certificate do this in the project";
/// Incus removes the disk of what it makes anew, which its snapshots hang on.
pub(super) const HAS_SNAPSHOTS: &str =
    "an instance that has snapshots cannot be made anew: delete its snapshots first";

#[derive(Clone, Copy)]
enum Meaning {
    Refused(&'static str),
    Operators(&'static str),
    Busy,
    Late,
}

/// The failure that an answer with `code` is.
///
/// `said` is the server's own text, which customers are not told.
pub(super) fn failure(code: u16, said: &str) -> Failure {
    let said = said.to_lowercase();
    match code {
        401 | 403 => return Failure::Misconfigured(NOT_LET_IN.to_owned()),
        404 if said.contains("project not found") => {
            return Failure::Misconfigured(
                "Incus has no project of that name: see the option project".to_owned(),
            );
        }
        404 => return Failure::NotThere(not_there(&said).to_owned()),
        409 | 412 | 423 => return busy(),
        429 | 503 => return Failure::Unavailable("the hypervisor can do nothing now".to_owned()),
        _ => {}
    }
    match MEANINGS.iter().find(|(written, _)| said.contains(written)).map(|(_, meaning)| *meaning) {
        Some(Meaning::Refused(why)) => Failure::Refused(why.to_owned()),
        Some(Meaning::Operators(why)) => Failure::Misconfigured(why.to_owned()),
        Some(Meaning::Busy) => busy(),
        Some(Meaning::Late) => Failure::Timeout,
        None if code == 400 => Failure::Refused("the hypervisor does not take the change".to_owned()),
        None if code < 500 => {
            Failure::Misconfigured(format!("the endpoint answers {code}, as no API of Incus does"))
        }
        None => Failure::Unavailable("the hypervisor could not do it".to_owned()),
    }
}

fn not_there(said: &str) -> &'static str {
    match said {
        _ if said.contains("operation not found") => OPERATION,
        _ if said.contains("snapshot") => "no such snapshot",
        _ => "no such instance",
    }
}

/// What an operation that is no longer there is called.
pub(super) const OPERATION: &str = "no such operation";

/// What is said of a server that cannot be reached.
pub(super) const UNREACHED: &str = "the hypervisor cannot be reached";

pub(super) fn busy() -> Failure {
    Failure::InTheWay("the instance is busy".to_owned())
}

/// Why there was no answer.
pub(super) fn unreached(cause: &reqwest::Error) -> Failure {
    if cause.is_timeout() && !cause.is_connect() {
        return Failure::Timeout;
    }
    let mut causes = vec![cause.to_string()];
    let mut next = cause.source();
    while let Some(deeper) = next {
        causes.push(deeper.to_string());
        next = deeper.source();
    }
    let why = causes.join(": ");
    let said = why.to_lowercase();
    tracing::warn!(why, "the hypervisor cannot be reached");
    match said {
        _ if said.contains("alert") => {
            Failure::Misconfigured("Incus does not take client_certificate".to_owned())
        }
        _ if said.contains("certificate") => {
            Failure::Misconfigured("the server's certificate is not server_certificate".to_owned())
        }
        _ if said.contains("permission denied") => {
            Failure::Misconfigured("the platform may not use the socket of endpoint".to_owned())
        }
        _ => Failure::Unavailable(UNREACHED.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_answer_has_its_meaning() {
        for (code, said, name) in [
            (400, "The instance is already stopped", "Refused"),
            (500, "The instance is already running", "Refused"),
            (500, "The container isn't running", "Refused"),
            (
                400,
                "Failed rebuilding instance from image: Cannot remove an instance volume that has snapshots",
                "Refused",
            ),
            (500, "Failed to create file \"backup.yaml\": disk quota exceeded", "Refused"),
            (
                500,
                "Failed shutting down instance, status is \"Running\": context deadline exceeded",
                "Timeout",
            ),
            (400, "Instance must be stopped to be rebuilt", "InTheWay"),
            (400, "Instance is busy running a \"restore\" operation", "InTheWay"),
            (400, "Something else", "Refused"),
            (401, "", "Misconfigured"),
            (403, "not authorized", "Misconfigured"),
            (404, "Instance not found", "NotThere"),
            (404, "Fetch project: Project not found", "Misconfigured"),
            (405, "", "Misconfigured"),
            (429, "", "Unavailable"),
            (500, "Something else", "Unavailable"),
            (503, "Raft leader lost", "Unavailable"),
        ] {
            let failure = failure(code, said);
            assert!(format!("{failure:?}").starts_with(name), "{code} {said}: {failure:?}");
            assert!(!failure.to_string().contains("Something"), "the server's own words are for the log");
        }
    }
}
