//! A large file goes to the bucket in parts: each has a time of its own, and memory for one is all that is needed.
use super::{OURS, S3, failed, good, line, unreadable};
use hosting_kernel::providers::Failure;
use reqwest::header;
use rusty_s3::{
    S3Action,
    actions::{CompleteMultipartUploadResponse, CreateMultipartUpload},
};
use std::time::Duration;
use tokio::{fs::File, io::AsyncReadExt};

/// How large a part is; all but the last have at least 5 MiB.
pub(super) const PART: u64 = 8 << 20;
/// How long a part may take.
pub(super) const TIME: Duration = Duration::from_mins(2);

impl S3 {
    /// Keeps `file` under the name `object`: whole, or not at all.
    pub(super) async fn keep_in_parts(&self, object: &str, file: File, mime: &str) -> Result<(), Failure> {
        let create = self.bucket.create_multipart_upload(Some(&self.credentials), object).sign(OURS);
        let create = self.client.post(create).header(header::CONTENT_TYPE, mime);
        let text = good(create.send().await).await?.text().await.map_err(|cause| failed(&cause))?;
        let created = CreateMultipartUpload::parse_response(&text);
        let created = created.map_err(|_| unreadable("how the parts of a file are sent"))?;
        let kept = self.send_parts(object, created.upload_id(), file).await;
        if kept.is_err() {
            // What cannot be dropped now is dropped by the bucket's own rule.
            let drop =
                self.bucket.abort_multipart_upload(Some(&self.credentials), object, created.upload_id());
            let _ = self.client.delete(drop.sign(OURS)).send().await;
        }
        kept
    }

    async fn send_parts(&self, object: &str, upload: &str, mut file: File) -> Result<(), Failure> {
        let mut tags = Vec::new();
        loop {
            let mut part = Vec::new();
            (&mut file).take(PART).read_to_end(&mut part).await.map_err(Failure::ours)?;
            if part.is_empty() {
                return self.put_together(object, upload, &tags).await;
            }
            let number = u16::try_from(tags.len() + 1).map_err(Failure::ours)?;
            let put = self.bucket.upload_part(Some(&self.credentials), object, number, upload).sign(OURS);
            let answer = good(self.sender.put(put).timeout(TIME).body(part).send().await).await?;
            let tag =
                line(&answer, header::ETAG.as_str()).ok_or_else(|| unreadable("what a part is called"))?;
            tags.push(tag.to_owned());
        }
    }

    /// The server answers well at once, and may say afterwards that nothing came of it.
    async fn put_together(&self, object: &str, upload: &str, tags: &[String]) -> Result<(), Failure> {
        let tags = || tags.iter().map(String::as_str);
        let whole = || self.bucket.complete_multipart_upload(Some(&self.credentials), object, upload, tags());
        let asked = self.sender.post(whole().sign(OURS)).timeout(TIME).body(whole().body());
        let text = good(asked.send().await).await?.text().await.map_err(|cause| failed(&cause))?;
        match CompleteMultipartUploadResponse::parse(&text) {
            Ok(_) => Ok(()),
            Err(_) => {
                Err(Failure::Unavailable("the store did not put the parts of a file together".to_owned()))
            }
        }
    }
}
