//! Steps about how much may be asked of the graph.
use super::{ask, post, whole};
use crate::world::World;
use cucumber::{then, when};
use serde_json::json;

#[when(
    regex = r"^(\w+) asks the graph for (\d+) (levels|fields|things|KiB|other names|conditions|doublings)$"
)]
async fn asks_for(world: &mut World, who: String, count: usize, what: String) {
    let each = |one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(" ");
    let document = match what.as_str() {
        "levels" => "{ account ".repeat(count) + &"}".repeat(count),
        "fields" => format!("{{ {} }}", each(&|n| format!("a{n}: account {{ id }}"))),
        "things" => {
            let fields = (0..100).fold(String::new(), |text, n| format!("{text} b{n}: id"));
            let roots =
                (0..count / 100).fold(String::new(), |text, n| format!("{text} a{n}: account {{ ...f }}"));
            format!("{{ {roots} }} fragment f on Account {{ {fields} }}")
        }
        "other names" => format!("{{ account {{ {} }} }}", each(&|n| format!("a{n}: id"))),
        "conditions" => {
            format!("{{ account {{ {} }} }}", each(&|n| format!("a{n}: id @include(if: true)")))
        }
        "doublings" => {
            let fragments = each(&|n| format!("fragment f{n} on Account {{ ...f{0} ...f{0} }}", n + 1));
            format!("{{ account {{ ...f0 }} }} {fragments} fragment f{count} on Account {{ id }}")
        }
        _ => format!("{{ account {{ id }} }}{}", " ".repeat(count << 10)),
    };
    ask(world, &who, &document).await;
}

#[when(regex = r"^(\w+) asks for (\d+) domains with (\d+) records each, written (.+)$")]
async fn asks_for_domains(world: &mut World, who: String, domains: u32, records: u32, how: String) {
    let page = |domains: &str, records: &str, word: &str| {
        let zone = format!("dnsRecords({word}: {records}) {{ nodes {{ name }} }}");
        format!("{{ account {{ domains({word}: {domains}) {{ nodes {{ domainName {zone} }} }} }} }}")
    };
    let (many, each) = (domains.to_string(), records.to_string());
    let variables = json!({ "many": domains, "each": records });
    let body = match how.as_str() {
        "plainly" => json!({ "query": page(&many, &each, "first") }),
        "from the end" => json!({ "query": page(&many, &each, "last") }),
        "by variables" => {
            let query = format!("query($many: Int, $each: Int) {}", page("$many", "$each", "first"));
            json!({ "query": query, "variables": variables })
        }
        "by usual values" => {
            let page = page("$many", "$each", "first");
            json!({ "query": format!("query($many: Int = {many}, $each: Int = {each}) {page}") })
        }
        "in fragments" => json!({ "query": format!(
            "{{ account {{ ...a }} }} fragment a on Account {{ domains(first: {many}) {{ nodes {{ ...d }} }} }} \
             fragment d on Domain {{ dnsRecords(first: {each}) {{ nodes {{ name }} }} }}"
        ) }),
        other => panic!("written {other}?"),
    };
    post(world, &who, &body).await;
}

#[when(regex = r"^(\S+) asks for (?:her|his|their) account and (\d+) of (?:her|his|their) domains$")]
async fn asks_for_both(world: &mut World, who: String, count: usize) {
    ask(world, &who, &format!("{{ account {{ id }} domains(first: {count}) {{ id }} }}")).await;
}

#[when(regex = r"^(\w+) asks for (?:her|his) domains (alone|and what hangs on each), saying no number$")]
async fn asks_without_number(world: &mut World, who: String, what: String) {
    let below = if what == "alone" { "" } else { "dnsRecords(first: 1) { nodes { name } }" };
    let document = format!("query($n: Int) {{ list: domains(first: $n) {{ domainName {below} }} }}");
    ask(world, &who, &document).await;
}

#[then(regex = r"^(?:she|he) is given (\d+) of them$")]
fn given(world: &mut World, count: usize) {
    let answer = whole(world);
    assert_eq!(answer["data"]["list"].as_array().map(Vec::len), Some(count), "{answer}");
}

#[then(regex = r"^the answer tells that it cost (\d+) of (\d+)$")]
fn told_cost(world: &mut World, cost: u64, limit: u64) {
    let told = whole(world)["extensions"]["cost"].clone();
    assert_eq!(told, json!({ "requested": cost, "limit": limit, "remaining": limit - cost }));
}

#[then(regex = r"^the answer tells that (\d+) of (\d+) requests are left$")]
fn told_rate(world: &mut World, left: u32, limit: u32) {
    let told = whole(world)["extensions"]["rateLimit"].clone();
    assert_eq!(told, json!({ "limit": limit, "remaining": left }));
}
