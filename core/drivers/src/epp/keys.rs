//! The keys that sign a domain (RFC 5910): digests of them, as the platform knows them.
use super::{
    codes,
    command::{Command, PENDING},
    info,
    names::{DOMAIN, SECDNS},
    pool::Line,
    xml::Xml,
};
use hosting_kernel::providers::{
    Failure,
    registrar::{Acceptance, Ds},
};

/// Has `domain` signed by the keys of `ds`, and no others.
pub(super) async fn set_ds(line: &mut Line<'_>, domain: &str, ds: &[Ds]) -> Result<Acceptance, Failure> {
    let shown = info::to_change(line, domain).await?;
    let upper = |one: &Ds| Ds { digest: one.digest.to_ascii_uppercase(), ..one.clone() };
    let mut wanted: Vec<Ds> = ds.iter().map(upper).collect();
    wanted.sort();
    wanted.dedup();
    let added: Vec<&Ds> = wanted.iter().filter(|one| !shown.ds.contains(one)).collect();
    let removed: Vec<&Ds> = shown.ds.iter().filter(|one| !wanted.contains(one)).collect();
    if added.is_empty() && removed.is_empty() {
        return Ok(Acceptance::Done(()));
    }
    if !line.has(SECDNS) {
        return Err(Failure::Refused(format!("the registry of {domain} takes no keys (DS)")));
    }
    let mut inside = Vec::new();
    if wanted.is_empty() {
        inside.push(Xml::of("secDNS:rem", &[], [Xml::text("secDNS:all", "true")]));
    } else if !removed.is_empty() {
        inside.push(Xml::of("secDNS:rem", &[], removed.into_iter().map(data)));
    }
    if !added.is_empty() {
        inside.push(Xml::of("secDNS:add", &[], added.into_iter().map(data)));
    }
    let update = Xml::of("secDNS:update", &[("xmlns:secDNS", SECDNS)], inside);
    let command = Command::about("domain:update", DOMAIN, "update", [Xml::text("domain:name", domain)]);
    let answer = line.change(&command.with([update]).with(line.product(domain))).await?;
    Ok(match codes::good(answer, domain, &shown.statuses)?.code {
        PENDING => Acceptance::Pending,
        _ => Acceptance::Done(()),
    })
}

fn data(ds: &Ds) -> Xml {
    Xml::of(
        "secDNS:dsData",
        &[],
        [
            Xml::text("secDNS:keyTag", &ds.key_tag.to_string()),
            Xml::text("secDNS:alg", &ds.algorithm.to_string()),
            Xml::text("secDNS:digestType", &ds.digest_type.to_string()),
            Xml::text("secDNS:digest", &ds.digest),
        ],
    )
}
