//! Steps about the program as its operator knows it: commands, files, signals and probes.
mod adopted;
mod backends;
mod behind;
mod client;
mod commands;
mod customer;
mod disk;
mod ending;
mod entries;
mod figures;
mod inventory;
mod keys;
mod killed;
mod listeners;
mod mail_keys;
mod pages;
mod probes;
mod process;
mod queue;
mod settings;

pub use process::{COMMAND, fill};

use crate::{facades::rest::read, stage::Http, world::World};
use adopted::Held;
use client::{Begun, Request, ask};
use hosting_core::{Database, database::Location};
use process::{Ended, Folder, Process};
use serde_json::Value;
use std::{
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    time::Duration,
};
use tokio::{
    sync::oneshot,
    time::{sleep, timeout},
};

/// How long anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What an operator has before them. What runs is ended before its folder goes.
#[derive(Default)]
pub struct Operating {
    /// The program that serves, and where.
    serving: Option<(Process, SocketAddr)>,
    /// The command by which it was started.
    command: String,
    /// The keys of the demo accounts.
    keys: Vec<String>,
    /// What came of the commands that ended, the oldest first.
    ended: Vec<Ended>,
    /// What was asked for lately, and the answers that came.
    sent: Vec<(Request, Option<Http>)>,
    /// The answers that must have left an entry.
    answered: Vec<Http>,
    /// The last answer to an operator.
    answer: Option<Http>,
    /// A change that is being sent.
    begun: Option<Begun>,
    /// An address that another program has.
    taken: Option<TcpListener>,
    /// The database, while another program holds it.
    held: Option<oneshot::Sender<()>>,
    /// What a backend of the tests has.
    behind: Held,
    folder: Option<Folder>,
}

impl Operating {
    /// The folder in which commands are given; an empty one where none was spoken of.
    fn folder(&mut self) -> &Folder {
        self.folder.get_or_insert_with(Folder::new)
    }

    /// Where the file `name` is.
    fn file(&mut self, name: &str) -> PathBuf {
        self.folder().path().join(name)
    }

    /// Starts the platform by `line`, and waits until it serves.
    async fn start(&mut self, line: &str) {
        let process = Process::run(self.folder(), line);
        self.serve(process, line).await;
    }

    async fn serve(&mut self, mut process: Process, line: &str) {
        let Some(address) = process.serves().await else { panic!("it ended: {}", process.said()) };
        line.clone_into(&mut self.command);
        self.serving = Some((process, address));
    }

    /// Starts it again as it was started.
    async fn restart(&mut self) {
        let command = self.command.clone();
        self.start(&command).await;
    }

    /// Does a command to its end.
    async fn run(&mut self, line: &str) -> Ended {
        let ended = Process::run(self.folder(), line).end().await;
        self.ended.push(ended.clone());
        ended
    }

    /// The same for one that must succeed.
    async fn done(&mut self, line: &str) -> Ended {
        let ended = self.run(line).await;
        assert_eq!(ended.code, Some(0), "{line}: {}", ended.said);
        ended
    }

    /// What came of the last command.
    fn last(&self) -> &Ended {
        self.ended.last().expect("a command that ended")
    }

    /// The program that serves.
    fn process(&self) -> &Process {
        &self.serving.as_ref().expect("the platform was started").0
    }

    /// The program, which is looked at no more.
    fn take(&mut self) -> Process {
        self.serving.take().expect("the platform was started").0
    }

    /// Where it serves.
    fn address(&self) -> SocketAddr {
        self.serving.as_ref().expect("the platform was started").1
    }

    /// The key of the first demo account.
    fn key(&self) -> &str {
        self.keys.first().expect("the demo data")
    }

    /// The answer of the platform.
    async fn ask(&self, request: &Request) -> Http {
        let answer = ask(self.address(), request).await;
        answer.unwrap_or_else(|| panic!("{} is not answered", request.line))
    }

    /// The data that the first demo account is shown at `path`.
    async fn read(&self, path: &str) -> Value {
        let http = self.ask(&Request::new(format!("GET {path}")).by(self.key())).await;
        read(http).unwrap_or_else(|refusal| panic!("{path}: {}", refusal.message)).data
    }

    /// The identity of what the first demo account has at `path` under a name.
    async fn id(&self, path: &str, member: &str, name: &str) -> String {
        let all = self.read(path).await;
        let one = all.as_array().expect("a list").iter().find(|one| one[member] == name);
        one.unwrap_or_else(|| panic!("no {name}"))["id"].as_str().expect("an identity").to_owned()
    }

    /// Lets another program have the database to itself, until that lets it go.
    async fn hold_database(&mut self) {
        let file = self.file("data/hosting.db");
        let database = Database::open(&Location::Sqlite(file)).await.expect("the database");
        let (release, released) = oneshot::channel();
        let (tell, held) = oneshot::channel();
        tokio::spawn(async move {
            let write = database.write(move |_| {
                Box::pin(async move {
                    let _ = tell.send(());
                    // Let go also where the scenario has ended.
                    let _ = released.await;
                    Ok(())
                })
            });
            write.await
        });
        held.await.expect("nobody else writes");
        self.held = Some(release);
    }
}

/// Asks as a customer would; the answer is the last one.
async fn told(world: &mut World, request: Request) {
    let http = world.operating.ask(&request).await;
    world.operating.sent.push((request, Some(http.clone())));
    let told = read(http);
    world.end(&told);
}

/// What `look` finds in the end; the scenario fails with `otherwise` where that does not come.
async fn until<T>(otherwise: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let looking = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, looking).await.unwrap_or_else(|_| panic!("{otherwise}"))
}
