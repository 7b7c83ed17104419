//! How a request to the graph is read, judged and answered.
use crate::{
    cost::cost,
    documents::{Document, Documents, Hash},
    door::Door,
    drive::{Loads, drive, drive_all},
    limits,
    order::{Order, nulled},
    perform::{Client, refusal, refused_whole},
    safelist::Safelist,
    schema::{self, Schema},
    variables,
};
use async_graphql::{
    ErrorExtensionValues, Name, Request, Response, ServerError, Value, Variables,
    dataloader::DataLoader,
    futures_util::{
        Stream, StreamExt,
        stream::{self, BoxStream},
    },
    parser::types::{DocumentOperations, OperationDefinition, OperationType},
};
use hosting_core::{Call, Error, Platform, Result as Outcome};
use serde::Deserialize;
use serde_json::Map;
use std::{sync::Arc, time::Duration};

/// What an operator decides about the graph.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Whether the schema is told to those who ask for it.
    pub introspection: bool,
    /// The documents that are answered, if not all are.
    pub safelist: Option<Safelist>,
    /// How long a request may take.
    pub time: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self { introspection: true, safelist: None, time: Duration::from_secs(20) }
    }
}

/// What a client asks for (GraphQL over HTTP, section 5).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Asked {
    /// The document; none where the client only names it by its hash.
    pub query: Option<String>,
    /// Which of its operations.
    pub operation_name: Option<String>,
    /// What its variables stand for.
    pub variables: Option<Map<String, serde_json::Value>>,
    /// What else is said; `persistedQuery` names a document by its SHA-256.
    pub extensions: Option<Map<String, serde_json::Value>>,
}

impl Asked {
    /// Reads what a client sent.
    pub fn read(sent: serde_json::Value) -> Result<Self, String> {
        if !sent.is_object() {
            return Err("a request is a JSON object".to_owned());
        }
        let asked: Self = serde_json::from_value(sent).map_err(|cause| cause.to_string())?;
        let named = asked.extensions.as_ref().is_some_and(|all| all.contains_key("persistedQuery"));
        match asked.query.is_some() || named {
            true => Ok(asked),
            false => Err("`query` is missing".to_owned()),
        }
    }
}

/// A request that was read and judged: it only has to be answered.
#[derive(Debug)]
pub struct Prepared {
    document: Arc<Document>,
    known_valid: bool,
    operation_name: Option<String>,
    order: Order,
    kind: OperationType,
    variables: Variables,
    cost: u64,
}

impl Prepared {
    /// Whether it asks, changes or watches.
    pub const fn kind(&self) -> OperationType {
        self.kind
    }

    fn request(&self) -> Request {
        // The text was read: only what it says counts from here on.
        let mut request = Request::new("").variables(self.variables.clone());
        request.operation_name.clone_from(&self.operation_name);
        request.set_parsed_query(self.document.parsed.clone());
        request
    }
}

/// The graph, and the documents that it has seen; cheap to clone.
#[derive(Clone)]
pub struct Graph(Arc<Inner>);

struct Inner {
    rules: Rules,
    documents: Documents,
}

impl Graph {
    /// The graph under `rules`.
    pub fn new(rules: Rules) -> Self {
        Self(Arc::new(Inner { rules, documents: Documents::default() }))
    }

    /// Reads `asked`, and refuses what cannot be asked or would cost too much.
    pub fn prepare(&self, asked: Asked) -> Result<Prepared, ServerError> {
        let (document, known_valid) = self.document(&asked)?;
        let operation = chosen(&document, asked.operation_name.as_deref())?;
        let kind = operation.ty;
        let variables = serde_json::Value::from(asked.variables.unwrap_or_default());
        let variables = Variables::from_json(variables);
        variables::check(schema::types(), operation, &variables)?;
        let cost = cost(schema::types(), operation, &document.parsed.fragments, &variables)?;
        if cost.told > limits::TOLD {
            return Err(refused("too much of the schema is asked for at once"));
        }
        let cost = cost.records;
        if cost > limits::COST {
            return Err(ServerError::new(
                format!("more than {} records may come back: ask for fewer with `first`", limits::COST),
                None,
            ));
        }
        let order = Order::of(operation, &document.parsed.fragments);
        let operation_name = asked.operation_name;
        Ok(Prepared { document, known_valid, operation_name, order, kind, variables, cost })
    }

