-- What SQLite says in its own way.
CREATE VIEW present AS SELECT CAST(strftime('%s', 'now') AS integer) AS seconds;

-- A domain gets no more mailboxes than it may have; those that it has are left to it where it may have fewer.
CREATE TRIGGER mailbox_limit BEFORE INSERT ON mailbox
WHEN (SELECT count(*) FROM mailbox WHERE domain = NEW.domain AND address <> NEW.address)
    >= (SELECT mailbox_limit FROM domain WHERE name = NEW.domain)
BEGIN
    SELECT RAISE(ABORT, 'the domain has as many mailboxes as it may have');
END;
CREATE TRIGGER mailbox_stays BEFORE UPDATE OF domain ON mailbox WHEN NEW.domain <> OLD.domain
BEGIN
    SELECT RAISE(ABORT, 'a mailbox stays in its domain');
END;
