//! One question, as a resolver asks it.
use crate::{
    message::{Answer, LENGTH_MAX, Request},
    transport,
};
use hickory_proto::{
    op::Edns,
    rr::{Name, RecordType},
};
use std::{io, net::SocketAddr, time::Duration};
use tokio::{
    net::{TcpStream, UdpSocket, lookup_host},
    time::{Instant, timeout, timeout_at},
};

/// The longest answer over UDP that is not cut into pieces on its way, in octets (RFC 9715 section 3.2, and what is
/// customary).
const PAYLOAD: u16 = 1232;
/// How long an answer may take before the question is taken for lost.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often a question is sent that is not answered.
const TIMES: usize = 2;

/// What `server` answers to the question for `name` and `kind`; nothing where nothing comes before `until`.
pub(super) async fn ask(server: &str, name: &Name, kind: RecordType, until: Instant) -> Option<Answer> {
    timeout_at(until, async {
        let address = lookup_host(server).await.ok()?.next()?;
        for _ in 0..TIMES {
            let mut question = Request::question(name, kind);
            let mut edns = Edns::new();
            edns.set_max_payload(PAYLOAD);
            question.head.set_edns(edns);
            let Ok(Ok(answer)) = timeout(PATIENCE, over_udp(address, &question)).await else { continue };
            if !answer.head.truncation {
                return Some(answer);
            }
            if let Ok(Ok(answer)) = timeout(PATIENCE, over_tcp(address, &question)).await {
                return Some(answer);
            }
        }
        None
    })
    .await
    .ok()
    .flatten()
}

/// Over UDP, from a port of its own; datagrams from elsewhere are not received, those that answer something else are
/// passed over.
async fn over_udp(server: SocketAddr, question: &Request) -> io::Result<Answer> {
    let any: SocketAddr = match server {
        SocketAddr::V4(_) => ([0, 0, 0, 0], 0).into(),
        SocketAddr::V6(_) => ([0_u16; 8], 0).into(),
    };
    let socket = UdpSocket::bind(any).await?;
    socket.connect(server).await?;
    socket.send(&octets(question)?).await?;
    let mut buffer = vec![0; LENGTH_MAX];
    loop {
        let length = socket.recv(&mut buffer).await?;
        if let Some(answer) = Answer::read(&buffer[..length]).filter(|answer| answer.answers(question)) {
            return Ok(answer);
        }
    }
}

async fn over_tcp(server: SocketAddr, question: &Request) -> io::Result<Answer> {
    let mut stream = TcpStream::connect(server).await?;
    transport::send(&mut stream, &[octets(question)?]).await?;
    let answer = Answer::read(&transport::receive(&mut stream).await?);
    answer.filter(|answer| answer.answers(question)).ok_or_else(|| io::Error::other("another answer"))
}

fn octets(question: &Request) -> io::Result<Vec<u8>> {
    question.octets().ok_or_else(|| io::Error::other("the question is too long"))
}
