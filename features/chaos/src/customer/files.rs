//! Customers bring files to be converted.
use super::{
    Customer,
    answers::{PERSEVERANCE, again},
};
use crate::facts::told_apart;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::time::sleep;
use uuid::Uuid;

/// Files of one customer: fewer than an account may keep at a time (`contract.md` §8.8).
pub(super) const MOST: usize = 90;
/// Lines of a file, at most.
const LINES: usize = 4000;
/// What is said where there is no room for a file (`contract.md` §8.8).
const NO_ROOM: &[u8] = b"there is no room";

impl Customer<'_> {
    /// Brings one, which waits to be converted for longer than a run lasts.
    pub(super) async fn send_file(&mut self) {
        let content = format!("{},{}\n", self.number, self.count).repeat(self.chance.usize(1..LINES));
        let file = json!({"originalName": "list.csv", "mimeType": "text/csv", "sizeBytes": content.len()});
        let body = json!({"tool": "csv-to-json", "files": [file]});
        let wish = self.change(Method::POST, "/v1/conversion/prepare-upload".to_owned(), body);
        let Some(prepared) = self.done(&wish).await else { return };
        let prepared: Value = serde_json::from_slice(&prepared).expect("JSON");
        let file = &prepared["data"]["files"][0];
        let id: Uuid = file["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
        let url: Url = file["upload"]["url"].as_str().and_then(|url| url.parse().ok()).expect("an address");
        let path = url.query().map_or(url.path().to_owned(), |query| format!("{}?{query}", url.path()));
        let began = Instant::now();
        while !self.is_taken(&path, &content).await {
            if began.elapsed() > PERSEVERANCE {
                self.account.wrong.push(format!("{path} was never taken"));
                return;
            }
            sleep(Duration::from_millis(self.chance.u64(20..200))).await;
        }
        self.account.files.insert(id, told_apart(content.as_bytes()));
    }

    /// Sends it to any of the replicas; whether it is theirs now.
    async fn is_taken(&mut self, path: &str, content: &str) -> bool {
        let address = format!("http://{}{path}", self.any_replica());
        let sent = Instant::now();
        let request = self.client.put(address).header("content-type", "text/csv").body(content.to_owned());
        let Ok(answer) = request.send().await else { return false };
        let status = answer.status().as_u16();
        let Ok(body) = answer.bytes().await else { return false };
        let no_room = status == 503 && body.windows(NO_ROOM.len()).any(|said| said == NO_ROOM);
        self.account.no_room += usize::from(no_room);
        let was_full = self.scene.disk.is_some_and(|disk| disk.was_full_since(sent));
        let expected = match status {
            _ if no_room => was_full,
            500 => self.nothing_was_kept(sent),
            _ => status < 300 || again(status, &body),
        };
        if !expected {
            let said = String::from_utf8_lossy(&body);
            self.account.wrong.push(format!("PUT {path} was answered {status}: {said}"));
        }
        status < 300
    }
}
