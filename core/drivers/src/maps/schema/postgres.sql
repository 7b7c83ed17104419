-- What PostgreSQL says in its own way.
CREATE VIEW present AS SELECT CAST(extract(epoch FROM now()) AS bigint) AS seconds;

-- A domain gets no more mailboxes than it may have; those that it has are left to it where it may have fewer.
CREATE FUNCTION mailbox_limit() RETURNS trigger LANGUAGE plpgsql
-- Whoever makes mailboxes need not see the domains; nor can they put others in their place.
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    most INT;
    there bigint;
BEGIN
    -- One after the other: two at the same time would both find room.
    EXECUTE format('SELECT mailbox_limit FROM %I.domain WHERE name = $1 FOR NO KEY UPDATE', TG_TABLE_SCHEMA)
        INTO most USING NEW.domain;
    EXECUTE format('SELECT count(*) FROM %I.mailbox WHERE domain = $1 AND address <> $2', TG_TABLE_SCHEMA)
        INTO there USING NEW.domain, NEW.address;
    IF there >= most THEN
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
