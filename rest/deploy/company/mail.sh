#!/bin/sh
# mail.sh: Postfix, Dovecot and OpenDKIM by the example in ../mail, in the foreground; what is theirs alone is in the
# environment. When one of them ends, or this is ended, all do.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
example=${MAIL_EXAMPLE:-$here/../mail}
folder=${MAIL_FOLDER:-/var/lib/company-mail}
conf=$folder/conf
host=${MAIL_HOSTNAME:-mx1.host.example}
listen=${MAIL_LISTEN:-0.0.0.0}
user=${MAIL_USER:-vmail}
rsa=${MAIL_RSA:-8891} ed25519=${MAIL_ED25519:-8892}
mkdir -p "$conf" "$folder/run" "$folder/spool" "$folder/lib" "$folder/kept"
chown postfix "$folder/lib"
chown "$user" "$folder/kept"
[ -e "$folder/certificate" ] || openssl req -x509 -newkey rsa:2048 -nodes -keyout "$folder/key" -out "$folder/certificate" \
    -days 3650 -subj "/CN=$host" 2>/dev/null
for file in "$example"/*.cf "$example"/*.conf; do
    name=$(basename "$file")
    case $name in dovecot*) log=dovecot ;; *) log=postfix ;; esac
    sh "$here/fill.sh" "$file" hostname="$host" folder="$conf" run="$folder/run" log="$folder/$log.log" database=mail \
        database_host="$MAIL_DATABASE_HOST" database_port="${MAIL_DATABASE_PORT:-5432}" \
        postfix_password="$MAIL_DATABASE_PASSWORD" dovecot_password="$MAIL_DATABASE_PASSWORD" \
        opendkim_password="$MAIL_DATABASE_PASSWORD" certificate="$folder/certificate" certificate_key="$folder/key" \
        mail_folder="$folder/kept" mail_user="$user" mail_group="$(id -gn "$user")" listen="$listen" \
        imap_port="${MAIL_IMAP:-143}" imaps_port="${MAIL_IMAPS:-993}" smtp="$listen:${MAIL_SMTP:-25}" \
        submission="$listen:${MAIL_SUBMISSION:-587}" rsa_milter="127.0.0.1:$rsa" ed25519_milter="127.0.0.1:$ed25519" \
        rsa_socket="$rsa@127.0.0.1" ed25519_socket="$ed25519@127.0.0.1" >"$conf/$name"
done
# Each is read by root, or by the group of who reads it; the passwords by nobody else.
chmod 640 "$conf"/*
chgrp postfix "$conf"/postfix-*.cf
chgrp dovecot "$conf"/dovecot-*.conf
chmod 644 "$conf/main.cf" "$conf/master.cf"
cat >>"$conf/main.cf" <<CONF
queue_directory = $folder/spool
data_directory = $folder/lib
maillog_file_prefixes = $folder
$(printf '%s' "${MAIL_POSTFIX:-}" | tr ';' '\n')
CONF
touch "$folder/postfix.log"
chown postfix "$folder/postfix.log"
# OpenDKIM opens its tables once, and ends where it cannot: it is begun anew then, and where their server has closed a
# connection meanwhile. What is to be signed waits for it.
is_cut() {
    cut=$(awk -v to="$(printf ':%04X$' "${MAIL_DATABASE_PORT:-5432}")" '$3 ~ to && $4 == "08" { print "socket:\\[" $10 "\\]" }' /proc/net/tcp)
    [ -n "$cut" ] && ls -l "/proc/$1/fd" 2>/dev/null | grep -q "$cut"
}
sign() {
    trap 'kill "$signer"; exit 0' TERM
    while :; do
        opendkim -f -x "$conf/opendkim-$1.conf" &
        signer=$!
        while kill -0 "$signer" 2>/dev/null && ! is_cut "$signer"; do sleep 1; done
        kill "$signer" 2>/dev/null || true
        wait "$signer" || true
        sleep 1
    done
}
sign rsa &
others=$!
sign ed25519 &
others="$others $!"
dovecot -F -c "$conf/dovecot.conf" &
others="$others $!"
trap 'postfix -c "$conf" stop 2>/dev/null; for one in $others; do kill "$one" 2>/dev/null; done' EXIT
trap 'exit 0' TERM INT
postfix -c "$conf" start
all_run() {
    for one in $others $(tr -d ' ' <"$folder/spool/pid/master.pid"); do
        kill -0 "$one" || return 1
    done
}
while all_run; do
    sleep 1 &
    wait $! # a signal is heard meanwhile
done
exit 1
