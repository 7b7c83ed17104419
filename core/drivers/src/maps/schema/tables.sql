-- What mail servers read and write, the same in SQLite and PostgreSQL. The platform writes `domain`, `dkim_key` and
-- `removed`; the operator, or a mail administration tool, `mailbox` and `alias`; Dovecot `mailbox_use`.

-- A domain that mail is taken for.
CREATE TABLE domain (
    name text PRIMARY KEY, -- A-labels, in lower case
    service text NOT NULL, -- the id of the service that it belongs to
    suspended boolean NOT NULL, -- no mail is taken for now, and nobody is let in
    mailbox_limit INT NOT NULL, -- mailboxes that it may have
    mailbox_bytes bigint NOT NULL, -- bytes that each of them holds
    changed_by text NOT NULL -- the id of the work that last changed it
);

-- A mailbox. Its folder is below that of its service: who has the name after somebody else finds nothing of theirs.
CREATE TABLE mailbox (
    address text PRIMARY KEY
        CHECK (address = lower(address) AND address LIKE '_%@' || domain)
        CHECK (address NOT LIKE '.%' AND address NOT LIKE '%/%' AND address NOT LIKE '%@%@%'),
    domain text NOT NULL REFERENCES domain (name) ON DELETE CASCADE,
    password text NOT NULL, -- as Dovecot reads it: what `doveadm pw` prints
    enabled boolean NOT NULL DEFAULT true -- otherwise it is as if it were not there, and keeps what it has
);
CREATE INDEX mailbox_domain ON mailbox (domain);

-- An address whose mail goes to others, one row for each of them.
CREATE TABLE alias (
    address text NOT NULL CHECK (address = lower(address) AND address LIKE '%@' || domain), -- `@example.com`: all others
    domain text NOT NULL REFERENCES domain (name) ON DELETE CASCADE,
    destination text NOT NULL,
    PRIMARY KEY (address, destination)
);
CREATE INDEX alias_domain ON alias (domain);

-- A key that the zone says of.
CREATE TABLE dkim_key (
    domain text NOT NULL REFERENCES domain (name) ON DELETE CASCADE,
    selector text NOT NULL,
    algorithm text NOT NULL CHECK (algorithm IN ('rsa', 'ed25519')),
    private_key text NOT NULL, -- PKCS #8, PEM
    signs_from bigint NOT NULL, -- seconds since 1970: 0 where it signs; far ahead where it does not yet, or no more
    PRIMARY KEY (domain, selector)
);

-- What a mailbox holds, as Dovecot says.
CREATE TABLE mailbox_use (
    address text PRIMARY KEY REFERENCES mailbox (address) ON DELETE CASCADE,
    bytes bigint NOT NULL DEFAULT 0,
    messages bigint NOT NULL DEFAULT 0
);

-- What was removed, and whose mail is still on the disks: the operator deletes the folder `service/domain`, and then the row.
CREATE TABLE removed (
    service text NOT NULL,
    domain text NOT NULL,
    removed_by text NOT NULL, -- the id of the work that removed it
    removed_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, -- UTC
    PRIMARY KEY (service, domain)
);
