//! A replica on a database.
use hosting_core::{
    Database, Platform, Result, Scope, Secret,
    clock::Clock,
    credential::{self, CredentialKind, Issuers, Model, NewCredential, token::Prefixes},
    hosting::FreeHosting,
    limit::{Limits, MemoryLimits},
    platform::Parts,
    providers::Providers,
    settings::{BillingTerms, FileBudget, Retention},
};
use hosting_drivers::{folder::Folder, none::NoConverter, sandbox::Sandboxes};
use sea_orm::{ActiveModelTrait, EntityTrait, IntoActiveModel, ModelTrait};
use std::{path::PathBuf, sync::Arc};
use uuid::Uuid;

/// A folder in memory, where the system has a place for that.
pub fn memory() -> PathBuf {
    let memory = PathBuf::from("/dev/shm");
    if memory.is_dir() { memory } else { std::env::temp_dir() }
}

/// The secret that all replicas share.
pub fn secret() -> Secret {
    Secret::new(b"a secret for tests only, of 32 characters")
}

/// A replica whose backends are the sandboxes, but for what `choose` puts in their place.
pub fn replica(
    database: &Database,
    clock: Arc<dyn Clock>,
    sandboxes: &Sandboxes,
    choose: impl FnOnce(&mut Providers),
) -> Platform {
    let secret = secret();
    let store = Folder::new(std::env::temp_dir().join("hosting-queue-files"), secret.clone(), "");
    let mut providers = sandboxes.clone().providers(Arc::new(store), Arc::new(NoConverter::default()));
    choose(&mut providers);
    Platform::new(Parts {
        database: database.clone(),
        clock,
        secret,
        prefixes: Prefixes::default(),
        issuers: Issuers::default(),
        limits: Limits::Memory(MemoryLimits::default()),
        providers,
        free_hosting: FreeHosting::default(),
        billing_terms: BillingTerms::default(),
        file_budget: FileBudget::default(),
        conversions_at_once: 1,
        new_rsa_key: hosting_core::email::new_rsa_key,
        retention: Retention::default(),
        base_url: "http://localhost".to_owned(),
    })
}

/// What opens everything of an account, and its token.
pub async fn credential(platform: &Platform, account: Uuid) -> (Model, String) {
    let new = NewCredential {
        account,
        kind: CredentialKind::ApiKey,
        name: "a test".to_owned(),
        scopes: Scope::ALL.to_vec(),
        networks: Vec::new(),
        requests_per_minute: 100_000,
        expires_in: None,
    };
    let (db, clock, secret) = (platform.database(), platform.clock(), platform.secret());
    credential::create(db, clock, secret, &Prefixes::default(), new).await.unwrap()
}

/// Writes a row down as it is.
pub async fn insert<M>(database: &Database, row: M)
where
    M: IntoActiveModel<<M::Entity as EntityTrait>::ActiveModel> + ModelTrait + Send + 'static,
    <M::Entity as EntityTrait>::ActiveModel: ActiveModelTrait<Entity = M::Entity> + Send,
{
    let write = database.write(move |db| {
        Box::pin(async move {
            let row = row.into_active_model();
            <M::Entity as EntityTrait>::insert(row).exec_without_returning(db).await?;
            Ok(())
        })
    });
    let written: Result<()> = write.await;
    written.unwrap();
}
