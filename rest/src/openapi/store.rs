//! The addresses of the platform's own store, which `upload.url` and `download_url` of a conversion job lead to.
use super::{example::REQUEST, header, refusal};
use crate::{answer, files};
use hosting_core::{Code, Error, conversion::UploadRefused};
use serde_json::{Map, Value, json};

/// The most that a file may have, in bytes (`spec.md`, Limits).
const LARGEST: u64 = 52_428_800;

/// Adds the addresses.
pub fn describe(paths: &mut Map<String, Value>) {
    let bytes = json!({ "*/*": { "schema": { "type": "string", "format": "binary" } } });
    let mut parameters = parameters();
    let asked = parameters.clone();
    parameters.push(json!({
        "name": "size",
        "in": "query",
        "required": true,
        "description": "The size that was declared, in bytes.",
        "schema": { "type": "integer", "format": "int64", "minimum": 1, "maximum": LARGEST },
        "example": 482_113,
    }));
    let put = json!({
        "operationId": "uploadFile",
        "tags": ["conversion"],
        "summary": "Send a file that is to be converted",
        "description": format!("Sent to `upload.url` of the job as it is, with the headers that stand beside it. {STORE}"),
        "security": [],
        "parameters": parameters,
        "requestBody": { "required": true, "description": "The file: as large as it was declared, and of that type.", "content": bytes },
        "responses": {
            "204": { "description": "Taken.", "headers": { "X-Request-Id": header::request_id() } },
            "400": refused(&[UploadRefused::TooShort(482_113), UploadRefused::WrongChecksum]),
            "403": refused(&[UploadRefused::Forged, UploadRefused::Expired, UploadRefused::Suspended]),
            "404": response([not_found()].into_iter()),
            "408": refused(&[UploadRefused::TooSlow]),
            "409": refused(&[
                UploadRefused::NotAwaited("the job takes no files any more".to_owned()),
                UploadRefused::InProgress,
            ]),
            "413": refused(&[UploadRefused::TooLong(482_113)]),
            "415": refused(&[UploadRefused::WrongType("image/jpeg".to_owned())]),
            "429": refusal::response(&[Code::RateLimitExceeded]),
            "500": refusal::response(&[Code::InternalError]),
            "503": refusal::response(&[Code::Overloaded, Code::ShuttingDown]),
        },
    });
    let get = json!({
        "operationId": "downloadFile",
        "tags": ["conversion"],
        "summary": "Fetch a file that was made",
        "description": format!("Asked for at `download_url` of the job as it is; `Range` is served. {STORE}"),
        "security": [],
        "parameters": asked,
        "responses": {
            "200": { "description": "The file.", "headers": of_file(), "content": bytes },
            "206": { "description": "The part of it that was asked for.", "headers": of_file(), "content": bytes },
            "304": { "description": "The file that you have.", "headers": { "X-Request-Id": header::request_id() } },
            "403": refused(&[UploadRefused::Forged, UploadRefused::Expired]),
            "404": response([not_found(), ("file_gone", "the file was removed".to_owned())].into_iter()),
            "416": { "description": "The file has no such part.", "headers": { "X-Request-Id": header::request_id() } },
            "429": refusal::response(&[Code::RateLimitExceeded]),
            "500": refusal::response(&[Code::InternalError]),
            "503": refusal::response(&[Code::Overloaded, Code::ShuttingDown]),
        },
    });
    paths.insert(files::ROUTE.to_owned(), json!({ "put": put, "get": get }));
}

const STORE: &str = "Needs no credential: the address is signed, and ends. Where the operator keeps files in a bucket, \
    the addresses lead there instead.";

fn parameters() -> Vec<Value> {
    let text = |place: &str, name: &str, schema: Value, description: &str, example: &str| json!({ "name": name, "in": place, "required": true, "description": description, "schema": schema, "example": example });
    let id = json!({ "type": "string", "format": "uuid" });
    let name = json!({ "type": "string", "maxLength": 100, "pattern": "^[^/]+$" });
    let seconds = json!({ "type": "integer", "format": "int64", "minimum": 0 });
    let signature = json!({ "type": "string", "maxLength": 100, "pattern": "^[A-Za-z0-9_-]+$" });
    let mut expires =
        text("query", "expires", seconds, "The second in which the address ends, since 1970.", "");
    expires["example"] = json!(1_795_184_658);
    vec![
        text("path", "job", id, "The job.", "019aa1b2-0f21-7b63-9c8d-3e4f50617283"),
        text("path", "name", name, "The file.", "019aa1b2-1054-7f96-bacb-61728394a5b6"),
        expires,
        text(
            "query",
            "signature",
            signature,
            "That the address was given out.",
            "vZ7b1t0m9Qm0m8s7F0c3h2Jx5oYk6Lq9w1E4r2T8u3I",
        ),
    ]
}

fn of_file() -> Value {
    let text = |description: &str| json!({ "description": description, "schema": { "type": "string", "maxLength": 1000 } });
    json!({
        "X-Request-Id": header::request_id(),
        "ETag": text("The SHA-256 of the file, in quotation marks."),
        "Content-Disposition": text("What the file is called (RFC 6266)."),
    })
}

/// What a platform whose store is elsewhere says.
fn not_found() -> (&'static str, String) {
    (Code::NotFound.as_str(), Error::NotFound.to_string())
}

/// The failure envelope, with the codes that are the store's own.
pub fn error_schema() -> Value {
    let own = [
        UploadRefused::Forged,
        UploadRefused::Expired,
        UploadRefused::Suspended,
        UploadRefused::NotAwaited(String::new()),
        UploadRefused::WrongType(String::new()),
        UploadRefused::TooLong(0),
        UploadRefused::TooShort(0),
        UploadRefused::WrongChecksum,
        UploadRefused::InProgress,
        UploadRefused::TooSlow,
    ];
    let codes = own.iter().map(|refused| files::code(refused).1).chain(["file_gone", "not_found"]);
    json!({
        "type": "object",
        "description": "Why a file was not taken or not given.",
        "required": ["error"],
        "additionalProperties": false,
        "properties": { "error": {
            "type": "object",
            "required": ["code", "message", "request_id"],
            "additionalProperties": false,
            "properties": {
                "code": { "type": "string", "enum": codes.collect::<Vec<_>>(), "description": "What a program can act on." },
                "message": { "type": "string", "maxLength": answer::LONGEST, "description": "The same for people." },
                "request_id": { "type": "string", "format": "uuid", "description": "Identifies the request." },
            },
        } },
    })
}

fn refused(all: &[UploadRefused]) -> Value {
    response(all.iter().map(|refused| (files::code(refused).1, refused.to_string())))
}

/// A response with one of these codes and messages, which are the store's own.
fn response<'a>(all: impl Iterator<Item = (&'a str, String)>) -> Value {
    let example = |(code, message): (&str, String)| {
        (code.to_owned(), json!({ "value": answer::envelope(REQUEST, code, &message, &[]) }))
    };
    let examples: Map<_, _> = all.map(example).collect();
    let names: Vec<_> = examples.keys().map(|code| format!("`{code}`")).collect();
    json!({
        "description": format!("Refused: {}.", names.join(", ")),
        "headers": { "X-Request-Id": header::request_id() },
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/FileError" }, "examples": examples } },
    })
}
