# Virtual machines that run: the platform with a libvirt behind it, from the request to what is so in the machine.

# The packages that know of libvirt, told to. With hosting-rest among them, all that they depend on has the features that it
# was compiled with before; of the whole workspace, the tests of the core would be compiled again, which use the drivers.
with_libvirt=(--locked --package hosting-drivers --package hosting-rest --features hosting-rest/libvirt)

# What needs nothing but the C library, then what needs a libvirt and QEMU.
libvirt_tests() {
    limited 600 cargo test "${with_libvirt[@]}" --lib -- libvirt virtual_machines
    # What the C library does with what it has let go of already need not end it by itself: here it does.
    G_DEBUG=fatal-criticals limited 600 cargo test "${with_libvirt[@]}" --test machines -- --ignored --test-threads 4
}

# The same program with libvirt's C library, beside that of the other steps, which stays what it is whatever is found.
build_with_libvirt() {
    local found=0
    limited 600 cargo build --locked --features libvirt
    cp target/debug/hosting "$work/hosting-libvirt"
    nothing_found test "${with_libvirt[@]}" --lib --test machines --no-run || found=1
    nothing_found build --locked --features libvirt || found=1
    documentation || found=1
    limited 600 cargo build --locked
    [ "$found" = 0 ]
}

# The server, in namespaces of its own, with a machine of some megabytes; and the platform whose customer has it.
start_machines() {
    local folder=$work/libvirt
    local server=$folder/server
    anew "$folder"
    start_libvirt
    install -d "$server/pool"
    bash core/drivers/tests/machines/guest.sh "$folder/guest"
    cp "$folder/guest/disk.qcow2" "$server/pool/db-01.qcow2"
    at_libvirt pool-define-as pool dir --target "$server/pool"
    at_libvirt pool-start pool
    sed "s|NAME|db-01|; s|GUEST|$folder/guest|; s|DISK|$server/pool/db-01.qcow2|" core/drivers/tests/machines/machine.xml >"$folder/machine.xml"
    at_libvirt define "$folder/machine.xml"
    at_libvirt start db-01
    machines_file >"$folder/backends.toml"
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    told_of kvm db-01 "$folder"
    # Without the C library that is no driver.
    refused target/debug/hosting inventory apply "$folder/inventory.json" >"$folder/refusal" 2>&1
    grep 'kvm-test: driver: `libvirt` is not built in' "$folder/refusal"
    adopts "$work/hosting-libvirt" kvm db-01 "$folder"
    serve_machines
}

# A libvirt in the folder that `libvirt` names, or one of its own.
start_libvirt() {
    local folder=${libvirt:-$work/libvirt}
    install -d "$folder/server"
    unshare --mount --net --pid --fork --kill-child --mount-proc \
        bash core/drivers/tests/machines/libvirtd.sh "$folder/server" >"$folder/server.log" 2>&1 &
    started $!
    echo $! >"$folder/id"
    until_true 30 at_libvirt list || { cat "$folder/server.log"; return 1; }
}

machines_file() {
    cat <<TOML
[[backend]]
id = "kvm-test"
port = "machines"
driver = "libvirt"
uri = "qemu+unix:///system?socket=${libvirt:-$work/libvirt}/server/run/libvirt-sock"
TOML
}

# The platform on it, with a customer.
serve_machines() {
    local folder=${libvirt:-$work/libvirt}
    "$work/hosting-libvirt" key create --account ama@example.com --name machines --all-scopes >"$folder/customer" 2>/dev/null
    "$work/hosting-libvirt" --listen 127.0.0.1:0 >"$folder/platform.out" 2>"$folder/platform.log" &
    started $!
    until_true 60 grep -q '^listening on ' "$folder/platform.out" || { cat "$folder/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$folder/platform.out" >"$folder/url"
}

# at_libvirt <command…>: what an operator does at the server.
at_libvirt() {
    limited 60 virsh --quiet --connect "qemu+unix:///system?socket=${libvirt:-$work/libvirt}/server/run/libvirt-sock" "$@" </dev/null
}

# in_guest <command…>: what a shell in the machine says, asked by its agent once it has booted.
in_guest() {
    until_true 60 at_libvirt qemu-agent-command db-01 '{"execute":"guest-ping"}'
    python3 - "$work/libvirt/server/run/libvirt-sock" "$*" <<'PY'
import base64, json, subprocess, sys, time
socket, command = sys.argv[1:]
def agent(execute, **arguments):
    asked = json.dumps({"execute": execute, "arguments": arguments})
    virsh = ["virsh", "--quiet", "--connect", f"qemu+unix:///system?socket={socket}", "qemu-agent-command", "db-01", asked]
    return json.loads(subprocess.run(virsh, check=True, capture_output=True, timeout=30, stdin=subprocess.DEVNULL).stdout)["return"]
pid = agent("guest-exec", path="/bin/sh", arg=["-c", command], **{"capture-output": True})["pid"]
for _ in range(100):
    seen = agent("guest-exec-status", pid=pid)
    if seen["exited"]:
        print(base64.b64decode(seen.get("out-data", "")).decode(), end="")
        sys.exit(seen["exitcode"])
    time.sleep(0.1)
sys.exit("it does not end")
PY
}

# machine_is <status>: as the customer sees it, and as the server does.
machine_is() {
    local server
    case $1 in
        running) server=running ;;
        paused) server=paused ;;
        stopped) server="shut off" ;;
    esac
    customers GET /v1/kvm/instances | grep >/dev/null "\"status\":\"$1\"" && [ "$(at_libvirt domstate db-01)" = "$server" ]
}

