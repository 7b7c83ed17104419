//! One session with a registry: from its greeting and the login on (RFC 5730 section 2, RFC 5734).
use super::{
    Patience, codes,
    command::{Answer, Command},
    frame,
    greeting::{Services, VERSION},
    names::{EPP, LOGIN_SECURITY},
    options::Settings,
    xml::{Element, Xml},
};
use hosting_kernel::providers::Failure;
use std::{
    io,
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::{TlsConnector, client::TlsStream};

/// The longest password that EPP itself takes (RFC 5730 section 4, pwType).
const PLAIN_PASSWORD: usize = 16;
/// What stands in the place of a longer one (RFC 8807 section 4.1).
const ELSEWHERE: &str = "[LOGIN-SECURITY]";

/// What commands are known by (`clTRID`): no two are alike, not even of two processes.
pub(super) struct Ids {
    process: String,
    last: AtomicU64,
}

impl Ids {
    pub(super) fn new() -> Self {
        let mut bytes = [0; 8];
        // Without chance the moment tells processes apart.
        let process = match aws_lc_rs::rand::fill(&mut bytes) {
            Ok(()) => u64::from_be_bytes(bytes),
            Err(_) => u64::from(std::process::id()),
        };
        Self { process: format!("{process:016x}"), last: AtomicU64::default() }
    }

    fn next(&self) -> String {
        format!("{}-{}", self.process, self.last.fetch_add(1, Ordering::Relaxed) + 1)
    }
}

/// Why a session is of no use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// The connection is cut.
    Cut,
    /// No answer came in time.
    Silent,
    /// What came is no answer to what was asked.
    Garbled,
}

impl From<Broken> for Failure {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Cut => Self::Unavailable("the registry broke off before its answer was whole".to_owned()),
            Broken::Silent => Self::Timeout,
            Broken::Garbled => Self::Unavailable("the registry's answer cannot be read".to_owned()),
        }
    }
}

impl From<io::Error> for Broken {
    fn from(cause: io::Error) -> Self {
        match cause.kind() {
            io::ErrorKind::InvalidData => Self::Garbled,
            _ => Self::Cut,
        }
    }
}

/// A session that is logged in.
pub(super) struct Session {
    stream: Box<TlsStream<TcpStream>>,
    /// What of the server's services is used.
    pub services: Services,
    /// When something was last heard.
    pub heard: Instant,
    patience: Patience,
}

impl Session {
    /// Opens one and logs in.
    pub(super) async fn open(settings: &Settings, patience: Patience, ids: &Ids) -> Result<Self, Failure> {
        let unreachable = |kind| Failure::Unavailable(format!("the registry cannot be reached: {kind}"));
        let connect = async {
            let tcp = TcpStream::connect(&settings.server).await.map_err(|why| unreachable(why.kind()))?;
            // Commands are short, and each waits for its answer.
            tcp.set_nodelay(true).map_err(|why| unreachable(why.kind()))?;
            let connector = TlsConnector::from(settings.tls.clone());
            connector.connect(settings.server_name.clone(), tcp).await.map_err(|why| of_handshake(&why))
        };
        let stream = timeout(patience.connect, connect).await.map_err(|_| Failure::Timeout)??;
        let mut stream = Box::new(stream);
        let greeting = timeout(patience.answer, frame::receive(&mut stream)).await;
        // With TLS 1.3 a server that does not take our certificate says so here only.
        let greeting = greeting.map_err(|_| Failure::Timeout)?.map_err(|why| of_handshake(&why))?;
        let services = Services::of(&greeting, settings.hosts).ok_or(Broken::Garbled)??;
        let mut session = Self { stream, services, heard: Instant::now(), patience };
        let login = session.login(settings);
        let answer = session.ask(&login, ids).await?;
        match answer.is_good() {
            true => Ok(session),
            false => Err(match codes::failure(answer.code, "the login", &[]) {
                unavailable @ Failure::Unavailable(_) => unavailable,
                misconfigured @ Failure::Misconfigured(_) => misconfigured,
                // What is said in it is the operator's alone.
                _ => Failure::Misconfigured(format!(
                    "the registry does not take the login with client_id and password ({})",
                    answer.code
                )),
            }),
        }
    }

