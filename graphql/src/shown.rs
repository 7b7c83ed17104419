//! What fields of the graph give that are records.
use crate::{
    fill::resolve,
    members::{Members, Unwritable},
    record::{Held, Record, Shows},
};
use async_graphql::{
    ContextSelectionSet, OutputType, Positioned, ServerResult, Value, parser::types::Field,
    registry::Registry,
};
use serde::Serialize;
use std::borrow::Cow;

/// A record that is given by a field.
pub struct Shown<T>(pub T);

impl<R: Serialize, T: From<R>> From<R> for Shown<T> {
    fn from(record: R) -> Self {
        Self(T::from(record))
    }
}

impl<T: OutputType + Shows> OutputType for Shown<T> {
    fn type_name() -> Cow<'static, str> {
        T::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        T::create_type_info(registry)
    }

    async fn resolve(&self, cx: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        resolve(cx, Held::One(self.0.record())).await
    }
}

/// A list of them.
pub struct Many<T>(pub Vec<T>);

impl<R, T: From<R>> From<Vec<R>> for Many<T> {
    fn from(records: Vec<R>) -> Self {
        Self(records.into_iter().map(T::from).collect())
    }
}

impl<T: OutputType + Shows> OutputType for Many<T> {
    fn type_name() -> Cow<'static, str> {
        Vec::<T>::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        Vec::<T>::create_type_info(registry)
    }

    async fn resolve(&self, cx: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        resolve(cx, Held::Many(self.0.iter().map(Shows::record).collect())).await
    }
}

/// A record of the platform from which nothing leads on.
pub struct Plain<T>(pub T);

impl<R: Serialize, T: From<R>> From<R> for Plain<T> {
    fn from(record: R) -> Self {
        Self(T::from(record))
    }
}

impl<T: OutputType + Serialize> Record for Plain<T> {
    fn type_name(&self) -> Cow<'static, str> {
        <T as OutputType>::type_name()
    }

    fn write(&self, members: Members<'_, '_>) -> Result<(), Unwritable> {
        members.of(&self.0)
    }
}

