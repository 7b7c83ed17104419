use super::{plan, tool::ConversionTool};
use garde::Validate;
use hosting_kernel::{
    kernel::{batched::Batched, context::Context, effect::Effect, operation::Operation},
    refusals::{code::Code, error::Result, scope::Scope},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// List the conversion tools.
///
/// Those that need a program which the operator has not installed are not listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Validate)]
#[serde(deny_unknown_fields)]
pub struct ListConversionTools {}

#[async_trait::async_trait]
impl Operation for ListConversionTools {
    type Output = Vec<ConversionTool>;

    const ID: &'static str = "conversionTools";
    const SCOPE: Scope = Scope::ConversionRead;
    const EFFECT: Effect = Effect::Reads;
    const REFUSALS: &'static [Code] = &[Code::ConversionPlanRequired];

    async fn perform(self, cx: &Context<'_>) -> Result<Vec<ConversionTool>> {
        plan::entitled(cx).await?;
        Ok(cx.platform.providers().converter.tools().into_iter().map(ConversionTool::from).collect())
    }
}

#[async_trait::async_trait]
impl Batched for ListConversionTools {
    async fn perform_all(asked: &[Self], cx: &Context<'_>) -> Result<Vec<Result<Vec<ConversionTool>>>> {
        let tools = Self {}.perform(cx).await?;
        Ok(asked.iter().map(|_| Ok(tools.clone())).collect())
    }
}
