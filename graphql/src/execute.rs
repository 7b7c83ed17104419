//! How a request to the graph is answered.
//!
//! What is executed is reached from other packages through boxed futures only: the graph is compiled here.
use crate::{
    dispatch::{Loads, Panic, run, run_stream},
    door::Door,
    graph::{Graph, Prepared},
    limits,
    order::{Order, nulled},
    perform::{Client, Counted},
    refusal::{encode, executed, refused_whole},
    schema::{self, Schema},
};
use async_graphql::{
    Name, Request, Response, ServerError, Value,
    dataloader::DataLoader,
    futures_util::{
        Stream, StreamExt,
        future::BoxFuture,
        stream::{self, BoxStream},
    },
    parser::types::OperationType,
};
use hosting_core::{Call, Error, Platform, Result as Outcome};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::OwnedSemaphorePermit,
    time::{Instant, timeout_at},
};

/// Who subscribes: what they watch is recorded when they begin.
pub(crate) struct Subscriber(pub Call);

impl Graph {
    /// Answers a request of one caller; of nobody, where `call` is none.
    ///
    /// What it reads is recorded before it is answered; what the graph itself refuses has a code too, and
    /// leaves one usage entry. What takes too long, panics, or cannot be recorded is refused as a whole.
    pub fn answer<'a>(
        &'a self,
        platform: &'a Platform,
        client: Client,
        call: Option<&Call>,
        prepared: Result<Prepared, ServerError>,
    ) -> BoxFuture<'a, Outcome<Response>> {
        let call = call.cloned().map(Call::on_tab);
        Box::pin(async move {
            let call = call.as_ref();
            let document = prepared.as_ref().ok().map(|prepared| Arc::clone(&prepared.document));
            let until = Instant::now() + self.0.rules.time;
            let (answered, _place) = match prepared {
                Ok(prepared) => match self.place(call, &prepared, until).await {
                    Ok(place) => (self.execute(platform, client, call, prepared, until).await, place),
                    Err(error) => (Err(error), None),
                },
                Err(refused) => (Ok(Response::from_errors(vec![refused])), None),
            };
            let answered = match answered {
                Ok(mut response) => {
                    let document = document.as_ref().map(|document| &document.parsed);
                    encode(&mut response, document, platform, client, call).await;
                    Ok(response)
                }
                Err(error) => Err(refuse(platform, client, call, error).await),
            };
            if let Some(call) = call {
                platform.settle(call).await?;
            }
            answered
        })
    }

    /// A place of the caller, where it asks for much; until its entries are written, too.
    async fn place(
        &self,
        call: Option<&Call>,
        prepared: &Prepared,
        until: Instant,
    ) -> Outcome<Option<OwnedSemaphorePermit>> {
        match call {
            Some(call) if prepared.kind() == OperationType::Query => {
                self.0.room.take(call.credential.account, prepared.cost, until).await
            }
            _ => Ok(None),
        }
    }

    async fn execute(
        &self,
        platform: &Platform,
        client: Client,
        call: Option<&Call>,
        prepared: Prepared,
        until: Instant,
    ) -> Outcome<Response> {
        let loads = Loads::default();
        let request = with_data(prepared.request, platform, client, call, &loads).data(prepared.leading);
        let request = prepared.order.repeats().into_iter().fold(request, Request::data);
        let schema = schema(prepared.known_valid);
        let work = run(schema.execute(request), loads);
        let Ok(outcome) = timeout_at(until, work).await else {
            // What goes on of it is not told, and its entry says so.
            call.inspect(|call| call.cut_off());
            return Err(Error::Overloaded);
        };
        let mut response = outcome.map_err(|panic| panicked(&panic))?;
        if !prepared.known_valid && executed(&response) {
            self.0.documents.keep(prepared.document);
        }
        in_order(&prepared.order, &mut response);
        response.extensions.insert("cost".to_owned(), cost(prepared.cost));
        if let Some(allowance) = call.and_then(Call::allowance) {
            let limit = [("limit", allowance.limit), ("remaining", allowance.remaining)];
            let limit = object(limit.map(|(name, n)| (name, n.into())));
            response.extensions.insert("rateLimit".to_owned(), limit);
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
            Ok(prepared) if prepared.kind() == OperationType::Subscription => {
                graph.subscribe(platform, client, call, prepared).boxed()
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

    fn subscribe(
        self,
        platform: Platform,
        client: Client,
        call: Option<Call>,
        prepared: Prepared,
    ) -> impl Stream<Item = Response> + Send + use<> {
        let loads = Loads::default();
        // What hangs on a record is noted, and recorded before the record is sent.
        let tab = call.clone().map(Call::on_tab);
        let request = with_data(prepared.request, &platform, client, tab.as_ref(), &loads);
        let request = prepared.order.repeats().into_iter().fold(request, Request::data);
        let request = match &call {
            Some(call) => request.data(Subscriber(call.clone())),
            None => request,
        };
        let answers = schema(prepared.known_valid).execute_stream(request);
        let new = (!prepared.known_valid).then_some(prepared.document);
        let order = Arc::new(prepared.order);
        run_stream(answers, loads).then(move |answer| {
            let (graph, platform, call, tab) = (self.clone(), platform.clone(), call.clone(), tab.clone());
            let (new, order) = (new.clone(), Arc::clone(&order));
            async move {
                let mut response = match answer {
                    Ok(response) => response,
                    Err(panic) => {
                        let error = refuse(&platform, client, call.as_ref(), panicked(&panic)).await;
                        refused_whole(client.request_id, &error)
                    }
                };
                // What ends a subscription has no data.
                if response.data != Value::Null {
                    in_order(&order, &mut response);
                }
                if let Some(new) = new.filter(|_| executed(&response)) {
                    graph.0.documents.keep(new);
                }
                encode(&mut response, None, &platform, client, call.as_ref()).await;
                let Some(tab) = &tab else { return response };
                let settled = platform.settle(tab).await;
                settled.map_or_else(|error| refused_whole(client.request_id, &error), |()| response)
            }
        })
    }
}

/// What is known to be valid is not validated again.
fn schema(known_valid: bool) -> Schema {
    if known_valid { schema::for_valid() } else { schema::build() }
}

/// The request, with what its fields need to know.
fn with_data(
    request: Request,
    platform: &Platform,
    client: Client,
    call: Option<&Call>,
    loads: &Loads,
) -> Request {
    let request = request.data(platform.clone()).data(client).data(Counted::default());
    let Some(call) = call else { return request };
    let loads = loads.clone();
    let door = Door { platform: platform.clone(), call: call.clone() };
    let door = DataLoader::new(door, move |load| loads.add(load)).delay(Duration::ZERO);
    request.data(call.clone()).data(door)
}

/// Records and logs a refusal of the whole.
async fn refuse(platform: &Platform, client: Client, call: Option<&Call>, error: Error) -> Error {
    if let Some(call) = call {
        return platform.refuse_whole(call, error).await;
    }
    if let Error::Internal(cause) = &error {
        tracing::error!(request_id = %client.request_id, cause, "failed");
    }
    error
}

fn panicked(panic: &Panic) -> Error {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without words");
    Error::Internal(format!("a resolver panicked: {words}"))
}

/// Puts what was answered in the order asked for; what was refused is null there.
fn in_order(order: &Order, response: &mut Response) {
    for error in &response.errors {
        nulled(&mut response.data, &error.path);
    }
    order.put(&mut response.data);
}

/// What a request costs, and what is allowed.
fn cost(cost: u64) -> Value {
    object([
        ("requested", cost.into()),
        ("limit", limits::COST.into()),
        ("remaining", limits::COST.saturating_sub(cost).into()),
    ])
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (Name::new(name), value)).collect())
}
