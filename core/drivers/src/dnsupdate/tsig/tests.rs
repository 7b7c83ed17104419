use super::*;
use crate::message::Request;

const NOW: u64 = 1_700_000_000;

fn key(secret: &[u8]) -> Key {
    Key::new(name::parse("platform.example").unwrap(), Algorithm::Sha256, secret)
}

fn question() -> Vec<u8> {
    Request::question(&name::parse("example.com").unwrap(), RecordType::SOA).octets().unwrap()
}

/// An answer to `question`, without records.
fn answer(question: &[u8]) -> Vec<u8> {
    let mut answer = question.to_vec();
    answer[2] |= 0x80;
    answer
}

/// A server's side: `answer` signed after `mac` and `unsigned`, with the time alone or all that is signed.
fn signed(key: &Key, answer: &[u8], mac: &[u8], unsigned: &[u8], first: bool) -> (Vec<u8>, Vec<u8>) {
    let id = u16::from_be_bytes([answer[0], answer[1]]);
    let stub = TSIG::new(key.algorithm.named(), NOW, FUDGE, vec![], id, None, vec![]);
    let mut all = u16::try_from(mac.len()).unwrap().to_be_bytes().to_vec();
    all.extend([mac, unsigned, answer].concat());
    match first {
        true => all.extend(key.variables(&stub).unwrap()),
        false => all.extend([&NOW.to_be_bytes()[2..], &FUDGE.to_be_bytes()].concat()),
    }
    let mac = hmac::sign(&key.secret, &all).as_ref().to_vec();
    let data = stub.set_mac(mac.clone()).to_bytes().unwrap();
    let mut answer = answer.to_vec();
    name::put(&mut answer, &key.name);
    answer.extend([0, 250, 0, 255, 0, 0, 0, 0]);
    answer.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
    answer.extend(data);
    answer[11] += 1;
    (answer, mac)
}

fn verify(chain: &mut Chain<'_>, octets: &[u8], now: u64) -> Result<(), Distrust> {
    chain.verify(octets, &Answer::read(octets).unwrap(), now)
}

#[test]
fn an_answer_is_verified_with_the_question() {
    let key = key(b"secret");
    let (question, mut chain) = key.sign(question(), NOW).unwrap();
    let plain = answer(&self::question());
    let good = signed(&key, &plain, &chain.mac, &[], true).0;
    let mut forged = good.clone();
    forged[3] ^= 0x10;
    assert_eq!(verify(&mut chain, &forged, NOW), Err(Distrust::Forged));
    let other = signed(&self::key(b"other"), &plain, &chain.mac, &[], true).0;
    assert_eq!(verify(&mut chain, &other, NOW), Err(Distrust::Forged));
    assert_eq!(verify(&mut chain, &good, NOW + 301), Err(Distrust::Time));
    assert_eq!(verify(&mut chain, &good, NOW - 301), Err(Distrust::Time));
    assert_eq!(verify(&mut chain, &plain, NOW), Err(Distrust::Unsigned));
    let (_, mut chain) = key.sign(self::question(), NOW).unwrap();
    assert_eq!(verify(&mut chain, &good, NOW), Err(Distrust::Forged), "it answers another question");
    assert!(question.len() > plain.len());
}

#[test]
fn signatures_of_a_transfer_hang_together() {
    let key = key(b"secret");
    let (_, mut chain) = key.sign(question(), NOW).unwrap();
    let plain = answer(&question());
    let (first, mac) = signed(&key, &plain, &chain.mac, &[], true);
    verify(&mut chain, &first, NOW).unwrap();
    assert_eq!(chain.ends(), Ok(()));
    verify(&mut chain, &plain, NOW).unwrap();
    verify(&mut chain, &plain, NOW).unwrap();
    assert_eq!(chain.ends(), Err(Distrust::Unsigned), "the last has to be signed");
    let between = [plain.clone(), plain.clone()].concat();
    let left_out = signed(&key, &plain, &mac, &plain, false).0;
    assert_eq!(verify(&mut chain, &left_out, NOW), Err(Distrust::Forged));
    let (third, _) = signed(&key, &plain, &mac, &between, false);
    verify(&mut chain, &third, NOW).unwrap();
    assert_eq!(chain.ends(), Ok(()));
    for _ in 0..99 {
        verify(&mut chain, &plain, NOW).unwrap();
    }
    assert_eq!(verify(&mut chain, &plain, NOW), Err(Distrust::Unsigned), "each hundredth is signed at least");
}

/// Nobody needs the key to say that it is unknown (RFC 8945 section 5.2.1).
#[test]
fn what_the_server_says_of_the_key_is_heard() {
    let key = key(b"secret");
    for (code, said) in [(16, TsigError::BadSig), (17, TsigError::BadKey), (18, TsigError::BadTime)] {
        let (_, mut chain) = key.sign(question(), NOW).unwrap();
        let (mut answer, _) = signed(&key, &answer(&question()), &chain.mac, &[], true);
        let error = answer.len() - 3;
        answer[error] = code;
        assert_eq!(verify(&mut chain, &answer, NOW), Err(Distrust::Said(said)));
    }
}

#[test]
fn a_message_that_is_too_long_is_not_signed() {
    let key = key(b"secret");
    assert!(key.sign(vec![0; LENGTH_MAX - 200], NOW).is_some());
    assert!(key.sign(vec![0; LENGTH_MAX], NOW).is_none());
    assert!(key.sign(vec![], NOW).is_none());
}
