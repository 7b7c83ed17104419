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
    mail_sql mail "$(cat rest/deploy/mail/grants.sql)"
    serve_mail_platform "$folder"
    fill_mail_configuration "$folder"
    start_mail_servers "$folder"
}

# A database, and a role for each of those that use it.
make_mail_database() {
    mail_sql postgres 'CREATE DATABASE mail OWNER hosting'
    mail_sql postgres 'CREATE ROLE postfix LOGIN; CREATE ROLE dovecot LOGIN; CREATE ROLE opendkim LOGIN'
    echo "postgres://hosting@127.0.0.1:$(cat "$work/postgresql.port")/mail" >"$1/database"
}

# mail_sql <database> <statement>: what the server's own user does there.
mail_sql() {
    as_postgres psql --host="$(cat "$work/postgresql.folder")" --port="$(cat "$work/postgresql.port")" --dbname="$1" \
        --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$2"
}

# mail_inventory <status>: a customer with mail at two domains; so does the order of the first stand.
mail_inventory() {
    python3 - "$1" >"$work/mail/inventory.json" <<'PY'
import json, sys
def service(domain, status):
    return {"service_type": "email", "display_name": f"Mail of {domain}", "status": status, "plan_name": "Email Team",
        "billing_months": 12, "renewal_price": 49, "renewal_currency": "USD", "auto_renew": True, "renews_at": "+365d",
        "email": {"plan_id": "email-team", "domain_name": domain, "mailbox_limit": 2, "storage_bytes_per_mailbox": 1048576,
            "domain_limit": 1}}
def domain(name):
    return {"domain_name": name, "status": "active", "auto_renew": False, "privacy_enabled": True, "locked": False,
        "name_servers": ["ns1.host.example", "ns2.host.example"], "registrar_environment": "ote", "dns_backend": "ns-power",
        "records": []}
print(json.dumps({"prices": [], "registry": [], "accounts": [{"email": "ama@example.com", "full_name": "Ama Mensah",
    "preferred_language": "en", "timezone": "Africa/Accra", "status": "active",
    "services": [service("books.example", sys.argv[1]), service("kente.example", "active")],
    "domains": [domain("books.example"), domain("kente.example")]}]}))
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

# mail_says <what is said> <what> <arguments…>: the servers say something like this to a mail program.
mail_says() {
    local expected=$1 said
    shift
    said=$(mail_program "$@")
    case $said in *"$expected"*) ;; *) echo "$*: $said"; return 1 ;; esac
}

# The platform is started again, as an operator does after a change.
restart_mail_platform() {
    local id
    id=$(cat "$work/mail/platform.id")
    kill "$id"
    until_true 30 gone "$id"
    serve_mail_platform "$work/mail"
}

# mail_stands <status>: the order of the first domain, by the operator's file.
mail_stands() {
    mail_inventory "$1"
    restart_mail_platform
}

# provisioned <domain>: it is asked for, and the zone says what mail needs.
provisioned() {
    local service
    service=$(customers GET /v1/email/services | python3 -c "import json,sys; print(next(s['id'] for s in json.load(sys.stdin)['data'] if s['domain_name'] == '$1'))")
    customers POST "/v1/email/services/$service/provision" >/dev/null
    until_true 30 mail_is_synced "$1"
}

mail_is_synced() {
    customers GET /v1/email/services | python3 -c "
import json, sys
one = next(s for s in json.load(sys.stdin)['data'] if s['domain_name'] == '$1')
sys.exit(one['provisioning'] is not None or one['dns']['status'] != 'synced')"
}

