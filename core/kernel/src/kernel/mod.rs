//! What every operation needs and none writes.
pub mod account;
mod admission;
pub mod answer;
pub mod area;
pub mod asking;
pub mod background;
pub mod batched;
pub mod bounds;
pub mod call;
pub mod changes;
pub mod context;
pub mod credential;
pub mod door;
pub mod duty;
pub mod effect;
pub mod ending;
pub mod facade;
pub mod figures;
pub mod follower;
pub mod idempotency;
mod inquiry;
pub mod installation;
pub mod limit;
pub mod operation;
pub mod page;
mod panics;
pub mod platform;
pub mod purge;
pub mod queue;
pub mod retention;
pub mod routine;
pub mod settings;
pub mod spans;
pub mod usage;
pub mod way;

/// What the kernel does itself as time passes.
pub static AREA: area::Area = area::Area {
    jobs: &[],
    subjects: &[],
    routines: &[
        routine::Routine {
            name: "used keys are purged",
            run: |platform| Box::pin(retention::purge_keys(platform)),
        },
        routine::Routine {
            name: "usage entries are purged",
            run: |platform| Box::pin(retention::purge_usage(platform)),
        },
        routine::Routine {
            name: "another secret is learned of",
            run: |platform| Box::pin(installation::secrets::learn(platform)),
        },
        routine::Routine {
            name: "keys of issuers are fetched",
            run: |platform| {
                Box::pin(async move {
                    platform.issuers().refresh(platform.clock().now()).await;
                    Ok(())
                })
            },
        },
        routine::Routine {
            name: "changes that everyone has read are purged",
            run: |platform| Box::pin(changes::purge::purge_changes(platform)),
        },
        routine::Routine {
            name: "rate limits that are over are swept",
            run: |platform| {
                platform.limits().sweep(platform.clock().now().utc());
                Box::pin(std::future::ready(Ok(())))
            },
        },
    ],
    followers: &[],
    topics: &[],
};
