//! The whole platform, played through its door: everything that is not ours is made up from a seed. Customers ask, repeat
//! under their keys, mix them up, hang up and wait no longer; the operator revokes, issues, suspends; backends fail as they
//! can, and stop before and after they do what they are told; workers stop and processes die between any two steps, or
//! sleep past their leases; clocks differ, and time jumps, also beyond what is kept.
//!
//! A small model, the [journal](journal), knows from what was asked and told what may be told next; another program
//! [audits](audit) the database. A mutation that was answered happened once, and is told again byte for byte; every
//! answer has one usage entry that agrees with it; nothing of one account is shown to another; no key is stranded; each
//! job ends, in order; and in the end backends have what the records say.
//!
//! A failing seed is named: `SIMULATION_SEED=<seed>` plays it again, step by step the same; `SIMULATION_SEEDS=<count>`
//! plays more, from `SIMULATION_FIRST=<seed>` on.
//!
//! Replicas have runtimes of one thread that only the schedule lets go on; what writes waits until it lets the one
//! writer go on; and what asks a backend, until it opens that gate. What the machine's own clock bounds (a backend's
//! time, a heartbeat) never ends a wait here: a schedule takes less. A backend that is late says so itself.
#![expect(clippy::disallowed_methods, reason = "a test looks at everything")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod ask;
mod audit;
mod customer;
mod end;
mod gates;
mod held;
mod hypervisor;
mod journal;
#[path = "../made_up/instance.rs"]
mod machines;
#[path = "../made_up/mod.rs"]
mod made_up;
mod operator;
mod play;
mod replica;
mod walk;
mod world;

use play::Simulation;

#[test]
fn whatever_befalls_the_platform_what_it_promises_is_true() {
    let told = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = told("SIMULATION_FIRST").unwrap_or(0);
    let seeds = match told("SIMULATION_SEED") {
        Some(seed) => seed..seed + 1,
        None => first..first + told("SIMULATION_SEEDS").unwrap_or(200),
    };
    for seed in seeds {
        let mut simulation = Simulation::new(seed);
        let played = simulation.play();
        if std::env::var("SIMULATION_SHOW").is_ok() {
            println!("{}", simulation.trace.join("\n"));
        }
        if let Err(why) = played {
            let last = simulation.trace.len().saturating_sub(60);
            let trace = simulation.trace[last..].join("\n");
            panic!("{trace}\n\nthe schedule of SIMULATION_SEED={seed}: {why}");
        }
    }
}

#[test]
fn a_seed_is_played_the_same_way_each_time() {
    for seed in [1, 7] {
        let [first, second] = [(); 2].map(|()| {
            let mut simulation = Simulation::new(seed);
            (simulation.play(), std::mem::take(&mut simulation.trace))
        });
        assert_eq!(first, second);
    }
}
