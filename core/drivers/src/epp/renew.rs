//! Renewals (RFC 5731 section 3.2.3).
use super::{
    codes,
    command::{Command, PENDING},
    info,
    names::DOMAIN,
    pool::Line,
    session::Broken,
    shown::{Shown, moment},
    xml::Xml,
};
use hosting_kernel::{
    providers::{Failure, registrar::Acceptance},
    values::time::Time,
};

/// Renews `domain`, whose registration ends at `current`, for `years`; one that ends on a later day has been renewed.
pub(super) async fn renew(
    line: &mut Line<'_>,
    domain: &str,
    current: Time,
    years: u8,
) -> Result<Acceptance<Time>, Failure> {
    let shown = info::to_change(line, domain).await?;
    if let Some(later) = later(&shown, current) {
        return Ok(Acceptance::Done(later));
    }
    let expires = shown.expires_at.filter(|at| at.utc().date_naive() == current.utc().date_naive());
    let Some(day) = shown.expires_on.filter(|_| expires.is_some()) else {
        return Err(Failure::Conflict(format!(
            "the registration of {domain} does not end when it is said to"
        )));
    };
    let command = Command::about(
        "domain:renew",
        DOMAIN,
        "renew",
        [
            Xml::text("domain:name", domain),
            Xml::text("domain:curExpDate", &day),
            Xml::text_with("domain:period", &[("unit", "y")], &years.to_string()),
        ],
    );
    let answer = line.change(&command.with(line.product(domain))).await?;
    if !answer.is_good() {
        // Somebody may have renewed it since: then the day is not right any more, and each registry says so by another code.
        let shown = info::shown(line, domain).await?;
        return match later(&shown, current) {
            Some(later) => Ok(Acceptance::Done(later)),
            None => Err(codes::failure(answer.code, domain, &shown.statuses)),
        };
    }
    if answer.code == PENDING {
        return Ok(Acceptance::Pending);
    }
    let renewed = answer.data.child(DOMAIN, "renData").and_then(|data| data.text_of(DOMAIN, "exDate"));
    match renewed.and_then(moment) {
        Some(at) => Ok(Acceptance::Done(at)),
        // The date is optional in the answer.
        None => {
            let ends = info::shown(line, domain).await?.expires_at;
            ends.map(Acceptance::Done).ok_or_else(|| Broken::Garbled.into())
        }
    }
}

/// When the registration ends, if that is on a later day than that of `current`.
fn later(shown: &Shown, current: Time) -> Option<Time> {
    shown.expires_at.filter(|at| at.utc().date_naive() > current.utc().date_naive())
}
