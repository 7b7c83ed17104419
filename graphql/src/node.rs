//! Records by one identity for all of them (Relay's Global Object Identification; its field is `nodeId`,
//! since `id` is the same as in REST).
use crate::{
    account::Account,
    conversion::ConversionJob,
    dns::DnsRecord,
    domains::Domain,
    email::EmailService,
    hosting::HostingService,
    kvm::{KvmInstance, KvmSnapshot},
    lxc::{LxcInstance, LxcSnapshot},
    perform::{Client, edge, find},
    record::{Record, Shows},
    refusal::refusal,
    services::Service,
    shown::Shown,
};
use async_graphql::{Context, Error, ID, Interface, Object, Result};
use hosting_core::{
    Call, Error as Refusal, Platform,
    account::GetAccount,
    conversion::GetConversionJob,
    dns::FindDnsRecord,
    domains::GetDomain,
    email::GetEmailService,
    hosting::GetHostingService,
    kvm::{GetKvmInstance, GetKvmSnapshot},
    lxc::{GetLxcInstance, GetLxcSnapshot},
    services::GetService,
};
use uuid::Uuid;

/// A record that has an identity among all that the graph has.
#[derive(Interface)]
#[graphql(field(
    name = "node_id",
    ty = "ID",
    desc = "Identifies the record among all that the graph has, for `node`."
))]
pub enum Node {
    /// The account.
    Account(Account),
    /// Something ordered.
    Service(Service),
    /// A domain.
    Domain(Domain),
    /// A DNS record.
    DnsRecord(DnsRecord),
    /// An email service.
    EmailService(EmailService),
    /// A shared hosting service.
    HostingService(HostingService),
    /// A container.
    LxcInstance(LxcInstance),
    /// A snapshot of a container.
    LxcSnapshot(LxcSnapshot),
    /// A virtual machine.
    KvmInstance(KvmInstance),
    /// A snapshot of a virtual machine.
    KvmSnapshot(KvmSnapshot),
    /// A conversion.
    ConversionJob(ConversionJob),
}

impl Shows for Node {
    fn record(&self) -> &dyn Record {
        match self {
            Self::Account(one) => one,
            Self::Service(one) => one,
            Self::Domain(one) => one,
            Self::DnsRecord(one) => one,
            Self::EmailService(one) => one,
            Self::HostingService(one) => one,
            Self::LxcInstance(one) => one,
            Self::LxcSnapshot(one) => one,
            Self::KvmInstance(one) => one,
            Self::KvmSnapshot(one) => one,
            Self::ConversionJob(one) => one,
        }
    }
}

/// What kind of record an identity is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Account,
    Service,
    Domain,
    DnsRecord,
    EmailService,
    HostingService,
    LxcInstance,
    LxcSnapshot,
    KvmInstance,
    KvmSnapshot,
    ConversionJob,
}

impl Kind {
    const ALL: [Self; 11] = [
        Self::Account,
        Self::Service,
        Self::Domain,
        Self::DnsRecord,
        Self::EmailService,
        Self::HostingService,
        Self::LxcInstance,
        Self::LxcSnapshot,
        Self::KvmInstance,
        Self::KvmSnapshot,
        Self::ConversionJob,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Account => "account",
            Self::Service => "service",
            Self::Domain => "domain",
            Self::DnsRecord => "dns",
            Self::EmailService => "email",
            Self::HostingService => "hosting",
            Self::LxcInstance => "lxc",
            Self::LxcSnapshot => "lxcsnapshot",
            Self::KvmInstance => "kvm",
            Self::KvmSnapshot => "kvmsnapshot",
            Self::ConversionJob => "job",
        }
    }

    /// The identity of the record of this kind whose own is `id`.
    pub fn id(self, id: Uuid) -> ID {
        ID(format!("{}_{}", self.word(), id.simple()))
    }

    /// The same of what is known by its name in the record whose own is `id`.
    pub fn id_of_name(self, id: Uuid, name: &str) -> ID {
        ID(format!("{}_{}_{name}", self.word(), id.simple()))
    }

    /// What [`Kind::id`] or [`Kind::id_of_name`] wrote.
    fn read(id: &str) -> Option<(Self, Uuid, &str)> {
        let (word, rest) = id.split_once('_')?;
        let kind = Self::ALL.into_iter().find(|kind| kind.word() == word)?;
        let (id, name) = match kind {
            Self::LxcSnapshot => rest.split_once('_')?,
            _ => (rest, ""),
        };
        let plain = id.len() == 32 && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        Some((kind, Uuid::try_parse(id).ok().filter(|_| plain)?, name))
    }
}

