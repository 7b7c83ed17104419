//! What becomes of instances that are brought in on their way.
use crate::stage::Stage;
use chrono::TimeDelta;
use hosting_core::{
    Code,
    instances::{
        InstanceStatus::{Reinstalling, Restarting, Restoring, Running, Starting, Stopped, Stopping},
        await_arrivals,
    },
    lxc::{ControlLxcInstance, LxcAction},
};

#[tokio::test]
async fn an_instance_that_is_brought_in_on_its_way_gets_there() {
    let stage = Stage::new().await;
    for (said, then) in [
        (Starting, Running),
        (Stopping, Stopped),
        (Restarting, Running),
        (Reinstalling, Running),
        (Restoring, Running),
    ] {
        let service_id = stage.brought_in(said).await;
        assert_eq!(stage.record(service_id).await.status, said);
        let restart = ControlLxcInstance { service_id, action: LxcAction::Restart };
        let refused = stage.ask(restart).await.unwrap_err();
        assert_eq!(refused.code(), Code::ChangeInProgress, "{said:?}: {refused}");
        stage.clock.pass(TimeDelta::seconds(10));
        stage.work_off().await;
        let record = stage.record(service_id).await;
        assert_eq!((record.status, record.change, record.last_error), (then, None, None), "{said:?}");
    }
}

#[tokio::test]
async fn what_stands_or_is_worked_on_is_left_alone() {
    let stage = Stage::new().await;
    let (stands, worked_on) = (stage.brought_in(Stopped).await, stage.container(Running).await);
    assert_eq!(stage.record(stands).await.change, None);
    stage.perform(ControlLxcInstance { service_id: worked_on, action: LxcAction::Stop }).await;
    let before = stage.record(worked_on).await;
    await_arrivals(stage.platform.database(), &*stage.clock).await.unwrap();
    assert_eq!(stage.record(worked_on).await, before);
}