mail_is_delivered() {
    local folder=$work/mail password
    local platform=$folder
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    target/debug/hosting backend list | grep >/dev/null 'mail-test mail maps (default) ok'
    # Each process of Postfix remembers a while where mail for an address goes: nobody else is asked about.
    mail_says 'Relay access denied' arrive early@books.example early
    provisioned books.example
    provisioned kente.example
    answered books.example MX '10 mx1.mail.example. 20 mx2.mail.example.'
    # Mailboxes are the operator's, as many as were ordered.
    password=$(doveadm -c "$folder/conf/dovecot.conf" pw -s BLF-CRYPT -r 5 -p 'correct horse')
    for address in ama@books.example kofi@books.example efua@kente.example; do mailbox "$address"; done
    refused mailbox esi@books.example
    mail_sql mail "INSERT INTO alias (address, domain, destination) VALUES ('info@books.example', 'books.example', 'ama@books.example')"
    # What arrives is read.
    mail_says taken arrive ama@books.example first
    mail_says taken arrive info@books.example second
    mail_says 'Akwaaba' read ama@books.example second
    mail_says 'User unknown' arrive nobody@books.example third
    mail_says refused login ama@books.example 'wrong horse'
    # What is sent is signed twice, as anyone can verify, by whoever logged in, and whatever From says.
    mail_says taken send ama@books.example ama@books.example efua@kente.example signed
    mail_program verify efua@kente.example signed host1:books.example:rsa-sha256 host2:books.example:ed25519-sha256
    mail_says 'not owned by user' send ama@books.example efua@kente.example efua@kente.example false
    mail_says taken send ama@books.example efua@kente.example efua@kente.example feigned ama@books.example
    mail_program verify efua@kente.example feigned host1:books.example:rsa-sha256 host2:books.example:ed25519-sha256
    # A selector rotates: the zone says of both, and a day later the new one signs.
    sed -i 's/rsa = "host1"/rsa = "host3"/' "$folder/backends.toml"
    restart_mail_platform
    provisioned books.example
    mail_says taken send ama@books.example ama@books.example efua@kente.example meanwhile
    mail_program verify efua@kente.example meanwhile host1:books.example:rsa-sha256 host2:books.example:ed25519-sha256
    mail_sql mail 'UPDATE dkim_key SET signs_from = signs_from - 86400 WHERE signs_from > 0'
    mail_says taken send ama@books.example ama@books.example efua@kente.example rotated
    mail_program verify efua@kente.example rotated host3:books.example:rsa-sha256 host2:books.example:ed25519-sha256
    mail_program verify efua@kente.example meanwhile host1:books.example:rsa-sha256 host2:books.example:ed25519-sha256
    # A mailbox holds what was ordered, and what it holds is known.
    mail_says taken arrive kofi@books.example large 800000
    until_true 10 mail_uses books.example 800000
    mail_says 'Mailbox is full' arrive kofi@books.example larger 800000
    # Suspended: refused for now, and nobody is let in.
    mail_stands suspended
    until_true 30 mail_says '450' arrive ama@books.example unpaid
    mail_says refused login ama@books.example
    mail_says '535' send ama@books.example ama@books.example efua@kente.example unpaid
    mail_says taken arrive efua@kente.example others
    # In use again, with what was there.
    mail_stands active
    until_true 30 mail_says taken arrive ama@books.example paid
    mail_says 'Akwaaba' read ama@books.example first
    # Terminated: gone, but for the files, of which the tables tell.
    mail_stands terminated
    until_true 30 mail_says 'Relay access denied' arrive late@books.example over
    mail_says refused login ama@books.example
    [ -d "$folder/kept/$(mail_sql mail "SELECT service || '/' || domain FROM removed")/ama@books.example" ]
    # Nothing went wrong inside, and no key was written down.
    refused grep -E 'panicked|PRIVATE KEY' "$folder/platform.log"
}

# mailbox <address>: as an administration tool makes it.
mailbox() {
    mail_sql mail "INSERT INTO mailbox (address, domain, password) VALUES ('$1', '${1#*@}', '$password')"
}

# mail_uses <domain> <bytes>: at least.
mail_uses() {
    [ "$(mail_sql mail "SELECT bytes FROM domain_use WHERE name = '$1'")" -ge "$2" ]
}
