# Records that are answered: the platform with PowerDNS, Knot and BIND behind it, from the request to the answer of `dig`.

# The nameserver, and the platform whose demo it serves.
start_names() {
    local folder=$work/powerdns
    anew "$folder"
    free_port >"$folder/dns.port"
    free_port >"$folder/api.port"
    sqlite3 "$folder/zones.sqlite3" </usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql
    echo a-key-for-tests-only >"$folder/key"
    cat >"$folder/pdns.conf" <<CONF
launch=gsqlite3
gsqlite3-database=$folder/zones.sqlite3
gsqlite3-pragma-foreign-keys=yes
local-address=127.0.0.1
local-port=$(cat "$folder/dns.port")
api=yes
api-key=$(cat "$folder/key")
webserver=yes
webserver-address=127.0.0.1
webserver-port=$(cat "$folder/api.port")
socket-dir=$folder
daemon=no
guardian=no
disable-syslog=yes
write-pid=no
cache-ttl=0
query-cache-ttl=0
negquery-cache-ttl=0
zone-cache-refresh-interval=0
CONF
    start_powerdns
    start_knot
    start_bind
    cat >"$folder/backends.toml" <<TOML
[[backend]]
id = "ns-power"
port = "dns"
driver = "powerdns"
default = true
at_once = 1 # its SQLite refuses a second change meanwhile
endpoint = "http://127.0.0.1:$(cat "$folder/api.port")"
api_key = "file:$folder/key"
name_servers = ["ns1.host.example", "ns2.host.example"]
ask = ["127.0.0.1:$(cat "$folder/dns.port")"]

[[backend]]
id = "ns-knot"
port = "dns"
driver = "dnsupdate"
server = "127.0.0.1:$(cat "$folder/knot.port")"
tsig_name = "platform"
tsig_secret = "file:$folder/tsig"
name_servers = ["ns3.host.example", "ns4.host.example"]
ask = ["127.0.0.1:$(cat "$folder/knot.port")"]

[[backend]]
id = "ns-bind"
port = "dns"
driver = "dnsupdate"
server = "127.0.0.1:$(cat "$folder/bind.port")"
tsig_name = "platform"
tsig_secret = "file:$folder/tsig"
name_servers = ["ns5.host.example", "ns6.host.example"]
TOML
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml
    target/debug/hosting --listen 127.0.0.1:0 >"$folder/platform.out" 2>"$folder/platform.log" &
    started $!
    until_true 60 grep -q '^listening on ' "$folder/platform.out" || { cat "$folder/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$folder/platform.out" >"$folder/url"
    sed -n 's/^API key: //p' "$folder/platform.out" | head -n 1 >"$folder/customer"
}

start_powerdns() {
    pdns_server --config-dir="$work/powerdns" >>"$work/powerdns/log" 2>&1 &
    started $!
    echo $! >"$work/powerdns/id"
    until_true 20 powerdns servers/localhost
}

# An empty zone, as a file.
empty_zone() {
    printf '@ 3600 SOA ns1.host.example. hostmaster.host.example. 1 3600 600 604800 300\n@ 3600 NS ns1.host.example.\n' >"$1"
}

tsig() {
    local file=$work/powerdns/tsig
    [ -e "$file" ] || openssl rand -base64 32 >"$file"
    cat "$file"
}

start_knot() {
    local folder=$work/powerdns/knot
    if [ ! -e "$folder" ]; then
        install -d "$folder"
        free_port >"$work/powerdns/knot.port"
        empty_zone "$folder/knot.example"
        cat >"$folder/knot.conf" <<CONF
server:
    listen: 127.0.0.1@$(cat "$work/powerdns/knot.port")
    rundir: $folder
database:
    storage: $folder
    journal-db-max-size: 64M
    timer-db-max-size: 8M
    kasp-db-max-size: 8M
key:
  - id: platform
    algorithm: hmac-sha256
    secret: $(tsig)
acl:
  - id: platform
    key: platform
    action: [update, transfer]
template:
  - id: default
    storage: $folder
    zonefile-sync: 0
zone:
  - domain: knot.example
    file: knot.example
    acl: platform
CONF
    fi
    knotd -c "$folder/knot.conf" >>"$folder/log" 2>&1 &
    started $!
    echo $! >"$folder/id"
}

start_bind() {
    local folder=$work/powerdns/bind
    install -d "$folder"
    free_port >"$work/powerdns/bind.port"
    empty_zone "$folder/bind.example"
    cat >"$folder/named.conf" <<CONF
key platform { algorithm hmac-sha256; secret "$(tsig)"; };
options {
    directory "$folder"; managed-keys-directory "$folder"; pid-file "$folder/pid"; session-keyfile "$folder/session.key";
    listen-on port $(cat "$work/powerdns/bind.port") { 127.0.0.1; }; listen-on-v6 { none; };
    recursion no; dnssec-validation no; check-names primary ignore;
};
controls { };
zone "bind.example" {
    type primary; file "bind.example"; notify no; allow-transfer { key platform; };
    update-policy { grant platform zonesub ANY; };
};
CONF
    named -g -n 1 -c "$folder/named.conf" >"$folder/log" 2>&1 &
    started $!
}

# powerdns <path> <more…>: its API, as somebody else uses it.
powerdns() {
    local path=$1
    shift
    curl --silent --show-error --fail --max-time 5 --header "X-API-Key: $(cat "$work/powerdns/key")" "$@" \
        "http://127.0.0.1:$(cat "$work/powerdns/api.port")/api/v1/$path"
}

# answered <name> <type> <data> [server]: the nameserver (PowerDNS unless said) says just this.
answered() {
    local said
    said=$(dig +short +tries=1 +time=2 @127.0.0.1 -p "$(cat "$work/powerdns/${4:-dns}.port")" "$1" "$2" | sort | paste -sd ' ')
    [ "$said" = "$3" ] || { echo "$1 $2 is answered as: $said"; return 1; }
}

# customers <method> <path> <body…>: what the customer is told; of which platform, the folder says that `platform` names.
customers() {
    local method=$1 path=$2 folder=${platform:-$work/powerdns}
    shift 2
    curl --silent --show-error --fail --max-time 20 --request "$method" \
        --header "Authorization: Bearer $(cat "$folder/customer")" --header "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" \
        --header 'Content-Type: application/json' ${1:+--data "$1"} "$(cat "$folder/url")$path"
}

# refused <command…>: it must not succeed.
refused() {
    if "$@"; then return 1; fi
}

# stands <path of a record> <status>
stands() {
    customers GET "$1" | grep >/dev/null "\"status\":\"$2\""
}

names_are_answered() {
    local zone=lindqvist-digital.com domain record path
    if again; then start_names; fi
    export HOSTING_DATA=$work/powerdns/data HOSTING_BACKENDS=$work/powerdns/backends.toml
    # The demo's zones are made, and come to be served whole.
    until_true 30 answered $zone A '192.0.2.10 192.0.2.11'
    until_true 30 answered anything.preview.$zone A 198.51.100.24
    target/debug/hosting backend list | grep >/dev/null 'ns-power dns powerdns (default) ok'
    target/debug/hosting backend diff
    # What a customer adds is answered when it is active.
    domain=$(customers GET "/v1/domains?limit=200" | python3 -c "import json,sys; print(next(d['id'] for d in json.load(sys.stdin)['data'] if d['domain_name'] == '$zone'))")
    record=$(customers POST "/v1/domains/$domain/dns" '{"name":"shop","type":"A","content":"192.0.2.77","ttl":60}' |
        python3 -c "import json,sys; print(json.load(sys.stdin)['data']['id'])")
    path=/v1/domains/$domain/dns/$record
    until_true 20 stands "$path" active
    answered shop.$zone A 192.0.2.77
    # The graph tells what the nameservers said.
    customers POST /graphql "{\"query\":\"{ dnsRecord(domainId: \\\"$domain\\\", recordId: \\\"$record\\\") { published { serial answered } } }\"}" |
        grep >/dev/null '"serial":[0-9]*,"answered":\["127.0.0.1:'
    # One that does not answer holds the change up, and nothing is lost.
    kill -STOP "$(cat "$work/powerdns/id")"
    customers PUT "$path" '{"content":"192.0.2.78"}' >/dev/null
    sleep 2
    stands "$path" pending
    kill -CONT "$(cat "$work/powerdns/id")"
    until_true 60 stands "$path" active
    answered shop.$zone A 192.0.2.78
    # What somebody takes away there is seen, and brought back.
    until_true 20 powerdns "servers/localhost/zones/$zone." --request PATCH --data \
        "{\"rrsets\":[{\"name\":\"shop.$zone.\",\"type\":\"A\",\"changetype\":\"DELETE\"}]}"
    refused target/debug/hosting backend diff >"$work/powerdns/diff"
    grep --quiet "ns-power $zone: shop.$zone A: 192.0.2.78 for 60 s is ours, and nothing is served" "$work/powerdns/diff"
    refused target/debug/hosting backend diff --repair
    until_true 20 answered shop.$zone A 192.0.2.78
    target/debug/hosting backend diff
    # A key that is not taken, and one that is gone, are told apart.
    kill "$(cat "$work/powerdns/id")"
    until_true 10 gone "$(cat "$work/powerdns/id")"
    curl --silent --show-error --fail "$(cat "$work/powerdns/url")/health" | grep >/dev/null '"status":"degraded"'
    refused target/debug/hosting backend check
    customers PUT "$path" '{"content":"192.0.2.79"}' >/dev/null
    start_powerdns
    until_true 90 stands "$path" active
    answered shop.$zone A 192.0.2.79
}

# record <domain's name> <method> <path below it> <body…>: what the customer does with a record there.
record() {
    local domain
    domain=$(customers GET "/v1/domains?limit=200" | python3 -c "import json,sys; print(next(d['id'] for d in json.load(sys.stdin)['data'] if d['domain_name'] == '$1'))")
    shift
    customers "$1" "/v1/domains/$domain/dns$2" "${@:3}"
}

# A zone at each of three servers, and one that a company began with.
three_servers_answer() {
    local id
    if again; then
        start_names
        until_true 60 target/debug/hosting backend diff ns-power
    fi
    export HOSTING_DATA=$work/powerdns/data HOSTING_BACKENDS=$work/powerdns/backends.toml
    python3 - >"$work/powerdns/large.json" <<'PY'
import json
sets = [{"name": f"host-{n}.large.example.", "type": "A", "ttl": 300, "changetype": "REPLACE", "records": [{"content": f"192.0.2.{n % 250}", "disabled": False}]} for n in range(5000)]
print(json.dumps({"rrsets": sets}))
PY
    powerdns servers/localhost/zones --request POST --data \
        '{"name":"large.example.","kind":"Native","nameservers":["ns1.host.example.","ns2.host.example."],"soa_edit_api":"DEFAULT"}' >/dev/null
    powerdns servers/localhost/zones/large.example. --request PATCH --data "@$work/powerdns/large.json"
    python3 - >"$work/powerdns/inventory.json" <<'PY'
import json
hosts = {"large.example": (1, "ns-power"), "knot.example": (3, "ns-knot"), "bind.example": (5, "ns-bind")}
domains = [{"domain_name": name, "status": "active", "auto_renew": False, "privacy_enabled": True, "locked": False,
            "name_servers": [f"ns{n}.host.example", f"ns{n + 1}.host.example"], "registrar_environment": "ote",
            "dns_backend": backend, "records": []} for name, (n, backend) in hosts.items()]
print(json.dumps({"prices": [], "registry": [], "accounts": [{"email": "zones@example.com", "full_name": "Zoe Nes",
      "preferred_language": "en", "timezone": "Europe/Oslo", "status": "active", "services": [], "domains": domains}]}))
PY
    target/debug/hosting inventory apply "$work/powerdns/inventory.json"
    target/debug/hosting key create --account zones@example.com --name zones --scope domains:read --scope domains:dns:write \
        >"$work/powerdns/customer" 2>/dev/null
    # What was there before is adopted, and belongs to the customer from then on.
    refused target/debug/hosting backend diff ns-power >/dev/null
    target/debug/hosting inventory adopt dns ns-power 2>&1 >/dev/null | grep '^5000 adopted, 0 left$'
    target/debug/hosting backend diff ns-power
    record large.example GET '?type=A&limit=1' >/dev/null
    id=$(record large.example GET '?limit=200' | python3 -c "import json,sys; print(next(r['id'] for r in json.load(sys.stdin)['data'] if r['name'] == 'host-1'))")
    record large.example PUT "/$id" '{"content":"198.51.100.1"}' >/dev/null
    until_true 20 answered host-1.large.example A 198.51.100.1
    answered host-2.large.example A 192.0.2.2
    # Each zone where it is; one server that is away holds up no other zone.
    record knot.example POST '' '{"name":"www","type":"A","content":"192.0.2.33"}' >/dev/null
    record bind.example POST '' '{"name":"www","type":"A","content":"192.0.2.55"}' >/dev/null
    until_true 20 answered www.knot.example A 192.0.2.33 knot
    until_true 20 answered www.bind.example A 192.0.2.55 bind
    kill "$(cat "$work/powerdns/knot/id")"
    until_true 10 gone "$(cat "$work/powerdns/knot/id")"
    record knot.example POST '' '{"name":"late","type":"A","content":"192.0.2.34"}' >/dev/null
    record bind.example POST '' '{"name":"soon","type":"A","content":"192.0.2.56"}' >/dev/null
    until_true 5 answered soon.bind.example A 192.0.2.56 bind
    refused target/debug/hosting backend check ns-knot
    start_knot
    until_true 90 answered late.knot.example A 192.0.2.34 knot
    # What somebody else does there is seen, and what is ours comes back.
    printf 'server 127.0.0.1 %s\nkey hmac-sha256:platform %s\nzone bind.example\nupdate delete www.bind.example. A\nsend\n' \
        "$(cat "$work/powerdns/bind.port")" "$(tsig)" | nsupdate
    refused target/debug/hosting backend diff ns-bind --repair
    until_true 20 answered www.bind.example A 192.0.2.55 bind
    target/debug/hosting backend diff
}
