//! Opening the workshop: the seal is tried before anything is done behind it.
use super::{Failed, Seal, Starter, Workshop, bubblewrap, listening::keep_tail};
use crate::{Engine, Limits, TOOLS, Tool, program, seal::Report, work, worker};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

/// How long a process may try its seal.
const TRIAL: Duration = Duration::from_secs(30);

impl Workshop {
    /// Opens the workshop. `exe` is the program whose [`worker::main`] is the sealed process: the server's own.
    ///
    /// A seal that does not hold here is an error, which says what the kernel refuses.
    pub async fn open(exe: PathBuf) -> Result<Self, String> {
        Self::open_with(exe, TOOLS, true).await
    }

    /// The same with other tools than the shipped ones, or without bubblewrap even where it is installed.
    pub async fn open_with(exe: PathBuf, tools: &'static [Tool], namespaces: bool) -> Result<Self, String> {
        // Files that whoever started us left open are not for sealed processes.
        close_fds::set_fds_cloexec_threadsafe(3, &[]);
        let starter = Starter::new().map_err(|cause| format!("no thread can be started: {cause}"))?;
        let seal = Seal {
            namespaces: false,
            namespaces_refused: None,
            programs_refused: None,
            landlock: 0,
            seccomp: true,
            limits: true,
            engines: vec![Engine::Inside],
        };
        let mut workshop =
            Self { exe, bubblewrap: None, tools, engines: vec![Engine::Inside], starter, seal };
        workshop.seal.landlock = workshop.holds(Engine::Inside).await?;
        workshop.seal.namespaces_refused = match namespaces {
            true => workshop.take_bubblewrap().await.err(),
            false => Some("they are not wanted".to_owned()),
        };
        workshop.seal.namespaces = workshop.bubblewrap.is_some();
        workshop.seal.programs_refused = workshop.take_programs().await.err();
        workshop.seal.engines.clone_from(&workshop.engines);
        Ok(workshop)
    }

    /// Works within namespaces from now on, if they work here.
    async fn take_bubblewrap(&mut self) -> Result<(), String> {
        if !Path::new(bubblewrap::PATH).exists() {
            return Err("bubblewrap is not installed".to_owned());
        }
        self.bubblewrap = Some(bubblewrap::PATH.into());
        let trial = async {
            self.holds(Engine::Inside).await?;
            self.holds(Engine::Qpdf).await
        };
        if let Err(why) = trial.await {
            self.bubblewrap = None;
            return Err(why);
        }
        Ok(())
    }

    /// Uses the programs of the operator from now on, if they can be held in here.
    ///
    /// LibreOffice talks to itself through sockets: without namespaces it would reach those of others.
    async fn take_programs(&mut self) -> Result<(), String> {
        let namespaces = self.bubblewrap.is_some();
        if !namespaces {
            self.holds(Engine::Qpdf).await?;
        }
        let here =
            |engine: &Engine| program::installed(*engine) && (namespaces || *engine != Engine::LibreOffice);
        self.engines.extend(program::ENGINES.into_iter().filter(here));
        Ok(())
    }

    /// Tries the seal of a process for `engine`, and answers with the version of Landlock.
    async fn holds(&self, engine: Engine) -> Result<i32, String> {
        let folder = tempfile::tempdir().map_err(|cause| format!("no folder can be made: {cause}"))?;
        for part in [work::IN, work::OUT, work::TMP] {
            fs::create_dir(folder.path().join(part))
                .map_err(|cause| format!("no folder can be made: {cause}"))?;
        }
        let report = tokio::time::timeout(TRIAL, self.report(engine, folder.path())).await;
        let report = report.map_err(|_| "the seal could not be tried in time".to_owned())??;
        match report.wrong.as_slice() {
            [] => Ok(report.landlock),
            wrong => Err(format!("the seal does not hold: {}", wrong.join(", "))),
        }
    }

    async fn report(&self, engine: Engine, folder: &Path) -> Result<Report, String> {
        let running = self.start(engine, Limits::default(), folder, &[worker::PROBE]).await;
        let mut running = running.map_err(|failed: Failed| failed.to_string())?;
        let (mut said, mut aside) = (Vec::new(), Vec::new());
        let (stdout, stderr) = (running.0.stdout.take(), running.0.stderr.take());
        tokio::join!(keep_tail(stdout, &mut said), keep_tail(stderr, &mut aside));
        let _status = running.0.wait().await;
        serde_json::from_slice(&said).map_err(|_| {
            let (said, aside) = (String::from_utf8_lossy(&said), String::from_utf8_lossy(&aside));
            format!("the kernel refuses the seal: {} {}", said.trim(), aside.trim()).trim().to_owned()
        })
    }
}
