//! What a nameserver's answer means for the platform.
use super::tsig::Distrust;
use hickory_proto::{op::ResponseCode, rr::rdata::tsig::TsigError};
use hosting_kernel::providers::Failure;
use std::io;

/// What a code other than NOERROR means (RFC 1035 section 4.1.1, RFC 2136 section 2.2).
pub(super) fn of_code(code: ResponseCode) -> Failure {
    match code {
        ResponseCode::NotAuth | ResponseCode::NotZone => {
            Failure::NotThere("the nameservers have no such zone".to_owned())
        }
        ResponseCode::Refused => {
            // BIND answers the same where its check of names finds a host with an underscore.
            Failure::Misconfigured(
                "the nameserver does not let this key do it, or has `check-names` on (REFUSED)".to_owned(),
            )
        }
        ResponseCode::FormErr | ResponseCode::NotImp => {
            Failure::Refused("the nameserver does not take such a change".to_owned())
        }
        ResponseCode::ServFail => Failure::Unavailable("the nameserver failed (SERVFAIL)".to_owned()),
        code if is_conflict(code) => conflict(),
        code => Failure::Unavailable(format!("the nameserver answers {code}")),
    }
}

/// Whether a prerequisite does not hold: the zone is not what it was when it was read (RFC 2136 section 3.2).
pub(super) fn is_conflict(code: ResponseCode) -> bool {
    matches!(
        code,
        ResponseCode::NXDomain | ResponseCode::YXDomain | ResponseCode::YXRRSet | ResponseCode::NXRRSet
    )
}

/// Somebody else changes the same all the time.
pub(super) fn conflict() -> Failure {
    Failure::Conflict("the zone was changed by somebody else meanwhile".to_owned())
}

/// Whether an answer of this code may go without a signature: nothing was done, and there are servers that look for
/// the key only after they have found the zone (Knot).
pub(super) fn needs_no_signature(code: ResponseCode) -> bool {
    matches!(
        code,
        ResponseCode::FormErr
            | ResponseCode::ServFail
            | ResponseCode::NotImp
            | ResponseCode::Refused
            | ResponseCode::NotAuth
    )
}

/// What it means that an answer is not trusted.
pub(super) fn of_distrust(distrust: Distrust) -> Failure {
    match distrust {
        Distrust::Said(TsigError::BadKey) => Failure::Misconfigured(
            "the nameserver does not know the key tsig_name, or not with tsig_algorithm (BADKEY)".to_owned(),
        ),
        Distrust::Said(TsigError::BadSig) => {
            Failure::Misconfigured("the nameserver has another secret than tsig_secret (BADSIG)".to_owned())
        }
        Distrust::Said(TsigError::BadTime) | Distrust::Time => Failure::Misconfigured(
            "the clocks of the platform and of the nameserver differ by more than five minutes (BADTIME)"
                .to_owned(),
        ),
        Distrust::Said(other) => Failure::Misconfigured(format!(
            "the nameserver does not take the signature (error {})",
            u16::from(other)
        )),
        Distrust::Unsigned => Failure::Unavailable("the nameserver's answer is not signed".to_owned()),
        Distrust::Forged => {
            Failure::Unavailable("the nameserver's answer is not signed by the key".to_owned())
        }
    }
}

/// The answer is not one, or to something else.
pub(super) fn garbled() -> Failure {
    Failure::Unavailable("the nameserver's answer cannot be read".to_owned())
}

/// A connection that cannot be made, or breaks off.
pub(super) fn of_connection(cause: &io::Error) -> Failure {
    match cause.kind() {
        io::ErrorKind::TimedOut => Failure::Timeout,
        io::ErrorKind::UnexpectedEof => {
            Failure::Unavailable("the nameserver broke off before its answer was whole".to_owned())
        }
        kind => Failure::Unavailable(format!("the nameserver cannot be reached: {kind}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::discriminant;

    #[test]
    fn each_code_has_its_meaning() {
        let text = String::new;
        let table = [
            (1, Failure::Refused(text())),
            (2, Failure::Unavailable(text())),
            (3, Failure::Conflict(text())),
            (4, Failure::Refused(text())),
            (5, Failure::Misconfigured(text())),
            (6, Failure::Conflict(text())),
            (7, Failure::Conflict(text())),
            (8, Failure::Conflict(text())),
            (9, Failure::NotThere(text())),
            (10, Failure::NotThere(text())),
            (11, Failure::Unavailable(text())),
            (15, Failure::Unavailable(text())),
        ];
        for (code, meaning) in table {
            let failure = of_code(ResponseCode::from_low(code));
            assert_eq!(discriminant(&failure), discriminant(&meaning), "{code}: {failure}");
            assert!(!failure.to_string().ends_with(' '));
        }
    }

    #[test]
    fn what_is_wrong_with_the_key_is_for_the_operator() {
        for (code, word) in [(16, "BADSIG"), (17, "BADKEY"), (18, "BADTIME"), (22, "22")] {
            let failure = of_distrust(Distrust::Said(TsigError::from(code)));
            assert!(matches!(&failure, Failure::Misconfigured(why) if why.contains(word)), "{failure}");
        }
        assert!(matches!(of_distrust(Distrust::Time), Failure::Misconfigured(_)));
        for distrust in [Distrust::Unsigned, Distrust::Forged] {
            assert!(matches!(of_distrust(distrust), Failure::Unavailable(_)));
        }
    }
}