    /// The document, and whether it was found valid before.
    fn document(&self, asked: &Asked) -> Result<(Arc<Document>, bool), ServerError> {
        let named = persisted(asked)?;
        let (hash, mut text) = match (&asked.query, named) {
            (Some(text), named) => {
                limits::check_text(text)?;
                let hash = Hash::of(text);
                if named.is_some_and(|named| named != hash) {
                    return Err(refused("`extensions.persistedQuery.sha256Hash` is not that of the query"));
                }
                (hash, Some(text.as_str()))
            }
            (None, Some(hash)) => (hash, None),
            (None, None) => return Err(refused("`query` is missing")),
        };
        if let Some(safelist) = &self.0.rules.safelist {
            let listed = safelist.find(hash);
            let listed =
                listed.ok_or_else(|| refused("this document is not among those that are answered here"))?;
            text = text.or(listed);
        }
        if let Some(kept) = self.0.documents.get(hash) {
            return Ok((kept, true));
        }
        let text = text.ok_or_else(not_persisted)?;
        let check = |parsed: &_| limits::check(parsed, self.0.rules.introspection);
        Ok((Arc::new(Document::read(hash, text, check)?), false))
    }

    /// Answers a request of one caller; of nobody, where `call` is none.
    ///
    /// What it reads is written down before anyone is told; what the graph itself refuses has a code too, and
    /// leaves one usage entry. What takes too long, or cannot be written down, is refused as a whole.
    pub async fn answer(
        &self,
        platform: &Platform,
        client: Client,
        call: Option<&Call>,
        prepared: Result<Prepared, ServerError>,
    ) -> Outcome<Response> {
        let call = call.cloned().map(Call::on_tab);
        let call = call.as_ref();
        let answered = match prepared {
            Ok(prepared) => self.execute(platform, client, call, prepared).await,
            Err(refused) => Ok(Response::from_errors(vec![refused])),
        };
        let answered = match (answered, call) {
            (Ok(mut response), call) => {
                name(&mut response, platform, client, call).await;
                Ok(response)
            }
            (Err(error), Some(call)) => Err(platform.refuse(call, error).await),
            (Err(error), None) => Err(error),
        };
        if let Some(call) = call {
            platform.settle(call).await?;
        }
        answered
    }

    async fn execute(
        &self,
        platform: &Platform,
        client: Client,
        call: Option<&Call>,
        prepared: Prepared,
    ) -> Outcome<Response> {
        let loads = Loads::default();
        let request = known(prepared.request(), platform, client, call, &loads);
        let schema = schema(prepared.known_valid);
        let work = drive(schema.execute(request), loads);
        let late = |_| Error::Overloaded;
        let mut response = tokio::time::timeout(self.0.rules.time, work).await.map_err(late)?;
        if !prepared.known_valid && executed(&response) {
            self.0.documents.keep(Arc::clone(&prepared.document));
        }
        in_order(&prepared.order, &mut response);
        response.extensions.insert("cost".to_owned(), told(prepared.cost));
        if let Some(allowance) = call.and_then(Call::allowance) {
            let limit = [("limit", allowance.limit), ("remaining", allowance.remaining)];
            response
                .extensions
                .insert("rateLimit".to_owned(), object(limit.map(|(name, n)| (name, n.into()))));
        }
        Ok(response)
    }

    /// Answers a request as long as there is something to say: a subscription at each change, and anything
    /// else once. A subscription that was refused, or has ended, says why in a last answer without data.
    pub fn stream(
        &self,
        platform: &Platform,
        client: Client,
        call: Option<&Call>,
        prepared: Result<Prepared, ServerError>,
    ) -> BoxStream<'static, Response> {
        let (graph, platform, call) = (self.clone(), platform.clone(), call.cloned());
        match prepared {
            Ok(prepared) if prepared.kind == OperationType::Subscription => {
                graph.watch(platform, client, call, prepared).boxed()
            }
            prepared => {
                let once = async move {
                    let answered = graph.answer(&platform, client, call.as_ref(), prepared).await;
                    answered.unwrap_or_else(|error| refused_whole(client.request_id, &error))
                };
                stream::once(once).boxed()
            }
        }
    }

    fn watch(
        self,
        platform: Platform,
        client: Client,
        call: Option<Call>,
        prepared: Prepared,
    ) -> impl Stream<Item = Response> + Send + use<> {
        let loads = Loads::default();
        // What hangs on a record is noted, and written down before the record is told.
        let tab = call.clone().map(Call::on_tab);
        let request = known(prepared.request(), &platform, client, tab.as_ref(), &loads);
        let request = match &call {
            Some(call) => request.data(Watching(call.clone())),
            None => request,
        };
        let answers = schema(prepared.known_valid).execute_stream(request);
        let new = (!prepared.known_valid).then(|| Arc::clone(&prepared.document));
        let order = Arc::new(prepared.order);
        drive_all(answers, loads).then(move |mut response| {
            let (graph, platform, call, tab) = (self.clone(), platform.clone(), call.clone(), tab.clone());
            let new = new.clone();
            // What ends a subscription has no data.
            if response.data != Value::Null {
                in_order(&order, &mut response);
            }
            async move {
                if let Some(new) = new.filter(|_| executed(&response)) {
                    graph.0.documents.keep(new);
                }
                name(&mut response, &platform, client, call.as_ref()).await;
                match &tab {
                    Some(tab) => platform
                        .settle(tab)
                        .await
                        .map_or_else(|error| refused_whole(client.request_id, &error), |()| response),
                    None => response,
                }
            }
        })
    }
}

