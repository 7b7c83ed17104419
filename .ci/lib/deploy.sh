# What is shipped for operators, in use: two processes on one database, behind nginx and behind Caddy as they are
# configured in rest/deploy, restarted under load; and the alerts.

# Where the proxies listen in turn, and the certificate that they show.
prepare_proxies() {
    free_port >"$work/proxy.port"
    echo "https://127.0.0.1:$(cat "$work/proxy.port")" >"$work/proxy.url"
    for number in 1 2; do
        free_port >"$work/replica-$number.port"
        free_port >"$work/replica-$number.figures"
    done
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 \
        -addext subjectAltName=IP:127.0.0.1 -keyout "$work/proxy.key" -out "$work/proxy.pem" 2>/dev/null
    as_postgres "$(postgresql_folder)/createdb" --host=127.0.0.1 --port="$(cat "$work/postgresql.port")" \
        --username=hosting deployed
    start_replica 1
    start_replica 2
    replicas_key demo.deployed --rate 100000
    replicas_key near.deployed --network 127.0.0.1
    replicas_key far.deployed --network 203.0.113.0/24
}

# start_replica <number>: one of two processes that share a database, Redis and a folder.
start_replica() {
    local port
    port=$(cat "$work/replica-$1.port")
    shared
    target/debug/hosting --listen "127.0.0.1:$port" --drain 3 --trusted-proxy 127.0.0.1 \
        --base-url "$(cat "$work/proxy.url")" --metrics-listen "127.0.0.1:$(cat "$work/replica-$1.figures")" \
        >>"$work/replica-$1.out" 2>>"$work/replica-$1.log" &
    started $!
    echo $! >"$work/replica-$1.id"
    until_true 20 curl --silent --fail "http://127.0.0.1:$port/readyz" || { cat "$work/replica-$1.log"; return 1; }
}

restart_replica() {
    local id
    id=$(cat "$work/replica-$1.id")
    kill "$id"
    until_true 30 gone "$id"
    start_replica "$1"
    echo "process $1 was $id, and is $(cat "$work/replica-$1.id")"
}

# replicas_key <file> <more…>
replicas_key() {
    local file=$work/$1.key
    shift
    shared
    target/debug/hosting key create --account demo@example.com --all-scopes "$@" >"$file"
}

# What the two have in common.
shared() {
    source "$work/services.env"
    export DATABASE_URL=$postgresql/deployed HOSTING_DATA=$work/deployed
}

# through_proxy: REST, files, a terminal, WebSockets and events, all by TLS through whatever listens there.
through_proxy() {
    local url
    url=$(cat "$work/proxy.url")
    export NODE_EXTRA_CA_CERTS=$work/proxy.pem API_KEY
    API_KEY=$(cat "$work/demo.deployed.key")
    cp .ci/proxied.mjs "$work" # where the packages are
    NEAR_KEY=$(cat "$work/near.deployed.key") FAR_KEY=$(cat "$work/far.deployed.key") \
        limited 60 node "$work/proxied.mjs" "$url"
    limited 60 node "$work/graphql-live.mjs" "$url"
    # What is shown after that; a process that is restarted counts anew.
    figures "$(cat "$work/replica-1.figures")" "$(cat "$work/replica-2.figures")"
}

# figures <port…>: keeps what is shown there.
figures() {
    local port
    for port; do
        curl --silent --show-error --fail "http://127.0.0.1:$port/metrics" >>"$work/figures"
    done
}

# restart_under_load: each process once, while 50 requests a second come.
restart_under_load() {
    local load
    NODE_EXTRA_CA_CERTS=$work/proxy.pem API_KEY=$(cat "$work/demo.deployed.key") \
        limited 60 node .ci/load.mjs "$(cat "$work/proxy.url")" 16 50 &
    load=$!
    sleep 2
    restart_replica 1
    sleep 1
    restart_replica 2
    wait "$load"
}

# As it is shipped, but for ports, the certificate, and where it writes.
start_nginx() {
    install -d "$work/nginx"
    sed -e "s|127.0.0.1:8080 |127.0.0.1:$(cat "$work/replica-1.port") |" \
        -e "s|#server 127.0.0.1:8081 |server 127.0.0.1:$(cat "$work/replica-2.port") |" \
        -e "/listen \[::\]/d; s|listen 80;|listen 127.0.0.1:$(free_port);|" \
        -e "s|listen 443 |listen 127.0.0.1:$(cat "$work/proxy.port") |" \
        -e "s|/etc/hosting/tls/certificate.pem|$work/proxy.pem|; s|/etc/hosting/tls/key.pem|$work/proxy.key|" \
        -e "s|/run/nginx.pid|$work/nginx/pid|; s|/var/log/nginx/|$work/nginx/|" \
        rest/deploy/nginx.conf >"$work/nginx/nginx.conf"
    nginx -t -q -p "$work/nginx" -c "$work/nginx/nginx.conf"
    nginx -p "$work/nginx" -c "$work/nginx/nginx.conf" -g 'daemon off;' >"$work/nginx/out" 2>&1 &
    proxy_started $!
}

