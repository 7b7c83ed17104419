//! The contracts are what is built: change one on purpose, and commit what these commands print.
use serde_json::Value;

#[test]
fn openapi_json_is_what_is_built() {
    let built = hosting_rest::openapi::document(&hosting_rest::routes::v1().bindings);
    let reviewed: Value = serde_json::from_str(include_str!("../openapi.json")).expect("JSON");
    assert!(built == reviewed, "run `cargo run -- openapi > rest/openapi.json` and review the difference");
}

#[test]
fn schema_graphql_is_what_is_built() {
    let built = hosting_graphql::schema::sdl();
    let reviewed = include_str!("../../graphql/schema.graphql");
    assert!(
        built.trim() == reviewed.trim(),
        "run `cargo run -- schema > graphql/schema.graphql` and review the difference"
    );
}
