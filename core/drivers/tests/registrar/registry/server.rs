//! The server: sessions, what was asked in them, and what goes wrong on demand.
use super::{
    certificates::Authority,
    protocol::{self, Asks, Login},
    reply::{self, Reply},
    serving::Rules,
    wire::{receive, send, transcript},
    world::World,
};
use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    time::timeout,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

/// How long a test waits for what the client does: never as long as that, unless it fails.
const LIMIT: Duration = Duration::from_mins(1);

/// What goes wrong with a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is not done, and this is answered. From 2500 on the session is closed with it.
    Code(u16),
    /// It is not done, and the session is cut.
    Lost,
    /// It is done; of the answer so many bytes arrive, and the session is cut.
    Cut(usize),
    /// It is done, and never answered.
    Silence,
    /// It is done, and answered when [`Registry::release`] says so.
    Held,
    /// It is done, and the answer is to another command.
    Strange,
    /// It is done, and this is answered.
    Belied(u16),
    /// It is done, and answered byte by byte.
    Slow,
}

/// A command that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Such as `domain:info`, `login` or `hello`.
    pub name: String,
    /// What the client knows it by.
    pub client_id: Option<String>,
    /// Which session it was in, from 1 on.
    pub session: usize,
    /// What became of it, faults aside; 0 of what was not done.
    pub code: u16,
}

/// A registry that listens.
pub struct Registry {
    world: Mutex<World>,
    faults: Mutex<HashMap<String, VecDeque<Fault>>>,
    asked: watch::Sender<Vec<Asked>>,
    /// How long the last answer to each command was, in bytes.
    lengths: Mutex<HashMap<String, usize>>,
    /// How many sessions are logged in.
    open: watch::Sender<usize>,
    cut: watch::Sender<()>,
    /// How often what is held was released.
    released: watch::Sender<usize>,
    pub authority: Authority,
    /// Where it listens.
    pub port: u16,
}

