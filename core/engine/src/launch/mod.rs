//! Where conversions are done: each in a sealed process of its own.
mod artifacts;
mod bubblewrap;
mod clearing;
mod ending;
mod household;
mod listening;
mod opening;
mod place;
mod starting;
mod watching;

use crate::{
    Artifact, Engine, Failure, Limits, Order, Tool,
    seal::{Enclosure, places},
};
pub use clearing::clear;
use ending::Ending;
pub use place::Place;
use place::Waiting;
use serde::Serialize;
use starting::{Running, Starter};
use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{
    io::AsyncWriteExt,
    process::{ChildStdin, ChildStdout},
};

/// How long what was killed may take to go.
const LAST: Duration = Duration::from_secs(5);

/// Where conversions are done. It lives as long as the conversions: when it goes, the kernel ends them.
pub struct Workshop {
    exe: PathBuf,
    bubblewrap: Option<PathBuf>,
    tools: &'static [Tool],
    engines: Vec<Engine>,
    starter: Starter,
    seal: Seal,
}

/// What the kernel holds a sealed process to here, as it was found at the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seal {
    /// Whether sealed processes have namespaces of their own, by bubblewrap. Without them programs of the operator are
    /// used only where Landlock holds their signals in, and none that needs sockets.
    pub namespaces: bool,
    /// Why there are no namespaces.
    pub namespaces_refused: Option<String>,
    /// Why no program of the operator is used, where that is so.
    pub programs_refused: Option<String>,
    /// The version of Landlock, which watches the files that are opened.
    pub landlock: i32,
    /// Whether seccomp watches the calls to the kernel.
    pub seccomp: bool,
    /// Whether the kernel limits memory, processor time, files and their size.
    pub limits: bool,
    /// What can do a tool's work here.
    pub engines: Vec<Engine>,
}

/// Why nothing came of an order.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// The conversion failed: the customer reads why.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// No sealed process could be started: the order is as good as before.
    #[error("{0}")]
    Unavailable(String),
}

impl Workshop {
    /// What the kernel holds a sealed process to here.
    pub const fn state(&self) -> &Seal {
        &self.seal
    }

