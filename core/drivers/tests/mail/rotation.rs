//! Which keys sign is the platform's to say, and is so at once.
use crate::{
    database::Tables,
    stage::{domain, ed25519, id, rsa},
};
use hosting_kernel::providers::mail::{Mail, MailDomain};

#[tokio::test]
async fn another_key_under_the_same_selector_replaces_it_at_once() {
    let tables = Tables::in_a_file();
    let other = tables.other().await;
    let before = domain("a.example");
    tables.maps().put_domain(id(), &before).await.unwrap();
    let private = "SELECT private_key FROM opendkim_key WHERE selector = 'host1'";
    let first = other.texts(private).await;
    assert!(
        first[0].starts_with("-----BEGIN PRIVATE KEY-----\n")
            && first[0].lines().all(|line| line.len() <= 64)
    );
    let after = MailDomain { keys: vec![rsa("host1"), ed25519("host2")], ..before };
    tables.maps().put_domain(id(), &after).await.unwrap();
    assert_ne!(other.texts(private).await, first);
    assert_eq!(other.signs("a.example").await, ["host1", "host2"]);
}

/// Releases before had each key wait by a time of its own.
#[tokio::test]
async fn what_an_earlier_release_left_waiting_signs_when_the_platform_says_so() {
    for tables in Tables::all().await {
        let (maps, other) = (tables.maps(), tables.other().await);
        let before = domain("a.example");
        maps.put_domain(id(), &before).await.unwrap();
        let later = "INSERT INTO dkim_key SELECT domain, 'host3', algorithm, private_key, 99999999999 \
                     FROM dkim_key WHERE selector = 'host1'";
        other.run(later).await.unwrap();
        assert_eq!(other.signs("a.example").await, ["host1", "host2"]);
        let after = MailDomain { keys: vec![rsa("host3"), before.keys[1].clone()], ..before };
        maps.put_domain(id(), &after).await.unwrap();
        assert_eq!(other.signs("a.example").await, ["host2", "host3"]);
        assert_eq!(other.texts("SELECT selector FROM dkim_key ORDER BY selector").await, ["host2", "host3"]);
    }
}
