//! Whether a registry keeps the owner's data out of its public answers (RFC 5733 section 2.9).
use super::{command::Command, names::CONTACT, pool::Line, xml::Xml};
use hosting_kernel::providers::Failure;

/// What the registry says of the contact `registrant` of `domain`; nothing where it does not say, or not to us.
pub(super) async fn of(line: &mut Line<'_>, registrant: &str, domain: &str) -> Result<Option<bool>, Failure> {
    if !line.has(CONTACT) {
        return Ok(None);
    }
    let id = Xml::text("contact:id", registrant);
    let command = Command::about("contact:info", CONTACT, "info", [id]).with(line.product(domain));
    let answer = line.look(&command).await?;
    let contact = answer.data.child(CONTACT, "infData").filter(|_| answer.is_good());
    let disclose = contact.and_then(|contact| contact.child(CONTACT, "disclose"));
    Ok(disclose.and_then(|disclose| disclose.flag("flag")).map(|disclosed| !disclosed))
}
