# Links into panels: the platform with Cockpit and copyparty behind it, and a browser that opens them.

# The servers, in namespaces of their own, with a user of the site; and the platform whose customer has it.
start_panels() {
    local folder=$work/panels cockpit files port
    anew "$folder"
    install -d "$folder/server"
    cockpit=$(free_port) files=$(free_port) port=$(free_port)
    printf 'a-password-of-the-checks-%s' "$(cat /proc/sys/kernel/random/uuid)" >"$folder/server/password"
    start_cockpit "$cockpit" "$files" "http://127.0.0.1:$port/panel/"
    on_the_panel useradd --create-home --groups hosting-sites --shell /bin/bash baobab
    on_the_panel sh -c 'echo "Opening hours" >/home/baobab/hours.txt'
    cat >"$folder/backends.toml" <<TOML
[[backend]]
id = "panel-test"
port = "panel"
driver = "cockpit"
endpoint = "http://127.0.0.1:$cockpit"
password = "file:$folder/server/password"
files_endpoint = "http://127.0.0.1:$files"
files_password = "file:$folder/server/password"
TOML
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    told_of hosting baobab "$folder"
    adopts target/debug/hosting hosting baobab "$folder"
    target/debug/hosting key create --account ama@example.com --name panels --all-scopes >"$folder/customer" 2>/dev/null
    echo "$port" >"$folder/port"
    start_linking
}

# start_cockpit <port> <port of copyparty> <address that it leads to who has no token>: both, in the folder that `panels`
# names, or one of its own; what they had there before they have again.
start_cockpit() {
    local folder=${panels:-$work/panels}
    unshare --mount --pid --fork --kill-child --mount-proc bash core/drivers/tests/panels/cockpitd.sh \
        "$folder/server" "$1" "$2" "$3" >"$folder/server.log" 2>&1 &
    started $!
    echo $! >"$folder/id"
    until_true 30 curl --silent --fail --max-time 5 "http://127.0.0.1:$1/ping" || { cat "$folder/server.log"; return 1; }
    until_true 30 curl --silent --max-time 5 "http://127.0.0.1:$2/" || { cat "$folder/server/files.log"; return 1; }
}

# Starts the platform; what is due once a minute it does at once.
start_linking() {
    local folder=$work/panels
    target/debug/hosting --listen "127.0.0.1:$(cat "$folder/port")" >"$folder/platform.out" 2>>"$folder/platform.log" &
    started $!
    echo $! >"$folder/platform.id"
    until_true 60 grep -q '^listening on ' "$folder/platform.out" || { cat "$folder/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$folder/platform.out" >"$folder/url"
}

# on_the_panel <command…>: what an operator does on the panel's machine.
on_the_panel() {
    local id
    id=$(cat "${panels:-$work/panels}/id")
    limited 60 nsenter --target "$(tr -d ' ' <"/proc/$id/task/$id/children")" --mount --pid -- "$@"
}

# link <target>: a new one.
link() {
    customers POST "$(cat "$work/panels/site")/panel-access" "{\"target\":\"$1\"}" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["data"]["url"])'
}

# browser <address> <text>: a browser that was never anywhere ends on a page that shows the text.
browser() {
    limited 60 python3 .ci/browse.py "$@"
}

links_open_once() {
    local folder=$work/panels panel files
    local platform=$folder
    if again; then start_panels; fi
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    target/debug/hosting backend list | grep >/dev/null 'panel-test panel cockpit (default) ok'
    target/debug/hosting backend check panel-test
    customers GET /v1/hosting/services |
        python3 -c 'import json, sys; print("/v1/hosting/services/" + json.load(sys.stdin)["data"][0]["id"])' >"$folder/site"
    # What only looks at a link redeems nothing; a browser does, and is let in; another is not.
    panel=$(link panel)
    curl --silent --show-error --fail --max-time 20 "$panel" | grep >/dev/null 'works once'
    browser "$panel" baobab
    on_the_panel pgrep -u baobab cockpit-bridge >/dev/null
    browser "$panel" 'no longer opens anything'
    files=$(link filemanager)
    browser "$files" hours.txt
    browser "$files" 'no longer opens anything'
    customers GET "$(cat "$folder/site")/stats" | grep >/dev/null '"disk_used_bytes":[1-9]'
    # Nobody is let in where it is not paid for, whatever was made before; and what is terminated is gone.
    panel=$(link panel)
    site_is suspended
    until_true 30 site_stands suspended
    on_the_panel sh -c '! pgrep -u baobab'
    browser "$panel" 'does not open this site'
    site_is active
    until_true 30 site_stands active
    browser "$panel" baobab
    site_is terminated
    until_true 30 site_stands removed
    on_the_panel sh -c '! test -e /home/baobab'
    # No token stands in the log.
    refused grep -E "${panel##*/}|${files##*/}" "$folder/platform.log"
    refused grep -E 'panicked' "$folder/platform.log"
    kill -KILL "$(cat "$folder/id")"
    until_true 20 refused target/debug/hosting backend check panel-test
}

# site_is <status>: what the operator's file says of the site's order; the platform is started again on it.
site_is() {
    order_is target/debug/hosting "$work/panels" "$1"
    local id
    id=$(cat "$work/panels/platform.id")
    kill "$id"
    until_true 30 gone "$id"
    start_linking
}

# site_stands <state>: as the panel's machine has it.
site_stands() {
    on_the_panel "$PWD/rest/deploy/hosting-panel" state baobab | grep >/dev/null "\"$1\""
}
