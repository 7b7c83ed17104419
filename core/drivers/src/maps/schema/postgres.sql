-- What PostgreSQL says in its own way.
CREATE VIEW present AS SELECT CAST(extract(epoch FROM now()) AS bigint) AS seconds;

-- A domain gets no more mailboxes than it may have; those that it has are left to it where it may have fewer.
CREATE FUNCTION mailbox_limit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    most INT;
BEGIN
    -- One after the other: two at the same time would both find room.
    SELECT mailbox_limit INTO most FROM domain WHERE name = NEW.domain FOR NO KEY UPDATE;
    IF (SELECT count(*) FROM mailbox WHERE domain = NEW.domain AND address <> NEW.address) >= most THEN
        RAISE EXCEPTION 'the domain has as many mailboxes as it may have' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER mailbox_limit BEFORE INSERT ON mailbox FOR EACH ROW EXECUTE FUNCTION mailbox_limit();

CREATE FUNCTION mailbox_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a mailbox stays in its domain' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER mailbox_stays BEFORE UPDATE OF domain ON mailbox
FOR EACH ROW WHEN (NEW.domain <> OLD.domain) EXECUTE FUNCTION mailbox_stays();