behind_nginx() {
    if again; then after_an_attempt; fi
    start_nginx
    through_proxy
}

# The step begins where the last one ended: nginx runs still.
restart_behind_nginx() {
    if again; then after_an_attempt; start_nginx; fi
    restart_under_load
    nothing_secret "$work/nginx/access.log"
    stop_proxy
}

behind_caddy() {
    if again; then after_an_attempt; fi
    install -d "$work/caddy"
    sed -e "s|^\(.*API_NAME.*{\)$|\1\n\tbind 127.0.0.1\n\ttls $work/proxy.pem $work/proxy.key|" \
        -e "s|^{$|{\n\tadmin off\n\tauto_https disable_redirects|" \
        rest/deploy/Caddyfile >"$work/caddy/Caddyfile"
    export XDG_DATA_HOME=$work/caddy XDG_CONFIG_HOME=$work/caddy API_NAME API_PROCESSES
    API_NAME=$(cat "$work/proxy.url")
    API_PROCESSES="127.0.0.1:$(cat "$work/replica-1.port") 127.0.0.1:$(cat "$work/replica-2.port")"
    caddy validate --config "$work/caddy/Caddyfile" --adapter caddyfile >"$work/caddy/out" 2>&1 || { cat "$work/caddy/out"; return 1; }
    caddy run --config "$work/caddy/Caddyfile" --adapter caddyfile >"$work/caddy/out" 2>&1 &
    proxy_started $!
    through_proxy
    restart_under_load
    nothing_secret "$work/caddy/out"
    stop_proxy
}

