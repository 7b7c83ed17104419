//! Through the real schema, over HTTP.
use super::{
    Answer, Asked, Refusal, Told, ids, pointers,
    rest::{binding, start, status},
};
use crate::stage::Http;
use async_graphql::Value as Literal;
use hosting_core::Operation;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Every field of `T`, as a document selects it.
pub fn selection_of<T: JsonSchema>() -> String {
    shaped::<T, _>(|shape| shape.selection(None))
}

/// `data` as the records write it: the words of choices are in small letters there.
pub fn lowered<T: JsonSchema>(mut data: Value) -> Value {
    shaped::<T, _>(|shape| shape.lower(&mut data));
    data
}

fn shaped<T: JsonSchema, R>(then: impl FnOnce(Shape<'_>) -> R) -> R {
    let mut generator = SchemaGenerator::default();
    let schema = generator.subschema_for::<T>().to_value();
    let types = Value::from(generator.take_definitions(false));
    then(Shape { schema: &schema, types: &types })
}

pub async fn perform<O: Operation>(asked: Asked<'_>, operation: &O) -> Told<O::Output> {
    let mut generator = SchemaGenerator::default();
    let input = O::json_schema(&mut generator).to_value();
    let output = generator.subschema_for::<O::Output>().to_value();
    let types = Value::from(generator.take_definitions(false));
    let fields = serde_json::to_value(operation).expect("inputs are plain data");
    // Only who reads page by page asks where a list goes on.
    let paged = fields["limit"].is_u64();
    let arguments = arguments::<O>(&fields, &Shape { schema: &input, types: &types }, asked.key);
    let shape = Shape { schema: &output, types: &types };
    let kind = if O::EFFECT.is_mutation() { "mutation" } else { "query" };
    let cursor = paged.then(|| cursor(&fields));
    let document = format!("{kind} {{ {}{arguments} {} }}", O::ID, shape.selection(cursor.as_deref()));

    let http = send(asked, &document).await;
    judge(&http, O::ID);
    let mut data = read(http.clone())?;
    let next = paged.then(|| next(&data[O::ID], &fields)).flatten();
    let mut data = data[O::ID].take();
    shape.lower(&mut data);
    let data = serde_json::from_value(data.clone()).unwrap_or_else(|cause| panic!("{cause}: {data}"));
    Ok(Answer { data, next, http: Some(http) })
}

/// Sends `document` as a POST.
pub async fn send(asked: Asked<'_>, document: &str) -> Http {
    let request =
        start(asked.who, None).method("POST").uri("/graphql").header("content-type", "application/json");
    let body = json!({ "query": document }).to_string();
    asked.stage.send(asked.who.address, request.body(body.into()).expect("a request")).await
}

/// Checks what holds for each answer to one field (GraphQL over HTTP §6.4, `contract.md` §9).
fn judge(http: &Http, field: &str) {
    let body = http.json();
    assert_eq!(http.header("content-type"), Some("application/json; charset=utf-8"), "the media type");
    let code = body["errors"][0]["extensions"]["code"].as_str();
    let expected = match code {
        // What was not executed is refused as a request; a document that is none of ours is still answered.
        Some(code) if body.get("data").is_none() && code != "invalid_request" => status(code),
        _ => 200,
    };
    assert_eq!(http.status, expected, "the status");
    let paths = body["errors"].as_array().into_iter().flatten().filter_map(|error| error.get("path"));
    for path in paths {
        assert_eq!(path[0], field, "where the error is");
    }
}

/// The data of an answer, or its first error.
pub fn read(http: Http) -> Result<Value, Refusal> {
    let mut body = http.json();
    match body["errors"].get(0).cloned() {
        Some(error) => Err(refusal(&error, http)),
        None => Ok(body["data"].take()),
    }
}

/// An error of the graph.
pub fn refusal(error: &Value, http: Http) -> Refusal {
    let (told, text) = (&error["extensions"], |value: &Value| value.as_str().map(str::to_owned));
    Refusal {
        code: text(&told["code"]).unwrap_or_else(|| panic!("a code in {error}")),
        message: text(&error["message"]).expect("a message"),
        pointers: pointers(&told["details"]),
        ids: ids(&told["details"]),
        request_id: text(&told["requestId"]),
        retry_after: told["retryAfter"].as_u64().and_then(|seconds| u32::try_from(seconds).ok()),
        http: Some(Box::new(http)),
    }
}

/// `(domainId: "…", first: 2, filter: {…})`, or `(input: {…}, idempotencyKey: "…")`
fn arguments<O: Operation>(fields: &Value, shape: &Shape<'_>, key: Option<&str>) -> String {
    let fields = fields.as_object().expect("an object");
    let property = |name: &str| Shape { schema: &shape.schema["properties"][name], ..*shape };
    let mut arguments: Vec<String> = Vec::new();
    if O::EFFECT.is_mutation() {
        let members: Vec<_> =
            fields.iter().map(|(name, value)| format!("{name}: {}", property(name).literal(value))).collect();
        arguments.push(format!("input: {{ {} }}", members.join(", ")));
        let key = key.map(|key| format!("idempotencyKey: {}", plain(&key.into())));
        arguments.extend(key);
    } else {
        let name = |name: &str| match name {
            "limit" => "first".to_owned(),
            "cursor" => "after".to_owned(),
            name => name.to_owned(),
        };
        let path = binding(O::ID).path;
        let stands_beside = |word: &str| {
            ["limit", "cursor", "order"].contains(&word) || path.contains(&format!("{{{word}}}"))
        };
        let argument =
            |(word, value): (&String, &Value)| format!("{}: {}", name(word), property(word).literal(value));
        let (beside, filter): (Vec<_>, Vec<_>) = fields.iter().partition(|(word, _)| stands_beside(word));
        arguments.extend(beside.into_iter().map(argument));
        let filter: Vec<_> = filter.into_iter().map(argument).collect();
        if !filter.is_empty() {
            arguments.push(format!("filter: {{ {} }}", filter.join(", ")));
        }
    }
    if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) }
}

