//! File conversion in the graph.
use crate::perform::perform;
use async_graphql::{Context, Object, Result};
use hosting_core::conversion::{
    CancelConversion, ConversionJob, ConversionTool, GetConversionJob, ListConversionTools,
    PrepareConversion, StartConversion,
};
use uuid::Uuid;

/// What can be asked about conversions.
#[derive(Default)]
pub struct ConversionQueries;

#[Object]
impl ConversionQueries {
    /// List the conversion tools.
    async fn conversion_tools(&self, cx: &Context<'_>) -> Result<Option<Vec<ConversionTool>>> {
        perform(cx, ListConversionTools {}, None).await
    }

    /// Look up a conversion job.
    async fn conversion_job(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "The job.")] job_id: Uuid,
    ) -> Result<Option<ConversionJob>> {
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
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<ConversionJob>> {
        perform(cx, input, idempotency_key).await
    }

    /// Start a conversion whose files are all there.
    async fn start_conversion(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to start.")] input: StartConversion,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<ConversionJob>> {
        perform(cx, input, idempotency_key).await
    }

    /// Cancel a conversion that is wanted no longer, before its first file is sent.
    async fn cancel_conversion(
        &self,
        cx: &Context<'_>,
        #[graphql(desc = "What to cancel.")] input: CancelConversion,
        #[graphql(desc = "Stands for this one change, however often it is sent.")] idempotency_key: Option<
            String,
        >,
    ) -> Result<Option<ConversionJob>> {
        perform(cx, input, idempotency_key).await
    }
}
