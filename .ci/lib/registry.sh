# The registry that the tests of the EPP driver have: asked by a client that others have made (Net::EPP), so that it is right
# not to our own driver only; and behind the platform, from the request to what the registry shows.

# Listens as long as this shell lives.
start_registry() {
    local folder=$work/registry input
    rm -rf "$folder"
    install -d "$folder"
    mkfifo "$folder/input"
    REGISTRY_FOLDER=$folder limited 300 cargo test --locked --workspace --test registrar -- \
        --ignored --exact epp::standalone::until_its_input_ends <"$folder/input" >"$folder/log" 2>&1 &
    exec {input}>"$folder/input" # it ends when this is closed, as it is when the step fails
    until_true 200 test -e "$folder/port" || { cat "$folder/log"; return 1; }
}

registry_is_one() {
    start_registry
    limited 60 perl .ci/registry.pl "$(cat "$work/registry/port")" "$work/registry/authority.pem" 2>&1
}

# member <path> <expression>: what an answer says, with `it` for its data.
member() {
    customers GET "$1" | python3 -c "import json,sys; it = json.load(sys.stdin)['data']; print(($2))"
}

# says <path> <expression> <text>
says() {
    [ "$(member "$1" "$2")" = "$3" ]
}

# A search that a registry answers, and domains that live there.
names_at_a_registry() {
    local folder=$work/names taken slow
    local platform=$folder
    anew "$folder"
    start_registry
    echo 'a password' >"$folder/password"
    cat >"$folder/backends.toml" <<TOML
[[backend]]
id = "registry-test"
port = "registrar"
driver = "epp"
server = "127.0.0.1:$(cat "$work/registry/port")"
client_id = "platform"
password = "file:$folder/password"
authority = "$work/registry/authority.pem"
suffixes = ["test"]
TOML
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    python3 - <(target/debug/hosting inventory example) >"$folder/inventory.json" <<'PY'
import json, sys
example = json.load(open(sys.argv[1]))
price = {**example["prices"][0], "tld": ".test"}
domains = [{"domain_name": name, "status": "active", "auto_renew": False, "privacy_enabled": True, "locked": False,
            "name_servers": ["ns1.old.example", "ns2.old.example"], "registrar_environment": "production", "records": []}
           for name in ("taken.test", "slow.test")]
print(json.dumps({"prices": [price], "registry": [], "accounts": [{"email": "names@example.com", "full_name": "Noor Aziz",
      "preferred_language": "en", "timezone": "Europe/Oslo", "status": "active", "services": [], "domains": domains}]}))
PY
    target/debug/hosting inventory apply "$folder/inventory.json"
    target/debug/hosting key create --account names@example.com --name names --scope domains:read --scope domains:write \
        >"$folder/customer" 2>/dev/null
    target/debug/hosting --listen 127.0.0.1:0 >"$folder/platform.out" 2>"$folder/platform.log" &
    started $!
    until_true 60 grep -q '^listening on ' "$folder/platform.out" || { cat "$folder/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$folder/platform.out" >"$folder/url"
    # The search asks the registry, and knows what is dear there.
    curl --silent --show-error --fail "$(cat "$folder/url")/api/domain-search?domains=free.test,taken.test,dear.test" >"$folder/found.json"
    python3 - "$folder/found.json" <<'PY'
import json, sys
found = json.load(open(sys.argv[1]))
assert found["registrarEnvironment"] == "production", found
said = {one["domainName"]: (one["registrar"]["status"], one["registrar"]["isPremium"], one["registrar"]["customerPriceUsd"]) for one in found["results"]}
assert said["free.test"][:2] == ("available", False), said
assert said["taken.test"][0] == "taken", said
assert said["dear.test"] == ("available", True, 249.9), said
PY
    # What was brought in becomes what the registry shows.
    taken=/v1/domains/$(member /v1/domains "next(d['id'] for d in it if d['domain_name'] == 'taken.test')")
    slow=/v1/domains/$(member /v1/domains "next(d['id'] for d in it if d['domain_name'] == 'slow.test')")
    until_true 30 says "$taken" "it['name_servers']" "['ns1.host.example', 'ns2.host.example']"
    says "$taken" "it['expires_at'] is not None and it['last_synced_at'] is not None" True
    # What is asked for is done there, or waits for the registry.
    customers PUT "$taken/nameservers" '{"nameServers":["ns1.new.example","ns2.new.example"]}' >/dev/null
    customers PUT "$slow/nameservers" '{"nameServers":["ns1.new.example","ns2.new.example"]}' >/dev/null
    until_true 30 says "$taken" "it['name_servers'], it['pending_name_servers']" "(['ns1.new.example', 'ns2.new.example'], None)"
    says "$slow" "it['name_servers'], it['pending_name_servers'], it['name_servers_error']" \
        "(['ns1.host.example', 'ns2.host.example'], ['ns1.new.example', 'ns2.new.example'], None)"
    until_true 90 grep -q 'a registry has a message.*Transfer cancelled' "$folder/platform.log"
    target/debug/hosting backend list | grep >/dev/null 'registry-test registrar epp (default) ok'
    target/debug/hosting backend diff registry-test
}
