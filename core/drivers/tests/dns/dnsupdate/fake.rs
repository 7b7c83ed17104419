//! Servers that answer wrongly: none of it is believed.
use super::server::{WORK, ZONE, impatient, put};
use hosting_drivers::dnsupdate::{DnsUpdate, Options};
use hosting_kernel::providers::{Failure, dns::Dns};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

/// The driver of a server that answers each message with the octets that `answer` makes of it, its length in front.
async fn driver(answer: impl Fn(Vec<u8>) -> Vec<u8> + Send + 'static) -> DnsUpdate {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let Ok(length) = stream.read_u16().await else { continue };
            let mut message = vec![0; usize::from(length)];
            stream.read_exact(&mut message).await.unwrap();
            stream.write_all(&answer(message)).await.unwrap();
        }
    });
    let options = Options {
        server,
        tsig_name: "platform".to_owned(),
        tsig_algorithm: "hmac-sha256".to_owned(),
        tsig_secret: "c2VjcmV0".to_owned(),
        name_servers: vec!["ns1.host.test".to_owned()],
        dnssec: false,
        ask: vec![],
    };
    DnsUpdate::with_patience(options, impatient()).unwrap()
}

/// `message` as an answer with authority, its length in front.
fn framed(mut message: Vec<u8>) -> Vec<u8> {
    message[2] |= 0b1000_0100;
    let mut framed = u16::try_from(message.len()).unwrap().to_be_bytes().to_vec();
    framed.extend(message);
    framed
}

/// The octets of `message` without its signature.
fn unsigned(mut message: Vec<u8>) -> Vec<u8> {
    // The question: the name, its type and class.
    let name = message[12..].iter().position(|octet| *octet == 0).unwrap();
    message.truncate(12 + name + 5);
    message[10..12].copy_from_slice(&[0, 0]);
    message
}

async fn failures(driver: &DnsUpdate) -> Vec<Failure> {
    vec![
        driver.change(WORK, ZONE, &[put("www", "A", &["192.0.2.1"])]).await.unwrap_err(),
        driver.change(WORK, ZONE, &[put("www", "CNAME", &["a.example."])]).await.unwrap_err(),
        driver.zone(ZONE).await.unwrap_err(),
        driver.make_zone(WORK, ZONE).await.unwrap_err(),
        driver.remove_zone(WORK, ZONE).await.unwrap_err(),
        driver.ping().await.unwrap_err(),
    ]
}

#[tokio::test]
async fn a_forged_signature_is_not_believed() {
    for failure in failures(&driver(framed).await).await {
        assert_eq!(
            failure,
            Failure::Unavailable("the nameserver's answer is not signed by the key".to_owned())
        );
    }
}

#[tokio::test]
async fn an_answer_without_a_signature_is_not_believed() {
    for failure in failures(&driver(|message| framed(unsigned(message))).await).await {
        assert_eq!(failure, Failure::Unavailable("the nameserver's answer is not signed".to_owned()));
    }
}

#[tokio::test]
async fn an_answer_to_something_else_is_not_believed() {
    let other_id = |mut message: Vec<u8>| {
        message[1] ^= 1;
        framed(message)
    };
    let other_name = |mut message: Vec<u8>| {
        message[13] ^= 1;
        framed(message)
    };
    let question = |message: Vec<u8>| {
        let mut framed = framed(message);
        framed[4] &= 0b0111_1111;
        framed
    };
    let garbage = |_| vec![0, 4, 1, 2, 3, 4];
    for driver in [driver(other_id).await, driver(question).await, driver(garbage).await] {
        for failure in failures(&driver).await {
            assert_eq!(failure, Failure::Unavailable("the nameserver's answer cannot be read".to_owned()));
        }
    }
    let driver = driver(other_name).await;
    assert!(matches!(driver.zone(ZONE).await, Err(Failure::Unavailable(_))));
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_not_believed() {
    let half = |message: Vec<u8>| {
        let mut framed = framed(message);
        framed.truncate(framed.len() / 2);
        framed
    };
    for driver in [driver(half).await, driver(|_| vec![]).await, driver(|_| vec![0]).await] {
        for failure in failures(&driver).await {
            assert!(matches!(failure, Failure::Unavailable(_)), "{failure}");
        }
    }
}

/// What says that nothing was done may go unsigned: who sends it could as well break the connection.
#[tokio::test]
async fn an_unsigned_refusal_is_heard() {
    let with_code = |code: u8| {
        driver(move |message| {
            let mut framed = framed(unsigned(message));
            framed[5] = code;
            framed
        })
    };
    let change = [put("www", "CNAME", &["a.example."])];
    let refused = with_code(5).await;
    assert!(matches!(refused.change(WORK, ZONE, &change).await, Err(Failure::Misconfigured(_))));
    assert_eq!(refused.ping().await, Ok(()));
    let unknown = with_code(9).await;
    assert!(matches!(unknown.change(WORK, ZONE, &change).await, Err(Failure::NotThere(_))));
    let failed = with_code(2).await;
    assert!(matches!(failed.change(WORK, ZONE, &change).await, Err(Failure::Unavailable(_))));
}
