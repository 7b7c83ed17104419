//! A server that does what no real one can be made to do.
use crate::{
    backend::{PATIENCE, SYSTEM},
    stage::work,
};
use futures_util::SinkExt;
use hosting_drivers::incus::{Incus, Options, Patience};
use hosting_kernel::{
    clock::{Clock, SystemClock},
    password::Password,
    providers::{
        Failure,
        hypervisor::{Hypervisor, InstanceStatus, Power},
    },
};
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::UnixListener,
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Message, handshake::derive_accept_key, protocol::Role},
};
use uuid::Uuid;

/// How long nothing is said where nothing is: longer than who is hasty waits, on a machine that is busy too.
const SILENCE: Duration = Duration::from_mins(1);

/// What a request is answered with.
pub enum Reply {
    Said(u16, String),
    /// A socket, by which these messages come; then the connection is closed without a word.
    Told(Vec<String>),
    /// The connection is closed without a word.
    Cut,
    /// Nothing.
    Silence,
}

/// What was asked, each as `GET /1.0/instances?project=default`.
pub type Asked = Arc<Mutex<Vec<String>>>;

pub struct Fake {
    socket: PathBuf,
    asked: Asked,
}

impl Drop for Fake {
    fn drop(&mut self) {
        let _gone = std::fs::remove_file(&self.socket);
    }
}

impl Fake {
    /// A server that answers what `answer` says to a method and a path, with what follows it.
    pub fn start(answer: impl Fn(&str, usize) -> Reply + Send + Sync + 'static) -> Self {
        let socket = std::env::temp_dir().join(format!("drivers-fake-{}", SystemClock.id()));
        let (listener, asked) = (UnixListener::bind(&socket).unwrap(), Asked::default());
        let (answer, heard) = (Arc::new(answer), Arc::clone(&asked));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, heard) = (Arc::clone(&answer), Arc::clone(&heard));
                tokio::spawn(async move { one(stream, &*answer, &heard).await });
            }
        });
        Self { socket, asked }
    }

    pub fn driver(&self) -> Incus {
        self.driver_with(PATIENCE)
    }

    /// The same, which waits for nothing long.
    fn hasty(&self) -> Incus {
        let second = Duration::from_secs(1);
        self.driver_with(Patience { answer: second / 2, guest: second, change: 3 * second })
    }

    fn driver_with(&self, patience: Patience) -> Incus {
        let options = Options {
            endpoint: format!("unix://{}", self.socket.display()),
            project: "default".to_owned(),
            client_certificate: None,
            client_key: None,
            server_certificate: None,
            systems: vec![SYSTEM.to_owned()],
            snapshots: "disk".to_owned(),
        };
        Incus::with_patience(options, patience).unwrap()
    }

    /// How often something that begins so was asked.
    pub fn count(&self, what: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| asked.starts_with(what)).count()
    }
}

/// Answers one request; the number of those that were the same before it is told.
pub async fn one(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    answer: &(dyn Fn(&str, usize) -> Reply + Send + Sync),
    asked_before: &Asked,
) {
    let (mut head, mut piece) = (Vec::new(), [0; 4096]);
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        match stream.read(&mut piece).await {
            Ok(count @ 1..) => head.extend_from_slice(&piece[..count]),
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let line = head.lines().next().unwrap().trim_end_matches(" HTTP/1.1").to_owned();
    let asked = line.split('?').next().unwrap().to_owned();
    let before = {
        let mut asked_before = asked_before.lock().unwrap();
        asked_before.push(line);
        asked_before.iter().filter(|one| one.split('?').next() == Some(&asked)).count() - 1
    };
    match answer(&asked, before) {
        Reply::Said(status, body) => {
            let length = body.len();
            let text =
                format!("HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}");
            let _sent = stream.write_all(text.as_bytes()).await;
        }
        Reply::Told(messages) => {
            let key = head.lines().find_map(|line| line.strip_prefix("Sec-WebSocket-Key: ")).unwrap();
            let accepted = derive_accept_key(key.as_bytes());
            let text = format!(
                "HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: {accepted}\r\n\r\n"
            );
            stream.write_all(text.as_bytes()).await.unwrap();
            let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, None).await;
            for message in messages {
                let _sent = socket.send(Message::text(message)).await;
            }
        }
        Reply::Cut => {}
        Reply::Silence => tokio::time::sleep(SILENCE).await,
    }
}

