//! Changes of what customers watch, noticed by the database itself.

/// What is noticed of a table.
pub struct Noticed {
    /// What the triggers are called.
    pub name: &'static str,
    pub table: &'static str,
    /// Which kind of record it is: an expression of SQL.
    pub kind: &'static str,
    /// The column that identifies the record.
    pub id: &'static str,
    /// Whether a new row changes the record; it does not where the record comes into being with it.
    pub added: bool,
    /// Which rows are part of such a record: a condition of SQL.
    pub part: Option<&'static str>,
    /// What is shown of a row; a change of anything else is none.
    pub shown: &'static [&'static str],
}

/// What is shown of a service.
pub const SERVICE: &[&str] = &[
    "account_id",
    "service_type",
    "display_name",
    "status",
    "plan_name",
    "billing_months",
    "renewal_price",
    "renewal_currency",
    "auto_renew",
    "activated_at",
    "renews_at",
    "grace_ends_at",
    "cancellation_requested_at",
    "cancel_at",
    "created_at",
    "updated_at",
];

impl Noticed {
    /// The triggers that write it down for whoever asks.
    pub fn on_sqlite(&self) -> String {
        let Self { name, table, kind, id, .. } = self;
        let (old, new) = (self.row("OLD", ""), self.row("NEW", ""));
        let columns = "kind, account_id, record_id";
        let write = format!("INSERT INTO change ({columns}) VALUES ({kind}, NEW.account_id, NEW.{id})");
        let changed = self.when(&format!("({old}) IS NOT ({new})"));
        let first = self.first(&format!("BEGIN {write}; END"));
        format!("\nCREATE TRIGGER {name} AFTER UPDATE ON {table} {changed} BEGIN {write}; END;{first}")
    }

    /// The triggers that tell whoever listens.
    pub fn on_postgres(&self) -> String {
        let Self { name, table, kind, id, .. } = self;
        // Not everything can be compared, but all can be written down.
        let (old, new) = (self.row("OLD", "::text"), self.row("NEW", "::text"));
        let changed = self.when(&format!("ROW({old}) IS DISTINCT FROM ROW({new})"));
        let first = self.first(&format!("FOR EACH ROW EXECUTE FUNCTION {name}()"));
        format!(
            "\nCREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
               PERFORM pg_notify('hosting_changes', {kind} || ' ' || NEW.account_id || ' ' || NEW.{id});
               RETURN NULL;
             END $$;
             CREATE TRIGGER {name} AFTER UPDATE ON {table} FOR EACH ROW {changed} EXECUTE FUNCTION {name}();
             {first}"
        )
    }

    /// The function of the triggers from [`super::m0022_outbox`] on: PostgreSQL commits one transaction after the other
    /// where they tell somebody, so changes stand in a table until one process tells them.
    pub fn kept_on_postgres(&self) -> String {
        let Self { name, kind, id, .. } = self;
        format!(
            "\nCREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
               INSERT INTO change (kind, account_id, record_id) VALUES ({kind}, NEW.account_id, NEW.{id});
               RETURN NULL;
             END $$;"
        )
    }

    /// The trigger of new rows, where they are noticed.
    fn first(&self, then: &str) -> String {
        let Self { name, table, .. } = self;
        match self.added {
            true => format!("\nCREATE TRIGGER {name}_first AFTER INSERT ON {table} {then};"),
            false => String::new(),
        }
    }

    fn row(&self, of: &str, cast: &str) -> String {
        let columns = self.shown.iter().map(|column| format!("{of}.\"{column}\"{cast}"));
        columns.collect::<Vec<_>>().join(", ")
    }

    fn when(&self, changed: &str) -> String {
        match self.part {
            Some(part) => format!("WHEN ({part} AND {changed})"),
            None => format!("WHEN ({changed})"),
        }
    }
}
