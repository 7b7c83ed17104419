//! What is taken, and what is refused.
use crate::{
    signer::{SigningKey, base64, unsigned},
    stage::{AUDIENCE, Stage, merge},
};
use aws_lc_rs::hmac;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};

/// A token of `key`, but for what `header` and `claims` say otherwise.
fn made(stage: &Stage, key: &SigningKey, header: &Value, claims: &Value) -> String {
    let mut whole = key.header();
    merge(&mut whole, header);
    key.sign(&whole, &stage.claims(claims))
}

#[tokio::test]
async fn tokens_signed_by_any_of_the_usual_algorithms_open_the_account() {
    let keys = ["RS256", "PS256", "ES256", "ES384", "EdDSA"].map(|name| SigningKey::new(name, name));
    let stage = Stage::new(&keys.each_ref()).await;
    for key in &keys {
        let answer = stage.look(&key.token(&stage.claims(&json!({})))).await;
        assert_eq!(answer.status.as_u16(), 200, "{}: {answer:?}", key.algorithm);
        assert_eq!(answer.json()["data"]["email"], "ama@example.com");
    }
    // Two of one key are told apart by what it is for, where the issuer does not say.
    let mut jwk = keys[0].jwk();
    merge(&mut jwk, &json!({ "alg": null, "use": null, "kid": "both" }));
    stage.web.add(jwk);
    stage.pass(11);
    let header = |algorithm| json!({ "alg": algorithm, "kid": "both", "typ": "at+jwt" });
    assert_eq!(stage.ending(&keys[0].sign(&header("RS256"), &stage.claims(&json!({})))).await, "ok");
    assert_eq!(
        stage.ending(&keys[0].sign(&header("PS256"), &stage.claims(&json!({})))).await,
        "invalid_token"
    );
}

#[tokio::test]
async fn what_the_standard_allows_is_taken() {
    let key = SigningKey::new("one", "ES256");
    let stage = Stage::new(&[&key]).await;
    let now = stage.now();
    for (what, header, claims) in [
        ("the long kind", json!({ "typ": "application/at+jwt" }), json!({})),
        ("another case", json!({ "typ": "AT+JWT" }), json!({})),
        ("several audiences", json!({}), json!({ "aud": ["https://other.example", AUDIENCE] })),
        ("clocks that differ by less than a minute", json!({}), json!({ "iat": now + 50, "nbf": now + 50 })),
        ("over for less than a minute", json!({}), json!({ "exp": now - 30 })),
        ("no client", json!({}), json!({ "client_id": null })),
    ] {
        assert_eq!(stage.ending(&made(&stage, &key, &header, &claims)).await, "ok", "{what}");
    }
    let over = made(&stage, &key, &json!({}), &json!({ "exp": now - 120 }));
    assert_eq!(stage.ending(&over).await, "credential_expired");
    let narrow = made(&stage, &key, &json!({}), &json!({ "scope": "openid profile" }));
    assert_eq!(stage.ending(&narrow).await, "insufficient_scope");
    let none = made(&stage, &key, &json!({}), &json!({ "scope": null }));
    assert_eq!(stage.ending(&none).await, "insufficient_scope");
}

