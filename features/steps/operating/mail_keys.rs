//! Steps about keys of mail that take the place of others, in the time of the program that serves.
use super::{adopted::mail::lines, until};
use crate::{words::list, world::World};
use cucumber::{given, then};
use hosting_core::{Database, database::Location};
use sea_orm::{ConnectionTrait, Statement};

/// The program has a clock of its own: what it waits for is made to be over, once zones say of the keys.
#[given("the day is over for which new keys of mail wait")]
async fn day_is_over(world: &mut World) {
    published(world, None).await;
    let database = platform(world).await;
    for change in [
        "UPDATE email_key SET due_at = '2000-01-01 00:00:00+00:00'",
        "DELETE FROM duty WHERE name = 'keys of mail'",
    ] {
        database.connection().execute_unprepared(change).await.expect("a change");
    }
}

#[given("the last turn at the keys of mail is over")]
async fn turn_is_over(world: &mut World) {
    let over = "DELETE FROM duty WHERE name = 'keys of mail'";
    platform(world).await.connection().execute_unprepared(over).await.expect("a change");
}

#[then(regex = r#"^the zones soon say of the new keys "([^"]*)"$"#)]
async fn are_published(world: &mut World, selectors: String) {
    published(world, Some(list(&selectors, ", "))).await;
}

/// Until zones say of all new keys: these, or whichever there are.
async fn published(world: &mut World, selectors: Option<Vec<String>>) {
    let database = platform(world).await;
    let connection = database.connection();
    let keys =
        "SELECT selector, stand FROM email_key WHERE stand IN ('waiting', 'published') ORDER BY selector";
    let said = async || {
        let asked = Statement::from_string(connection.get_database_backend(), keys);
        let rows = connection.query_all_raw(asked).await.expect("the keys");
        let column = |name: &str| -> Vec<String> {
            rows.iter().map(|row| row.try_get("", name).expect("a word")).collect()
        };
        let (found, stands) = (column("selector"), column("stand"));
        let all = !found.is_empty() && stands.iter().all(|stand| stand == "published");
        (all && selectors.as_ref().is_none_or(|selectors| *selectors == found)).then_some(())
    };
    until("the zones never say of them", said).await;
}

#[given(regex = r#"^the mail servers soon sign mail of "([^"]*)" with the keys "([^"]*)"$"#)]
#[then(regex = r#"^the mail servers soon sign mail of "([^"]*)" with the keys "([^"]*)"$"#)]
async fn soon_sign(world: &mut World, domain: String, selectors: String) {
    let signed = format!(
        "SELECT replace(id, '._domainkey.' || domain, '') AS line FROM \
         (SELECT * FROM opendkim_rsa UNION SELECT * FROM opendkim_ed25519) WHERE domain = '{domain}' ORDER BY line"
    );
    let wanted = list(&selectors, ", ");
    let so = async || (lines(world, &signed).await == wanted).then_some(());
    until("they are not signed so", so).await;
}

async fn platform(world: &mut World) -> Database {
    let file = world.operating.file("data/hosting.db");
    Database::open(&Location::Sqlite(file)).await.expect("the database")
}
