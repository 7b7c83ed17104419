#!/bin/sh
# settings.sh <folder>: the file of backends for compose.yaml, and the secrets that it names, for the platform's user alone.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
umask 077
mkdir -p "$folder/secrets"
printf '%s' "$NAMES_KEY" >"$folder/secrets/names"
printf '%s' 'a password' >"$folder/secrets/registry" # of the registry of the tests
printf '%s' "${BILLING_SECRET:-}" >"$folder/secrets/bank"
printf 'postgres://hosting:%s@postgresql/mail' "$DATABASE_PASSWORD" >"$folder/secrets/mail"
containers=/run/incus.socket
[ -S "$containers" ] || containers=
sh "$here/fill.sh" "$here/backends.toml" secrets="$folder/secrets" mail="$folder/secrets/mail" names=http://names:8081 \
    names_asked=names:53 registry=registry:700 registry_authority=/registry/authority.pem registry_suffixes='"test"' \
    containers="$containers" containers_system="$INCUS_SYSTEM" bank="${BILLING_URL:-}" >"$folder/backends.toml"
chown -R 65532:65532 "$folder" # `nonroot` of the platform's image