    /// The tools that can be used here: all of our own, and those whose programs are installed.
    pub fn tools(&self) -> impl Iterator<Item = &'static Tool> {
        self.tools.iter().filter(|tool| self.engines.contains(&tool.about.engine))
    }

    /// Does `order` in `folder`, which has the folders `in`, `out` and `tmp` and belongs to this process's account;
    /// `tell` hears how much is done, of 100: nothing, when the first file is about to be read.
    ///
    /// Whoever does not wait for the end ends the conversion. What was made is in `folder` afterwards.
    pub async fn convert(
        &self,
        order: &Order,
        folder: &Path,
        tell: impl FnMut(u8),
    ) -> Result<Vec<Artifact>, Failed> {
        let tool = self.tool(&order.tool)?;
        let running = self.start(tool.about.engine, order.limits, folder, &[]).await?;
        self.go_on(running, tool, order, folder, tell).await
    }

    /// A new place at `path`, where a sealed process for the tool `id` and these `limits` waits for its order.
    ///
    /// It need not be enclosed yet: it hears its order when it is.
    pub async fn ready(&self, id: &str, limits: Limits, path: PathBuf) -> Result<Place, Failed> {
        let engine = self.tool(id)?.about.engine;
        let place = tokio::task::spawn_blocking(move || Place::new(path)).await;
        let place = place.map_err(io::Error::other).flatten();
        let mut place =
            place.map_err(|cause| Failed::Unavailable(format!("no folder can be made: {cause}")))?;
        let running = self.start(engine, limits, place.path(), &[]).await?;
        place.wait(Waiting { running, engine, limits });
        Ok(place)
    }

    /// Whether the process that waits in `place` is of use for an order of the tool `id` with these `limits`.
    pub fn is_ready(&self, place: &Place, id: &str, limits: &Limits) -> bool {
        self.tool(id).is_ok_and(|tool| place.waits_for(tool.about.engine, limits))
    }

    /// As [`Self::convert`], by the process that waits in `place`; by a new one where none does, or another has to.
    pub async fn convert_in(
        &self,
        place: &mut Place,
        order: &Order,
        tell: impl FnMut(u8),
    ) -> Result<Vec<Artifact>, Failed> {
        let tool = self.tool(&order.tool)?;
        let running = match place.take(tool.about.engine, &order.limits) {
            Some(running) => running,
            None => self.start(tool.about.engine, order.limits, place.path(), &[]).await?,
        };
        self.go_on(running, tool, order, place.path(), tell).await
    }

    fn tool(&self, id: &str) -> Result<&'static Tool, Failed> {
        let tool = self.tools().find(|tool| tool.about.id == id);
        tool.ok_or_else(|| Failed::Unavailable(format!("the tool {id} is not here")))
    }

    /// Has `running` do `order`, and looks at what came of it.
    async fn go_on(
        &self,
        mut running: Running,
        tool: &'static Tool,
        order: &Order,
        folder: &Path,
        tell: impl FnMut(u8),
    ) -> Result<Vec<Artifact>, Failed> {
        let ending = follow(&mut running, order, folder, tell).await;
        let guarded = self.bubblewrap.is_some() || places::programs(tool.about.engine);
        let made = ending.judge(guarded, order)?;
        let checked = artifacts::check(made, tool, &order.limits, folder).await;
        checked.map_err(Failed::Failure)
    }

    /// Starts a sealed process that waits for its order.
    async fn start(
        &self,
        engine: Engine,
        limits: Limits,
        folder: &Path,
        more: &[&str],
    ) -> Result<Running, Failed> {
        let namespaces = self.bubblewrap.is_some();
        let guarded = namespaces || places::programs(engine);
        let own = || i32::try_from(std::process::id()).unwrap_or_default();
        let enclosure = Enclosure { engine, limits, namespaces, parent: (!guarded).then(own) };
        let enclosure = serde_json::to_string(&enclosure);
        let enclosure = enclosure.map_err(|cause| Failed::Unavailable(cause.to_string()))?;
        let told = (guarded, enclosure.as_str());
        let command = bubblewrap::command(self.bubblewrap.as_deref(), &self.exe, folder, told, more);
        self.starter.start(command).await.map_err(|cause| {
            let what = if self.bubblewrap.is_some() { "bubblewrap" } else { "the sealed process" };
            Failed::Unavailable(format!("{what} cannot be started: {cause}"))
        })
    }
}

/// Gives the order, and hears what comes of it until the process has ended.
async fn follow(running: &mut Running, order: &Order, folder: &Path, tell: impl FnMut(u8)) -> Ending {
    let child = &mut running.0;
    let process = child.id();
    let (stdin, mut stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let mut listener = listening::Listener::new(tell);
    let mut tail = Vec::new();
    let talk = async {
        // It stays open: the process ends when it hears that nobody is there any more.
        let stdin = give(stdin, order);
        let aside = async { Ok(tokio::join!(stdin, listening::keep_tail(stderr, &mut tail))) };
        if tokio::try_join!(listener.listen(stdout.as_mut()), aside).is_ok() {
            starting::ended(process).await;
        }
    };
    let stopped = tokio::select! {
        () = talk => None,
        broken = watching::watch(folder, process, &order.limits) => Some(broken),
        () = tokio::time::sleep(order.limits.time) => Some(watching::too_long().into()),
    };
    running.end();
    let status = running.0.wait().await.ok();
    all_gone(stdout).await;
    let tail = String::from_utf8_lossy(&tail).into_owned();
    tracing::debug!(tool = order.tool, ?status, said = ?tail, "a sealed process ended");
    Ending { heard: listener.heard(), stopped, status, tail }
}

/// Waits until nobody is left who could say something: bubblewrap is gone a little before what it held.
async fn all_gone(stdout: Option<ChildStdout>) {
    let Some(mut stdout) = stdout else { return };
    let mut sink = tokio::io::sink();
    let rest = tokio::io::copy(&mut stdout, &mut sink);
    let _late = tokio::time::timeout(LAST, rest).await;
}

/// A process that does not take its order ends by itself.
async fn give(stdin: Option<ChildStdin>, order: &Order) -> Option<ChildStdin> {
    let (mut stdin, mut line) = (stdin?, serde_json::to_vec(order).ok()?);
    line.push(b'\n');
    stdin.write_all(&line).await.ok()?;
    Some(stdin)
}
