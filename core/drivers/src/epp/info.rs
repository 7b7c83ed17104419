//! What a registry shows of a domain.
use super::{
    codes, command::Command, names::DOMAIN, pool::Line, privacy, session::Broken, shown::Shown, xml::Xml,
};
use hosting_kernel::providers::{
    Failure,
    registrar::{Registered, Standing},
};

/// What the registry shows of `domain`.
pub(super) async fn info(line: &mut Line<'_>, domain: &str) -> Result<Registered, Failure> {
    let shown = shown(line, domain).await?;
    let standing = shown.standing(&line.settings().registrar);
    let (locked, changing) = (shown.is_locked(), shown.is_changing());
    // Of what is with another registrar, registries show less.
    let ours = standing != Standing::Elsewhere;
    let privacy = match shown.registrant.as_deref().filter(|_| ours) {
        Some(registrant) => privacy::of(line, registrant, domain).await?,
        None => None,
    };
    let name_servers: Vec<String> = shown.hosts.into_iter().map(|host| host.name).collect();
    Ok(Registered {
        standing,
        registered_at: shown.registered_at,
        expires_at: shown.expires_at,
        locked: ours.then_some(locked),
        privacy,
        changing,
        name_servers: (ours || !name_servers.is_empty()).then_some(name_servers),
        ds: shown.ds,
    })
}

/// The domain as the registry shows it, whoever has it.
pub(super) async fn shown(line: &mut Line<'_>, domain: &str) -> Result<Shown, Failure> {
    let name = Xml::text_with("domain:name", &[("hosts", "all")], domain);
    let command = Command::about("domain:info", DOMAIN, "info", [name]).with(line.product(domain));
    let answer = codes::good(line.look(&command).await?, domain, &[])?;
    Shown::read(&answer).ok_or_else(|| Broken::Garbled.into())
}

/// The same, of a domain that is about to be changed: it has to be ours, and no other change of it may wait.
pub(super) async fn to_change(line: &mut Line<'_>, domain: &str) -> Result<Shown, Failure> {
    let shown = shown(line, domain).await?;
    if shown.is_elsewhere(&line.settings().registrar) {
        return Err(Failure::Refused(format!("{domain} is with another registrar by now")));
    }
    match shown.is_changing() {
        true => Err(codes::pending(domain)),
        false => Ok(shown),
    }
}
