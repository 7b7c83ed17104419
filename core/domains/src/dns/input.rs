//! The rules for a record that a customer writes (`contract.md` §8.3).
use super::{content, kind::RecordType, record};
use crate::Domain;
use hosting_kernel::{
    kernel::context::Context,
    refusals::{
        error::{Error, Result},
        fault::{Fault, Rule},
    },
};
use uuid::Uuid;

/// `content` or `contents`, whichever was sent; nothing where neither was.
pub(super) fn contents(one: Option<&str>, many: Option<&[String]>) -> Result<Option<(Vec<String>, bool)>> {
    match (one, many) {
        (Some(_), Some(_)) => {
            Err(fault(Rule::ContentRequired, "/content", "send `content` or `contents`, not both"))
        }
        (Some(one), None) => Ok(Some((vec![one.to_owned()], true))),
        (None, Some(many)) => Ok(Some((many.to_vec(), false))),
        (None, None) => Ok(None),
    }
}

/// A record in its one form, and what it must not meet in the zone.
pub(super) struct Checked {
    pub name: String,
    pub kind: RecordType,
    pub set: content::RecordSet,
}

/// Reads the record that is to stand at `name`.
pub(super) fn check(
    name: String,
    kind: RecordType,
    contents: &(Vec<String>, bool),
    priority: Option<i64>,
    domain: &Domain,
) -> Result<Checked> {
    if kind == RecordType::Ns && name == "@" {
        let managed = "the nameservers of the domain itself are set by setDomainNameservers";
        return Err(fault(Rule::Type, "/type", managed));
    }
    let set = content::record_set(kind, &contents.0, priority, &domain.domain_name, contents.1)?;
    Ok(Checked { name, kind, set })
}

impl Checked {
    /// Whether the zone has room for it: a CNAME is alone, and a name has each type once.
    pub async fn fits(&self, cx: &Context<'_>, domain: Uuid, itself: Option<Uuid>) -> Result<()> {
        let kind = self.kind.as_str();
        if self.kind == RecordType::Cname && self.name == "@" {
            let apex = "the domain itself cannot be an alias (CNAME): it has other records";
            return Err(Error::CnameConflict(apex.to_owned(), Vec::new()));
        }
        let mut others = record::Entity::at(cx, domain, &self.name).await?;
        others.retain(|one| Some(one.id) != itself);
        let name = &self.name;
        let of_kind = |kind: &str| others.iter().find(|one| one.r#type == kind).map(|one| one.id);
        if let Some(id) = of_kind(kind) {
            return Err(Error::DnsRecordExists { name: name.clone(), kind: kind.to_owned(), id });
        }
        if self.kind == RecordType::Cname && !others.is_empty() {
            let alone = format!("{name} has other records: an alias (CNAME) stands alone");
            return Err(Error::CnameConflict(alone, others.iter().map(|one| one.id).collect()));
        }
        match of_kind(RecordType::Cname.as_str()) {
            Some(id) => {
                let alias = format!("{name} is an alias (CNAME): it has no other records");
                Err(Error::CnameConflict(alias, vec![id]))
            }
            None => Ok(()),
        }
    }
}

pub(super) fn fault(rule: Rule, pointer: &str, message: &str) -> Error {
    Fault { rule, pointer: pointer.to_owned(), message: message.to_owned() }.into()
}
