# A whole company: two processes of the platform on PostgreSQL and Redis with all of rest/deploy/company behind them, started
# by what is shipped there; the tour of the README, a terminal in a browser, and each backend away while customers go on.

company_backends=(names registry mailboxes incus cockpit bank)

# in_company <command…>: with the folders of the company in the places of those that single steps have.
in_company() {
    local company=$work/company
    local names=$company/names registry=$company/registry incus=$company/incus panels=$company/panels mail=$company/mail
    local shipped=rest/deploy/company
    "$@"
}

start_company() {
    in_company company_starts
}

company_starts() {
    local one waits=()
    anew "$company"
    install -d "$company/secrets" "$names" "$registry" "$mail"
    openssl rand -hex 16 >"$company/secrets/names"
    echo 'a password' >"$company/secrets/registry"
    echo "whsec_$(openssl rand -base64 32)" >"$company/secrets/bank"
    # None waits for another.
    for one in "${company_backends[@]}"; do
        (set -e; "make_$one") >"$company/$one.log" 2>&1 &
        waits+=($!)
    done
    for one in "${company_backends[@]}"; do
        wait "${waits[0]}" || { cat "$company/$one.log"; echo "$one did not start"; return 1; }
        waits=("${waits[@]:1}")
    done
    backends_file panel "$(cat "$panels/url")" >"$company/backends.toml"
    begin_mail_servers
    serve_company
    # Whoever asks first makes the tables.
    hosting_of_company backend check mailboxes
    as_postgres psql --host=127.0.0.1 --port="$(cat "$mail/database.port")" --dbname=mail --quiet --file=- <rest/deploy/mail/grants.sql
    until_true 20 mail_program answers || { cat "$mail/log" "$mail"/servers/*.log; return 1; }
}

# backends_file <name> <value>: what is behind the platform, as it is shipped.
backends_file() {
    sh "$shipped/fill.sh" "$shipped/backends.toml" secrets="$company/secrets" mail="$mail/database" \
        names="http://127.0.0.1:$(cat "$names/api.port")" names_asked="127.0.0.1:$(cat "$names/dns.port")" \
        registry="127.0.0.1:$(cat "$registry/relay.port")" registry_authority="$registry/authority.pem" \
        registry_suffixes="$(cat "$registry/suffixes")" containers="$incus/server/unix.socket" containers_system=tiny \
        bank="http://127.0.0.1:$(cat "$company/bank.port")/charges" "$1=$2"
}

# ---- what is behind it: make_… once, begin_… then and whenever it was away

make_names() {
    free_port >"$names/dns.port"
    free_port >"$names/api.port"
    begin_names
}

begin_names() {
    NAMES_FOLDER=$names NAMES_LISTEN=127.0.0.1 NAMES_PORT=$(cat "$names/dns.port") NAMES_API_PORT=$(cat "$names/api.port") \
        NAMES_KEY=$(cat "$company/secrets/names") sh "$shipped/names.sh" >>"$names/log" 2>&1 &
    begun names
    until_true 20 curl --silent --fail --max-time 5 --header "X-API-Key: $(cat "$company/secrets/names")" \
        "http://127.0.0.1:$(cat "$names/api.port")/api/v1/servers/localhost" || { cat "$names/log"; return 1; }
}

# The demo's domains are there, and those of our customers. It has not .net, where the hosts of the tour are: they would be
# below a name of its own that nobody has registered.
make_registry() {
    local program
    python3 - rest/src/commands/demo.json >"$registry/domains" <<'PY'
import json, sys
for account in json.load(open(sys.argv[1]))["accounts"]:
    for domain in account["domains"]:
        if not domain["domain_name"].endswith(".net"): print(domain["domain_name"], *domain["name_servers"])
PY
    python3 .ci/customers.py domains >>"$registry/domains"
    python3 - "$registry/domains" >"$registry/suffixes" <<'PY'
import sys
names = {line.split()[0].split(".", 1)[1] for line in open(sys.argv[1])}
print(", ".join(f'"{name}"' for name in sorted(names)))
PY
    free_port >"$registry/relay.port"
    program=$(limited 300 cargo test --locked --workspace --test registrar --no-run --message-format json 2>/dev/null |
        sed -n 's/.*"executable":"\([^"]*registrar-[^"]*\)".*/\1/p')
    sh "$shipped/registry.sh" "$program" "$registry" 127.0.0.1 "$(cat "$registry/relay.port")" >>"$registry/relay.log" 2>&1 &
    begun registry
    until_true 20 reached "$(cat "$registry/relay.port")" || { cat "$registry/log" "$registry/relay.log"; return 1; }
    started "$(cat "$registry/id")"
}

# What it knows it has in memory: the way to it is what was cut.
begin_registry() {
    python3 "$shipped/relay.py" 127.0.0.1 "$(cat "$registry/relay.port")" 127.0.0.1 "$(cat "$registry/port")" >>"$registry/relay.log" 2>&1 &
    begun registry
    until_true 20 reached "$(cat "$registry/relay.port")"
}

# The database that the mail servers read is one of its own.
make_mailboxes() {
    local programs port
    programs=$(postgresql_folder) port=$(free_port)
    echo "$port" >"$mail/database.port"
    install -d -o postgres "$mail/postgresql"
    as_postgres "$programs/initdb" --pgdata="$mail/postgresql/data" --auth=trust --encoding=UTF8 --no-sync
    begin_mailboxes
    as_postgres "$programs/createuser" --host=127.0.0.1 --port="$port" hosting
    as_postgres env PGHOST=127.0.0.1 PGPORT="$port" MAIL_DATABASE_PASSWORD=unused sh <"$shipped/databases.sh"
    echo "postgres://hosting@127.0.0.1:$port/mail" >"$mail/database"
}

begin_mailboxes() {
    # It is the server itself that is stopped and killed: nobody stands between.
    (cd / && exec setpriv --reuid=postgres --regid=postgres --init-groups "$(postgresql_folder)/postgres" -D "$mail/postgresql/data" \
        -c listen_addresses=127.0.0.1 -c port="$(cat "$mail/database.port")" -c unix_socket_directories="$mail/postgresql") \
        >>"$mail/postgresql.log" 2>&1 &
    begun mailboxes
    until_true 30 as_postgres psql --host=127.0.0.1 --port="$(cat "$mail/database.port")" --dbname=postgres --command='SELECT 1'
}

# What reads the tables. It is not away, and goes on.
begin_mail_servers() {
    local name
    for name in smtp submission imap imaps rsa ed25519; do free_port >"$mail/$name.port"; done
    MAIL_FOLDER=$mail/servers MAIL_LISTEN=127.0.0.1 MAIL_USER=nobody MAIL_POSTFIX='default_transport = error:nothing leaves' \
        MAIL_DATABASE_HOST=127.0.0.1 MAIL_DATABASE_PORT=$(cat "$mail/database.port") MAIL_DATABASE_PASSWORD=unused \
        MAIL_SMTP=$(cat "$mail/smtp.port") MAIL_SUBMISSION=$(cat "$mail/submission.port") MAIL_IMAP=$(cat "$mail/imap.port") \
        MAIL_IMAPS=$(cat "$mail/imaps.port") MAIL_RSA=$(cat "$mail/rsa.port") MAIL_ED25519=$(cat "$mail/ed25519.port") \
        sh "$shipped/mail.sh" >"$mail/log" 2>&1 &
    started $!
}

make_incus() {
    start_incus
    by_hand launch tiny power --quiet
    by_hand launch tiny snapshots --quiet
}

make_cockpit() {
    install -d "$panels/server"
    free_port >"$panels/port"
    free_port >"$panels/files.port"
    echo "http://127.0.0.1:$(cat "$panels/port")" >"$panels/url"
    openssl rand -hex 32 | tr -d '\n' >"$panels/server/password"
    cp "$panels/server/password" "$company/secrets/cockpit"
    free_port >"$company/1.port"
    begin_cockpit
    on_the_panel useradd --create-home --groups hosting-sites --shell /bin/bash shop
}

begin_cockpit() {
    start_cockpit "$(cat "$panels/port")" "$(cat "$panels/files.port")" "http://127.0.0.1:$(cat "$company/1.port")/panel/"
}

make_bank() {
    free_port >"$company/bank.port"
    begin_bank
}

begin_bank() {
    python3 .ci/bank.py 127.0.0.1 "$(cat "$company/bank.port")" "$company/secrets/bank" "$company/ledger" >>"$company/bank.out" 2>&1 &
    begun bank
    until_true 20 reached "$(cat "$company/bank.port")"
}

begin_incus() {
    echo go >"$incus/server/orders"
    until_true 60 by_hand list
}

# begun <backend>: what was started last is the process of it.
begun() {
    started $!
    echo $! >"$company/$1.id"
}

reached() {
    python3 -c 'import socket, sys; socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2).close()' "$1"
}

# ---- that it is away

# whose <backend>: the processes that answer for it.
whose() {
    case $1 in
    cockpit) pgrep --parent "$(cat "$panels/id")" ;;
    # Each connection of PostgreSQL has a process.
    mailboxes) cat "$company/$1.id"; pgrep --parent "$(cat "$company/$1.id")" ;;
    *) cat "$company/$1.id" ;;
    esac
}