/// Records by their identity.
#[derive(Default)]
pub struct NodeQueries;

#[Object]
impl NodeQueries {
    /// Look up a record by its `nodeId`; null where the account has none.
    async fn node(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The `nodeId` of the record.")] id: ID,
    ) -> Result<Option<Shown<Node>>> {
        look_up(cx, &id).await
    }

    /// Look up several records by their `nodeId`, in the order asked for; null for each that the account
    /// does not have.
    async fn nodes(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The `nodeId` of each record; 100 at most.")] ids: Vec<ID>,
    ) -> Result<Option<Vec<Option<Result<Shown<Node>>>>>> {
        if ids.len() > MOST {
            return Err(too_many(cx).await);
        }
        // What is refused is null with an error; the others are found all the same.
        let found = ids.iter().map(async |id| look_up(cx, id).await.transpose());
        Ok(Some(async_graphql::futures_util::future::join_all(found).await))
    }
}

/// Records that are looked up at once.
const MOST: usize = 100;

async fn too_many(cx: &Context<'_>) -> Error {
    let refused = Refusal::invalid("/ids", "bounds", format!("has at most {MOST} members"));
    match (cx.data::<Client>(), cx.data::<Platform>(), cx.data_opt::<Call>()) {
        (Ok(client), Ok(platform), Some(call)) => {
            refusal(client.request_id, &platform.refuse(call, refused).await)
        }
        (Ok(client), ..) => refusal(client.request_id, &Refusal::InvalidToken),
        (Err(error), ..) => error,
    }
}

async fn look_up(cx: &Context<'_>, id: &str) -> Result<Option<Shown<Node>>> {
    let Some((kind, id, name)) = Kind::read(id) else { return Ok(None) };
    let (service_id, snapshot_id) = (id, id);
    let found = match kind {
        Kind::Account => edge(cx, GetAccount {}).await?.filter(|one: &Account| one.is(id)).map(Node::Account),
        Kind::Service => edge(cx, GetService { service_id }).await?.map(Node::Service),
        Kind::Domain => edge(cx, GetDomain { domain_id: id }).await?.map(Node::Domain),
        Kind::DnsRecord => edge(cx, FindDnsRecord { record_id: id }).await?.map(Node::DnsRecord),
        Kind::EmailService => edge(cx, GetEmailService { service_id }).await?.map(Node::EmailService),
        Kind::HostingService => edge(cx, GetHostingService { service_id }).await?.map(Node::HostingService),
        Kind::LxcInstance => edge(cx, GetLxcInstance { service_id }).await?.map(Node::LxcInstance),
        Kind::LxcSnapshot => {
            edge(cx, GetLxcSnapshot { service_id, name: name.to_owned() }).await?.map(Node::LxcSnapshot)
        }
        Kind::KvmSnapshot => edge(cx, GetKvmSnapshot { snapshot_id }).await?.map(Node::KvmSnapshot),
        Kind::KvmInstance => edge(cx, GetKvmInstance { service_id }).await?.map(Node::KvmInstance),
        Kind::ConversionJob => find(cx, GetConversionJob::of(id)).await?.map(Node::ConversionJob),
    };
    Ok(found.map(Shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_read_back_and_another_text_is_none() {
        let id = Uuid::from_u128(7);
        for kind in Kind::ALL {
            let (written, name) = match kind {
                Kind::LxcSnapshot => (kind.id_of_name(id, "a-b_c"), "a-b_c"),
                _ => (kind.id(id), ""),
            };
            assert_eq!(Kind::read(&written), Some((kind, id, name)));
        }
        for wrong in [
            "lxcsnapshot_00000000000000000000000000000007",
            "",
            "_",
            "domain",
            "domain_",
            "domain_7",
            "other_00000000000000000000000000000007",
            "é_é",
        ] {
            assert_eq!(Kind::read(wrong), None, "{wrong}");
        }
    }
}
