-- Who reads what: each server by a role of its own, and none the keys but what signs with them.
GRANT SELECT ON postfix_domain, postfix_suspended, postfix_mailbox, postfix_alias, postfix_sender TO postfix;
GRANT SELECT ON dovecot_login, dovecot_mailbox TO dovecot;
GRANT SELECT, INSERT, UPDATE, DELETE ON mailbox_use TO dovecot;
GRANT SELECT ON opendkim_key, opendkim_rsa, opendkim_ed25519 TO opendkim;
-- What makes mailboxes, where that has a role of its own:
-- GRANT SELECT, INSERT, UPDATE, DELETE ON mailbox, alias TO admin;
-- GRANT SELECT ON domain_use TO admin;
