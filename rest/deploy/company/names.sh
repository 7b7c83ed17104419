#!/bin/sh
# names.sh: PowerDNS as pdns.conf has it, with the names of that in the environment as NAMES_…; its zones are made once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${NAMES_FOLDER:-/var/lib/powerdns}
zones=$folder/zones.sqlite3
if [ ! -s "$zones" ]; then
    schema=/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql
    sqlite3 "$zones.new" <"$schema"
    mv "$zones.new" "$zones"
fi
sh "$here/fill.sh" "$here/pdns.conf" folder="$folder" listen="${NAMES_LISTEN:-0.0.0.0}" port="${NAMES_PORT:-53}" \
    api_port="${NAMES_API_PORT:-8081}" allow="${NAMES_ALLOW:-127.0.0.1}" key="$NAMES_KEY" >"$folder/pdns.conf"
exec pdns_server --config-dir="$folder"