# silent <backend>: it takes what it is sent, and says nothing.
silent() {
    echo "$(date +%s.%N) $1 silent" >>"$company/away"
    # shellcheck disable=SC2046 # several
    case $1 in
    incus) echo stop >"$incus/server/orders" ;;
    *) kill -STOP $(whose "$1") ;;
    esac
}

# killed <backend>
killed() {
    echo "$(date +%s.%N) $1 gone" >>"$company/away"
    # shellcheck disable=SC2046
    case $1 in
    incus) printf 'hold\nkill\n' >"$incus/server/orders" ;;
    cockpit) kill -KILL "$(cat "$panels/id")" ;;
    *) kill -KILL $(whose "$1") ;;
    esac
}

# back <backend>
back() {
    "begin_$1"
    echo "$(date +%s.%N) $1 back" >>"$company/away"
}

# ---- the platform

# hosting_of_company <arguments…>: a command on the company's data.
hosting_of_company() {
    (becomes_hosting "$@")
}

# The same, in the place of the shell that it is called in.
becomes_hosting() {
    source "$work/services.env"
    export DATABASE_URL=$postgresql/$(cat "$company/database") HOSTING_DATA=$company/data \
        HOSTING_BACKENDS=$company/backends.toml HOSTING_NO_DEMO=1
    exec target/debug/hosting "$@"
}

