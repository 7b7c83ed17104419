//! Fees (RFC 8748 section 5.1.1).
use super::{
    protocol::{Asks, find},
    reply::Reply,
    serving::FEE,
    world::World,
};

/// What a check also says where it asks for fees; the code where it asks for what there is not.
pub fn check(world: &World, asks: &Asks<'_, '_>, names: &[&str]) -> Result<String, Reply> {
    let Some(check) = asks.extension(FEE, "check") else { return Ok(String::new()) };
    let Some(command) = find(check, FEE, "command") else { return Err(2003.into()) };
    if find(check, FEE, "currency").is_some_and(|wanted| wanted.text() != Some(&world.rules.currency)) {
        return Err(2004.into());
    }
    let kind = command.attribute("name").unwrap_or_default();
    let one = |name: &&str| {
        let (class, amount) = match world.fees.get(*name) {
            Some(fee) => (fee.class.as_str(), fee.amount.as_str()),
            None => ("standard", "8.00"),
        };
        let avail = u8::from(!world.domains.contains_key(*name));
        format!(
            "<fee:cd avail=\"{avail}\"><fee:objID>{name}</fee:objID><fee:class>{class}</fee:class>\
            <fee:command name=\"{kind}\"><fee:period unit=\"y\">1</fee:period><fee:fee>{amount}</fee:fee></fee:command>\
            </fee:cd>"
        )
    };
    let all: String = names.iter().map(one).collect();
    let currency = &world.rules.currency;
    Ok(format!("<fee:chkData xmlns:fee=\"{FEE}\"><fee:currency>{currency}</fee:currency>{all}</fee:chkData>"))
}
