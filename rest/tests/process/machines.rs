//! Machines that are driven while the process is killed over and over.
use crate::{
    binary::{Folder, Process},
    client::ask,
};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    env,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Where the process is, what opens it, and whether clients go on.
struct Stage {
    host: Mutex<String>,
    key: String,
    over: AtomicBool,
}

/// A client with a machine of its own, and what it knows of it.
struct Client {
    stage: Arc<Stage>,
    area: &'static str,
    id: String,
    turn: u32,
    /// What the machine must have become.
    status: String,
    /// The snapshots that there must be.
    snapshots: BTreeSet<String>,
}

/// Kills, unless `CRASH_KILLS` says how many.
const KILLS: u32 = 10;

#[test]
fn machines_become_what_was_accepted_whatever_is_killed() {
    let folder = Folder::new();
    let arguments = ["--sandbox-pace", "60"];
    let mut process = Process::start(&folder.0, &arguments);
    let (key, host) = (Process::busy_key(&folder.0), host(&process));
    let stage = Arc::new(Stage { host: Mutex::new(host), key, over: AtomicBool::new(false) });
    let clients: Vec<_> =
        machines(&stage).into_iter().map(|client| thread::spawn(|| client.drive())).collect();
    assert!(clients.len() >= 3, "the demo has machines: {}", clients.len());
    let kills = env::var("CRASH_KILLS").map_or(KILLS, |kills| kills.parse().expect("a number"));
    for round in 0..kills {
        thread::sleep(Duration::from_millis(u64::from(round * 7919 % 701) + 20));
        process.kill();
        process = Process::start(&folder.0, &arguments);
        *stage.host.lock().expect("no panic") = self::host(&process);
    }
    stage.over.store(true, Ordering::Relaxed);
    let clients: Vec<Client> = clients.into_iter().map(|client| client.join().expect("a client")).collect();
    let file = Connection::open(folder.0.join("hosting.db")).expect("the database");
    let count = |sql: &str| -> i64 { file.query_row(sql, [], |row| row.get(0)).expect("a count") };
    for client in &clients {
        assert!(client.turn > 3, "{} was driven: {}", client.area, client.turn);
        assert_eq!(client.read()["status"], client.status.as_str(), "{} {}", client.area, client.id);
        let there: BTreeSet<String> = client.kept().into_iter().map(|one| one.0).collect();
        assert_eq!(there, client.snapshots, "{} {}", client.area, client.id);
        let id = client.id.replace('-', "");
        let kept =
            count(&format!("SELECT count(*) FROM sandbox_snapshot WHERE lower(hex(instance)) = '{id}'"));
        assert_eq!(
            usize::try_from(kept),
            Ok(there.len()),
            "each snapshot was made once, and no other is left"
        );
    }
    // The demo has machines that are on their way by themselves.
    let end = Instant::now() + Duration::from_secs(30);
    while count("SELECT count(*) FROM job WHERE status <> 'dead'") > 0 && Instant::now() < end {
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(count("SELECT count(*) FROM job"), 0, "no work is left, and none was given up");
    assert_eq!(count("SELECT count(*) FROM instance WHERE change IS NOT NULL"), 0);
    assert_eq!(
        count("SELECT count(*) FROM idempotency WHERE answer IS NULL"),
        0,
        "no claim is left half-way"
    );
    drop(process);
}

fn host(process: &Process) -> String {
    process.address.trim_start_matches("http://").to_owned()
}

/// A client for each machine that runs or is off, up to two of a kind.
fn machines(stage: &Arc<Stage>) -> Vec<Client> {
    let of = |area: &'static str| {
        let (_, answer) = stage.ask("GET", &format!("/v1/{area}/instances"), None);
        let all = answer["data"].as_array().expect("machines").clone();
        let steady = all.into_iter().filter(|one| one["status"] == "running" || one["status"] == "stopped");
        let usable = steady.filter(|one| changeable(stage, one));
        usable.take(2).map(|one| Client::new(stage, area, &one)).collect::<Vec<_>>()
    };
    ["lxc", "kvm"].into_iter().flat_map(of).collect()
}

/// Whether the machine's service is in use.
fn changeable(stage: &Stage, machine: &Value) -> bool {
    let id = machine["id"].as_str().expect("an id");
    stage.ask("GET", &format!("/v1/services/{id}"), None).1["data"]["status"] == "active"
}

