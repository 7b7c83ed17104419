-- What the servers' configuration asks. It stays what it is in later versions, whatever becomes of the tables.

-- Postfix: the domains that it takes mail for, and those of them that it refuses for now (RFC 3463: X.2.1).
CREATE VIEW postfix_domain AS SELECT name FROM domain;
CREATE VIEW postfix_suspended AS
    SELECT name, '450 4.2.1 Mail for this domain is not taken for now' AS answer FROM domain WHERE suspended;
-- Postfix: the mailboxes, the aliases, and who may send by which address.
CREATE VIEW postfix_mailbox AS SELECT address FROM mailbox WHERE enabled;
CREATE VIEW postfix_alias AS
    SELECT address, destination FROM alias
    -- What has a mailbox does not go where all others go.
    UNION SELECT address, address FROM mailbox
    WHERE enabled AND NOT EXISTS (SELECT 1 FROM alias WHERE alias.address = mailbox.address);
CREATE VIEW postfix_sender AS
    SELECT address, address AS login FROM mailbox
    UNION SELECT alias.address, mailbox.address
    FROM alias JOIN mailbox ON mailbox.address = alias.destination AND mailbox.domain = alias.domain;
-- Dovecot: who is let in, and where mail is kept. Mail that was taken before a domain was suspended is still delivered.
CREATE VIEW dovecot_login AS
    SELECT mailbox.address, mailbox.password
    FROM mailbox JOIN domain ON domain.name = mailbox.domain WHERE mailbox.enabled AND NOT domain.suspended;
CREATE VIEW dovecot_mailbox AS
    SELECT mailbox.address, domain.service || '/' || domain.name || '/' || mailbox.address AS folder, domain.mailbox_bytes AS bytes
    FROM mailbox JOIN domain ON domain.name = mailbox.domain WHERE mailbox.enabled;
-- OpenDKIM: the keys, and for each algorithm the one that signs mail of a domain now.
CREATE VIEW opendkim_key AS
    SELECT selector || '._domainkey.' || domain AS id, domain, selector, private_key FROM dkim_key;
CREATE VIEW signing AS
    SELECT dkim_key.domain, dkim_key.algorithm, dkim_key.selector || '._domainkey.' || dkim_key.domain AS id
    FROM dkim_key JOIN domain ON domain.name = dkim_key.domain
    WHERE NOT domain.suspended AND dkim_key.signs_from <= (SELECT seconds FROM present)
    AND NOT EXISTS (
        SELECT 1 FROM dkim_key AS later
        WHERE later.domain = dkim_key.domain AND later.algorithm = dkim_key.algorithm
        AND later.signs_from <= (SELECT seconds FROM present)
        AND (later.signs_from > dkim_key.signs_from
            OR (later.signs_from = dkim_key.signs_from AND later.selector > dkim_key.selector))
    );
CREATE VIEW opendkim_rsa AS SELECT domain, id FROM signing WHERE algorithm = 'rsa';
CREATE VIEW opendkim_ed25519 AS SELECT domain, id FROM signing WHERE algorithm = 'ed25519';
-- For the operator: what each domain has, may have, and holds.
CREATE VIEW domain_use AS
    SELECT domain.name, domain.service, domain.suspended, count(mailbox.address) AS mailboxes, domain.mailbox_limit,
        coalesce(sum(mailbox_use.bytes), 0) AS bytes, coalesce(sum(mailbox_use.messages), 0) AS messages,
        domain.mailbox_bytes
    FROM domain LEFT JOIN mailbox ON mailbox.domain = domain.name
    LEFT JOIN mailbox_use ON mailbox_use.address = mailbox.address
    GROUP BY domain.name, domain.service, domain.suspended, domain.mailbox_limit, domain.mailbox_bytes;