impl Registry {
    /// One that listens at 127.0.0.1 for as long as the test lasts.
    pub async fn start(rules: Rules) -> Arc<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (authority, asks) = (Authority::new(), rules.certificate);
        let acceptor = TlsAcceptor::from(authority.server(asks));
        let registry = Arc::new(Self {
            world: Mutex::new(World::new(rules)),
            faults: Mutex::default(),
            asked: watch::Sender::default(),
            lengths: Mutex::default(),
            open: watch::Sender::default(),
            cut: watch::Sender::default(),
            released: watch::Sender::default(),
            authority,
            port: listener.local_addr().unwrap().port(),
        });
        let serves = Arc::clone(&registry);
        tokio::spawn(async move {
            let mut sessions = 0;
            while let Ok((tcp, _)) = listener.accept().await {
                sessions += 1;
                let (serves, acceptor) = (Arc::clone(&serves), acceptor.clone());
                tokio::spawn(async move { serves.session(acceptor, tcp, sessions).await });
            }
        });
        registry
    }

    /// What it keeps.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap()
    }

    /// Has the next command of the name go wrong; `greeting` is one too. Several are done in their order.
    pub fn fault(&self, name: &str, fault: Fault) {
        self.faults.lock().unwrap().entry(name.to_owned()).or_default().push_back(fault);
    }

    /// What was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.borrow().clone()
    }

    /// How many commands of the name were done.
    pub fn done(&self, name: &str) -> usize {
        let done = |asked: &&Asked| asked.name == name && (1000..2000).contains(&asked.code);
        self.asked.borrow().iter().filter(done).count()
    }

    /// How long the last answer to a command was, in bytes.
    pub fn length(&self, name: &str) -> usize {
        self.lengths.lock().unwrap()[name]
    }

    /// Waits until what was asked is enough.
    pub async fn until(&self, enough: impl Fn(&[Asked]) -> bool) {
        let mut asked = self.asked.subscribe();
        timeout(LIMIT, asked.wait_for(|asked| enough(asked))).await.unwrap().unwrap();
    }

    /// Closes all sessions, and waits until they are.
    pub async fn cut(&self) {
        self.cut.send_replace(());
        let mut open = self.open.subscribe();
        timeout(LIMIT, open.wait_for(|open| *open == 0)).await.unwrap().unwrap();
    }

    /// Has what is held be answered.
    pub fn release(&self) {
        self.released.send_modify(|times| *times += 1);
    }

    fn fault_of(&self, name: &str) -> Option<Fault> {
        self.faults.lock().unwrap().get_mut(name)?.pop_front()
    }

    fn note(&self, name: &str, client_id: Option<&str>, session: usize, code: u16) {
        let (name, client_id) = (name.to_owned(), client_id.map(str::to_owned));
        self.asked.send_modify(|asked| asked.push(Asked { name, client_id, session, code }));
    }

    async fn session(&self, acceptor: TlsAcceptor, tcp: TcpStream, number: usize) {
        let mut cut = self.cut.subscribe();
        tcp.set_nodelay(true).unwrap();
        let Ok(mut stream) = acceptor.accept(tcp).await else { return };
        let mut login = None;
        tokio::select! {
            () = self.serve(&mut stream, number, &mut login) => {}
            _ = cut.changed() => {}
        }
        drop(stream);
        if login.is_some() {
            self.open.send_modify(|open| *open -= 1);
        }
    }

    async fn serve(&self, stream: &mut TlsStream<TcpStream>, number: usize, login: &mut Option<Login>) {
        let greeting = reply::greeting(&self.world().rules);
        if !send(stream, &greeting, self.fault_of("greeting")).await {
            return;
        }
        let mut commands = 0;
        while let Some(document) = receive(stream).await {
            transcript(&document);
            commands += 1;
            let (answer, fault, ends) =
                self.answer(&document, &format!("{number}-{commands}"), number, login);
            let Some(answer) = answer else { return };
            transcript(&answer);
            if fault == Some(Fault::Held) {
                let mut released = self.released.subscribe();
                let _gone = released.wait_for(|times| *times > 0).await;
            }
            if !send(stream, &answer, fault).await || ends {
                return;
            }
        }
    }

    /// What is answered, what goes wrong with that, and whether the session ends with it.
    fn answer(
        &self,
        document: &str,
        server_id: &str,
        number: usize,
        login: &mut Option<Login>,
    ) -> (Option<String>, Option<Fault>, bool) {
        let Ok(document) = roxmltree::Document::parse(document) else {
            return (Some(Reply::from(2001).document(None, server_id)), None, false);
        };
        let root = document.root_element();
        let Some(asks) = Asks::read(root, server_id.to_owned()) else {
            let fault = self.fault_of("hello");
            self.note("hello", None, number, 1000);
            return (Some(reply::greeting(&self.world().rules)), fault, false);
        };
        let fault = self.fault_of(&asks.name);
        let reply = match fault {
            Some(Fault::Lost) => {
                self.note(&asks.name, asks.client_id, number, 0);
                return (None, fault, true);
            }
            Some(Fault::Code(code)) => code.into(),
            _ => self.reply(&asks, login),
        };
        let code = if matches!(fault, Some(Fault::Code(_))) { 0 } else { reply.code };
        self.note(&asks.name, asks.client_id, number, code);
        let reply = match fault {
            Some(Fault::Belied(code)) => code.into(),
            _ => reply,
        };
        let ends = reply.code == 1500 || reply.code >= 2500;
        let known = if fault == Some(Fault::Strange) { Some("another") } else { asks.client_id };
        let answer = reply.document(known, server_id);
        self.lengths.lock().unwrap().insert(asks.name, 4 + answer.len());
        (Some(answer), fault, ends)
    }

    fn reply(&self, asks: &Asks<'_, '_>, login: &mut Option<Login>) -> Reply {
        let mut world = self.world();
        match (asks.name.as_str(), &login) {
            ("login", None) => {
                if *self.open.borrow() >= world.rules.sessions {
                    return 2502.into();
                }
                let (code, asked) = protocol::login(&world, asks);
                if asked.is_some() {
                    *login = asked;
                    self.open.send_modify(|open| *open += 1);
                }
                code.into()
            }
            ("login", Some(_)) | (_, None) => 2002.into(),
            (_, Some(login)) => protocol::answer(&mut world, login, asks),
        }
    }
}
