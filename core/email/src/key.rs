//! Keys of a mail domain beside those that sign its mail: those that are to sign, and those that did.
#![expect(clippy::disallowed_methods, reason = "keys are found by their service")]
use hosting_kernel::{database::executor::Executor, refusals::error::Result, values::time::Time};
use sea_orm::{QueryOrder, entity::prelude::*};
use std::fmt;

/// What a key signs by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub(crate) enum Algorithm {
    /// RSA (RFC 6376, RFC 8301).
    Rsa,
    /// Ed25519 (RFC 8463).
    Ed25519,
}

/// All algorithms, in the order in which their keys are told.
pub(crate) const ALGORITHMS: [Algorithm; 2] = [Algorithm::Rsa, Algorithm::Ed25519];

/// Where a key stands that does not sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::None)", rename_all = "snake_case")]
pub(crate) enum Stand {
    /// It is not known that the zone says of it: the zone is seen to once more when it is due.
    Waiting,
    /// The nameservers were told of it: it signs when it is due.
    Published,
    /// Another one is to sign in its place, and the mail servers may not know yet: they are told once more when it is due.
    Replaced,
    /// It signs no more, and what it signed may be on its way: it goes when it is due.
    Past,
}

impl Stand {
    /// Whether it is still to sign.
    pub const fn is_next(self) -> bool {
        matches!(self, Self::Waiting | Self::Published)
    }
}

/// A key that does not sign.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "email_key")]
pub(crate) struct Model {
    /// The service.
    #[sea_orm(primary_key, auto_increment = false)]
    pub service_id: Uuid,
    /// Its selector.
    #[sea_orm(primary_key, auto_increment = false)]
    pub selector: String,
    /// What it signs by.
    pub algorithm: Algorithm,
    /// What the zone says of it.
    pub published: String,
    /// Its private half (PKCS #8), sealed.
    pub private: Vec<u8>,
    /// Where it stands.
    pub stand: Stand,
    /// When it goes on.
    pub due_at: Time,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { service_id, selector, stand, .. } = self;
        write!(f, "Key {{ {service_id}, {selector}, {stand:?}, … }}")
    }
}

/// Records are joined by what asks for them, not by their entity.
#[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// The keys of services that do not sign.
pub(crate) async fn of(db: &Executor<'_>, services: &[Uuid]) -> Result<Vec<Model>> {
    if services.is_empty() {
        // To ask for none of them would be to look through all.
        return Ok(Vec::new());
    }
    let these = Entity::find().filter(Column::ServiceId.is_in(services.iter().copied()));
    Ok(these.order_by_asc(Column::ServiceId).order_by_asc(Column::Selector).all(db).await?)
}

/// Has nothing left of the keys of a service that do not sign.
pub(crate) async fn forget(db: &Executor<'_>, service: Uuid) -> Result<()> {
    Entity::delete_many().filter(Column::ServiceId.eq(service)).exec(db).await?;
    Ok(())
}
