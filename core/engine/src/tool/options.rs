//! Every option of every tool: what is published of it is what is checked, and a refusal names it as customers do.
use crate::{TOOLS, Tool};
use serde_json::{Map, Value, json};

/// More than any option takes that says nothing of it.
const MUCH: usize = 5000;

/// An option, or what is within one: where it is, what is published of it, and how options look that have it.
struct Place {
    pointer: String,
    schema: Value,
    /// The options without it.
    options: Value,
}

impl Place {
    /// Options in which this place holds `value`.
    fn with(&self, value: &Value) -> Value {
        let mut options = self.options.clone();
        *options.pointer_mut(&self.pointer).expect("it was put there") = value.clone();
        options
    }

    fn says(&self, word: &str) -> Option<&Value> {
        self.schema.get(word).filter(|said| !said.is_null())
    }

    fn is(&self, kind: &str) -> bool {
        kinds(&self.schema).contains(&kind)
    }
}

/// The types that a value may have.
fn kinds(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// What an option may be: the schema itself, or the first of several that is not nothing.
fn meant(schema: &Value) -> &Value {
    let several = ["anyOf", "oneOf"].iter().find_map(|word| schema[word].as_array());
    match several {
        Some(several) if schema["type"].is_null() && few(schema).is_none() => {
            several.iter().find(|one| one["type"] != "null").map_or(schema, meant)
        }
        _ => schema,
    }
}

/// Something that the schema allows; a pattern is one of languages, of pages, of colours or of names.
fn sample(schema: &Value) -> Value {
    let schema = meant(schema);
    if let Some(one) =
        ["const", "default"].iter().find_map(|word| schema.get(word).filter(|one| !one.is_null()))
    {
        return one.clone();
    }
    if let Some(one) = few(schema).and_then(|few| few.first().cloned()) {
        return one;
    }
    match kinds(schema).first().copied().unwrap_or_default() {
        "boolean" => json!(true),
        "integer" | "number" => schema.get("minimum").cloned().unwrap_or(json!(1)),
        "array" => {
            let count = schema["minItems"].as_u64().unwrap_or(0);
            (0..count).map(|_| sample(&schema["items"])).collect()
        }
        "object" => {
            let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            needed
                .map(|name| (name.to_owned(), sample(&schema["properties"][name])))
                .collect::<Map<_, _>>()
                .into()
        }
        _ => match schema["pattern"].as_str() {
            Some(pattern) => {
                let known = ["en", "1", "#ffffff", "name", "eng", "16:9"];
                let fits = known.into_iter().find(|word| seems(pattern, word));
                json!(fits.unwrap_or_else(|| panic!("none of {known:?} seems to be {pattern}")))
            }
            None => {
                json!("x".repeat(usize::try_from(schema["minLength"].as_u64().unwrap_or(1)).expect("few")))
            }
        },
    }
}

/// Whether a word may be meant by a pattern: by how it begins.
fn seems(pattern: &str, word: &str) -> bool {
    let beginnings = [
        ("^[A-Za-z]{2,8}", "en"),
        ("^[1-9]", "1"),
        ("^#", "#ffffff"),
        ("^[A-Za-z_]", "name"),
        ("^[a-z_]{3", "eng"),
    ];
    let ratio = pattern.contains(':');
    beginnings.iter().any(|(begins, meant)| !ratio && pattern.starts_with(begins) && *meant == word)
        || (ratio && word == "16:9")
}

/// All places of a tool's options.
fn places(tool: &Tool) -> Vec<Place> {
    let schema = tool.options_schema();
    let mut found = Vec::new();
    within(&schema, "", &sample(&schema), &mut found);
    found
}

fn within(schema: &Value, at: &str, options: &Value, found: &mut Vec<Place>) {
    let schema = meant(schema);
    for (name, option) in schema["properties"].as_object().into_iter().flatten() {
        let mut options = options.clone();
        let parent = options.pointer_mut(at).and_then(Value::as_object_mut).expect("an object");
        parent.insert(name.clone(), sample(option));
        add(option, &format!("{at}/{name}"), options, found);
    }
    if schema["items"].is_object() {
        let mut options = options.clone();
        *options.pointer_mut(at).expect("a place") = json!([sample(&schema["items"])]);
        add(&schema["items"], &format!("{at}/0"), options, found);
    }
}

fn add(schema: &Value, pointer: &str, options: Value, found: &mut Vec<Place>) {
    within(schema, pointer, &options, found);
    found.push(Place { pointer: pointer.to_owned(), schema: meant(schema).clone(), options });
}

/// The words or numbers that an option may be, where it is one of few.
fn few(schema: &Value) -> Option<Vec<Value>> {
    if let Some(one) = schema.get("const") {
        return Some(vec![one.clone()]);
    }
    if let Some(all) = schema["enum"].as_array() {
        return Some(all.iter().filter(|one| !one.is_null()).cloned().collect());
    }
    let several = ["anyOf", "oneOf"].iter().find_map(|word| schema[word].as_array())?;
    let several = several.iter().filter(|one| one["type"] != "null");
    several.map(few).collect::<Option<Vec<_>>>().map(|several| several.concat())
}

/// Values that are just within what is published, and just without.
fn edges(place: &Place) -> (Vec<Value>, Vec<Value>) {
    if let Some(few) = few(&place.schema) {
        return (few, vec![json!("nothing of it"), json!(77_777)]);
    }
    let (mut within, mut without) = (Vec::new(), Vec::new());
    let length =
        |word| place.says(word).and_then(Value::as_u64).map(|length| usize::try_from(length).expect("few"));
    if place.is("integer") {
        let bound = |word| place.says(word).and_then(Value::as_i64);
        let (least, most) = (bound("minimum"), bound("maximum"));
        within.extend([least.unwrap_or(-1 << 30), most.unwrap_or(1 << 30)].map(Value::from));
        let beyond = [least.map(|least| least - 1), most.map(|most| most + 1)];
        without.extend(beyond.into_iter().flatten().map(Value::from));
    }
    if place.is("number") {
        let bound = |word| place.says(word).and_then(Value::as_f64);
        let (least, most) = (bound("minimum"), bound("maximum"));
        within.extend([least.unwrap_or(-1e9), most.unwrap_or(1e9)].map(Value::from));
        let beyond = [least.map(|least| least - 0.001), most.map(|most| most + 0.1)];
        without.extend(beyond.into_iter().flatten().map(Value::from));
    }
    if place.is("string") {
        let (least, most) = (length("minLength"), length("maxLength"));
        if place.says("pattern").is_none() {
            let lengths = [least.unwrap_or(0), most.unwrap_or(MUCH)];
            within.extend(lengths.map(|count| json!("x".repeat(count))));
        }
        let beyond = [least.and_then(|least| least.checked_sub(1)), most.map(|most| most + 1)];
        without.extend(beyond.into_iter().flatten().map(|count| json!("x".repeat(count))));
    }
    if place.is("array") {
        let many = |count| (0..count).map(|_| sample(&place.schema["items"])).collect::<Value>();
        let (least, most) = (length("minItems"), length("maxItems"));
        within.extend([least.unwrap_or(0), most.unwrap_or(MUCH)].map(many));
        let beyond = [least.and_then(|least| least.checked_sub(1)), most.map(|most| most + 1)];
        without.extend(beyond.into_iter().flatten().map(many));
    }
    if place.is("boolean") {
        within.extend([json!(true), json!(false)]);
        without.push(json!("yes"));
    }
    (within, without)
}

/// The pointers of what is refused.
fn refused(tool: &Tool, options: &Value) -> Vec<String> {
    let problems = tool.check(options).err().unwrap_or_default();
    problems.into_iter().map(|problem| problem.pointer).collect()
}

#[test]
fn what_is_published_of_an_option_is_what_is_checked() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for tool in TOOLS {
        let id = tool.about.id;
        for place in places(tool) {
            let (within, without) = edges(&place);
            tried += within.len() + without.len();
            let about = |pointer: &String| pointer.starts_with(&place.pointer);
            for value in within {
                let refused = refused(tool, &place.with(&value));
                if refused.iter().any(about) {
                    wrong.push(format!("{id}: {} may be {value:.60}, and is refused", place.pointer));
                }
            }
            for value in without {
                let refused = refused(tool, &place.with(&value));
                if !refused.iter().any(about) {
                    wrong.push(format!("{id}: {} may not be {value:.60}: {refused:?}", place.pointer));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 500, "{tried}");
}
