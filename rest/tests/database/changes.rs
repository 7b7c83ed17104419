//! Changes on PostgreSQL, and when they are told.
use crate::{
    fresh::{fresh, server},
    sums::number,
};
use hosting_core::{AREAS, background::run_routines, database::Bounds};

/// The server lets only one transaction at a time commit that has told somebody something.
#[tokio::test(flavor = "multi_thread")]
async fn a_mutation_tells_nobody_at_its_commit() {
    let Some((url, name)) = fresh().await else { return };
    let server = server(format!("{url}/{name}"), Bounds::default()).await;
    let db = server.platform.database().connection();
    let telling = "SELECT count(*) AS number FROM pg_proc
                   WHERE pronamespace = 'public'::regnamespace AND prosrc ~* 'notify'";
    assert_eq!(number(db, telling).await, 0);
    let untold = "SELECT count(*) AS number FROM change WHERE kind = 'domain'";
    run_routines(&server.platform, AREAS).await;
    assert_eq!(number(db, untold).await, 0);
    let domain = server.own_domain("kofi.example").await;
    let changed =
        server.send("PUT", &format!("/v1/domains/{domain}/auto-renew"), Some(r#"{"enabled":false}"#)).await;
    assert_eq!(changed.status, 200, "{changed:?}");
    assert_eq!(number(db, untold).await, 2, "that it is there, and what became of it");
    run_routines(&server.platform, AREAS).await;
    assert_eq!(number(db, untold).await, 0, "what nobody waits for is not kept");
}
