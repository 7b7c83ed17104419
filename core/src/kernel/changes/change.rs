//! What the database notices.
use sea_orm::entity::prelude::*;

/// Which kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub enum Kind {
    /// A domain.
    Domain,
    /// A service.
    Service,
    /// A container.
    Lxc,
    /// A virtual machine.
    Kvm,
    /// A conversion job.
    ConversionJob,
}

/// A record changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    pub kind: Kind,
    /// The account that owns it.
    pub account: Uuid,
    /// Its identity.
    pub record: Uuid,
}

impl Change {
    /// Reads `<kind> <account> <record>`.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let kind = Kind::try_from_value(&words.next()?.to_owned()).ok()?;
        let mut id = || Uuid::try_parse(words.next()?).ok();
        Some(Self { kind, account: id()?, record: id()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::Iterable;

    #[test]
    fn a_change_is_read_as_the_database_writes_it() {
        let (account, record) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let kinds = ["domain", "service", "lxc", "kvm", "conversion_job"];
        for (word, kind) in kinds.into_iter().zip(Kind::iter()) {
            let read = Change::read(&format!("{word} {account} {record}"));
            assert_eq!(read, Some(Change { kind, account, record }));
        }
        for wrong in ["", "here", "domain", "domain 7 8", "mailbox {account} {record}"] {
            assert_eq!(Change::read(wrong), None, "{wrong}");
        }
    }
}
