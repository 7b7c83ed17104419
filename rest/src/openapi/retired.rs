//! The family that was retired: it is in the contract so that its clients find where to go.
use super::refusal;
use hosting_core::Code;
use serde_json::{Map, Value, json};

/// Adds the retired family.
pub fn describe(paths: &mut Map<String, Value>) {
    paths.insert(
        "/v1/vps/{path}".to_owned(),
        json!({ "get": {
            "operationId": "retiredVps",
            "tags": ["kvm"],
            "summary": "Retired: use `/v1/lxc/*` or `/v1/kvm/*`",
            "description": "Nothing is served under `/v1/vps` any more, at any depth and by any method, whoever asks.",
            "deprecated": true,
            "security": [],
            "parameters": [{
                "name": "path",
                "in": "path",
                "required": true,
                "description": "Whatever it was.",
                "schema": { "type": "string", "maxLength": 200, "pattern": "^[^/]+$" },
                "example": "instances",
            }],
            "responses": { "410": refusal::response(&[Code::VpsResourceRetired]) },
        } }),
    );
}