# Two processes, and the customers.
serve_company() {
    local number who
    echo "company_$SECONDS" >"$company/database"
    make_database "$(cat "$company/database")"
    python3 .ci/customers.py inventory >"$company/inventory.json"
    hosting_of_company inventory apply "$company/inventory.json" >"$company/applied"
    : >"$company/keys"
    for who in $(python3 -c 'import json, sys; print(*(a["email"] for a in json.load(open(sys.argv[1]))["accounts"]))' "$company/inventory.json"); do
        echo "${who%@*} $(hosting_of_company key create --account "$who" --name all --all-scopes --rate 100000 2>/dev/null)" >>"$company/keys"
    done
    free_port >"$company/2.port"
    : >"$company/urls"
    for number in 1 2; do
        echo "http://127.0.0.1:$(cat "$company/$number.port")" >>"$company/urls"
        becomes_hosting --listen "127.0.0.1:$(cat "$company/$number.port")" \
            --base-url "http://127.0.0.1:$(cat "$company/1.port")" >>"$company/$number.out" 2>>"$company/$number.log" &
        started $!
    done
    for number in 1 2; do
        until_true 60 curl --silent --fail "http://127.0.0.1:$(cat "$company/$number.port")/readyz" || { cat "$company/$number.log"; return 1; }
    done
}

# as_customer <who> <method> <path> <body…>: what one of them is told by the first process.
as_customer() {
    local platform=$company/as-$1
    install -d "$platform"
    sed -n "s/^$1 //p" "$company/keys" >"$platform/customer"
    head -n 1 "$company/urls" >"$platform/url"
    customers "${@:2}"
}

# ---- the steps

# Typed into from a browser, of another size later.
terminal_is_typed_into() {
    if again; then start_company; fi
    in_company typed_into
}

typed_into() {
    local path url
    path=/v1/lxc/instances/$(as_customer snapshots GET /v1/lxc/instances | python3 -c 'import json, sys; print(json.load(sys.stdin)["data"][0]["id"])')
    url=$(as_customer snapshots POST "$path/terminal-ticket" | python3 -c 'import json, sys; print(json.load(sys.stdin)["data"]["url"])')
    limited 60 python3 .ci/terminal.py "$(head -n 1 "$company/urls")/docs" "$url"
}

# Each backend in turn is silent for a while, and then gone; or, told how long, all of them are at the same time.
backends_are_away() {
    if again; then start_company; fi
    in_company away "$@"
}

away() {
    local one customers
    rm -f "$company/enough" "$company/wanted.json"
    : >"$company/away"
    python3 .ci/customers.py go "$company" >"$company/report" 2>&1 &
    customers=$!
    started "$customers"
    sleep 2
    if [ -n "${1:-}" ]; then
        for one in "${company_backends[@]}"; do silent "$one"; done
        sleep "$(($1 / 2))"
        for one in "${company_backends[@]}"; do killed "$one"; done
        sleep "$(($1 - $1 / 2))"
        for one in "${company_backends[@]}"; do back "$one"; done
    else
        for one in "${company_backends[@]}"; do
            silent "$one"
            sleep 2
            killed "$one"
            sleep 2
            back "$one"
        done
    fi
    sleep 2
    touch "$company/enough"
    wait "$customers" || { cat "$company/report"; return 1; }
    cat "$company/report"
    what_was_wanted_is_there
    # That of the mail servers is a database too.
    ! grep -hE 'panicked|ERROR' "$company"/[12].log | grep -v 'the database is away'
}

