//! Listens to a run: prints what failed, and keeps how each scenario ended.
use crate::{facades::Facade, world::World};
use cucumber::{
    Event, Writer, cli,
    event::{
        Cucumber, Feature as FeatureEvent, Hook, RetryableScenario, Rule as RuleEvent,
        Scenario as ScenarioEvent, Step,
    },
    gherkin, parser, writer,
};
use std::{collections::BTreeMap, path::PathBuf};

/// Where a scenario stands: its file and line.
pub type Place = (PathBuf, usize);

/// How the scenarios ended on one facade.
pub struct Reporter {
    facade: Facade,
    /// Why each failed; nothing for those that passed.
    pub endings: BTreeMap<Place, Option<String>>,
    /// Features that could not be read.
    pub unread: usize,
}

impl Reporter {
    /// For a run on `facade`.
    pub const fn new(facade: Facade) -> Self {
        Self { facade, endings: BTreeMap::new(), unread: 0 }
    }

    /// How many scenarios failed.
    pub fn failed(&self) -> usize {
        self.endings.values().filter(|ending| ending.is_some()).count()
    }

    fn scenario(
        &mut self,
        feature: &gherkin::Feature,
        scenario: &gherkin::Scenario,
        event: ScenarioEvent<World>,
    ) {
        let place = (feature.path.clone().unwrap_or_default(), scenario.position.line);
        let why = match event {
            ScenarioEvent::Started => {
                self.endings.entry(place).or_default();
                return;
            }
            ScenarioEvent::Background(step, ending) | ScenarioEvent::Step(step, ending) => match ending {
                Step::Failed(_, _, world, cause) => {
                    let world = world.map(|world| format!("\n      {world:?}")).unwrap_or_default();
                    format!("{}{} (line {}): {cause}{world}", step.keyword, step.value, step.position.line)
                }
                Step::Skipped => {
                    format!("{}{} (line {}): no such step", step.keyword, step.value, step.position.line)
                }
                Step::Started | Step::Passed(..) => return,
            },
            ScenarioEvent::Hook(_, Hook::Failed(_, cause)) => {
                let text = cause.downcast_ref::<String>().map(String::as_str);
                text.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("a hook failed").to_owned()
            }
            _ => return,
        };
        let name = place.0.file_name().unwrap_or_default().to_string_lossy().into_owned();
        println!("  ✗ {} · {name}:{} {}\n    {why}", self.facade, place.1, scenario.name);
        self.endings.insert(place, Some(why));
    }
}

impl Writer<World> for Reporter {
    type Cli = cli::Empty;

    async fn handle_event(&mut self, event: parser::Result<Event<Cucumber<World>>>, _: &cli::Empty) {
        match event.map(Event::into_inner) {
            Ok(Cucumber::Feature(feature, event)) => match event {
                FeatureEvent::Scenario(scenario, RetryableScenario { event, .. })
                | FeatureEvent::Rule(_, RuleEvent::Scenario(scenario, RetryableScenario { event, .. })) => {
                    self.scenario(&feature, &scenario, event);
                }
                _ => {}
            },
            Ok(_) => {}
            Err(cause) => {
                println!("  ✗ {cause}");
                self.unread += 1;
            }
        }
    }
}

/// The order of events does not matter to it.
impl writer::Normalized for Reporter {}
