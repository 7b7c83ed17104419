//! Where files are: in the data folder, or in a bucket.
use super::{
    failure::CommandError,
    settings::{Opened, Serving},
};
use hosting_core::{
    Database,
    clock::{Clock, SystemClock},
    database::Load,
    installation::mark,
    providers::{store::Store, within},
};
use hosting_drivers::{
    folder::Folder,
    s3::{Place, S3},
};
use std::{
    fs,
    io::{self, ErrorKind},
    path::Path,
    sync::Arc,
    time::Duration,
};

/// What the file is called that tells a folder of files from every other.
const MARK: &str = "mark";

/// How long a bucket may take to say whose files it has before the process starts without that.
const PATIENCE: Duration = Duration::from_secs(5);

/// The store that the operator chose.
pub async fn open(
    serving: &Serving,
    opened: &Opened,
    base_url: &str,
) -> Result<Arc<dyn Store>, CommandError> {
    let Some(endpoint) = serving.s3_endpoint.clone() else {
        let files = serving.settings.data.join("files");
        check(&opened.database, &files).await?;
        return Ok(Arc::new(Folder::new(files, opened.secret.clone(), base_url)));
    };
    let installation = mark(&opened.database, "bucket", &SystemClock.id().to_string()).await?;
    let place = Place {
        endpoint,
        bucket: serving.s3_bucket.clone().unwrap_or_default(),
        prefix: serving.s3_prefix.clone(),
        installation: installation.clone(),
        region: serving.s3_region.clone(),
        access_key: serving.s3_access_key.clone().unwrap_or_default(),
        secret_key: serving.s3_secret_key.clone().unwrap_or_default(),
    };
    let bucket = S3::new(place, Arc::new(SystemClock));
    let bucket = bucket.map_err(|why| CommandError::refused(format!("HOSTING_S3_ENDPOINT: {why}")))?;
    match within(PATIENCE, bucket.owner()).await {
        Ok(owner) if owner != installation => Err(CommandError::refused(format!(
            "HOSTING_S3_BUCKET: the files there are those of another installation ({owner}; this one is {installation}): \
             each has a bucket of its own, or a prefix in it (HOSTING_S3_PREFIX)"
        ))),
        Ok(_) => Ok(Arc::new(bucket)),
        // All but conversion is served, as while any backend is away.
        Err(failure) => {
            tracing::error!(%failure, "the bucket cannot be used");
            Ok(Arc::new(bucket))
        }
    }
}

/// Refuses a folder that is not the one in which other processes of this database look for its files. A database that
/// is a file has one machine, and moves with its folder.
async fn check(db: &Database, files: &Path) -> Result<(), CommandError> {
    if matches!(db.load(), Load::Writer { .. }) {
        return Ok(());
    }
    let unusable = |cause: io::Error| CommandError::refused(format!("{}: {cause}", files.display()));
    let (mine, made) = marked(files).map_err(unusable)?;
    let stands = mark(db, "files", &mine).await?;
    if stands == mine {
        return Ok(());
    }
    if made {
        drop(fs::remove_file(files.join(MARK)));
    }
    Err(CommandError::refused(format!(
        "{}: the files of this database are in another folder: several processes share that one (--data), or a bucket \
         (HOSTING_S3_ENDPOINT). If the other folder is gone for good, write {stands} into {}",
        files.display(),
        files.join(MARK).display(),
    )))
}

/// What tells this folder from every other, and whether that was made just now; of several processes that make it
/// together, one does.
fn marked(files: &Path) -> io::Result<(String, bool)> {
    fs::create_dir_all(files)?;
    let (path, new) = (files.join(MARK), SystemClock.id().to_string());
    match fs::read_to_string(&path) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => {}
        stands => return Ok((stands?.trim().to_owned(), false)),
    }
    // Whole under a name of its own, before it has that of the mark.
    let beside = files.join(format!("{MARK}-{new}"));
    let linked = fs::write(&beside, &new).and_then(|()| fs::hard_link(&beside, &path));
    fs::remove_file(&beside)?;
    match linked {
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {
            Ok((fs::read_to_string(&path)?.trim().to_owned(), false))
        }
        done => done.map(|()| (new, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_that_start_together_find_one_mark() {
        let folder = std::env::temp_dir().join(format!("hosting-mark-{}", SystemClock.id()));
        let marks: Vec<_> = std::thread::scope(|scope| {
            let started: Vec<_> = (0..16).map(|_| scope.spawn(|| marked(&folder).expect("a mark"))).collect();
            started.into_iter().map(|one| one.join().expect("a thread")).collect()
        });
        assert_eq!(marks.iter().filter(|(_, made)| *made).count(), 1);
        assert!(marks.iter().all(|(mark, _)| *mark == marks[0].0), "{marks:?}");
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "nothing else is left");
        fs::remove_dir_all(folder).expect("it goes");
    }
}