# killed_in <seconds>: the server dies so long from now, and is started anew.
killed_in() {
    (sleep "$1"; echo kill >"$work/libvirt/server/orders") &
}

machines_run() {
    local folder=$work/libvirt machine snapshot hash
    local platform=$folder
    if again; then start_machines; fi
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml
    "$work/hosting-libvirt" backend list | grep >/dev/null 'kvm-test machines libvirt (default) ok'
    "$work/hosting-libvirt" backend check kvm-test
    "$work/hosting-libvirt" backend diff kvm-test
    machine=/v1/kvm/instances/$(customers GET /v1/kvm/instances | python3 -c 'import json,sys; print(json.load(sys.stdin)["data"][0]["id"])')
    # What is done by hand, the server tells: it is not waited for until the next poll.
    at_libvirt suspend db-01
    until_true 20 machine_is paused
    at_libvirt resume db-01
    until_true 20 machine_is running
    # Restarted, though the server is killed meanwhile: what was not on the disk is gone.
    in_guest 'touch /before'
    killed_in 0.3
    customers POST "$machine/actions" '{"action":"restart"}' >/dev/null
    until_true 60 machine_is running
    in_guest '[ ! -e /before ]'
    # A password, which opens it; none while the agent is away.
    customers POST "$machine/password" '{"password":"correct horse battery"}' >/dev/null
    hash=$(in_guest 'grep "^root:" /etc/shadow' | cut -d: -f2)
    perl -e 'exit(crypt($ARGV[0], $ARGV[1]) eq $ARGV[1] ? 0 : 1)' 'correct horse battery' "$hash"
    in_guest '(sleep 1; kill $(cat /agent)) >/dev/null 2>&1 &'
    sleep 2
    refused customers POST "$machine/password" '{"password":"another horse battery"}'
    customers POST "$machine/actions" '{"action":"restart"}' >/dev/null
    until_true 60 machine_is running
    # What it was, though the server is killed while that is kept, and while it is gone back to.
    in_guest 'echo before >/disk/file; sync'
    killed_in 0.2
    customers POST "$machine/snapshots" '{"name":"before"}' >/dev/null
    until_true 60 kvm_snapshot_is_ready "$machine"
    snapshot=$(customers GET "$machine/snapshots" | python3 -c 'import json,sys; print(json.load(sys.stdin)["data"][0]["id"])')
    in_guest 'echo after >/disk/file; sync'
    killed_in 0.4
    customers POST "$machine/snapshots/rollback" "{\"snapshotId\":\"$snapshot\"}" >/dev/null
    until_true 60 machine_is running
    [ "$(in_guest 'cat /disk/file')" = before ]
    # Switched off. (A guest that does not listen takes a minute: the tests of the driver ask that.)
    customers POST "$machine/actions" '{"action":"stop"}' >/dev/null
    until_true 20 machine_is stopped
    # A server that is away is told of, and what waits for it is done when it is back.
    echo hold >"$folder/server/orders"
    echo kill >"$folder/server/orders"
    until_true 20 libvirt_health_is degraded
    customers POST "$machine/actions" '{"action":"start"}' >/dev/null
    sleep 2
    echo go >"$folder/server/orders"
    until_true 60 machine_is running
    until_true 20 libvirt_health_is ok
    # What is terminated is gone with its disk.
    order_is "$work/hosting-libvirt" "$folder" terminated
    until_true 150 machine_is_gone
    # All that runs in its namespaces ends with what began them, which listens to nothing else.
    kill -KILL "$(cat "$folder/id")"
    until_true 20 libvirt_health_is degraded
}

