//! One example of each operation on conversions.
use super::{job_id, may_convert, prepare, wanted};
use crate::{operations::ask, words::Key, world::World};
use hosting_core::conversion::{CancelConversion, GetConversionJob, ListConversionTools, StartConversion};

/// Lets `who` have a job that awaits its file.
pub async fn own(world: &mut World, who: &str) {
    may_convert(world, who.to_owned()).await;
    let stood = world.person(who).clone();
    let person = world.trusted(who).await;
    *world.person(who) = person;
    prepare(world, who, Key::New, wanted("csv-to-json", "prices.csv", None)).await;
    *world.person(who) = stood;
}

/// Asks for the operation.
pub async fn ask_of(world: &mut World, who: &str, operation: &str) {
    let job = job_id(world);
    match operation {
        "conversionTools" => ask(world, who, ListConversionTools {}).await,
        "prepareConversion" => ask(world, who, wanted("csv-to-json", "prices.csv", None)).await,
        "conversionJob" => ask(world, who, GetConversionJob::of(job)).await,
        "startConversion" => ask(world, who, StartConversion::of(job)).await,
        "cancelConversion" => ask(world, who, CancelConversion::of(job)).await,
        other => panic!("no example of {other}"),
    }
}