pub fn good(metadata: &str) -> Reply {
    Reply::Said(200, format!(r#"{{"type":"sync","status_code":200,"metadata":{metadata}}}"#))
}

pub fn wrong(code: u16, error: &str) -> Reply {
    Reply::Said(code, format!(r#"{{"type":"error","error_code":{code},"error":"{error}","metadata":null}}"#))
}

fn begun() -> Reply {
    Reply::Said(
        202,
        r#"{"type":"async","operation":"/1.0/operations/op-1","metadata":{"id":"op-1"}}"#.to_owned(),
    )
}

pub fn shown(id: Uuid, status: &str) -> String {
    format!(
        r#"{{"name":"web","status":"{status}","config":{{"user.service-id":"{id}"}},
        "state":{{"status":"{status}","started_at":"2026-01-01T00:00:00Z"}}}}"#
    )
}

/// What any server answers to who looks for `id`, which is `status`.
pub fn found(asked: &str, id: Uuid, status: &str) -> Option<Reply> {
    Some(match asked {
        "GET /1.0/instances" => good(&format!("[{}]", shown(id, status))),
        "GET /1.0/instances/web" => good(&shown(id, status)),
        "GET /1.0/operations" => good("{}"),
        "GET /1.0" => good(r#"{"auth":"trusted","environment":{"server_clustered":true}}"#),
        _ => return None,
    })
}

/// What is listed of an instance that a member of the cluster has that is away (Incus 6.0).
pub fn hidden(name: &str) -> String {
    format!(
        r#"{{"name":"{name}","status":"Error","status_code":112,"location":"m2","type":"container","config":null,
        "devices":null,"profiles":null,"project":"default","backups":null,"state":null,"snapshots":null}}"#
    )
}

pub fn is_away<T>(outcome: &Result<T, Failure>) -> bool {
    matches!(outcome, Err(Failure::Unavailable(_) | Failure::InTheWay(_)))
}

#[tokio::test]
async fn of_a_member_that_is_away_nothing_is_said() {
    let (here, away) = (work(), work());
    let fake = Fake::start(move |asked, _| {
        let lost = format!(
            r#"{{"name":"lost","status":"Error","config":{{"user.service-id":"{away}"}},"state":null}}"#
        );
        match asked {
            "GET /1.0/instances" => good(&format!("[{},{lost}]", shown(here, "Running"))),
            "GET /1.0/instances/lost" => wrong(503, "Get \\\"https://10.0.0.6:8443\\\": Unable to connect"),
            _ => found(asked, here, "Running").unwrap_or(Reply::Cut),
        }
    });
    let driver = fake.driver();
    let mut reports = driver.reports().await.unwrap().told;
    reports.sort_by_key(|report| report.instance != here);
    let told: Vec<_> = reports.iter().map(|report| (report.instance, report.status)).collect();
    assert_eq!(told, [(here, Some(InstanceStatus::Running)), (away, None)]);
    assert!(reports[0].usage.is_some() && reports[1].usage.is_none());
    assert_eq!(fake.count("GET /1.0/metrics"), 0, "a member only tells of its own");
    assert!(is_away(&driver.state(away).await));
    assert_eq!(driver.state(here).await.unwrap().unwrap().status, InstanceStatus::Running);
    assert!(is_away(&driver.power(work(), away, Power::Stop).await));
    assert!(is_away(&driver.delete_snapshot(work(), away, work()).await), "nobody knows that it is gone");
    assert!(is_away(&driver.set_password(work(), away, &Password::from("a password")).await));
    assert_eq!(fake.count("PUT"), 0);
}

fn is_not_now<T>(outcome: &Result<T, Failure>) -> bool {
    matches!(outcome, Err(Failure::NotNow { .. }))
}

/// A cluster with two instances, one of which is hidden from the third question on.
fn split(here: Uuid, there: Uuid) -> Fake {
    Fake::start(move |asked, before| match asked {
        "GET /1.0/instances" if before < 1 => {
            let other = shown(there, "Running").replace(r#""web""#, r#""lost""#);
            good(&format!("[{},{other}]", shown(here, "Running")))
        }
        "GET /1.0/instances" => good(&format!("[{},{}]", shown(here, "Running"), hidden("lost"))),
        "GET /1.0/instances/lost" => wrong(500, "Missing event connection with target cluster member"),
        _ => found(asked, here, "Running").unwrap_or(Reply::Cut),
    })
}

#[tokio::test]
async fn what_is_hidden_is_left_out_and_all_else_is_as_always() {
    let (here, there) = (work(), work());
    // Whoever knew it before, and a process that was started since.
    let (old, fresh) = (split(here, there), split(here, there));
    let (knows, stranger) = (old.driver(), fresh.driver());
    assert!(knows.reports().await.unwrap().whole);
    assert!(fresh.driver().reports().await.unwrap().whole);
    for driver in [knows, stranger] {
        let reports = driver.reports().await.unwrap();
        assert!(!reports.whole);
        let told: Vec<_> = reports.told.iter().map(|report| (report.instance, report.status)).collect();
        assert_eq!(told, [(here, Some(InstanceStatus::Running))]);
        assert!(driver.state(here).await.unwrap().is_some());
        for id in [there, work()] {
            assert!(is_not_now(&driver.state(id).await), "{id} may be it");
            assert!(is_not_now(&driver.power(work(), id, Power::Stop).await));
            assert!(is_not_now(&driver.remove(work(), id).await), "nobody knows that it is gone");
        }
    }
    assert_eq!((old.count("PUT"), old.count("DELETE")), (0, 0));
    assert!(old.count("GET /1.0/instances/lost") > 0, "who knows its name asks for that");
    assert_eq!(fresh.count("GET /1.0/instances/lost"), 0);
}

#[tokio::test]
async fn what_is_not_there_is_told_where_nothing_is_hidden() {
    let (here, none) = (work(), work());
    let fake = Fake::start(move |asked, _| found(asked, here, "Running").unwrap_or(Reply::Cut));
    assert_eq!(fake.driver().state(none).await, Ok(None));
}

#[tokio::test]
async fn what_it_cannot_look_at_is_unknown_too() {
    let id = work();
    let fake = Fake::start(move |asked, _| found(asked, id, "Error").unwrap_or(Reply::Cut));
    let driver = fake.driver();
    assert!(is_away(&driver.state(id).await));
    assert!(is_away(&driver.power(work(), id, Power::Start).await));
    assert_eq!(driver.reports().await.unwrap().told[0].status, None);
}

#[tokio::test]
async fn who_is_not_let_in_is_for_the_operator() {
    for code in [401, 403] {
        let fake = Fake::start(move |_, _| wrong(code, "secret words of the server"));
        let (driver, id) = (fake.driver(), work());
        for outcome in [
            driver.ping().await,
            driver.power(work(), id, Power::Start).await,
            driver.restore_snapshot(work(), id, work()).await,
            driver.state(id).await.map(|_| ()),
            driver.reports().await.map(|_| ()),
        ] {
            assert!(
                matches!(&outcome, Err(Failure::Misconfigured(why)) if !why.contains("secret")),
                "{outcome:?}"
            );
        }
    }
}

#[tokio::test]
async fn an_operation_that_is_forgotten_is_told_from_the_state() {
    let id = work();
    // What it is afterwards, and whether that is what was asked for.
    for (afterwards, gets_there) in [("Stopped", true), ("Running", false)] {
        let fake = Fake::start(move |asked, before| match asked {
            "PUT /1.0/instances/web/state" => begun(),
            "GET /1.0/operations/op-1/wait" => wrong(404, "Operation not found"),
            "GET /1.0/instances/web" if before > 0 => good(&shown(id, afterwards)),
            _ => found(asked, id, "Running").unwrap_or(Reply::Cut),
        });
        let outcome = fake.driver().power(work(), id, Power::Stop).await;
        assert_eq!((outcome.is_ok(), is_away(&outcome)), (gets_there, !gets_there), "{outcome:?}");
        assert_eq!(fake.count("PUT"), 1);
    }
}

#[tokio::test]
async fn a_connection_that_is_cut_meanwhile_is_made_again() {
    let id = work();
    let fake = Fake::start(move |asked, before| match asked {
        "PUT /1.0/instances/web/state" => begun(),
        "GET /1.0/operations/op-1/wait" if before == 0 => Reply::Cut,
        "GET /1.0/operations/op-1/wait" => {
            good(r#"{"id":"op-1","class":"task","status_code":200,"err":"","metadata":null}"#)
        }
        _ => found(asked, id, "Running").unwrap_or(Reply::Cut),
    });
    fake.driver().power(work(), id, Power::Stop).await.unwrap();
    assert_eq!(fake.count("PUT"), 1);
    // What was sent and not answered may have been done: nothing is sent again without a look.
    let fake = Fake::start(move |asked, _| found(asked, id, "Running").unwrap_or(Reply::Cut));
    assert!(is_away(&fake.driver().power(work(), id, Power::Stop).await));
    assert_eq!(fake.count("PUT"), 1);
}

#[tokio::test]
async fn an_answer_that_does_not_come_is_not_waited_for() {
    let id = work();
    let silent = Fake::start(|_, _| Reply::Silence);
    let began = Instant::now();
    assert_eq!(silent.hasty().ping().await, Err(Failure::Timeout));
    assert_eq!(silent.hasty().power(work(), id, Power::Stop).await, Err(Failure::Timeout));
    assert!(began.elapsed() < SILENCE, "{:?}", began.elapsed());
    // An operation that goes on and on: the state tells what is so.
    let fake = Fake::start(move |asked, _| match asked {
        "PUT /1.0/instances/web/state" => begun(),
        "GET /1.0/operations/op-1/wait" => wrong(500, "context deadline exceeded"),
        "GET /1.0/operations/op-1" => {
            good(r#"{"id":"op-1","class":"task","status_code":103,"err":"","metadata":null}"#)
        }
        _ => found(asked, id, "Running").unwrap_or(Reply::Cut),
    });
    assert_eq!(fake.hasty().power(work(), id, Power::Shutdown).await, Err(Failure::Timeout));
}

#[tokio::test]
async fn what_is_no_answer_of_incus_is_none() {
    let fake = Fake::start(|_, _| Reply::Said(200, "<html>hello</html>".to_owned()));
    assert!(is_away(&fake.driver().ping().await));
    assert!(is_away(&fake.driver().reports().await));
    let fake = Fake::start(|_, _| Reply::Said(502, "<html>bad gateway</html>".to_owned()));
    assert!(is_away(&fake.driver().state(work()).await));
    let fake = Fake::start(|_, _| Reply::Said(301, String::new()));
    assert!(matches!(fake.driver().ping().await, Err(Failure::Misconfigured(_))));
    let fake = Fake::start(|asked, _| match asked {
        "GET /1.0" => good(r#"{"auth":"untrusted","api_extensions":[]}"#),
        _ => Reply::Cut,
    });
    assert!(matches!(fake.driver().ping().await, Err(Failure::Misconfigured(_))));
}
