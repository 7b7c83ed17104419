//! What a registry's result codes mean for the platform (RFC 5730 section 3).
//!
//! The words are the driver's own: what the registry says of it may be about more than the customer's name, and goes to
//! the log.
use super::command::Answer;
use hosting_kernel::providers::Failure;
use std::time::Duration;

/// How long something that waits for the registry is left alone: a registry decides in hours, and tells by a message.
pub(super) const WHILE_PENDING: Duration = Duration::from_mins(10);

/// The answer, if the command was done or will be; else what that means for `about`, a name, whose statuses are `statuses`.
pub(super) fn good(answer: Answer, about: &str, statuses: &[String]) -> Result<Answer, Failure> {
    match answer.is_good() {
        true => Ok(answer),
        false => Err(failure(answer.code, about, statuses)),
    }
}

/// What the `code` of a command that was not done means for `about`, a name, whose statuses are `statuses`.
pub(super) fn failure(code: u16, about: &str, statuses: &[String]) -> Failure {
    let refused = |why: String| Failure::Refused(why);
    let misconfigured = |why: &str| Failure::Misconfigured(format!("{why} ({code})"));
    match code {
        2000..=2003 => {
            Failure::Ours(format!("the registry does not understand the command about {about} ({code})"))
        }
        2004 | 2005 => refused(format!("the registry does not take what is given for {about}")),
        2100..=2103 => misconfigured("the registry does not have what is asked of it"),
        2104 => misconfigured("the registrar's account at the registry has no funds"),
        2105 => refused(format!("{about} cannot be renewed now, or not for that long")),
        2106 => refused(format!("{about} cannot be transferred now")),
        2200 => misconfigured("the registry does not take client_id and password"),
        2201 | 2202 => refused(format!("the registry does not let this registrar change or see {about}")),
        2300 => pending(about),
        2301 => refused(format!("no transfer of {about} is under way")),
        2302 => Failure::Conflict(format!("{about} is there already")),
        2303 => Failure::NotThere(format!("the registry has no {about}")),
        2304 if statuses.iter().any(|status| is_pending(status)) => pending(about),
        2304 => refused(locked(about, statuses)),
        2305 => refused(format!("{about} is still used by another name, or uses one that is not there")),
        2306 | 2308 => refused(format!("the rules of the registry do not allow that for {about}")),
        2307 => misconfigured("the registry does not serve such objects"),
        2309..=2399 => refused(format!("the registry does not allow that for {about}")),
        2501 => misconfigured("the registry does not let client_id in"),
        2502 => Failure::Unavailable("too many sessions with the registry are open".to_owned()),
        2400..=2500 | 2503..=2599 => Failure::Unavailable("the registry failed".to_owned()),
        2203..=2299 => misconfigured("the registry does not let client_id do it"),
        _ => Failure::Unavailable(format!("the registry answers {code}")),
    }
}

/// Something about a name waits for the registry.
pub(super) fn pending(about: &str) -> Failure {
    Failure::NotNow { wait: WHILE_PENDING, why: format!("a change of {about} waits for the registry") }
}

/// Whether a status says that something waits for the registry (RFC 5731 section 2.3). What is about to be deleted waits
/// for nothing: nobody decides that it stays but who has it restored.
fn is_pending(status: &str) -> bool {
    status.starts_with("pending") && status != "pendingDelete"
}

/// Whether the server closes the session with this answer, or does not know it any more: 2002 to a command that is right
/// otherwise says that nobody is logged in.
pub(super) fn ends_session(code: u16) -> bool {
    matches!(code, 1500 | 2002 | 2500..=2599)
}

fn locked(about: &str, statuses: &[String]) -> String {
    let locks: Vec<&str> =
        statuses.iter().map(String::as_str).filter(|status| status.ends_with("Prohibited")).collect();
    match locks.is_empty() {
        true => format!("{about} is in a state in which the registry does not allow that"),
        false => format!("{about} is locked ({})", locks.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::discriminant;

    #[test]
    fn what_was_done_is_passed_on() {
        for code in [1000, 1001, 1300, 1301, 1500] {
            let answer = Answer { code, ..Answer::default() };
            assert_eq!(good(answer.clone(), "a.example", &[]), Ok(answer));
        }
        let answer = Answer { code: 2303, ..Answer::default() };
        assert!(matches!(good(answer, "a.example", &[]), Err(Failure::NotThere(_))));
    }

    #[test]
    fn each_code_has_its_meaning() {
        let ours = Failure::Ours(String::new());
        let refused = Failure::Refused(String::new());
        let misconfigured = Failure::Misconfigured(String::new());
        let unavailable = Failure::Unavailable(String::new());
        let conflict = Failure::Conflict(String::new());
        let not_there = Failure::NotThere(String::new());
        let not_now = pending("");
        let table = [
            (&ours, &[2000, 2001, 2002, 2003][..]),
            (&refused, &[2004, 2005, 2105, 2106, 2201, 2202, 2301, 2304, 2305, 2306, 2308, 2399]),
            (&misconfigured, &[2100, 2101, 2102, 2103, 2104, 2200, 2299, 2307, 2501]),
            (&not_now, &[2300]),
            (&conflict, &[2302]),
            (&not_there, &[2303]),
            (&unavailable, &[2400, 2500, 2502, 999, 3000]),
        ];
        for (meaning, codes) in table {
            for code in codes {
                let failure = failure(*code, "a.example", &[]);
                assert_eq!(discriminant(&failure), discriminant(meaning), "{code}: {failure}");
            }
        }
    }

    #[test]
    fn what_a_status_prohibits_depends_on_the_status() {
        let of = |statuses: &[&str]| {
            let statuses: Vec<String> = statuses.iter().map(|&status| status.to_owned()).collect();
            failure(2304, "a.example", &statuses)
        };
        for status in ["pendingUpdate", "pendingTransfer", "pendingRenew", "pendingCreate"] {
            let failure = of(&["clientTransferProhibited", status]);
            assert!(matches!(failure, Failure::NotNow { wait, .. } if wait == WHILE_PENDING), "{failure}");
        }
        let failure = of(&["ok", "serverUpdateProhibited"]);
        assert_eq!(failure.told(), "refused: a.example is locked (serverUpdateProhibited)");
        for status in ["ok", "pendingDelete"] {
            assert!(matches!(of(&[status]), Failure::Refused(_)), "{status}");
        }
    }

    #[test]
    fn some_codes_end_the_session() {
        for code in [1500, 2002, 2500, 2501, 2502] {
            assert!(ends_session(code), "{code}");
        }
        for code in [1000, 1001, 2001, 2200, 2303, 2400] {
            assert!(!ends_session(code), "{code}");
        }
    }
}
