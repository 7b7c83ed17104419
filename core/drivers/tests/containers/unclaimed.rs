//! What is nobody's at an Incus, as its documentation shows instances, and whose it becomes.
use crate::{
    fake::{Fake, Reply, good, hidden},
    stage::{adopted, work},
};
use hosting_kernel::providers::{Failure, hypervisor::Hypervisor};

/// An instance that runs, with settings.
fn instance(name: &str, kind: &str, config: &str) -> String {
    format!(
        r#"{{"name":"{name}","type":"{kind}","status":"Running","config":{{{config}}},
        "expanded_config":{{"limits.cpu":"2","limits.memory":"512MiB"}},
        "expanded_devices":{{"root":{{"type":"disk","path":"/","pool":"default","size":"10GiB"}}}},
        "state":{{"status":"Running","network":null}}}}"#
    )
}

#[tokio::test]
async fn what_has_no_service_among_its_settings_is_nobodys() {
    let fake = Fake::start(|asked, _| match asked {
        "GET /1.0/instances" => {
            let ours = format!(r#""user.service-id":"{}""#, work());
            good(&format!(
                "[{}]",
                [
                    instance("free", "container", r#""user.comment":"by hand""#),
                    instance("ours", "container", &ours),
                    instance("theirs", "container", r#""user.service-id":"of another platform""#),
                    instance("machine", "virtual-machine", ""),
                ]
                .join(",")
            ))
        }
        _ => Reply::Cut,
    });
    let found = fake.driver().unclaimed().await.unwrap();
    assert!(found.whole);
    let found = found.told;
    assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["free"]);
    let sizes = (found[0].vcpus, found[0].memory_bytes, found[0].disk_bytes);
    assert_eq!(sizes, (Some(2), Some(512 << 20), Some(10 << 30)));
    assert_eq!(fake.count("GET /1.0/instances"), 1, "all are told of in one answer");
    let away = Fake::start(|_, _| Reply::Cut);
    assert!(matches!(away.driver().unclaimed().await, Err(Failure::Unavailable(_))));
}

/// What a member of a cluster has that is away may be anybody's.
#[tokio::test]
async fn what_is_hidden_is_not_given_away() {
    let (id, other) = (work(), work());
    let fake = Fake::start(move |asked, _| match asked {
        "GET /1.0/instances" => {
            let all = [instance("free", "container", ""), hidden("lost")];
            good(&format!("[{}]", all.join(",")))
        }
        "PATCH /1.0/instances/free" => good("{}"),
        _ => Reply::Cut,
    });
    let driver = fake.driver();
    let found = driver.unclaimed().await.unwrap();
    assert_eq!(found.told.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["free"]);
    assert!(!found.whole, "there is one that nobody can tell of");
    let adopted = driver.adopt(&[adopted(id, "Lost"), adopted(other, "free")]).await;
    assert!(matches!(adopted, Err(Failure::NotNow { .. })), "{adopted:?}");
    assert_eq!((fake.count("PATCH /1.0/instances/free"), fake.count("PATCH")), (1, 1));
}

#[tokio::test]
async fn what_is_called_with_capitals_is_adopted_by_its_host_name() {
    let fake = Fake::start(|asked, _| match asked {
        "GET /1.0/instances" => {
            let taken = format!(r#""user.service-id":"{}""#, work());
            let all = [instance("web", "container", &taken), instance("Web", "container", "")];
            good(&format!("[{}]", all.join(",")))
        }
        "PATCH /1.0/instances/Web" => good("{}"),
        _ => Reply::Cut,
    });
    // There is one that is nobody's, and two want it.
    fake.driver().adopt(&[adopted(work(), "web"), adopted(work(), "web")]).await.unwrap();
    assert_eq!((fake.count("PATCH /1.0/instances/Web"), fake.count("PATCH")), (1, 1));
}
