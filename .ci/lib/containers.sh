# Containers that run: the platform with an Incus behind it, from the request to what is so in the container.

# The server, in namespaces of its own, with a container of two megabytes; and the platform whose customer has it.
start_containers() {
    local folder=$work/incus
    local server=$folder/server
    anew "$folder"
    start_incus
    by_hand launch tiny web-01 --quiet
    cat >"$folder/backends.toml" <<TOML
[[backend]]
id = "incus-test"
port = "containers"
driver = "incus"
endpoint = "unix://$server/unix.socket"
systems = ["tiny"]
TOML
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    told_of lxc web-01 "$folder"
    adopts target/debug/hosting lxc web-01 "$folder"
    target/debug/hosting key create --account ama@example.com --name containers --all-scopes >"$folder/customer" 2>/dev/null
    serve_containers
}

# An Incus with an image, in the folder that `incus` names, or one of its own.
start_incus() {
    local folder=${incus:-$work/incus}
    install -d "$folder/server"
    unshare --mount --pid --fork --kill-child --mount-proc \
        bash core/drivers/tests/containers/incusd.sh "$folder/server" >"$folder/server.log" 2>&1 &
    started $!
    echo $! >"$folder/id"
    until_true 30 by_hand list || { cat "$folder/server.log"; return 1; }
    by_hand storage create default dir
    by_hand profile device add default root disk path=/ pool=default
    bash core/drivers/tests/containers/image.sh "$folder/image.tar.xz"
    by_hand image import "$folder/image.tar.xz" --alias tiny --quiet
}

# Starts the platform; what is due once a minute it does at once.
serve_containers() {
    local folder=$work/incus
    : >"$folder/platform.out"
    target/debug/hosting --listen 127.0.0.1:0 >"$folder/platform.out" 2>>"$folder/platform.log" &
    started $!
    echo $! >"$folder/platform.id"
    until_true 60 grep -q '^listening on ' "$folder/platform.out" || { cat "$folder/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$folder/platform.out" >"$folder/url"
}

# by_hand <command…>: what an operator does at the server.
by_hand() {
    local folder=${incus:-$work/incus}
    INCUS_DIR=$folder/server INCUS_CONF=$folder/client limited 60 incus "$@" </dev/null
}

# inside <command…>: what a shell in the container says.
inside() {
    by_hand exec web-01 -- sh -c "$*"
}

# container_is <status>: as the customer sees it, and as the server does.
container_is() {
    customers GET /v1/lxc/instances | grep >/dev/null "\"status\":\"$1\"" && [ "$(by_hand list web-01 --format csv --columns s | tr '[:upper:]' '[:lower:]')" = "$1" ]
}

containers_run() {
    local folder=$work/incus web
    local platform=$folder
    if again; then start_containers; fi
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    target/debug/hosting backend list | grep >/dev/null 'incus-test containers incus (default) ok'
    target/debug/hosting backend check incus-test
    target/debug/hosting backend diff incus-test
    web=/v1/lxc/instances/$(customers GET /v1/lxc/instances | python3 -c 'import json,sys; print(json.load(sys.stdin)["data"][0]["id"])')
    # Its power.
    customers POST "$web/actions" '{"action":"stop"}' >/dev/null
    until_true 20 container_is stopped
    customers POST "$web/actions" '{"action":"start"}' >/dev/null
    until_true 20 container_is running
    # What it was.
    inside 'echo before > /root/file'
    customers POST "$web/snapshots" '{"action":"create","name":"before"}' >/dev/null
    until_true 20 snapshot_is_ready "$web"
    inside 'echo after > /root/file'
    customers POST "$web/snapshots" '{"action":"restore","name":"before"}' >/dev/null
    until_true 20 container_is running
    until_true 20 container_has before
    # A password.
    customers POST "$web/password" '{"password":"correct horse battery"}' >/dev/null
    inside 'grep "^root:\\$" /etc/shadow' >/dev/null
    # Made anew, once nothing hangs on what it was.
    customers POST "$web/snapshots" '{"action":"delete","name":"before"}' >/dev/null
    until_true 20 snapshots_are_gone "$web"
    customers POST "$web/reinstall" '{"distribution":"tiny"}' >/dev/null
    until_true 20 container_is running
    inside '[ ! -e /root/file ]'
    # What is done by hand, the server tells: it is not waited for until the next poll.
    by_hand stop web-01 --force
    until_true 20 container_is stopped
    by_hand start web-01
    until_true 20 container_is running
    # A server that is killed is told of, and what waits for it is done when it is back.
    echo hold >"$folder/server/orders"
    echo kill >"$folder/server/orders"
    until_true 20 health_is degraded
    refused target/debug/hosting backend check incus-test
    customers POST "$web/actions" '{"action":"stop"}' >/dev/null
    sleep 2
    echo go >"$folder/server/orders"
    until_true 60 container_is stopped
    until_true 20 health_is ok
    # What is done by hand while nobody listens is seen afterwards.
    end_containers
    by_hand start web-01
    differs 'status: stopped is ours, and running is shown'
    serve_containers
    until_true 60 container_is running
    target/debug/hosting backend diff incus-test
    # What is not paid for is off at the server, and what is terminated is gone from it.
    container_order_is suspended
    until_true 60 server_says STOPPED
    container_order_is terminated
    until_true 60 server_says ""
    # All that runs in its namespaces ends with what began them, which listens to nothing else.
    kill -KILL "$(cat "$folder/id")"
    until_true 20 health_is degraded
}

# container_order_is <status>: what the operator says of its order; the platform is started again on it.
container_order_is() {
    order_is target/debug/hosting "$work/incus" "$1"
    end_containers
    serve_containers
}

# Ends the platform.
end_containers() {
    local id
    id=$(cat "$work/incus/platform.id")
    kill "$id"
    until_true 30 gone "$id"
}

# differs <how>: what the server shows is not what the platform believes, and the command says how.
differs() {
    local found
    if found=$(target/debug/hosting backend diff incus-test); then return 1; fi
    grep >/dev/null "web-01 .*: $1" <<<"$found"
}

server_says() {
    [ "$(by_hand list web-01 --format csv --columns s)" = "$1" ]
}

snapshot_is_ready() {
    customers GET "$1/snapshots" | grep >/dev/null '"status":"ready"'
}

snapshots_are_gone() {
    customers GET "$1/snapshots" | grep >/dev/null '"data":\[\]'
}

container_has() {
    [ "$(inside 'cat /root/file')" = "$1" ]
}

health_is() {
    curl --silent --show-error --max-time 20 "$(cat "$work/incus/url")/health" | grep >/dev/null "\"status\":\"$1\",\"version\""
}
