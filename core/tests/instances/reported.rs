//! What hypervisors show otherwise than the platform believes.
use crate::stage::Stage;
use hosting_core::{
    instances::{
        InstanceKind,
        InstanceStatus::{Error, Frozen, Running, Stopped},
        Reported, ReportedOtherwise as Otherwise,
        instance::Model as Instance,
        reported,
    },
    lxc::{ChangeLxcSnapshot, SnapshotAction},
    providers::{
        Failure,
        hypervisor::{Adopted, Hypervisor, Power, Told},
    },
    services::service::{self, ServiceStatus},
};
use sea_orm::{Set, Unchanged};
use uuid::Uuid;

/// What is shown otherwise of containers.
async fn shown(stage: &Stage) -> Result<Vec<Reported>, Failure> {
    let shown = reported(stage.platform.database(), InstanceKind::Lxc, None, &stage.lxc).await.unwrap()?;
    assert!(shown.whole);
    Ok(shown.told)
}

/// What is shown of containers where not all of them can be looked at.
async fn shown_in_part(stage: &Stage) -> Vec<Reported> {
    let shown = reported(stage.platform.database(), InstanceKind::Lxc, None, &stage.lxc).await.unwrap();
    let Told { told, whole } = shown.unwrap();
    assert!(!whole, "{told:?}");
    told
}

/// The only thing that is shown otherwise.
async fn one(stage: &Stage) -> (Uuid, Otherwise) {
    let mut shown = shown(stage).await.unwrap();
    assert_eq!(shown.len(), 1, "{shown:?}");
    let (id, name, mut otherwise) = shown.remove(0);
    assert_eq!(name.as_deref(), Some("web"), "it is ours");
    assert_eq!(otherwise.len(), 1, "{otherwise:?}");
    (id, otherwise.remove(0))
}

impl Stage {
    async fn becomes(&self, id: Uuid, status: ServiceStatus) {
        self.update(service::ActiveModel { id: Unchanged(id), status: Set(status), ..Default::default() })
            .await;
    }
}

#[tokio::test]
async fn what_is_as_it_is_believed_is_not_told() {
    let stage = Stage::new().await;
    assert_eq!(shown(&stage).await, Ok(Vec::new()));
    for status in [Running, Stopped, Frozen] {
        stage.container(status).await;
    }
    let machine = stage.instance(InstanceKind::Kvm, Running).await;
    assert_eq!(shown(&stage).await, Ok(Vec::new()), "a machine is no container that is missing: {machine}");
}

#[tokio::test]
async fn what_stands_otherwise_is_told_unless_it_is_being_changed_or_nobody_can_look() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    stage.lxc.goes_down(id).await.unwrap();
    assert_eq!(one(&stage).await, (id, Otherwise::Status { believed: Running, shown: Stopped }));
    stage.lxc.set_member_away(id, true);
    assert_eq!(shown_in_part(&stage).await, Vec::new(), "what it is by now is not known");
    let other = stage.container(Running).await;
    stage.lxc.goes_down(other).await.unwrap();
    let otherwise = vec![Otherwise::Status { believed: Running, shown: Stopped }];
    assert_eq!(shown_in_part(&stage).await, [(other, Some("web".to_owned()), otherwise)]);
    stage.lxc.power(stage.platform.id(), other, Power::Start).await.unwrap();
    stage.lxc.set_member_away(id, false);
    stage.show_change(id, Stopped).await;
    assert_eq!(shown(&stage).await, Ok(Vec::new()), "the change comes about in its time");
}

#[tokio::test]
async fn what_is_gone_is_told_and_what_is_nobodys_comes_last() {
    let stage = Stage::new().await;
    let (gone, there) = (stage.container(Running).await, stage.container(Running).await);
    stage.lxc.remove(stage.platform.id(), gone).await.unwrap();
    let strange = Uuid::from_u128(7);
    let record: Instance = stage.record(there).await;
    stage.lxc.adopt(&[Adopted { instance: strange, ..record.adopted() }]).await.unwrap();
    let expected = vec![
        (gone, Some("web".to_owned()), vec![Otherwise::NotThere]),
        (strange, None, vec![Otherwise::Strange]),
    ];
    assert_eq!(shown(&stage).await, Ok(expected));
}

#[tokio::test]
async fn what_its_service_stops_or_ends_is_told_where_it_goes_on() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    for status in [ServiceStatus::Suspended, ServiceStatus::Cancelled] {
        stage.becomes(id, status).await;
        assert_eq!(one(&stage).await, (id, Otherwise::NotStopped(Running)));
    }
    stage.becomes(id, ServiceStatus::Terminated).await;
    assert_eq!(one(&stage).await, (id, Otherwise::Strange));
    stage.becomes(id, ServiceStatus::Suspended).await;
    stage.lxc.crashes(id).await.unwrap();
    assert_eq!(shown(&stage).await, Ok(Vec::new()), "what has crashed does nothing");
    stage.becomes(id, ServiceStatus::Active).await;
    assert_eq!(one(&stage).await, (id, Otherwise::Status { believed: Running, shown: Error }));
    stage.lxc.remove(stage.platform.id(), id).await.unwrap();
    for (status, missing) in [
        (ServiceStatus::Suspended, true),
        (ServiceStatus::PastDue, true),
        (ServiceStatus::Terminated, false),
        (ServiceStatus::Provisioning, false),
    ] {
        stage.becomes(id, status).await;
        assert_eq!(shown(&stage).await.unwrap().len(), usize::from(missing), "{status:?}");
    }
}

#[tokio::test]
async fn a_snapshot_that_is_gone_is_told_by_its_name() {
    let stage = Stage::new().await;
    let id = stage.container(Running).await;
    for name in ["first", "second"] {
        let action = SnapshotAction::Create;
        stage.perform(ChangeLxcSnapshot { service_id: id, action, name: name.to_owned() }).await;
        stage.work_off().await;
    }
    assert_eq!(shown(&stage).await, Ok(Vec::new()));
    let second = stage.kept(id, "second").await.unwrap();
    stage.lxc.expires(id, second.id).await.unwrap();
    assert_eq!(one(&stage).await, (id, Otherwise::NoSnapshot("second".to_owned())));
}

#[tokio::test]
async fn where_the_hypervisor_is_away_nothing_is_known() {
    let stage = Stage::new().await;
    stage.container(Running).await;
    stage.lxc.set_away(true);
    assert!(matches!(shown(&stage).await, Err(Failure::Unavailable(_))));
}
