// The platform's own SQLite file, opened as the platform opens it.
import Database from "better-sqlite3";

export function open(file) {
  const db = new Database(file, { fileMustExist: true });
  for (const setting of ["busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"]) {
    db.pragma(setting);
  }
  return db;
}

/** A statement for each number of ids, which `sql` names `ids`: each is prepared once. */
export function forIds(db, sql) {
  const prepared = new Map();
  return (count) => {
    if (!prepared.has(count)) {
      const ids = Array(count).fill("?").join(",");
      prepared.set(count, db.prepare(sql.replace("(ids)", `(${ids})`)).raw());
    }
    return prepared.get(count);
  };
}

/** What the database is asked with for an id of 32 digits. */
export function bytes(id) {
  return Buffer.from(id, "hex");
}

/** An id of 32 digits as it is written. */
export function uuid(id) {
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}