/// What is known to be valid is not looked at again.
fn schema(known_valid: bool) -> Schema {
    if known_valid { schema::for_valid() } else { schema::build() }
}

/// The request, with what its fields need to know.
fn known(
    request: Request,
    platform: &Platform,
    client: Client,
    call: Option<&Call>,
    loads: &Loads,
) -> Request {
    let request = request.data(platform.clone()).data(client);
    let Some(call) = call else { return request };
    let loads = loads.clone();
    let door = Door { platform: platform.clone(), call: call.clone() };
    let door = DataLoader::new(door, move |load| loads.add(load)).delay(Duration::ZERO);
    request.data(call.clone()).data(door)
}

/// Puts what was answered in the order asked for; what was refused is null there.
fn in_order(order: &Order, response: &mut Response) {
    for error in &response.errors {
        nulled(&mut response.data, &error.path);
    }
    order.put(&mut response.data);
}

/// Who watches: what they watch is written down when they begin.
pub(crate) struct Watching(pub Call);

/// Which document is named by its hash (automatic persisted queries).
fn persisted(asked: &Asked) -> Result<Option<Hash>, ServerError> {
    let Some(named) = asked.extensions.as_ref().and_then(|all| all.get("persistedQuery")) else {
        return Ok(None);
    };
    if named["version"] != 1 {
        return Err(refused("`extensions.persistedQuery.version` must be 1"));
    }
    let hash = named["sha256Hash"].as_str().unwrap_or_default().parse();
    hash.map(Some).map_err(|rule: String| refused(&format!("`extensions.persistedQuery.sha256Hash` {rule}")))
}

/// The words by which clients know that they have to send the document itself.
fn not_persisted() -> ServerError {
    let mut error = refused("PersistedQueryNotFound");
    let extensions = error.extensions.get_or_insert_with(ErrorExtensionValues::default);
    extensions.set("code", "PERSISTED_QUERY_NOT_FOUND");
    error
}

/// The operation that is asked for.
fn chosen<'a>(document: &'a Document, name: Option<&str>) -> Result<&'a OperationDefinition, ServerError> {
    match (&document.parsed.operations, name) {
        (DocumentOperations::Single(one), None) => Ok(&one.node),
        (DocumentOperations::Multiple(all), None) if all.len() == 1 => {
            all.values().next().map(|one| &one.node).ok_or_else(|| refused("there is no operation"))
        }
        (DocumentOperations::Multiple(_), None) => {
            Err(refused("the document has several operations: name one with `operationName`"))
        }
        (DocumentOperations::Multiple(all), Some(name)) if all.contains_key(name) => Ok(&all[name].node),
        (_, Some(name)) => Err(refused(&format!("the document has no operation named `{name}`"))),
    }
}

/// Whether any field was executed: an error that belongs to no field means that none was.
pub fn executed(response: &Response) -> bool {
    response.errors.iter().all(|error| !error.path.is_empty())
}

/// Gives what the graph itself refused its code.
async fn name(response: &mut Response, platform: &Platform, client: Client, call: Option<&Call>) {
    let ours =
        |error: &ServerError| error.extensions.as_ref().is_some_and(|all| all.get("requestId").is_some());
    let Some(first) = response.errors.iter().find(|error| !ours(error)) else { return };
    let mut outcome = Error::invalid("", "graphql", first.message.clone());
    if let Some(call) = call {
        outcome = platform.refuse(call, outcome).await;
    }
    for error in response.errors.iter_mut().filter(|error| !ours(error)) {
        let told = refusal(client.request_id, &outcome);
        let known = error.extensions.as_ref().and_then(|all| all.get("code").cloned());
        error.extensions = told.extensions;
        let Some(extensions) = &mut error.extensions else { continue };
        if let Some(code) = known {
            extensions.set("code", code);
        }
        match outcome {
            Error::InvalidRequest(_) => extensions.unset("details"),
            _ => error.message = outcome.to_string(),
        }
    }
}

/// What a request costs, and what is allowed.
fn told(cost: u64) -> Value {
    object([
        ("requested", cost.into()),
        ("limit", limits::COST.into()),
        ("remaining", limits::COST.saturating_sub(cost).into()),
    ])
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (Name::new(name), value)).collect())
}

fn refused(message: &str) -> ServerError {
    ServerError::new(message, None)
}
