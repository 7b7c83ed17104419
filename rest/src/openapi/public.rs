//! What needs no credential: the public search and the health of the platform.
use super::header;
use crate::{answer, call};
use hosting_core::{
    Code, Error,
    limit::Verdict,
    search::{SHAPES, SearchError, SearchResult},
};
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

/// Adds what is public.
pub fn describe(paths: &mut Map<String, Value>, outputs: &mut SchemaGenerator) {
    let result = outputs.subschema_for::<SearchResult>().to_value();
    for (path, get, post) in [
        ("/api/domain-search", "searchDomains", "searchDomainsByPost"),
        ("/api/domain/domain-search-fast", "searchDomainsFast", "searchDomainsFastByPost"),
    ] {
        let found = responses(&result);
        paths.insert(path.to_owned(), json!({
            "get": {
                "operationId": get,
                "tags": ["search"],
                "summary": "Search for domains",
                "description": SEARCH,
                "security": [],
                "parameters": [
                    parameter("domain", "A domain; repeat it to ask for several.", 253, "baobab-books.com"),
                    parameter("domains", "Domains with commas or white space between, so that `no spaces.com` asks for two; may be repeated.", 5099, "baobab-books.com,baobab-books.co.uk"),
                    parameter("q", "The same as `domain`.", 253, "baobab-books.com"),
                ],
                "responses": found,
            },
            "post": {
                "operationId": post,
                "tags": ["search"],
                "summary": "Search for domains, named in a body",
                "description": SEARCH,
                "security": [],
                "requestBody": { "required": true, "content": { "application/json": {
                    "schema": { "oneOf": shapes() },
                    "example": { "domains": ["baobab-books.com", "baobab-books.co.uk"] },
                } } },
                "responses": responses(&result),
            },
        }));
    }
    for (path, id, summary, well) in [
        ("/health", "health", "Whether the platform can serve", &["ok", "degraded"][..]),
        ("/readyz", "ready", "Whether this process can serve", &["ok"]),
        ("/livez", "alive", "Whether this process runs", &["ok"]),
    ] {
        paths.insert(path.to_owned(), health(id, summary, well));
    }
}

const SEARCH: &str = "Up to 20 domains in a request, which counts as one; 20 requests per client address in any \
    60 seconds, over both paths and methods. Names are answered in the order in which they were asked for, once each, in \
    A-labels (RFC 5890); what can be no name is listed as it was written.";

fn parameter(name: &str, description: &str, most: u32, example: &str) -> Value {
    json!({
        "name": name,
        "in": "query",
        "description": format!("{description} 3 to {most} characters; what is shorter or longer is listed as invalid."),
        "schema": { "type": "array", "items": { "type": "string", "minLength": 3, "maxLength": most } },
        "style": "form",
        "explode": true,
        "example": [example],
    })
}

fn shapes() -> Vec<Value> {
    let bounds = "A domain. What is shorter or longer is listed as invalid.";
    let name = json!({ "type": "string", "minLength": 3, "maxLength": 253, "description": bounds });
    let many = json!({ "type": "array", "minItems": 1, "maxItems": 20, "uniqueItems": true, "items": name });
    let shape = |member: &str, schema: &Value| json!({ "type": "object", "required": [member], "additionalProperties": false, "properties": { member: schema } });
    vec![shape("domains", &many), shape("domain", &name), shape("domainName", &name), shape("q", &name)]
}