    /// The login (RFC 5730 section 2.9.1.1), with a long password where it can be (RFC 8807).
    fn login(&self, settings: &Settings) -> Command {
        let Services { objects, extensions, language } = &self.services;
        let is_long = settings.password.chars().count() > PLAIN_PASSWORD && self.services.has(LOGIN_SECURITY);
        let password = if is_long { ELSEWHERE } else { &settings.password };
        let options = [Xml::text("version", VERSION), Xml::text("lang", language)];
        let mut services: Vec<Xml> = objects.iter().map(|uri| Xml::text("objURI", uri)).collect();
        if !extensions.is_empty() {
            services.push(Xml::of(
                "svcExtension",
                &[],
                extensions.iter().map(|uri| Xml::text("extURI", uri)),
            ));
        }
        let body = Xml::of(
            "login",
            &[],
            [
                Xml::text("clID", &settings.client_id),
                Xml::text("pw", password),
                Xml::of("options", &[], options),
                Xml::of("svcs", &[], services),
            ],
        );
        let long = is_long.then(|| {
            let inside = Xml::text("loginSec:pw", &settings.password);
            Xml::of("loginSec:loginSec", &[("xmlns:loginSec", LOGIN_SECURITY)], [inside])
        });
        Command::new("login", body).with(long)
    }

    /// What the server answers to `command`. Of a session that gave it up, or whose answer was not waited for, nothing more
    /// can be asked.
    pub(super) async fn ask(&mut self, command: &Command, ids: &Ids) -> Result<Answer, Broken> {
        let id = ids.next();
        let answer = self.exchange(&command.document(&id)).await?;
        let answer = Answer::parse(&answer).ok_or(Broken::Garbled)?;
        let Answer { code, says, server_id, .. } = &answer;
        tracing::debug!(command = command.name, cl_trid = id, sv_trid = server_id, code, "asked a registry");
        if answer.client_id.as_ref().is_some_and(|other| *other != id) {
            return Err(Broken::Garbled);
        }
        // What is said of a login may name the password.
        let says = if command.name == "login" { "" } else { says };
        if !answer.is_good() {
            tracing::info!(
                command = command.name,
                cl_trid = id,
                sv_trid = server_id,
                code,
                says,
                "a registry declined"
            );
        }
        Ok(answer)
    }

    /// Asks whether the server is there (RFC 5730 section 2.3).
    pub(super) async fn hello(&mut self) -> Result<(), Broken> {
        let document = Xml::of("epp", &[("xmlns", EPP)], [Xml::of("hello", &[], [])]).document();
        let answer = self.exchange(&document).await?;
        let greeting = Element::parse(&answer).filter(|root| root.child(EPP, "greeting").is_some());
        tracing::debug!(command = "hello", good = greeting.is_some(), "asked a registry");
        greeting.map(|_| ()).ok_or(Broken::Garbled)
    }

    async fn exchange(&mut self, document: &str) -> Result<String, Broken> {
        let both = async {
            frame::send(&mut self.stream, document).await?;
            frame::receive(&mut self.stream).await
        };
        let answer = timeout(self.patience.answer, both).await.map_err(|_| Broken::Silent)??;
        self.heard = Instant::now();
        Ok(answer)
    }
}

/// A handshake that fails: certificates that are not taken are the operator's to see to, on either side.
fn of_handshake(cause: &io::Error) -> Failure {
    use tokio_rustls::rustls::{AlertDescription, Error};
    let tls = cause.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    match tls {
        Some(Error::InvalidCertificate(why)) => Failure::Misconfigured(format!(
            "the server's certificate is not taken: {why}; see authority and server"
        )),
        Some(Error::AlertReceived(alert)) => match alert {
            AlertDescription::CertificateRequired
            | AlertDescription::BadCertificate
            | AlertDescription::UnknownCA
            | AlertDescription::CertificateUnknown
            | AlertDescription::CertificateExpired
            | AlertDescription::CertificateRevoked
            | AlertDescription::UnsupportedCertificate
            | AlertDescription::AccessDenied
            | AlertDescription::DecryptError
            | AlertDescription::HandshakeFailure => Failure::Misconfigured(format!(
                "the registry does not take client_certificate, or asks for one ({alert:?})"
            )),
            alert => Failure::Unavailable(format!("the registry broke off ({alert:?})")),
        },
        _ => Broken::from(io::Error::from(cause.kind())).into(),
    }
}
