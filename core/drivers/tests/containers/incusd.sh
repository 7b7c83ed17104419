#!/bin/bash
# incusd.sh <folder>: Incus in <folder>, for tests, in namespaces of its own that end with the process that starts this:
#   unshare --mount --pid --fork --kill-child --mount-proc bash incusd.sh <folder>
# It is started again whenever it ends. What is written to <folder>/orders is done: `kill` ends it at once, `hold` and
# `go` keep it from being started meanwhile, `stop` holds it still, as if it hung. How many orders were carried out is in
# <folder>/obeyed.
set -u
folder=$1
mount --make-rprivate /
mount --make-rshared /
export INCUS_DIR=$folder PATH=/usr/libexec/incus:$PATH INCUS_DOCUMENTATION=
export LXC_TEMPLATE_CONFIG=/usr/share/lxc/config LXC_EXEC_PATH=/usr/libexec/incus
# It looks for lists of images and of instance types when it starts: there are none here.
export http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9
[ -p "$folder/orders" ] || mkfifo "$folder/orders"
exec 3<>"$folder/orders"
held= server= obeyed=0
while :; do
    if [ -z "$held" ] && ! { [ -n "$server" ] && kill -0 "$server" 2>/dev/null; }; then
        incusd --group root --logfile "$folder/incusd.log" 3>&- &
        server=$!
    fi
    read -r -t 0.2 -u 3 order || continue
    case $order in
        hold) held=yes ;;
        go) held= ;;
        kill) kill -KILL "$server"; wait "$server" 2>/dev/null; server= ;;
        stop) kill -STOP "$server" ;;
    esac
    obeyed=$((obeyed + 1))
    echo "$obeyed" >"$folder/obeyed"
done
