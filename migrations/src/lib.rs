//! The steps by which the database became what it is; one file each, never changed once released.
mod column;
mod m0001_accounts;
mod m0002_kernel;
mod m0003_usage;
mod m0004_domains;
mod m0005_sandbox;
mod m0006_email;
mod m0007_hosting;
mod m0008_instances;
mod m0009_leases;
mod m0010_terminal;
mod m0011_services_life;
mod m0012_conversion;
mod m0013_lists;
mod m0014_changes;
mod m0015_links;
mod m0016_more_changes;
mod m0017_sums;
mod m0018_leases;
mod m0019_installation;
mod m0020_backends;
mod m0021_registrars;
mod m0022_outbox;
mod m0023_levels;
mod m0024_charges;
mod m0025_panel_links;
mod m0026_files_kept;
mod m0027_several_backends;
mod m0028_mail_keys;
mod m0029_sums_of_a_commit;
mod m0030_due_work;
mod m0031_refused_entries;
mod noticed;

pub use sea_orm_migration::prelude::MigratorTrait;
use sea_orm_migration::prelude::{MigrationTrait, async_trait};

/// The step from which on a database knows its secret.
pub const SECRETS: &str = "m0019_installation";

/// All steps, in order.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_accounts::Migration),
            Box::new(m0002_kernel::Migration),
            Box::new(m0003_usage::Migration),
            Box::new(m0004_domains::Migration),
            Box::new(m0005_sandbox::Migration),
            Box::new(m0006_email::Migration),
            Box::new(m0007_hosting::Migration),
            Box::new(m0008_instances::Migration),
            Box::new(m0009_leases::Migration),
            Box::new(m0010_terminal::Migration),
            Box::new(m0011_services_life::Migration),
            Box::new(m0012_conversion::Migration),
            Box::new(m0013_lists::Migration),
            Box::new(m0014_changes::Migration),
            Box::new(m0015_links::Migration),
            Box::new(m0016_more_changes::Migration),
            Box::new(m0017_sums::Migration),
            Box::new(m0018_leases::Migration),
            Box::new(m0019_installation::Migration),
            Box::new(m0020_backends::Migration),
            Box::new(m0021_registrars::Migration),
            Box::new(m0022_outbox::Migration),
            Box::new(m0023_levels::Migration),
            Box::new(m0024_charges::Migration),
            Box::new(m0025_panel_links::Migration),
            Box::new(m0026_files_kept::Migration),
            Box::new(m0027_several_backends::Migration),
            Box::new(m0028_mail_keys::Migration),
            Box::new(m0029_sums_of_a_commit::Migration),
            Box::new(m0030_due_work::Migration),
            Box::new(m0031_refused_entries::Migration),
        ]
    }
}
