#!/bin/sh
# databases.sh: the database of the mail servers, and a role for each of them, made as the server's own user; `postgres` runs
# it when it makes its files. The platform makes the tables, and grants.sql of ../mail lets the roles in then.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$MAIL_DATABASE_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
CREATE ROLE postfix LOGIN PASSWORD :'password';
CREATE ROLE dovecot LOGIN PASSWORD :'password';
CREATE ROLE opendkim LOGIN PASSWORD :'password';
CREATE DATABASE mail OWNER hosting;
SQL
