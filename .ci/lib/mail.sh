# Mail that is delivered: the platform with Postfix, Dovecot and OpenDKIM behind it, by the guide's example, from the
# request to what a mail program reads and what anyone can verify.

# start_mail <postgresql|sqlite>: the servers on a database of their own; PowerDNS has the zones; and the platform whose
# customer has mail at two domains.
start_mail() {
    local mail=$work/mail-$1 kind=$1
    local folder=$mail
    anew "$folder"
    if again; then forget_mail; fi
    "make_mail_in_$kind"
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
    if [ "$kind" = postgresql ]; then
        mail_sql "$(cat rest/deploy/mail/grants.sql)"
        refused mail_sql 'SET ROLE postfix; SELECT private_key FROM opendkim_key'
    fi
    serve_mail_platform
    fill_mail_configuration
    start_mail_servers
}

# What an earlier attempt has left at servers that others use too.
forget_mail() {
    local domain
    for domain in books kente; do
        powerdns "servers/localhost/zones/$domain-$kind.example." --request DELETE || true
    done
    if [ "$kind" = postgresql ]; then
        mail_in_server postgres 'DROP DATABASE IF EXISTS mail WITH (FORCE)'
        mail_in_server postgres 'DROP ROLE IF EXISTS postfix, dovecot, opendkim'
    fi
}

# A database, and a role for each of those that use it.
make_mail_in_postgresql() {
    mail_in_server postgres 'CREATE DATABASE mail OWNER hosting'
    mail_in_server postgres 'CREATE ROLE postfix LOGIN; CREATE ROLE dovecot LOGIN; CREATE ROLE opendkim LOGIN'
    echo "postgres://hosting@127.0.0.1:$(cat "$work/postgresql.port")/mail" >"$mail/database"
}

# A file in a folder that all of them write in: the guide has a group for that.
make_mail_in_sqlite() {
    install -d -m 777 "$mail/tables"
    install -m 666 /dev/null "$mail/tables/mail.db"
    echo "sqlite://$mail/tables/mail.db" >"$mail/database"
}

# mail_in_server <database> <statement>: what the server's own user does there.
mail_in_server() {
    as_postgres psql --host="$(cat "$work/postgresql.folder")" --port="$(cat "$work/postgresql.port")" --dbname="$1" \
        --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$2"
}

# mail_sql <statement>: what the operator does in the tables.
mail_sql() {
    case $kind in
    sqlite) sqlite3 -bail -cmd '.timeout 5000' -cmd 'PRAGMA foreign_keys = ON' "$mail/tables/mail.db" "$1" ;;
    *) mail_in_server mail "$1" ;;
    esac
}

# mail_inventory <status>: a customer with mail at two domains; so does the order of the first stand.
mail_inventory() {
    python3 - "$1" "$kind" >"$mail/inventory.json" <<'PY'
import json, sys
status, kind = sys.argv[1:]
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
    "services": [service(f"books-{kind}.example", status), service(f"kente-{kind}.example", "active")],
    "domains": [domain(f"books-{kind}.example"), domain(f"kente-{kind}.example")]}]}))
PY
    target/debug/hosting inventory apply "$mail/inventory.json"
}

