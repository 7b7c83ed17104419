# Mail that is delivered: the platform with Postfix, Dovecot and OpenDKIM behind it, by the guide's example, from the
# request to what a mail program reads and what anyone can verify.

# The servers on a database of their own; PowerDNS has the zones; and the platform whose customers have two domains.
start_mail() {
    local folder=$work/mail
    install -d "$folder"
    source "$work/services.env"
    make_mail_database "$folder"
    cat >"$folder/backends.toml" <<TOML
[[backend]]
id = "mail-test"
port = "mail"
driver = "maps"
database_url = "file:$folder/database"
mx = ["10 mx1.mail.example", "20 mx2.mail.example"]
spf_include = "_spf.mail.example"
selectors = { rsa = "host1", ed25519 = "host2" }

[[backend]]
id = "ns-power"
port = "dns"
driver = "powerdns"
at_once = 1
endpoint = "http://127.0.0.1:$(cat "$work/powerdns/api.port")"
api_key = "file:$work/powerdns/key"
name_servers = ["ns1.host.example", "ns2.host.example"]
TOML
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    mail_inventory active
    target/debug/hosting key create --account ama@example.com --name mail --all-scopes >"$folder/customer" 2>/dev/null
    # Whoever asks first makes the tables.
    target/debug/hosting backend check mail-test
    as_postgres psql --host="$(cat "$work/postgresql.folder")" --port="$(cat "$work/postgresql.port")" --dbname=mail --quiet \
        --set=ON_ERROR_STOP=1 <rest/deploy/mail/grants.sql
    serve_mail_platform "$folder"
    fill_mail_configuration "$folder"
    start_mail_servers "$folder"
}

# A database, and a role for each of those that use it.
make_mail_database() {
    local data port server
    data=$(cat "$work/postgresql.folder") port=$(cat "$work/postgresql.port")
    server="as_postgres psql --host=$data --port=$port --quiet --set=ON_ERROR_STOP=1"
    $server --command='CREATE DATABASE mail OWNER hosting' postgres
    $server --command='CREATE ROLE postfix LOGIN; CREATE ROLE dovecot LOGIN; CREATE ROLE opendkim LOGIN' postgres
    echo "postgres://hosting@127.0.0.1:$port/mail" >"$1/database"
}

# mail_inventory <status>: two customers; so does the order of the first one's mail stand.
mail_inventory() {
    python3 - "$1" >"$work/mail/inventory.json" <<'PY'
import json, sys
def account(email, domain, status):
    return {"email": email, "full_name": email, "preferred_language": "en", "timezone": "Africa/Accra", "status": "active",
        "services": [{"service_type": "email", "display_name": f"Mail of {domain}", "status": status, "plan_name": "Email Team",
            "billing_months": 12, "renewal_price": 49, "renewal_currency": "USD", "auto_renew": True, "renews_at": "+365d",
            "email": {"plan_id": "email-team", "domain_name": domain, "mailbox_limit": 2, "storage_bytes_per_mailbox": 1048576,
                "domain_limit": 1}}],
        "domains": [{"domain_name": domain, "status": "active", "auto_renew": False, "privacy_enabled": True, "locked": False,
            "name_servers": ["ns1.host.example", "ns2.host.example"], "registrar_environment": "ote", "dns_backend": "ns-power",
            "records": []}]}
print(json.dumps({"prices": [], "registry": [], "accounts": [account("ama@example.com", "books.example", sys.argv[1]),
    account("kofi@example.com", "kente.example", "active")]}))
PY
    target/debug/hosting inventory apply "$work/mail/inventory.json"
}

# Time's work is done when it starts, and once a minute after that.
serve_mail_platform() {
    : >"$1/platform.out"
    target/debug/hosting --listen 127.0.0.1:0 >"$1/platform.out" 2>>"$1/platform.log" &
    started $!
    echo $! >"$1/platform.id"
    until_true 60 grep -q '^listening on ' "$1/platform.out" || { cat "$1/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$1/platform.out" >"$1/url"
}

# fill_mail_configuration <folder>: the guide's example, as an operator fills it in.
fill_mail_configuration() {
    local folder=$1 conf=$1/conf service
    install -d "$conf" "$folder/run" "$folder/spool" "$folder/lib"
    install -d -o nobody "$folder/kept"
    install -o postfix -m 644 /dev/null "$folder/postfix.log"
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$folder/key" -out "$folder/certificate" -days 2 -subj /CN=mx1.mail.example 2>/dev/null
    for service in smtp submission imap imaps rsa ed25519; do free_port >"$folder/$service.port"; done
    port() { cat "$folder/$1.port"; }
    for file in rest/deploy/mail/*.c*f rest/deploy/mail/*.conf; do
        sed -e "s|<<hostname>>|mx1.mail.example|; s|<<folder>>|$conf|; s|<<run>>|$folder/run|; s|<<database>>|mail|g" \
            -e "s|<<database_host>>|127.0.0.1|g; s|<<database_port>>|$(cat "$work/postgresql.port")|g; s|<<[a-z]*_password>>|unused|g" \
            -e "s|<<certificate>>|$folder/certificate|; s|<<certificate_key>>|$folder/key|; s|<<mail_folder>>|$folder/kept|" \
            -e "s|<<mail_user>>|nobody|; s|<<mail_group>>|nogroup|; s|<<listen>>|127.0.0.1|; s|<<imap_port>>|$(port imap)|; s|<<imaps_port>>|$(port imaps)|" \
            -e "s|<<smtp>>|127.0.0.1:$(port smtp)|; s|<<submission>>|127.0.0.1:$(port submission)|" \
            -e "s|<<rsa_milter>>|127.0.0.1:$(port rsa)|; s|<<ed25519_milter>>|127.0.0.1:$(port ed25519)|" \
            -e "s|<<rsa_socket>>|$(port rsa)@127.0.0.1|; s|<<ed25519_socket>>|$(port ed25519)@127.0.0.1|" \
            -e "s|<<log>>|$folder/$(case $file in */dovecot*) echo dovecot ;; *) echo postfix ;; esac).log|" \
            "$file" >"$conf/${file##*/}"
    done
    refused grep -H '<<' "$conf"/*
    # Nothing leaves this machine, and nothing of it is Postfix's own.
    cat >>"$conf/main.cf" <<CONF
queue_directory = $folder/spool
data_directory = $folder/lib
maillog_file_prefixes = $work
default_transport = error:nothing leaves
CONF
    chown postfix "$folder/lib"
}

start_mail_servers() {
    local conf=$1/conf
    opendkim -f -x "$conf/opendkim-rsa.conf" >"$1/rsa.log" 2>&1 &
    started $!
    opendkim -f -x "$conf/opendkim-ed25519.conf" >"$1/ed25519.log" 2>&1 &
    started $!
    dovecot -F -c "$conf/dovecot.conf" >"$1/dovecot.out" 2>&1 &
    started $!
    postfix -c "$conf" start-fg >"$1/postfix.out" 2>&1 &
    started $!
    until_true 20 mail_program answers || { cat "$1"/*.out "$1"/*.log; return 1; }
}

# mail_program <what> <arguments…>: what a mail program does there.
mail_program() {
    local folder=$work/mail
    /usr/bin/python3 .ci/mail.py "$folder" "$(cat "$work/powerdns/dns.port")" "$@"
}