# The backends themselves say so.
what_was_wanted_is_there() {
    local boots kept
    until_true 60 hosting_of_company backend diff || { hosting_of_company backend diff; return 1; }
    python3 - "$company/wanted.json" "$(cat "$names/dns.port")" <<'PY'
import json, subprocess, sys
wanted, port = json.load(open(sys.argv[1])), sys.argv[2]
for who, sort in (("records", "A"), ("graph-records", "TXT")):
    for name, value in wanted[who].items():
        asked = ["dig", "+short", "+tries=2", "+time=2", "@127.0.0.1", "-p", port, f"{name}.{who}.test", sort]
        said = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip().strip('"')
        assert said == value, f"{name}.{who}.test is {said!r}, and {value!r} was asked for"
PY
    read -r boots kept < <(python3 -c 'import json, sys; wanted = json.load(open(sys.argv[1])); print(wanted["power"]["boots"], len(wanted["snapshots"]["kept"]))' "$company/wanted.json")
    as_often "boots of a container" "$boots" "$(by_hand file pull power/boots - | wc -l)"
    as_often "snapshots of a container" "$kept" \
        "$(by_hand query /1.0/instances/snapshots/snapshots | python3 -c 'import json, sys; print(len(json.load(sys.stdin)))')"
    mail_is_taken
}

# as_often <what> <wanted> <found>
as_often() {
    [ "$2" = "$3" ] || { echo "$1: $2 were asked for, and there are $3"; return 1; }
}

# A message arrives and is read; what is sent is signed.
mail_is_taken() {
    local password
    password=$(doveadm -c "$mail/servers/conf/dovecot.conf" pw -s BLF-CRYPT -r 5 -p 'correct horse')
    as_postgres psql --host=127.0.0.1 --port="$(cat "$mail/database.port")" --dbname=mail --quiet --command="
        INSERT INTO mailbox (address, domain, password) VALUES ('ama@mail.test', 'mail.test', '$password') ON CONFLICT DO NOTHING"
    until_true 20 mail_says taken arrive ama@mail.test first
    mail_says Akwaaba read ama@mail.test first
    # What OpenDKIM asks by a connection that ended meanwhile is refused for now, and sent again.
    until_true 30 mail_says taken send ama@mail.test ama@mail.test ama@mail.test second
    mail_program verify ama@mail.test second host1:mail.test:rsa-sha256 host2:mail.test:ed25519-sha256
}

# The tour of the README, word for word, by the demo's customers; two processes of their own serve them, beside the others. Their
# sites are in the sandbox: a tour by `curl` opens a link as no browser does.
tour_of_the_company() {
    if again; then start_company; fi
    in_company tour
}

no_record_waits() {
    [ "$(psql "$DATABASE_URL" --no-psqlrc --tuples-only --no-align \
        --command="SELECT count(*) FROM job WHERE kind = 'put_record' AND status IN ('queued', 'running')")" = 0 ]
}

tour() {
    local number database=tour_$SECONDS
    by_hand delete web-01 --force || true
    # Its host name has a dot there, which no container has: by its id it is told whose it is.
    by_hand launch tiny web-01 --quiet --config user.service-id="$(python3 - rest/src/commands/demo.json <<'PY'
import json, sys
print(next(s["id"] for a in json.load(open(sys.argv[1]))["accounts"] for s in a["services"] if s["display_name"] == "web-01"))
PY
)"
    backends_file panel "" >"$company/tour.toml"
    source "$work/services.env"
    make_database "$database"
    export DATABASE_URL=$postgresql/$database HOSTING_DATA=$company/tour HOSTING_BACKENDS=$company/tour.toml
    for number in 1 2; do
        target/debug/hosting --listen 127.0.0.1:0 >"$company/tour-$number.out" 2>"$company/tour-$number.log" &
        started $!
        until_true 60 grep -q '^listening on ' "$company/tour-$number.out" || { cat "$company/tour-$number.log"; return 1; }
        # The demo's zones are made, and the containers were looked at. The first one makes them alone: PowerDNS on SQLite refuses
        # what two ask at the same time, and what was refused comes again later, when the tour is there too.
        until_true 60 target/debug/hosting backend diff names
        until_true 60 no_record_waits
    done
    TOUR_API=$(sed -n 's/^listening on //p' "$company/tour-1.out") TOUR_KEY=$(sed -n 's/^API key: //p' "$company/tour-1.out" | head -n 1) \
        limited 200 cargo test --locked --workspace --test process -- --ignored --exact readme::the_tour_works_elsewhere
    refused grep -hE panicked "$company"/tour-[12].log
    # The last of it.
    kill -INT "$(cat "$company/mailboxes.id")"
    stop_started "$(cat "$company/began")"
}
