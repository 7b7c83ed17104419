//! What the database notices.
use uuid::Uuid;

/// A record changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// The name of its kind.
    pub kind: String,
    /// The account that owns it.
    pub account: Uuid,
    /// Its identity.
    pub record: Uuid,
}

impl Change {
    /// Reads `<kind> <account> <record>`.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let kind = words.next()?.to_owned();
        let mut id = || Uuid::try_parse(words.next()?).ok();
        Some(Self { kind, account: id()?, record: id()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_read_as_the_database_writes_it() {
        let (account, record) = (Uuid::from_u128(7), Uuid::from_u128(8));
        let read = Change::read(&format!("conversion_job {account} {record}"));
        assert_eq!(read, Some(Change { kind: "conversion_job".to_owned(), account, record }));
        for wrong in ["", "here", "domain", "domain 7 8"] {
            assert_eq!(Change::read(wrong), None, "{wrong}");
        }
    }
}
