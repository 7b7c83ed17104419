//! File conversion in the graph.
use crate::{
    members::{Members, Unwritable},
    node::Kind,
    perform::{edge, perform},
    record::{Lead, Record},
    shown::{Many, Plain, Shown},
};
use async_graphql::{ComplexObject, Context, ID, Object, OutputType, Result, SimpleObject};
use hosting_core::conversion::{
    self, CancelConversion, ConversionTool, GetConversionJob, ListConversionTools, PrepareConversion,
    StartConversion,
};
use std::borrow::Cow;
use uuid::Uuid;

/// A conversion: its files, how far it is, and what was made.
#[derive(SimpleObject)]
#[graphql(complex)]
pub struct ConversionJob {
    #[graphql(flatten)]
    record: conversion::ConversionJob,
}

impl From<conversion::ConversionJob> for ConversionJob {
    fn from(record: conversion::ConversionJob) -> Self {
        Self { record }
    }
}

impl Record for ConversionJob {
    fn type_name(&self) -> Cow<'static, str> {
        <Self as OutputType>::type_name()
    }

    fn write(&self, members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.of(&self.record)
    }

    fn lead<'a>(&'a self, cx: &'a Context<'a>) -> Lead<'a> {
        Box::pin(self.resolve_field(cx))
    }
}

#[ComplexObject]
impl ConversionJob {
    /// Identifies the record among all that the graph has, for `node`.
    pub(crate) async fn node_id(&self) -> ID {
        Kind::ConversionJob.id(self.record.id)
    }

    /// The tool that it is done with; null where it is no longer offered.
    async fn conversion_tool(&self, cx: &Context<'_>) -> Result<Option<Plain<ConversionTool>>> {
        let tools: Option<Vec<ConversionTool>> = edge(cx, ListConversionTools {}).await?;
        Ok(tools.into_iter().flatten().find(|tool| tool.id == self.record.tool).map(Plain))
    }
}

/// What can be asked about conversions.
#[derive(Default)]
pub struct ConversionQueries;

#[Object]
impl ConversionQueries {
    /// List the conversion tools.
    async fn conversion_tools(&self, cx: &Context<'_>) -> Result<Option<Many<Plain<ConversionTool>>>> {
        perform(cx, ListConversionTools {}, None).await
    }

    /// Look up a conversion job.
    async fn conversion_job(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The job.")] job_id: Uuid,
    ) -> Result<Option<Shown<ConversionJob>>> {
        perform(cx, GetConversionJob::of(job_id), None).await
    }
}

/// What can be changed about conversions.
#[derive(Default)]
pub struct ConversionMutations;

#[Object]
impl ConversionMutations {
    /// Prepare a conversion: name the tool and the files, and learn where to send them.
    async fn prepare_conversion(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to convert.")] input: PrepareConversion,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<ConversionJob>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Start a conversion whose files are all there.
    async fn start_conversion(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to start.")] input: StartConversion,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<ConversionJob>>> {
        perform(cx, input, idempotency_key).await
    }

    /// Cancel a conversion that is wanted no longer, before its first file is sent.
    async fn cancel_conversion(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to cancel.")] input: CancelConversion,
        idempotency_key: Option<String>,
    ) -> Result<Option<Shown<ConversionJob>>> {
        perform(cx, input, idempotency_key).await
    }
}
