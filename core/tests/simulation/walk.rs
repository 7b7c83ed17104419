//! Somebody reads a list page by page, while it changes.
use crate::{
    ask::{Ask, Told},
    journal::{Broken, End},
    play::Simulation,
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A list that is read page by page.
pub struct Walk {
    account: usize,
    domain: Uuid,
    /// What was in it when it was begun to be read.
    before: Vec<(Uuid, String, i64)>,
    seen: Vec<Uuid>,
    /// Where it goes on.
    cursor: Option<String>,
    /// The request for the page that was asked for last.
    asked: Option<usize>,
}

impl Simulation {
    /// The next page of a list is asked for, or the first.
    pub fn somebody_turns_a_page(&mut self) {
        // Where a page is not answered, the list is read no further.
        let asked = &self.journal.asked;
        self.walk.take_if(|walk| walk.asked.is_some_and(|place| !matches!(asked[place].end, End::Open)));
        if self.walk.is_none() {
            let account = self.chance.index(2);
            let domains = &self.world.accounts[account].domains;
            let domain = domains[self.chance.index(domains.len())].id;
            let before = self.audit.records(domain);
            self.walk = Some(Walk { account, domain, before, seen: Vec::new(), cursor: None, asked: None });
        }
        let Some(Walk { account, domain, cursor, asked: None, .. }) = &self.walk else { return };
        let (account, ask) = (*account, Ask::ReadRecords { domain: *domain, cursor: cursor.clone() });
        let place = self.asks(account, ask, false, None);
        if let Some(walk) = &mut self.walk {
            walk.asked = Some(place);
        }
    }

    /// What was there all the time is in the list once.
    pub fn turn_page(&mut self, place: usize) -> Result<(), Broken> {
        let Some(walk) = self.walk.take_if(|walk| walk.asked == Some(place)) else { return Ok(()) };
        let End::Answered(Told::Done(page)) = &self.journal.asked[place].end else { return Ok(()) };
        let records: Vec<serde_json::Value> = serde_json::from_str(&page.json).unwrap();
        let ids = records.iter().map(|record| record["id"].as_str().unwrap().parse::<Uuid>().unwrap());
        let seen: Vec<_> = walk.seen.iter().copied().chain(ids).collect();
        if page.next.is_some() {
            self.walk = Some(Walk { seen, cursor: page.next.clone(), asked: None, ..walk });
            return Ok(());
        }
        let after = self.audit.records(walk.domain);
        let stayed: BTreeSet<_> =
            walk.before.iter().filter(|one| after.contains(one)).map(|(id, ..)| *id).collect();
        let missed = stayed.iter().find(|id| seen.iter().filter(|one| one == id).count() != 1);
        match missed {
            Some(id) => {
                Err(format!("{id} was there all the time, and is in the list not just once: {seen:?}"))
            }
            None => Ok(()),
        }
    }
}