kvm_snapshot_is_ready() {
    customers GET "$1/snapshots" | grep >/dev/null '"status":"ready"'
}

machine_is_gone() {
    [ -z "$(at_libvirt list --all --name | tr -d '\n')" ] && [ ! -e "$work/libvirt/server/pool/db-01.qcow2" ]
}

libvirt_health_is() {
    curl --silent --show-error --max-time 20 "$(cat "$work/libvirt/url")/health" | grep >/dev/null "\"status\":\"$1\",\"version\""
}

# Fifty machines that are started, and then switched off, by fifty changes that wait for the server, which dies meanwhile.
many_are_started() {
    local libvirt=$work/many number
    local folder=$libvirt platform=$libvirt
    anew "$folder"
    start_libvirt
    # They have no disk and nothing to boot: what is asked is what becomes of their changes.
    for number in $(seq 50); do
        cat >"$folder/machine.xml" <<XML
<domain type='qemu'>
  <name>many-$number</name>
  <memory unit='MiB'>16</memory>
  <os><type arch='x86_64' machine='pc'>hvm</type></os>
  <features><acpi/></features>
  <devices><memballoon model='none'/></devices>
</domain>
XML
        echo "define $folder/machine-$number.xml"
        mv "$folder/machine.xml" "$folder/machine-$number.xml"
    done >"$folder/defined"
    limited 60 virsh --quiet --connect "qemu+unix:///system?socket=$folder/server/run/libvirt-sock" <"$folder/defined" >/dev/null
    machines_file >"$folder/backends.toml"
    export HOSTING_DATA=$folder/data HOSTING_BACKENDS=$folder/backends.toml HOSTING_NO_DEMO=1
    told_of kvm many-1 "$folder"
    adopts "$work/hosting-libvirt" kvm many-50 "$folder"
    serve_machines
    customers GET /v1/kvm/instances | python3 -c 'import json, sys; print(*(one["id"] for one in json.load(sys.stdin)["data"]))' >"$folder/ids"
    [ "$(wc -w <"$folder/ids")" = 50 ]
    until_true 30 many_are stopped 50
    all_become start running
    all_become stop stopped
    # Nothing was given up, and all is as it is believed to be.
    [ -z "$("$work/hosting-libvirt" queue list --state dead)" ]
    "$work/hosting-libvirt" backend diff kvm-test
    refused grep panicked "$folder/platform.log"
    kill -KILL "$(cat "$folder/id")"
}

# all_become <action> <status>: asked of each; the server is killed four times while it is done.
all_become() {
    local id
    for id in $(cat "$folder/ids"); do
        customers POST "/v1/kvm/instances/$id/actions" "{\"action\":\"$1\"}" >/dev/null
    done
    for number in 5 15 25 35; do
        until_true 60 many_are "$2" "$number"
        echo "killed when $number at least are $2"
        echo kill >"$folder/server/orders"
    done
    until_true 20 many_are "$2" 50 || as_its_operator
    until_true 90 many_are "$2" 50
    [ "$(at_libvirt list --all --name "--state-$([ "$2" = running ] && echo running || echo shutoff)" | grep -c many-)" = 50 ]
    customers GET /v1/kvm/instances | refused grep '"last_error":"'
}

# A libvirtd that dies between writing down that it starts a machine and starting it waits for that machine for ever, and so
# does each that follows it (seen with 9.0: `pid='0'`): its operator takes away what it wrote. The change waits meanwhile.
as_its_operator() {
    local stuck
    stuck=$(grep -l "pid='0'" "$folder"/server/run/qemu/*.xml) || return 0
    echo "libvirt waits for what it never started: ${stuck//$folder/}"
    printf 'hold\nkill\n' >"$folder/server/orders"
    until_true 10 refused at_libvirt list
    # shellcheck disable=SC2086 # several
    rm $stuck
    echo go >"$folder/server/orders"
    until_true 30 at_libvirt list
    "$work/hosting-libvirt" queue list | cut -f 1 | xargs --no-run-if-empty -n 1 "$work/hosting-libvirt" queue retry
}

# many_are <status> <number>: so many at least, as their customer sees it.
many_are() {
    [ "$(customers GET /v1/kvm/instances | grep -o "\"status\":\"$1\"" | wc -l)" -ge "$2" ]
}