impl<T: OutputType + Serialize> OutputType for Plain<T> {
    fn type_name() -> Cow<'static, str> {
        T::type_name()
    }

    fn create_type_info(registry: &mut Registry) -> String {
        T::create_type_info(registry)
    }

    async fn resolve(&self, cx: &ContextSelectionSet<'_>, _: &Positioned<Field>) -> ServerResult<Value> {
        resolve(cx, Held::One(self)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        account::Account, body, conversion::ConversionJob, dns::DnsRecord, domains::Domain,
        email::EmailService, schema, services::Service,
    };
    use async_graphql::{EmptyMutation, EmptySubscription, Schema};
    use hosting_core::{
        account, account::usage::UsageReport, conversion, dns, domains, email, instances, services,
    };
    use serde::de::DeserializeOwned;
    use serde_json::{Value as Json, json};

    const ID: &str = "019aa1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
    const AT: &str = "2026-01-02T03:04:05Z";

    /// The members of a record whose texts, numbers and the like are all there.
    fn sample(of: &str) -> Json {
        match of {
            "Account" => json!({
                "id": ID, "email": "a@example.com", "full_name": "A B", "first_name": "A", "last_name": null,
                "company_name": "C", "country": "GH", "preferred_language": "en", "timezone": "Africa/Accra",
                "status": "active", "created_at": AT,
                "conversion_plan": {
                    "plan": "free", "status": "active", "operations_limit": 10, "operations_used": 3,
                    "period_ends_at": AT,
                },
            }),
            "Service" => json!({
                "id": ID, "service_type": "shared_hosting", "plan_name": "web-1", "display_name": "A site",
                "status": "past_due", "billing_months": 3, "renewal_price": 12.5, "renewal_currency": "USD",
                "auto_renew": true, "activated_at": AT, "renews_at": AT, "grace_ends_at": null,
                "cancellation_requested_at": null, "cancel_at": AT, "created_at": AT, "updated_at": AT,
            }),
            "Domain" => json!({
                "id": ID, "domain_name": "example.com", "unicode_name": "example.com", "tld": ".com",
                "status": "active", "registered_at": AT, "expires_at": AT, "auto_renew": true,
                "privacy_enabled": false, "locked": true, "name_servers": ["ns1.example.net", "ns2.example.net"],
                "pending_name_servers": null, "name_servers_error": "refused", "registrar_environment": "ote",
                "last_synced_at": AT, "created_at": AT, "updated_at": AT,
            }),
            "DnsRecord" => json!({
                "id": ID, "domain_id": ID, "name": "@", "fqdn": "example.com", "type": "MX",
                "contents": ["mx1.example.com"], "ttl": 3600, "priority": 10, "status": "pending",
                "last_error": null, "created_at": AT, "updated_at": AT, "synced_at": AT,
            }),
            "EmailService" => json!({
                "id": ID, "plan_id": "email-10", "term_months": 12, "domain_name": "example.com",
                "status": "active", "mailbox_limit": 10, "storage_bytes_per_mailbox": 10_737_418_240_i64,
                "domain_limit": 1, "auto_renew": false, "starts_at": AT, "renews_at": null, "grace_ends_at": null,
                "suspended_at": null, "cancelled_at": null, "provisioned_at": AT, "provisioning": "queued",
                "last_error": null, "created_at": AT, "updated_at": AT,
                "dns": {
                    "synced_at": AT, "status": "partial", "records": [{
                        "name": "_dmarc.example.com", "type": "TXT", "content": "v=DMARC1; p=none",
                        "priority": null, "purpose": "dmarc", "state": "merged",
                    }],
                },
            }),
            "UsageReport" => json!({
                "entries": [{
                    "id": ID, "request_id": ID, "kind": "operation", "operation_id": null, "facade": "graphql", "status": "rejected",
                    "http_method": "POST", "route": "/graphql", "http_status": 200, "error_code": "not_found",
                    "client_ipv4": null, "client_ip": "2001:db8::7", "user_agent": "curl", "credential_id": ID,
                    "credential_name": "deploy", "duration_ms": 3, "occurred_at": AT,
                }],
                "summary": {
                    "total": 9, "succeeded": 5, "rejected": 4, "distinct_ipv4": 2,
                },
            }),
            "ConversionJob" => json!({
                "id": ID, "tool": "image-convert", "status": "failed", "progress": 40,
                "options": { "format": "webp", "sizes": [1, 2.5, null], "more": { "a_b": true } },
                "files": [{
                    "id": ID, "original_name": "a.jpg", "mime_type": "image/jpeg", "size_bytes": 7, "checksum": null,
                    "checksum_verified": false, "uploaded_at": null, "upload": {
                        "method": "PUT", "url": "https://example.com", "headers": { "Content-Type": "image/jpeg" },
                        "expires_at": AT,
                    },
                }],
                "artifacts": [{
                    "id": ID, "file_name": "a.webp", "mime_type": "image/webp", "size_bytes": 5_000_000_000_i64,
                    "sha256": "00", "download_url": null, "expires_at": null,
                }],
                "error": { "code": "invalid_file", "message": "it is no image" },
                "created_at": AT, "started_at": AT, "finished_at": AT, "expires_at": AT,
            }),
            "LxcMetrics" => json!({
                "service_id": ID, "from": AT, "to": AT, "resolution_seconds": 300, "points": [{
                    "at": AT, "cpu_percent": 12.5, "memory_bytes": 1, "disk_bytes": null, "network_in_bytes": 2,
                    "network_out_bytes": 3, "disk_read_bytes": 4, "disk_write_bytes": 9_007_199_254_740_993_i64,
                }],
            }),
            other => panic!("no sample of {other}"),
        }
    }

    /// What is found elsewhere, though nothing leads on from it.
    const ELSEWHERE: &str = "conversionTool";

    /// Everything that is asked of `of` without arguments, but for other records.
    fn everything(of: &str) -> String {
        let types = schema::types();
        let mut names: Vec<_> = types.fields_of(of).filter(|(_, field)| field.arguments.is_empty()).collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(*name));
        let asked = names.into_iter().filter_map(|(name, field)| match types.field(of, name) {
            None => Some(name.to_owned()),
            Some(_) if types.is_part(&field.of) && name != ELSEWHERE => {
                Some(format!("{name} {{ {} }}", everything(&field.of)))
            }
            Some(_) => None,
        });
        format!("__typename {}", asked.collect::<Vec<_>>().join(" "))
    }

    /// A record as the library answers it, and as we do.
    struct Both<T> {
        theirs: T,
        ours: Shown<T>,
        many: Many<T>,
    }

    #[async_graphql::Object]
    impl<T: OutputType + Shows> Both<T> {
        async fn theirs(&self) -> &T {
            &self.theirs
        }

        async fn ours(&self) -> &Shown<T> {
            &self.ours
        }

        async fn many(&self) -> &Many<T> {
            &self.many
        }
    }

    async fn ask<R: DeserializeOwned, T: From<R> + OutputType + Shows + 'static>(document: &str) -> Json {
        let record = || T::from(serde_json::from_value(sample(&T::type_name())).expect("a record"));
        let both = Both { theirs: record(), ours: Shown(record()), many: Many(vec![record(), record()]) };
        let response = Schema::new(both, EmptyMutation, EmptySubscription).execute(document).await;
        assert_eq!(response.errors, [], "{document}");
        serde_json::from_str::<Json>(&body(&response)).expect("JSON")["data"].take()
    }

    /// What is asked for is answered as the library does, in the order asked for.
    async fn same<R: DeserializeOwned, T: From<R> + OutputType + Shows + 'static>() {
        let of = T::type_name();
        let asked = everything(&of);
        let document = format!("{{ theirs {{ {asked} }} ours {{ {asked} }} many {{ {asked} }} }}");
        let answered = ask::<R, T>(&document).await;
        assert_eq!(answered["ours"], answered["theirs"], "{of}");
        assert_eq!(answered["many"], json!([answered["theirs"], answered["theirs"]]), "{of}");
        let names: Vec<_> = answered["ours"].as_object().expect("an object").keys().collect();
        let mut sorted = names.clone();
        sorted.sort_by(|one, other| other.cmp(one));
        let typename = sorted.pop().expect("its type");
        sorted.insert(0, typename);
        assert_eq!(names, sorted, "{of}");
    }

    #[tokio::test]
    async fn every_member_is_answered_as_the_library_does() {
        same::<account::Account, Account>().await;
        same::<services::Service, Service>().await;
        same::<domains::Domain, Domain>().await;
        same::<dns::DnsRecord, DnsRecord>().await;
        same::<email::EmailService, EmailService>().await;
        same::<UsageReport, UsageReport>().await;
        same::<conversion::ConversionJob, ConversionJob>().await;
        same::<instances::Metrics, Plain<instances::Metrics>>().await;
    }

    #[tokio::test]
    async fn what_fragments_ask_for_is_put_together() {
        let document = "{ ours { tld ...a ... on Domain { other: tld nodeId } ... { locked } } } \
            fragment a on Domain { tld locked ds { keyTag } ...b } fragment b on Domain { ds { digest } }";
        let answered = ask::<domains::Domain, Domain>(document).await;
        let names: Vec<_> = answered["ours"].as_object().expect("an object").keys().collect();
        assert_eq!(names, ["tld", "locked", "ds", "other", "nodeId"]);
        assert_eq!(answered["ours"]["other"], ".com");
    }
}
