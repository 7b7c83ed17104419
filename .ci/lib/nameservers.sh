# Records that are answered: the platform with PowerDNS behind it, from the request to the answer of `dig`.

# The nameserver, and the platform whose demo it serves.
start_names() {
    local folder=$work/powerdns
    install -d "$folder"
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
    cat >"$folder/backends.toml" <<TOML
[[backend]]
id = "ns-power"
port = "dns"
driver = "powerdns"
endpoint = "http://127.0.0.1:$(cat "$folder/api.port")"
api_key = "file:$folder/key"
name_servers = ["ns1.host.example", "ns2.host.example"]
ask = ["127.0.0.1:$(cat "$folder/dns.port")"]
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

# powerdns <path> <more…>: its API, as somebody else uses it.
powerdns() {
    local path=$1
    shift
    curl --silent --show-error --fail --max-time 5 --header "X-API-Key: $(cat "$work/powerdns/key")" "$@" \
        "http://127.0.0.1:$(cat "$work/powerdns/api.port")/api/v1/$path"
}

# answered <name> <type> <data>: the nameserver says just this.
answered() {
    local said
    said=$(dig +short +tries=1 +time=2 @127.0.0.1 -p "$(cat "$work/powerdns/dns.port")" "$1" "$2" | sort | paste -sd ' ')
    [ "$said" = "$3" ] || { echo "$1 $2 is answered as: $said"; return 1; }
}

# customers <method> <path> <body…>: what the customer is told.
customers() {
    local method=$1 path=$2
    shift 2
    curl --silent --show-error --fail --max-time 20 --request "$method" \
        --header "Authorization: Bearer $(cat "$work/powerdns/customer")" --header "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" \
        --header 'Content-Type: application/json' ${1:+--data "$1"} "$(cat "$work/powerdns/url")$path"
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
    export HOSTING_DATA=$work/powerdns/data HOSTING_BACKENDS=$work/powerdns/backends.toml
    # The demo's zones were made, and are served whole.
    answered $zone A '192.0.2.10 192.0.2.11'
    answered anything.preview.$zone A 198.51.100.24
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
    powerdns "servers/localhost/zones/$zone." --request PATCH --data \
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