#[tokio::test]
async fn what_the_standard_forbids_is_refused() {
    let (key, rsa) = (SigningKey::new("one", "ES256"), SigningKey::new("rsa", "RS256"));
    let stage = Stage::new(&[&key, &rsa]).await;
    let mut secret = key.jwk();
    merge(&mut secret, &json!({ "kid": "sealing", "use": "enc" }));
    stage.web.add(secret);
    let now = stage.now();
    for (what, header, claims) in [
        ("another audience", json!({}), json!({ "aud": "https://other.example" })),
        ("a longer audience", json!({}), json!({ "aud": format!("{}/", AUDIENCE) })),
        ("no audience", json!({}), json!({ "aud": null })),
        ("an audience that is none", json!({}), json!({ "aud": 7 })),
        ("another issuer", json!({}), json!({ "iss": "https://other.example" })),
        ("a longer issuer", json!({}), json!({ "iss": format!("{}/", stage.web.id) })),
        ("several issuers", json!({}), json!({ "iss": [stage.web.id] })),
        ("no issuer", json!({}), json!({ "iss": null })),
        ("an identity token", json!({ "typ": "JWT" }), json!({})),
        ("no kind", json!({ "typ": null }), json!({})),
        ("not valid yet", json!({}), json!({ "nbf": now + 120 })),
        ("issued in the future", json!({}), json!({ "iat": now + 120 })),
        ("no time of issue", json!({}), json!({ "iat": null })),
        ("no end", json!({}), json!({ "exp": null })),
        ("an end that is none", json!({}), json!({ "exp": "never" })),
        ("no subject", json!({}), json!({ "sub": null })),
        ("a subject that is linked to nobody", json!({}), json!({ "sub": "kofi" })),
        ("a subject in another case", json!({}), json!({ "sub": "Ama" })),
        ("no key", json!({ "kid": null }), json!({})),
        ("a key that is not there", json!({ "kid": "two" }), json!({})),
        ("a key for sealing", json!({ "kid": "sealing" }), json!({})),
        ("the algorithm of another key", json!({ "kid": "rsa" }), json!({})),
        ("an algorithm that the key is not for", json!({ "alg": "ES384" }), json!({})),
        ("an extension that must be known", json!({ "crit": ["exp"] }), json!({})),
        ("a key that its holder has to prove", json!({}), json!({ "cnf": { "jkt": "0ZcOCORZNYy" } })),
        ("a token that is too long", json!({}), json!({ "more": "x".repeat(9000) })),
    ] {
        assert_eq!(stage.ending(&made(&stage, &key, &header, &claims)).await, "invalid_token", "{what}");
    }
    let claims = stage.claims(&json!({}));
    for algorithm in ["PS256", "RS384", "RS512"] {
        let header = json!({ "alg": algorithm, "kid": "rsa", "typ": "at+jwt" });
        assert_eq!(stage.ending(&rsa.sign(&header, &claims)).await, "invalid_token", "{algorithm}");
    }
    assert_eq!(stage.ending(&key.token(&claims)).await, "ok", "all else is right");
}

#[tokio::test]
async fn what_nobody_signed_is_refused() {
    let (key, stranger) = (SigningKey::new("one", "RS256"), SigningKey::new("one", "RS256"));
    let stage = Stage::new(&[&key]).await;
    let claims = stage.claims(&json!({}));
    let right = key.token(&claims);
    let [header, payload, signature] = right.split('.').collect::<Vec<_>>()[..] else {
        panic!("three parts")
    };
    let more = base64(stage.claims(&json!({ "scope": "domains:write account:read" })).to_string());

    let none = |name: &str| unsigned(&json!({ "alg": name, "kid": "one", "typ": "at+jwt" }), &claims);
    let mut carried = stranger.header();
    merge(&mut carried, &json!({ "jwk": stranger.jwk(), "jku": format!("{}/theirs", stage.web.id) }));
    let mut forged = vec![
        ("by nobody", format!("{}.", none("none"))),
        ("by nobody, in another case", format!("{}.", none("NoNe"))),
        ("with another's signature", format!("{}.{signature}", none("none"))),
        ("by another key of that name", stranger.token(&claims)),
        ("by a key that it brings along", stranger.sign(&carried, &claims)),
        ("for other claims", format!("{header}.{more}.{signature}")),
        ("half", format!("{header}.{payload}.{}", &signature[..signature.len() / 2])),
        ("not at all", format!("{header}.{payload}.")),
        ("in two parts", format!("{header}.{payload}")),
        ("in four parts", format!("{right}.{signature}")),
        ("in five parts, as one that is sealed", format!("{right}.{payload}.{signature}")),
        ("with padding", format!("{header}.{payload}.{signature}=")),
        ("in no parts", "..".to_owned()),
    ];
    // A public key is no secret, however it is written.
    for secret in secrets(&key) {
        let said = none("HS256");
        let mac = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, &secret), said.as_bytes());
        forged.push(("by a public key as a secret", format!("{said}.{}", base64(mac))));
    }
    for (what, token) in &forged {
        assert_eq!(stage.ending(token).await, "invalid_token", "{what}");
    }
    assert_eq!(stage.ending(&right).await, "ok", "all else is right");
}

/// A public key, as whoever forges tokens may write it.
fn secrets(key: &SigningKey) -> Vec<Vec<u8>> {
    let der = key.public();
    let pem = BASE64_STANDARD.encode(&der);
    let pem = format!("-----BEGIN RSA PUBLIC KEY-----\n{pem}\n-----END RSA PUBLIC KEY-----\n");
    let modulus = key.jwk()["n"].as_str().expect("a modulus").to_owned();
    vec![der, pem.into_bytes(), modulus.into_bytes(), key.jwk().to_string().into_bytes()]
}