/// Where a list goes on after a record, in the order that was asked for.
fn cursor(fields: &Value) -> String {
    match fields["order"].as_str() {
        Some(order) => format!("cursor(order: {})", order.to_uppercase()),
        None => "cursor".to_owned(),
    }
}

fn plain(value: &Value) -> String {
    Literal::from_json(value.clone()).expect("a literal").to_string()
}

/// Where a list goes on: as its last record says, where the page is full.
fn next(data: &Value, fields: &Value) -> Option<String> {
    let cursor = |value: &Value| value["cursor"].as_str().map(str::to_owned);
    match data {
        Value::Array(records) => {
            let full = fields["limit"].as_u64() == Some(records.len() as u64);
            records.last().filter(|_| full).and_then(cursor)
        }
        report => cursor(report),
    }
}

/// A part of a JSON Schema, with the definitions that it refers to.
#[derive(Clone, Copy)]
struct Shape<'a> {
    schema: &'a Value,
    types: &'a Value,
}

impl<'a> Shape<'a> {
    fn of(self, schema: &'a Value) -> Self {
        Self { schema, ..self }
    }

    /// The schema itself, behind references and options.
    fn plain(self) -> Self {
        if let Some(path) = self.schema["$ref"].as_str() {
            let name = path.rsplit('/').next().expect("a name");
            return self.of(&self.types[name]).plain();
        }
        let options = self.schema["anyOf"].as_array();
        match options.and_then(|all| all.iter().find(|one| one["type"] != "null")) {
            Some(some) => self.of(some).plain(),
            None => self,
        }
    }

    /// The words that it allows, if it is a choice of ours: the types of DNS records, in capitals, are texts.
    fn words(self) -> Vec<&'a str> {
        let all = |name: &str| self.schema[name].as_array().into_iter().flatten();
        let listed = all("enum").filter_map(Value::as_str);
        let each = all("oneOf").flat_map(|one| {
            let listed = one["enum"].as_array().into_iter().flatten();
            one["const"].as_str().into_iter().chain(listed.filter_map(Value::as_str))
        });
        listed.chain(each).filter(|word| !word.contains(|letter: char| letter.is_ascii_uppercase())).collect()
    }

    /// Every field, to any depth, answered under the name that the record gives it; with the `cursor`
    /// of each record of a list, where that is asked for.
    fn selection(self, cursor: Option<&str>) -> String {
        let shape = self.plain();
        if shape.schema["items"].is_object() {
            return shape.of(&shape.schema["items"]).selection(cursor);
        }
        let Some(fields) = shape.schema["properties"].as_object() else { return String::new() };
        let field = |(name, schema): (&String, &'a Value)| match camel(name) {
            same if same == *name => format!("{name} {}", shape.of(schema).selection(None)),
            camel => format!("{name}: {camel} {}", shape.of(schema).selection(None)),
        };
        let mut fields: Vec<_> = fields.iter().map(field).collect();
        fields.extend(cursor.map(str::to_owned));
        format!("{{ {} }}", fields.join(" "))
    }

    /// Writes the words of choices as the records do, and drops what was asked for besides.
    fn lower(self, value: &mut Value) {
        let shape = self.plain();
        match value {
            Value::String(word) => {
                let lower = word.to_lowercase();
                if shape.words().contains(&lower.as_str()) {
                    *word = lower;
                }
            }
            Value::Array(items) => {
                for item in items {
                    shape.of(&shape.schema["items"]).lower(item);
                }
            }
            Value::Object(fields) => shape.lower_fields(fields),
            _ => {}
        }
    }

    fn lower_fields(self, fields: &mut Map<String, Value>) {
        let properties = &self.schema["properties"];
        if properties["cursor"].is_null() {
            fields.shift_remove("cursor");
        }
        for (name, value) in fields {
            self.of(&properties[name]).lower(value);
        }
    }

    /// As a document writes it: the words of choices stand without quotes.
    fn literal(self, value: &Value) -> String {
        let shape = self.plain();
        match value {
            Value::String(word) if shape.words().contains(&word.as_str()) => word.to_uppercase(),
            Value::Array(items) => {
                let items: Vec<_> =
                    items.iter().map(|item| shape.of(&shape.schema["items"]).literal(item)).collect();
                format!("[{}]", items.join(", "))
            }
            other => plain(other),
        }
    }
}

/// `domain_name` is `domainName` in the graph.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}