# No key and no signature is written down.
nothing_secret() {
    if grep -F -f <(cat "$work"/*.deployed.key) -e signature= -e ticket= "$1"; then
        return 1
    fi
}

proxy_started() {
    started "$1"
    echo "$1" >"$work/proxy.id"
    until_true 10 curl --silent --fail --cacert "$work/proxy.pem" "$(cat "$work/proxy.url")/readyz"
}

# One that ended in the middle: its proxy may still listen, and one of the processes may be down.
after_an_attempt() {
    local number
    stop_proxy || true
    for number in 1 2; do
        if gone "$(cat "$work/replica-$number.id")"; then start_replica "$number"; fi
    done
}

stop_proxy() {
    local id
    id=$(cat "$work/proxy.id")
    kill "$id"
    until_true 10 gone "$id"
}

# The rules are sound and sound when they should; each figure that they and the dashboard name is shown.
alerts() {
    (cd rest/deploy && promtool check config prometheus.yml && promtool test rules alerts.test.yml)
    # What only SQLite has, and a queue in which something waits.
    local port url key domain number
    port=$(free_port)
    HOSTING_DATA=$work/alone HOSTING_SANDBOX_DELAY=5000 target/debug/hosting --listen 127.0.0.1:0 --metrics-listen "127.0.0.1:$port" \
        >"$work/alone.out" 2>"$work/alone.log" &
    started $!
    until_true 20 grep -q '^listening on ' "$work/alone.out" || { cat "$work/alone.log"; return 1; }
    url=$(sed -n 's/^listening on //p' "$work/alone.out")
    key=$(sed -n 's/^API key: //p' "$work/alone.out" | head -n 1)
    domain=$(curl --silent --show-error --fail --header "Authorization: Bearer $key" "$url/v1/domains" |
        tr '{' '\n' | grep '"status":"active"' | head -n 1 | cut -d'"' -f4)
    for number in 1 2 3; do
        curl --silent --show-error --fail --output /dev/null "$url/v1/domains/$domain/dns" --json '{"name": "a'$number'", "content": "192.0.2.80"}' \
            --header "Authorization: Bearer $key" --header "Idempotency-Key: waiting-$number"
    done
    sleep 1
    figures "$port"
    python3 - "$work/figures" <<'PYTHON'
import json, re, sys
shown = set(re.findall(r"^# TYPE (\w+)", open(sys.argv[1]).read(), re.M))
panels = json.load(open("rest/deploy/dashboard.json"))["panels"]
asked = [target["expr"] for panel in panels for target in panel.get("targets", [])]
asked.append(re.sub(r"#.*", "", open("rest/deploy/alerts.yml").read()))
named = {re.sub(r"_(bucket|sum|count)$", "", name) for text in asked for name in re.findall(r"\bhosting_\w+", text)}
missing = sorted(named - shown)
print(f"{len(named)} figures are named, of {len(shown)} that are shown; missing: {missing or 'none'}")
sys.exit(bool(missing))
PYTHON
}

# As the guide says it: the database by pg_dump, the secret and the files by a backup, in another place.
restored() {
    local programs url
    programs=$(postgresql_folder)
    shared
    target/debug/hosting inventory export >"$work/before.json"
    "$programs/pg_dump" --format=custom --file="$work/today.dump" "$DATABASE_URL"
    export HOSTING_BACKUP_PASSPHRASE='not this one, but as long'
    target/debug/hosting backup "$work/today.backup"
    as_postgres "$programs/createdb" --host=127.0.0.1 --port="$(cat "$work/postgresql.port")" --username=hosting restored
    export DATABASE_URL=$postgresql/restored HOSTING_DATA=$work/restored
    "$programs/pg_restore" --no-owner --dbname="$DATABASE_URL" "$work/today.dump"
    target/debug/hosting restore "$work/today.backup"
    target/debug/hosting inventory export | cmp - "$work/before.json"
    target/debug/hosting --listen 127.0.0.1:0 >"$work/restored.out" 2>"$work/restored.log" &
    started $!
    until_true 20 grep -q '^listening on ' "$work/restored.out" || { cat "$work/restored.log"; return 1; }
    url=$(sed -n 's/^listening on //p' "$work/restored.out")
    curl --silent --show-error --fail --header "Authorization: Bearer $(cat "$work/demo.deployed.key")" "$url/v1/account"
    echo
}

packaging() {
    archive
    unit
    # No container is made here: there is nobody to make it. The composition can be read, and has what it says it has; the
    # scripts that its containers start have started a company here.
    "$work/venv/bin/python" - rest/deploy/compose.yaml <<'PYTHON'
import pathlib, sys, yaml
file = pathlib.Path(sys.argv[1])
made = yaml.safe_load(file.read_text())
for name, service in made["services"].items():
    for volume in service.get("volumes", []):
        source = volume.removeprefix("${INCUS_SOCKET:-").split(":")[0]
        assert source.startswith("/dev/null") or (file.parent / source).exists() if source[0] in "./" else source in made["volumes"], (name, volume)
    needed = service.get("depends_on", {})
    assert set(needed) <= set(made["services"]), (name, needed)
print(*made["services"])
PYTHON
    composed
}

# What the composition writes for the platform is understood, though nobody is there.
composed() {
    local folder=$work/composed
    NAMES_KEY=a-key DATABASE_PASSWORD=a-password INCUS_SYSTEM=tiny sh rest/deploy/company/settings.sh "$folder"
    sed -i "s|/registry/authority.pem|$work/proxy.pem|" "$folder/backends.toml"
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml
    target/debug/hosting migrate
    limited 60 target/debug/hosting backend list >"$folder/list"
    [ "$(cut -d ' ' -f 1-3 "$folder/list" | grep -v '^sandbox ' | paste -sd ,)" = 'registry registrar epp,names dns powerdns,mailboxes mail maps' ]
}

# The same archive twice, with a manual that can be read and completions that a shell takes.
archive() {
    local name sum
    strip -o "$work/hosting" target/debug/hosting
    for round in 1 2; do
        LEVEL=1 sh rest/deploy/archive.sh "$work/hosting" >"$work/archive-$round"
    done
    cmp "$work/archive-1" "$work/archive-2"
    read -r sum name <"$work/archive-1"
    tar --extract --directory "$work" --file "target/$name"
    name=$work/${name%.tar.gz}
    zcat "$name/share/man/man1/hosting.1.gz" | grep -c '^\.SH HOSTING KEY CREATE$' # to its end: nobody is cut off
    bash -c "source '$name/share/bash-completion/completions/hosting' && complete -p hosting"
    (cd "$name" && find . -type f -printf '%M %P\n' | sort -k 2)
}

# systemd reads the unit, and finds it closed as far as the guide says: from 0 (all) to 100 (nothing).
unit() {
    systemd-analyze verify --man=no rest/deploy/hosting.service 2>&1 | grep -vF 'is not executable' >"$work/unit.log" || true
    if grep -F hosting.service "$work/unit.log"; then
        return 1
    fi
    systemd-analyze security --no-pager --offline=true --threshold=25 rest/deploy/hosting.service | tail -n 1
}