# Time's work is done when it starts, and once a minute after that.
serve_mail_platform() {
    : >"$mail/platform.out"
    target/debug/hosting --listen 127.0.0.1:0 >"$mail/platform.out" 2>>"$mail/platform.log" &
    started $!
    echo $! >"$mail/platform.id"
    until_true 60 grep -q '^listening on ' "$mail/platform.out" || { cat "$mail/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$mail/platform.out" >"$mail/url"
}

# The guide's example, as an operator fills it in.
fill_mail_configuration() {
    local folder=$mail conf=$mail/conf service file
    install -d "$conf" "$folder/run" "$folder/spool" "$folder/lib"
    install -d -o nobody "$folder/kept"
    install -o postfix -m 644 /dev/null "$folder/postfix.log"
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$folder/key" -out "$folder/certificate" -days 2 -subj /CN=mx1.mail.example 2>/dev/null
    for service in smtp submission imap imaps rsa ed25519; do free_port >"$folder/$service.port"; done
    port() { cat "$folder/$1.port"; }
    cp rest/deploy/mail/*.c*f "$conf"
    [ "$kind" != sqlite ] || sed -i -f rest/deploy/mail/sqlite.sed "$conf"/*
    for file in "$conf"/*; do
        sed -i -e "s|<<hostname>>|mx1.mail.example|; s|<<folder>>|$conf|; s|<<run>>|$folder/run|; s|<<database>>|mail|g" \
            -e "s|<<database_host>>|127.0.0.1|g; s|<<database_port>>|$(cat "$work/postgresql.port")|g; s|<<[a-z]*_password>>|unused|g" \
            -e "s|<<certificate>>|$folder/certificate|; s|<<certificate_key>>|$folder/key|; s|<<mail_folder>>|$folder/kept|" \
            -e "s|<<database_folder>>|$folder/tables|; s|<<database_group>>|opendkim|" \
            -e "s|<<mail_user>>|nobody|; s|<<mail_group>>|nogroup|; s|<<listen>>|127.0.0.1|; s|<<imap_port>>|$(port imap)|; s|<<imaps_port>>|$(port imaps)|" \
            -e "s|<<smtp>>|127.0.0.1:$(port smtp)|; s|<<submission>>|127.0.0.1:$(port submission)|" \
            -e "s|<<rsa_milter>>|127.0.0.1:$(port rsa)|; s|<<ed25519_milter>>|127.0.0.1:$(port ed25519)|" \
            -e "s|<<rsa_socket>>|$(port rsa)@127.0.0.1|; s|<<ed25519_socket>>|$(port ed25519)@127.0.0.1|" \
            -e "s|<<log>>|$folder/$(case $file in */dovecot*) echo dovecot ;; *) echo postfix ;; esac).log|" \
            "$file"
    done
    refused grep -H '<<' "$conf"/*
    # Nothing leaves this machine, and nothing of it is Postfix's own.
    cat >>"$conf/main.cf" <<CONF
queue_directory = $folder/spool
data_directory = $folder/lib
maillog_file_prefixes = $folder
default_transport = error:nothing leaves
CONF
    chown postfix "$folder/lib"
}

start_mail_servers() {
    local conf=$mail/conf
    opendkim -f -x "$conf/opendkim-rsa.conf" >"$mail/rsa.log" 2>&1 &
    started $!
    opendkim -f -x "$conf/opendkim-ed25519.conf" >"$mail/ed25519.log" 2>&1 &
    started $!
    dovecot -F -c "$conf/dovecot.conf" >"$mail/dovecot.out" 2>&1 &
    started $!
    postfix -c "$conf" start >"$mail/postfix.out" 2>&1
    started "$(tr -d ' ' <"$mail/spool/pid/master.pid")"
    until_true 20 mail_program answers || { cat "$mail"/*.out "$mail"/*.log; return 1; }
}

# mail_program <what> <arguments…>: what a mail program does there.
mail_program() {
    /usr/bin/python3 .ci/mail.py "$mail" "$(cat "${names:-$work/powerdns}/dns.port")" "$@"
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
    id=$(cat "$mail/platform.id")
    kill "$id"
    until_true 30 gone "$id"
    serve_mail_platform
}

# mail_stands <status>: the order of the first domain, by the operator's file.
mail_stands() {
    mail_inventory "$1"
    restart_mail_platform
}

# mail_service <domain>: the id of its service.
mail_service() {
    customers GET /v1/email/services | python3 -c "import json,sys; print(next(s['id'] for s in json.load(sys.stdin)['data'] if s['domain_name'] == '$1'))"
}

# provisioned <domain>: it is asked for, and the zone says what mail needs.
provisioned() {
    local service
    service=$(mail_service "$1")
    customers POST "/v1/email/services/$service/provision" >/dev/null
    until_true 30 mail_is_synced "$1"
}

mail_is_synced() {
    customers GET /v1/email/services | python3 -c "
import json, sys
one = next(s for s in json.load(sys.stdin)['data'] if s['domain_name'] == '$1')
sys.exit(one['provisioning'] is not None or one['dns']['status'] != 'synced')"
}

# mail_is_delivered <postgresql|sqlite>
mail_is_delivered() {
    local mail=$work/mail-$1 kind=$1 books=books-$1.example kente=kente-$1.example password address
    local platform=$mail
    if again; then start_mail "$kind"; fi
    export HOSTING_DATA=$mail/data HOSTING_BACKENDS=$mail/backends.toml HOSTING_NO_DEMO=1
    target/debug/hosting backend list | grep >/dev/null 'mail-test mail maps (default) ok'
    # Each process of Postfix remembers a while where mail for an address goes: nobody else is asked about.
    mail_says 'Relay access denied' arrive early@$books early
    provisioned $books
    provisioned $kente
    answered $books MX '10 mx1.mail.example. 20 mx2.mail.example.'
    # What is done by hand is told, and put right.
    target/debug/hosting backend diff mail-test
    mail_sql "UPDATE domain SET suspended = TRUE WHERE name = '$books'"
    refused target/debug/hosting backend diff mail-test >"$mail/diff"
    grep -Fx >/dev/null "mail-test $books: it is suspended, and its service is in use" "$mail/diff"
    refused target/debug/hosting backend diff mail-test --repair >/dev/null
    until_true 30 target/debug/hosting backend diff mail-test
    # Mailboxes are the operator's, as many as were ordered.
    password=$(doveadm -c "$mail/conf/dovecot.conf" pw -s BLF-CRYPT -r 5 -p 'correct horse')
    for address in ama@$books kofi@$books efua@$kente; do mailbox "$address"; done
    refused mailbox esi@$books
    mail_sql "INSERT INTO alias (address, domain, destination) VALUES ('info@$books', '$books', 'ama@$books')"
    # What arrives is read.
    mail_says taken arrive ama@$books first
    mail_says taken arrive info@$books second
    mail_says 'Akwaaba' read ama@$books second
    mail_says 'User unknown' arrive nobody@$books third
    mail_says refused login ama@$books 'wrong horse'
    # What is sent is signed twice, as anyone can verify, by whoever logged in, and whatever From says.
    mail_says taken send ama@$books ama@$books efua@$kente signed
    mail_program verify efua@$kente signed host1:$books:rsa-sha256 host2:$books:ed25519-sha256
    mail_says 'not owned by user' send ama@$books efua@$kente efua@$kente false
    mail_says taken send ama@$books efua@$kente efua@$kente feigned ama@$books
    mail_program verify efua@$kente feigned host1:$books:rsa-sha256 host2:$books:ed25519-sha256
    # Keys are called otherwise: the zone says of both at once, and nobody asks for it.
    sed -i 's/rsa = "host1"/rsa = "host3"/' "$mail/backends.toml"
    restart_mail_platform
    until_true 90 key_stands host3 published
    mail_says taken send ama@$books ama@$books efua@$kente meanwhile
    mail_program verify efua@$kente meanwhile host1:$books:rsa-sha256 host2:$books:ed25519-sha256
    # A day later the new one signs, and what the old one signed is right still.
    mail_keys_are_due
    until_true 90 key_stands host1 past
    mail_says taken send ama@$books ama@$books efua@$kente rotated
    mail_program verify efua@$kente rotated host3:$books:rsa-sha256 host2:$books:ed25519-sha256
    mail_program verify efua@$kente meanwhile host1:$books:rsa-sha256 host2:$books:ed25519-sha256
    # A week after that nothing is left of the old one.
    mail_keys_are_due
    until_true 90 says_nothing host1._domainkey.$books
    until_true 30 mail_has_keys 'host2 host3'
    mail_program verify efua@$kente meanwhile host1:$books:rsa-sha256:WRONG host2:$books:ed25519-sha256
    mail_says taken send ama@$books ama@$books efua@$kente settled
    mail_program verify efua@$kente settled host3:$books:rsa-sha256 host2:$books:ed25519-sha256
    # A mailbox holds what was ordered, and what it holds is known.
    mail_says taken arrive kofi@$books large 800000
    until_true 10 mail_uses $books 800000
    mail_says 'Mailbox is full' arrive kofi@$books larger 800000
    # Suspended: refused for now, and nobody is let in.
    mail_stands suspended
    until_true 30 mail_says '450' arrive ama@$books unpaid
    mail_says refused login ama@$books
    mail_says '535' send ama@$books ama@$books efua@$kente unpaid
    mail_says taken arrive efua@$kente others
    # In use again, with what was there.
    mail_stands active
    until_true 30 mail_says taken arrive ama@$books paid
    mail_says 'Akwaaba' read ama@$books first
    # Terminated: gone, but for the files, of which the tables tell.
    mail_stands terminated
    until_true 30 mail_says 'Relay access denied' arrive late@$books over
    mail_says refused login ama@$books
    [ -d "$mail/kept/$(mail_sql "SELECT service || '/' || domain FROM removed")/ama@$books" ]
    # What the platform knows no more is adopted from the tables, and its mail is where it was.
    mail_is_adopted $kente
    mail_says 'Akwaaba' read efua@$kente others
    # Nothing went wrong inside, and no key was written down.
    refused grep -E 'panicked|PRIVATE KEY' "$mail/platform.log"
}

# The platform's own database.
mail_platform_sql() {
    sqlite3 -bail -cmd '.timeout 5000' "$mail/data/hosting.db" "$1"
}

# key_stands <selector> <stand>: so it does for both domains, neither signing yet, or no more.
key_stands() {
    [ "$(mail_platform_sql "SELECT count(*) FROM email_key WHERE selector = '$1' AND stand = '$2'")" = 2 ]
}

# What the keys of mail wait for is over, and time's work is done at once.
mail_keys_are_due() {
    mail_platform_sql "UPDATE email_key SET due_at = '2000-01-01 00:00:00+00:00'; DELETE FROM duty WHERE name = 'keys of mail'"
    restart_mail_platform
}

# says_nothing <name>: the nameserver has no text of it.
says_nothing() {
    [ -z "$(dig +short +tries=2 +time=2 @127.0.0.1 -p "$(cat "$work/powerdns/dns.port")" "$1" TXT)" ]
}

# mail_has_keys <selectors>: those that the tables have of the first domain.
mail_has_keys() {
    [ "$(mail_sql "SELECT selector FROM dkim_key WHERE domain = '$books' ORDER BY selector" | paste -sd ' ')" = "$1" ]
}

# mail_is_adopted <domain>: its service is removed here alone, and comes back by its id, with nothing to put right.
mail_is_adopted() {
    local service
    service=$(mail_service "$1")
    target/debug/hosting inventory remove service "$service" --yes
    python3 - "$mail/inventory.json" >"$mail/terms.json" <<'PY'
import json, sys
service = json.load(open(sys.argv[1]))["accounts"][0]["services"][1]
own = ("display_name", "service_type", "status")
print(json.dumps({member: value for member, value in service.items() if member not in own}))
PY
    target/debug/hosting inventory adopt mail --account ama@example.com --terms "$mail/terms.json" --only "$1" |
        grep -Fx >/dev/null "mail of $1 is adopted"
    [ "$(mail_service "$1")" = "$service" ]
    target/debug/hosting backend diff mail-test
}

# mailbox <address>: as an administration tool makes it.
mailbox() {
    mail_sql "INSERT INTO mailbox (address, domain, password) VALUES ('$1', '${1#*@}', '$password')"
}

# mail_uses <domain> <bytes>: at least.
mail_uses() {
    [ "$(mail_sql "SELECT bytes FROM domain_use WHERE name = '$1'")" -ge "$2" ]
}
