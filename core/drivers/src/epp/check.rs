//! Which names are free (RFC 5731 section 3.1.1), and what they cost (RFC 8748 section 5.1.1).
use super::{
    codes,
    command::{Answer, Command},
    names::{DOMAIN, FEE},
    pool::Line,
    xml::{Element, Xml},
};
use hosting_kernel::{
    providers::{Failure, registrar::Availability},
    values::money::Money,
};
use std::collections::HashMap;

/// How many names one command asks about: what registries allow at least.
const MANY: usize = 50;
/// The class of what costs as much as its suffix (RFC 8748 section 3.7).
const STANDARD: &str = "standard";

/// What the registry says of each of `names`, in their order.
pub(super) async fn check(
    line: &mut Line<'_>,
    names: &[String],
) -> Result<Vec<Result<Availability, Failure>>, Failure> {
    // Where one server has several registries, a command is about names of one of them.
    let mut of_product: Vec<(Option<Xml>, Vec<&str>)> = Vec::new();
    for name in names {
        let product = line.product(name);
        match of_product.iter_mut().find(|(known, _)| *known == product) {
            Some((_, together)) => together.push(name),
            None => of_product.push((product, vec![name])),
        }
    }
    let mut found = HashMap::new();
    for (product, together) in of_product {
        for some in together.chunks(MANY) {
            match once(line, some, product.clone()).await? {
                Err(Failure::Refused(_)) if some.len() > 1 => {
                    // One that the registry does not take as a name keeps the others from being looked at.
                    for name in some {
                        let alone = once(line, &[name], product.clone()).await?;
                        found.insert(*name, alone.and_then(|known| said(&known, name)));
                    }
                }
                known => found.extend(some.iter().map(|name| {
                    (*name, known.as_ref().map_err(Clone::clone).and_then(|known| said(known, name)))
                })),
            }
        }
    }
    Ok(names
        .iter()
        .map(|name| found.get(name.as_str()).cloned().unwrap_or_else(|| Err(silence(name))))
        .collect())
}

/// What was said of each name.
type Known = HashMap<String, Availability>;

fn said(known: &Known, name: &str) -> Result<Availability, Failure> {
    known.get(&name.to_ascii_lowercase()).cloned().ok_or_else(|| silence(name))
}

fn silence(name: &str) -> Failure {
    Failure::Unavailable(format!("the registry does not say whether {name} is free"))
}

/// One command: what the registry says to it, or that it does not take it.
async fn once(
    line: &mut Line<'_>,
    names: &[&str],
    product: Option<Xml>,
) -> Result<Result<Known, Failure>, Failure> {
    let inside = names.iter().map(|name| Xml::text("domain:name", name));
    let fees = line.has(FEE).then(|| {
        let period = Xml::text_with("fee:period", &[("unit", "y")], "1");
        let create = Xml::of("fee:command", &[("name", "create")], [period]);
        Xml::of("fee:check", &[("xmlns:fee", FEE)], [create])
    });
    let command = Command::about("domain:check", DOMAIN, "check", inside).with(fees).with(product);
    let answer = line.look(&command).await?;
    let about = match names {
        [name] => name,
        _ => "these names",
    };
    Ok(codes::good(answer, about, &[]).map(|answer| read(&answer)))
}

fn read(answer: &Answer) -> Known {
    let fees = answer.extension.child(FEE, "chkData");
    let currency = fees.and_then(|fees| fees.text_of(FEE, "currency"));
    let mut costs = HashMap::new();
    for one in fees.into_iter().flat_map(|fees| fees.all(FEE, "cd")) {
        if let Some(name) = one.text_of(FEE, "objID") {
            costs.insert(name.to_ascii_lowercase(), cost(one, currency));
        }
    }
    let checked = answer.data.child(DOMAIN, "chkData");
    let names = checked.into_iter().flat_map(|checked| checked.all(DOMAIN, "cd"));
    let known = names.filter_map(|one| {
        let name = one.child(DOMAIN, "name")?;
        let available = name.flag("avail")?;
        let name = name.text.to_ascii_lowercase();
        let (premium, price) = costs.get(&name).copied().unwrap_or_default();
        Some((name, Availability { available, premium, price }))
    });
    known.collect()
}

/// Whether a name costs more than its suffix usually does, and what then. What is not in US dollars is not told.
fn cost(of: &Element, currency: Option<&str>) -> (bool, Option<Money>) {
    let create = of.all(FEE, "command").find(|command| command.attribute("name") == Some("create"));
    let premium = match (of.text_of(FEE, "class"), create.and_then(|create| create.flag("standard"))) {
        (Some(class), _) => !class.eq_ignore_ascii_case(STANDARD),
        // Without a class, only what is said to be no standard fee is none.
        (None, standard) => standard == Some(false),
    };
    let price = create.filter(|_| premium && currency == Some("USD")).and_then(total);
    (premium, price)
}

/// What a command costs for a year: its fees less its credits, which are negative.
fn total(command: &Element) -> Option<Money> {
    let year = command.child(FEE, "period").is_none_or(|period| period.text == "1");
    let amounts = command.all(FEE, "fee").chain(command.all(FEE, "credit")).map(|one| cents(&one.text));
    let amounts: Vec<i64> = amounts.collect::<Option<_>>()?;
    let sum = amounts.iter().try_fold(0_i64, |sum, cents| sum.checked_add(*cents))?;
    (year && sum >= 0 && !amounts.is_empty()).then(|| Money::cents(sum))
}

/// A decimal (XML Schema part 2, section 3.2.3) in hundredths; nothing where it has smaller parts.
fn cents(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part = part.trim_end_matches('0');
    let is_number = !digits.is_empty() && whole.len() + part.len() > 0 || digits.ends_with('0');
    let only_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || part.len() > 2 || !only_digits(whole) || !only_digits(part) {
        return None;
    }
    format!("{whole:0>1}{part:0<2}").parse::<i64>().ok()?.checked_mul(sign)
}

#[cfg(test)]
mod tests;
