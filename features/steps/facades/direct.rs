//! Through the door itself.
use super::{Answer, Asked, Refusal, Told};
use hosting_core::{Call, Error, Facade, Operation, Request, Via, clock::Clock};

pub async fn perform<O: Operation>(asked: Asked<'_>, operation: &O) -> Told<O::Output> {
    let platform = &asked.stage.platform;
    asked.stage.record.direct(O::ID);
    let request = request(asked);
    let request_id = request.id.to_string();
    let refuse = |error: Error| refusal(&error, &request_id);
    let call = platform.admit(asked.who.token.as_deref(), request).await.map_err(refuse)?;
    let json = serde_json::to_value(operation).expect("inputs are plain data");
    let operation = serde_json::from_value(json).expect("an input is read back as written");
    let answer = platform.perform::<O>(&call, Ok(operation)).await.map_err(refuse)?;
    let data = answer.data().map_err(refuse)?;
    let next = O::next(&data).map(str::to_owned);
    Ok(Answer { data, next, http: None })
}

/// Who asks, as the door knows it.
pub async fn call(asked: Asked<'_>) -> Call {
    let admitted = asked.stage.platform.admit(asked.who.token.as_deref(), request(asked)).await;
    admitted.expect("a credential that is known")
}

fn request(asked: Asked<'_>) -> Request {
    let (stage, who) = (asked.stage, asked.who);
    let via = Via { facade: Facade::Rest, method: "CALL".to_owned(), route: "-".to_owned(), status: |_| 200 };
    Request {
        id: stage.clock.id(),
        at: stage.clock.now(),
        via,
        address: who.address,
        user_agent: who.agent.clone(),
        key: asked.key.map(str::to_owned),
    }
}

fn refusal(error: &Error, request_id: &str) -> Refusal {
    Refusal {
        code: error.code().to_string(),
        message: error.to_string(),
        pointers: error.details().into_iter().map(|detail| detail.pointer).collect(),
        ids: error.details().into_iter().filter_map(|detail| detail.id).map(|id| id.to_string()).collect(),
        request_id: Some(request_id.to_owned()),
        retry_after: error.retry_after(),
        http: None,
    }
}