fn responses(result: &Value) -> Value {
    let plain = json!({ "X-Request-Id": header::request_id() });
    let mut limits = plain.clone();
    header::allowance(&mut limits);
    let with_time = |headers: &Value, least| {
        let mut headers = headers.clone();
        headers["Retry-After"] = header::retry_after(least);
        headers
    };
    let asked_too_often = Verdict { allowed: false, limit: 20, remaining: 0, retry_after: 7 };
    let nonsense = vec!["www.baobab-books.com".to_owned()];
    let shape = Error::invalid("", "one_of", SHAPES);
    json!({
        "200": {
            "description": "What was found.",
            "headers": limits,
            "content": { "application/json": { "schema": result } },
        },
        "400": refusal("No valid domain, or a request that cannot be read.", vec![
            SearchError::InvalidDomain(nonsense),
            shape.into(),
            Error::InvalidJson("expected `,` or `}` at line 1 column 17".to_owned()).into(),
        ], &limits),
        "408": refusal("The request did not arrive in time.", vec![Error::RequestTimeout.into()], &limits),
        "413": refusal("The body is too large.", vec![Error::BodyTooLarge(call::BODY).into()], &limits),
        "415": refusal("The body is not JSON.", vec![Error::UnsupportedMediaType.into()], &limits),
        "429": refusal("Asked too often.", vec![
            SearchError::RateLimited(asked_too_often),
            Error::TooManyAtOnce(64).into(),
        ], &with_time(&limits, 0)),
        "500": refusal("Our fault.", vec![Error::Internal(String::new()).into()], &plain),
        "502": refusal("No name could be checked.", vec![SearchError::RegistrarUnavailable], &plain),
        "503": refusal("Not now.", vec![Error::Overloaded.into(), Error::ShuttingDown.into()], &with_time(&plain, 1)),
    })
}

/// One of `errors`, in the flat shape of the search's refusals.
fn refusal(text: &str, errors: Vec<SearchError>, headers: &Value) -> Value {
    let example = |error: SearchError| {
        let body = json!({ "error": error.code(), "message": error.to_string() });
        (error.code().to_owned(), json!({ "value": body }))
    };
    json!({
        "description": text,
        "headers": headers,
        "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/SearchError" },
            "examples": errors.into_iter().map(example).collect::<Map<_, _>>(),
        } },
    })
}

/// The flat shape of the search's refusals.
pub fn error_schema() -> Value {
    let own = ["invalid_domain", "search_rate_limited", "registrar_unavailable"];
    let any = [
        Code::InvalidRequest,
        Code::InvalidJson,
        Code::NotFound,
        Code::MethodNotAllowed,
        Code::RequestTimeout,
        Code::BodyTooLarge,
        Code::UnsupportedMediaType,
        Code::RateLimitExceeded,
        Code::InternalError,
        Code::Overloaded,
        Code::ShuttingDown,
    ];
    json!({
        "type": "object",
        "description": "Why a search was refused.",
        "required": ["error", "message"],
        "additionalProperties": false,
        "properties": {
            "error": {
                "type": "string",
                "enum": own.into_iter().chain(any.map(Code::as_str)).collect::<Vec<_>>(),
                "description": "What a program can act on.",
            },
            "message": { "type": "string", "maxLength": answer::LONGEST, "description": "The same for people." },
        },
    })
}

fn health(id: &str, summary: &str, well: &[&str]) -> Value {
    let answer = |text: &str, status: &[&str]| {
        json!({
            "description": text,
            "headers": { "X-Request-Id": header::request_id() },
            "content": { "application/json": { "schema": {
                "type": "object",
                "required": ["status", "version", "request_id"],
                "properties": {
                    "status": { "type": "string", "enum": status },
                    "version": { "type": "string", "enum": ["v1"] },
                    "request_id": { "type": "string", "format": "uuid" },
                    "checks": {
                        "type": "object",
                        "description": "What stands behind it.",
                        "additionalProperties": {
                            "type": "object",
                            "required": ["status", "driver"],
                            "properties": {
                                "status": { "type": "string", "enum": ["ok", "unavailable"] },
                                "driver": { "type": "string", "description": "What drives it; a sandbox reaches nobody." },
                            },
                        },
                    },
                    "seal": {
                        "type": "object",
                        "description": "What the kernel holds conversions to; absent where none are done.",
                        "additionalProperties": true,
                    },
                },
            } } },
        })
    };
    json!({ "get": {
        "operationId": id,
        "tags": ["operations"],
        "summary": summary,
        "description": "Needs no credential, and answers within a second.",
        "security": [],
        "responses": { "200": answer("It can.", well), "503": answer("It cannot.", &["unavailable"]) },
    } })
}
