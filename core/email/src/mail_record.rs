//! A record that mail needs.
use async_graphql::{ComplexObject, Enum, SimpleObject};
use hosting_domains::dns::kind::RecordType;
use hosting_kernel::refusals::error::Result;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What mail needs a record for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EmailDnsPurpose")]
#[graphql(name = "EmailDnsPurpose")]
pub enum Purpose {
    /// Where mail is taken (RFC 5321).
    Mx,
    /// Who may send mail (RFC 7208).
    Spf,
    /// The key that mail is signed with (RFC 6376).
    Dkim,
    /// What becomes of mail that is not genuine (RFC 7489).
    Dmarc,
    /// Where mail programs find their settings.
    Autoconfig,
    /// Where mail programs of Microsoft find them.
    Autodiscover,
    /// Where reports on encrypted delivery go (RFC 8460).
    Tlsrpt,
    /// That mail is taken encrypted only (RFC 8461).
    MtaSts,
}

/// Whether the zone has a record that mail needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, Enum)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EmailDnsState")]
#[graphql(name = "EmailDnsState")]
pub enum Presence {
    /// It was there.
    Present,
    /// It was added.
    Added,
    /// What was there was extended.
    Merged,
    /// It is not there: publish it yourself.
    Missing,
    /// Something else is there, which is left as it is: decide which of them it is to be.
    Conflict,
}

/// A record that mail needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, SimpleObject)]
#[schemars(rename = "EmailDnsRecord")]
#[graphql(name = "EmailDnsRecord", complex)]
pub struct MailRecord {
    /// The whole name.
    #[schemars(example = &"_dmarc.example.com")]
    pub name: String,
    /// The type.
    #[schemars(example = &"TXT")]
    #[graphql(skip)]
    pub r#type: String,
    /// What it says, or is to say; TXT without quotes.
    #[schemars(example = &"v=DMARC1; p=none")]
    pub content: String,
    /// The preference of an MX record.
    #[schemars(example = 10, range(min = 0, max = 65535))]
    pub priority: Option<i32>,
    /// What it is for.
    pub purpose: Purpose,
    /// Whether the zone has it.
    pub state: Presence,
}

#[ComplexObject]
impl MailRecord {
    /// The type.
    #[graphql(name = "type")]
    #[expect(clippy::unused_async, reason = "fields that can be refused are asked so")]
    async fn kind(&self) -> Result<RecordType> {
        Ok(RecordType::parse(&self.r#type)?)
    }
}
