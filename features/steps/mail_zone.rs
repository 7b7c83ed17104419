//! Steps about what stands in a zone beside the platform's own words on mail.
use crate::{email::seen, world::World};
use cucumber::then;
use hosting_drivers::sandbox::dns::{Column, Entity};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

#[then(regex = r#"^the signing key "([^"]*)" of mail for "([^"]*)" is "([^"]*)"$"#)]
async fn signing_key_is(world: &mut World, selector: String, domain: String, state: String) {
    let name = format!("{selector}._domainkey.{domain}");
    let records = seen(world, &domain).await.dns.records;
    let record = records.iter().find(|record| record.name == name);
    let told = json!(record.unwrap_or_else(|| panic!("{name} is none of {records:?}")));
    assert_eq!((&told["purpose"], &told["state"]), (&json!("dkim"), &json!(state)));
}

#[then(regex = r#"^the nameservers serve no text of "([^"]*)" that says "([^"]*)"$"#)]
async fn serve_no_text(world: &mut World, name: String, text: String) {
    let reader = world.stage.database().reader(false).await.expect("a reader");
    #[expect(clippy::disallowed_methods, reason = "it is the nameservers that are looked into")]
    let served = Entity::find().filter(Column::Name.eq(name)).filter(Column::Kind.eq("TXT"));
    let served = served.one(&reader.executor()).await.expect("the zone").expect("another text");
    assert!(served.contents.0.iter().all(|content| !content.contains(&text)), "{:?}", served.contents);
}
