//! How long conversions wait, from their start until their file is read: what a customer notices of the queue and of
//! the sealed processes, as the platform's own figures tell it.
use crate::{
    Arguments, Failure,
    server::{Server, Store},
    table,
};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use std::{
    net::{Ipv4Addr, SocketAddr, TcpListener},
    time::Duration,
};
use tokio::runtime::Builder;

/// Conversions of a round, each started when the one before has ended.
const EACH: usize = 50;
/// What is converted: reading it takes no time.
const FILE: &str = "title,price\nBaobab,12.50\n";
/// How often is asked whether one has ended, and how often at most.
const LOOKS: (Duration, usize) = (Duration::from_millis(20), 1500);

/// What the platform calls the figure.
const NAME: &str = "hosting_conversion_wait_seconds";

const HEAD: [&str; 2] = ["waited up to ms", "of 100 conversions"];

/// Shows how many waited how long.
pub fn compare(arguments: &Arguments) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let metrics = free_address()?;
    let server = Server::on(Store::sqlite("conversions")?, &[], 0, |store| {
        let mut command = store.serve();
        command.env("HOSTING_METRICS_LISTEN", metrics.to_string());
        Ok(command)
    })?;
    let asked = Asked { client: Client::new(), server: &server };
    runtime.block_on(async {
        for round in 1..=arguments.rounds {
            eprintln!("round {round} of {}", arguments.rounds);
            for number in 0..EACH {
                asked.convert(&format!("conversion-{round}-{number}")).await?;
            }
        }
        let figures = asked.client.get(format!("http://{metrics}/metrics")).send().await?.text().await?;
        show(&figures)
    })
}

/// An address at which nobody listens.
fn free_address() -> Result<SocketAddr, Failure> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}

/// Who asks, and whom.
struct Asked<'a> {
    client: Client,
    server: &'a Server,
}

impl Asked<'_> {
    /// One conversion, from its preparation to its end.
    async fn convert(&self, key: &str) -> Result<(), Failure> {
        let what = json!({
            "tool": "csv-to-json",
            "files": [{ "originalName": "prices.csv", "mimeType": "text/csv", "sizeBytes": FILE.len() }],
        });
        let prepared =
            self.client.post(self.address("prepare-upload")).header("content-type", "application/json");
        let prepared = prepared.body(what.to_string());
        let prepared = self.send(prepared, &format!("{key}-prepare")).await?;
        let of = |member: &Value| member.as_str().map(str::to_owned).ok_or_else(|| prepared.to_string());
        let (job, upload) = (of(&prepared["id"])?, of(&prepared["files"][0]["upload"]["url"])?);
        let sent = self.client.put(upload).header("content-type", "text/csv").body(FILE).send().await?;
        sent.error_for_status()?;
        let job = self.address(&format!("jobs/{job}"));
        self.send(self.client.post(format!("{job}/start")), &format!("{key}-start")).await?;
        for _ in 0..LOOKS.1 {
            tokio::time::sleep(LOOKS.0).await;
            let held = self.send(self.client.get(&job), key).await?;
            match held["status"].as_str() {
                Some("succeeded") => return Ok(()),
                Some("queued" | "processing") => {}
                _ => return Err(held.to_string().into()),
            }
        }
        Err("a conversion did not end".into())
    }

    fn address(&self, path: &str) -> String {
        format!("http://{}/v1/conversion/{path}", self.server.address)
    }

    async fn send(&self, request: RequestBuilder, key: &str) -> Result<Value, Failure> {
        let token = self.server.flooders.first().ok_or("there is no credential")?;
        let sent = request.bearer_auth(token).header("idempotency-key", key).send().await?;
        let mut answered: Value = serde_json::from_str(&sent.error_for_status()?.text().await?)?;
        Ok(answered["data"].take())
    }
}

/// What the figures tell about the waiting.
fn show(figures: &str) -> Result<(), Failure> {
    let figures: Vec<_> =
        figures.lines().filter_map(|line| line.strip_prefix(NAME)?.split_once(' ')).collect();
    let one = |what: &str| -> Result<f64, Failure> {
        let found = figures.iter().find(|(name, _)| *name == what);
        Ok(found.ok_or_else(|| format!("{NAME}{what} is told by nobody"))?.1.parse()?)
    };
    let (count, sum) = (one("_count")?, one("_sum")?);
    let mut rows = vec![HEAD.map(str::to_owned)];
    for (name, value) in &figures {
        let Some(label) = name.strip_prefix("_bucket{le=\"") else { continue };
        let (seconds, value): (f64, f64) = (label.trim_end_matches("\"}").parse()?, value.parse()?);
        if seconds.is_finite() {
            rows.push([format!("{:.0}", seconds * 1e3), format!("{:.1}", 100.0 * value / count)]);
        }
    }
    print!("\n{}", table::aligned(&rows));
    println!("{count} conversions waited {:.1} ms on average until their file was read.", sum * 1e3 / count);
    Ok(())
}
