//! A connection to the nameserver: what is asked over it is signed, and so is what it answers.
use super::{
    failures::{self, of_connection, of_distrust},
    tsig::{Chain, Key},
};
use crate::{
    message::{Answer, LENGTH_MAX, Record, Request},
    transport,
};
use hickory_proto::{
    op::ResponseCode,
    rr::{Name, RecordType},
};
use hosting_kernel::providers::{Failure, within};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::net::TcpStream;

/// Questions that are sent before their answers are read (RFC 7766 section 6.2.1.1).
const AT_ONCE: usize = 32;

/// A connection.
pub(super) struct Session<'a> {
    stream: TcpStream,
    key: &'a Key,
}

impl<'a> Session<'a> {
    /// Connects to `server` within `patience`.
    pub(super) async fn open(server: &str, key: &'a Key, patience: Duration) -> Result<Self, Failure> {
        let connect = async { TcpStream::connect(server).await.map_err(|cause| of_connection(&cause)) };
        let stream = within(patience, connect).await?;
        stream.set_nodelay(true).map_err(Failure::ours)?;
        Ok(Self { stream, key })
    }

    /// What the server answers to `question`, whatever its code.
    pub(super) async fn ask(&mut self, question: Request) -> Result<Answer, Failure> {
        let mut answers = self.some(vec![question]).await?;
        answers.pop().ok_or_else(failures::garbled)
    }

    /// What the server answers to each of `questions`, in their order.
    pub(super) async fn ask_all(&mut self, questions: Vec<Request>) -> Result<Vec<Answer>, Failure> {
        let mut answers = Vec::with_capacity(questions.len());
        let mut left = questions.into_iter();
        loop {
            let some: Vec<_> = left.by_ref().take(AT_ONCE).collect();
            match some.is_empty() {
                true => return Ok(answers),
                false => answers.extend(self.some(some).await?),
            }
        }
    }

    /// Asks `questions` together; the server may answer them in another order.
    async fn some(&mut self, mut questions: Vec<Request>) -> Result<Vec<Answer>, Failure> {
        let first = questions.first().map_or(0, |question| question.head.metadata.id);
        for (question, nth) in questions.iter_mut().zip(0..) {
            question.head.metadata.id = first.wrapping_add(nth);
        }
        let mut chains = self.send(&questions).await?;
        let mut answers: Vec<Option<Answer>> = questions.iter().map(|_| None).collect();
        for _ in &questions {
            let (octets, answer) = self.receive().await?;
            let open = |nth: &usize| answers[*nth].is_none() && answer.answers(&questions[*nth]);
            let nth = (0..questions.len()).find(open).ok_or_else(failures::garbled)?;
            verify(&mut chains[nth], &octets, &answer)?;
            answers[nth] = Some(answer);
        }
        Ok(answers.into_iter().flatten().collect())
    }

    /// All records of `zone` as it is now, its SOA first (RFC 5936 section 2.2).
    pub(super) async fn transfer(&mut self, zone: &Name) -> Result<Vec<Record>, Failure> {
        let question = Request::question(zone, RecordType::AXFR);
        let mut chain =
            self.send(std::slice::from_ref(&question)).await?.pop().ok_or_else(failures::garbled)?;
        let is_end = |record: &Record| record.kind == RecordType::SOA && record.name == *zone;
        let mut records: Vec<Record> = vec![];
        loop {
            let (octets, mut answer) = self.receive().await?;
            // From the second message on the question may be left out.
            if !records.is_empty() && answer.questions.is_empty() {
                answer.questions.clone_from(&question.head.queries);
            }
            if !answer.answers(&question) {
                return Err(failures::garbled());
            }
            verify(&mut chain, &octets, &answer)?;
            match answer.head.response_code {
                ResponseCode::NoError => records.append(&mut answer.answers),
                code => return Err(failures::of_code(code)),
            }
            if !records.first().is_some_and(is_end) {
                return Err(failures::garbled());
            }
            if records.len() > 1 && records.last().is_some_and(is_end) {
                chain.ends().map_err(of_distrust)?;
                records.pop();
                return Ok(records);
            }
        }
    }

    async fn send(&mut self, questions: &[Request]) -> Result<Vec<Chain<'a>>, Failure> {
        let signed = |question: &Request| question.octets().and_then(|octets| self.key.sign(octets, now()));
        let signed = questions.iter().map(signed).collect::<Option<Vec<_>>>().ok_or_else(too_long)?;
        let (octets, chains): (Vec<_>, Vec<_>) = signed.into_iter().unzip();
        transport::send(&mut self.stream, &octets).await.map_err(|cause| of_connection(&cause))?;
        Ok(chains)
    }

    async fn receive(&mut self) -> Result<(Vec<u8>, Answer), Failure> {
        let octets = transport::receive(&mut self.stream).await.map_err(|cause| of_connection(&cause))?;
        let answer = Answer::read(&octets).ok_or_else(failures::garbled)?;
        Ok((octets, answer))
    }
}

fn verify(chain: &mut Chain<'_>, octets: &[u8], answer: &Answer) -> Result<(), Failure> {
    let unsigned = answer.additionals.last().is_none_or(|last| last.kind != RecordType::TSIG);
    match unsigned && failures::needs_no_signature(answer.head.response_code) {
        true => Ok(()),
        false => chain.verify(octets, answer, now()).map_err(of_distrust),
    }
}

fn too_long() -> Failure {
    Failure::Refused(format!(
        "the change is larger than one message can be ({LENGTH_MAX} octets): make it in parts"
    ))
}

/// Seconds since 1970.
#[expect(clippy::disallowed_methods, reason = "signatures are checked against the clock of another machine")]
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
