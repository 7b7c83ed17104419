//! The asking of servers, of some that answer oddly.
use super::server::{free_port, put, remove};
use hosting_drivers::answers::Answers;
use hosting_kernel::providers::Failure;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, UdpSocket},
};

/// An answer to `question` with authority, and an address for its name.
fn address(question: &[u8], last: u8) -> Vec<u8> {
    let name = question[12..].iter().position(|octet| *octet == 0).unwrap();
    let mut answer = question[..12 + name + 5].to_vec();
    answer[2] |= 0b1000_0100;
    answer[6..12].copy_from_slice(&[0, 1, 0, 0, 0, 0]);
    answer.extend(*b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x3c\x00\x04");
    answer.extend([192, 0, 2, last]);
    answer
}

/// The same, cut: it has to be asked for by TCP.
fn cut(question: &[u8]) -> Vec<u8> {
    let mut answer = address(question, 1);
    answer[2] |= 0b10;
    answer.truncate(answer.len() - 16);
    answer[7] = 0;
    answer
}

fn asked(port: u16) -> Answers {
    Answers::new(&[format!("127.0.0.1:{port}")]).unwrap().with_patience(Duration::from_secs(3))
}

#[tokio::test]
async fn datagrams_that_are_lost_or_another_s_are_passed_over() {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let answers = asked(socket.local_addr().unwrap().port());
    let nth = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&nth);
    tokio::spawn(async move {
        let stranger = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let mut buffer = [0; 2000];
        while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
            let good = address(&buffer[..length], 1);
            // From elsewhere, under another id, for another name: no answer to what was asked.
            let _ = stranger.send_to(&address(&buffer[..length], 9), from).await;
            for octet in [0, 13] {
                let mut other = address(&buffer[..length], 9);
                other[octet] ^= 1;
                let _ = socket.send_to(&other, from).await;
            }
            let _ = socket.send_to(&[], from).await;
            if nth.fetch_add(1, Ordering::SeqCst) > 0 {
                let _ = socket.send_to(&good, from).await;
            }
        }
    });
    let change = put("www", "A", &["192.0.2.1"]);
    assert_eq!(answers.until_they_answer(&[change]).await.unwrap().len(), 1);
    assert_eq!(count.load(Ordering::SeqCst), 2, "the first was lost");
}

#[tokio::test]
async fn what_is_cut_is_asked_for_by_tcp() {
    let port = free_port();
    let socket = UdpSocket::bind(("127.0.0.1", port)).await.unwrap();
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    tokio::spawn(async move {
        let mut buffer = [0; 2000];
        while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
            let _ = socket.send_to(&cut(&buffer[..length]), from).await;
        }
    });
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let length = stream.read_u16().await.unwrap();
            let mut question = vec![0; usize::from(length)];
            stream.read_exact(&mut question).await.unwrap();
            let answer = address(&question, 1);
            stream.write_u16(u16::try_from(answer.len()).unwrap()).await.unwrap();
            stream.write_all(&answer).await.unwrap();
        }
    });
    asked(port).until_they_answer(&[put("www", "A", &["192.0.2.1"])]).await.unwrap();
}

#[tokio::test]
async fn what_is_still_served_is_said() {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let port = socket.local_addr().unwrap().port();
    let answers = asked(port).with_patience(Duration::from_millis(400));
    tokio::spawn(async move {
        let mut buffer = [0; 2000];
        while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
            // A wildcard has another address.
            let last = if buffer[13] == b'*' { 8 } else { 7 };
            let _ = socket.send_to(&address(&buffer[..length], last), from).await;
        }
    });
    let still =
        Failure::Unavailable("a nameserver still serves 192.0.2.7 as A of www.example.test".to_owned());
    let since = Instant::now();
    assert_eq!(answers.until_they_answer(&[put("www", "A", &["192.0.2.1"])]).await, Err(still.clone()));
    assert_eq!(answers.until_they_answer(&[remove("www", "A")]).await, Err(still));
    assert!(since.elapsed() < Duration::from_secs(2));
    answers.until_they_answer(&[put("www", "A", &["192.0.2.7"])]).await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_not_there_is_said() {
    let answers = asked(free_port()).with_patience(Duration::from_millis(300));
    let failure = answers.until_they_answer(&[put("www", "A", &["192.0.2.1"])]).await.unwrap_err();
    assert_eq!(failure, Failure::Unavailable("a nameserver does not answer for www.example.test".to_owned()));
    assert_eq!(
        Answers::new(&[]).unwrap().until_they_answer(&[put("www", "A", &["192.0.2.1"])]).await,
        Ok(vec![])
    );
    assert!(Answers::new(&["127.0.0.1".to_owned()]).is_err());
}