impl Stage {
    /// Asks until there is an answer: under the same key, however often the process dies.
    fn ask(&self, method: &str, path: &str, change: Option<(&str, &str)>) -> (u16, Value) {
        for _ in 0..2000 {
            let host = self.host.lock().expect("no panic").clone();
            match ask(&host, &self.key, method, path, change) {
                Some((503, _)) | None => thread::sleep(Duration::from_millis(10)),
                Some(answer) => return answer,
            }
        }
        panic!("{method} {path} is never answered");
    }
}

impl Client {
    fn new(stage: &Arc<Stage>, area: &'static str, machine: &Value) -> Self {
        let text = |name: &str| machine[name].as_str().expect("a text").to_owned();
        let mut client = Self {
            stage: stage.clone(),
            area,
            id: text("id"),
            turn: 0,
            status: text("status"),
            snapshots: BTreeSet::new(),
        };
        client.snapshots = client.kept().into_iter().map(|one| one.0).collect();
        client
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/{}/instances/{}{rest}", self.area, self.id)
    }

    fn read(&self) -> Value {
        self.stage.ask("GET", &self.path(""), None).1["data"].clone()
    }

    /// The snapshots: names, ids, where they stand.
    fn kept(&self) -> Vec<(String, String, String)> {
        let (_, answer) = self.stage.ask("GET", &self.path("/snapshots"), None);
        let text = |one: &Value, name: &str| one[name].as_str().unwrap_or_default().to_owned();
        let all = answer["data"].as_array().expect("snapshots").clone();
        all.iter().map(|one| (text(one, "name"), text(one, "id"), text(one, "status"))).collect()
    }

    /// Changes the machine, waits until it is what it must be, and so on.
    fn drive(mut self) -> Self {
        while !self.stage.over.load(Ordering::Relaxed) && self.turn < 100_000 {
            self.turn += 1;
            self.change();
            self.wait();
        }
        self
    }

    fn change(&mut self) {
        let power = |action: &str| ("POST", "/actions".to_owned(), json!({ "action": action }));
        let name = format!("crash-{}", self.turn);
        let (method, rest, body) = match (self.turn % 4, self.status.as_str()) {
            (0, "running") => power("stop"),
            (_, "stopped") => power("start"),
            (1, _) => power("restart"),
            (2, _) if self.snapshots.len() < 3 => self.create(&name),
            _ => match self.snapshots.pop_first() {
                Some(name) => self.delete(&name),
                None => power("restart"),
            },
        };
        let status = match body["action"].as_str() {
            Some("stop") => "stopped",
            Some("start" | "restart") => "running",
            _ => self.status.as_str(),
        };
        self.status = status.to_owned();
        let key = format!("{}-{}-{}", self.area, &self.id[30..], self.turn);
        let body = body.to_string();
        let (status, answer) = self.stage.ask(method, &self.path(&rest), Some((&key, &body)));
        assert_eq!(status, 202, "{method} {rest} {body}: {answer}");
    }

    fn create(&mut self, name: &str) -> (&'static str, String, Value) {
        self.snapshots.insert(name.to_owned());
        let body = match self.area {
            "lxc" => json!({ "action": "create", "name": name }),
            _ => json!({ "name": name }),
        };
        ("POST", "/snapshots".to_owned(), body)
    }

    fn delete(&self, name: &str) -> (&'static str, String, Value) {
        match self.area {
            "lxc" => ("POST", "/snapshots".to_owned(), json!({ "action": "delete", "name": name })),
            _ => {
                let id = self.kept().into_iter().find(|one| one.0 == name).expect("it was made").1;
                ("DELETE", format!("/snapshots/{id}"), json!({}))
            }
        }
    }

    /// Until the machine is what it must be, and its snapshots are; a worker that died is waited for.
    fn wait(&self) {
        for _ in 0..3000 {
            let ready = self.kept().iter().all(|one| one.2 == "ready");
            let there: BTreeSet<String> = self.kept().into_iter().map(|one| one.0).collect();
            if ready
                && there == self.snapshots
                && self.read()["status"] == self.status.as_str()
                && self.rests()
            {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("{} {} is {}, not {} with {:?}", self.area, self.id, self.read(), self.status, self.snapshots);
    }

    /// Whether nothing is queued: a restart ends in the state in which it began.
    fn rests(&self) -> bool {
        let (_, answer) = self.stage.ask("GET", &self.path(""), None);
        answer["data"]["status"] == self.status.as_str() && answer["data"]["last_error"].is_null()
    }
}
