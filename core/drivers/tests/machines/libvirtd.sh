#!/bin/bash
# libvirtd.sh <folder>: libvirt in <folder>, for tests, in namespaces of its own that end with the process that starts this:
#   unshare --mount --net --pid --fork --kill-child --mount-proc bash libvirtd.sh <folder>
# It is started again whenever it ends. What is written to <folder>/orders is done: `kill` ends it at once, `end` as its
# operator would, `hold` and `go` keep it from being started meanwhile; `stop` holds it still, as if it hung, and `cont` has
# it go on; `crash` ends all machines at once. How many orders were carried out is in <folder>/obeyed.
set -u
folder=$1
mount --make-rprivate /
for name in etc run lib log cache; do mkdir -p "$folder/$name"; done
mkdir -p /run/libvirt /var/cache/libvirt
mount --bind "$folder/etc" /etc/libvirt
mount --bind "$folder/run" /run/libvirt
mount --bind "$folder/lib" /var/lib/libvirt
mount --bind "$folder/log" /var/log/libvirt
mount --bind "$folder/cache" /var/cache/libvirt
mkdir -p /var/log/libvirt/qemu
printf '%s\n' 'auth_unix_rw = "none"' 'unix_sock_rw_perms = "0700"' >/etc/libvirt/libvirtd.conf
printf '%s\n' 'user = "root"' 'group = "root"' 'security_driver = "none"' 'namespaces = []' 'cgroup_controllers = []' \
    'stdio_handler = "file"' >/etc/libvirt/qemu.conf
ip link set lo up
[ -p "$folder/orders" ] || mkfifo "$folder/orders"
exec 3<>"$folder/orders"
held= server= obeyed=0
while :; do
    if [ -z "$held" ] && ! { [ -n "$server" ] && kill -0 "$server" 2>/dev/null; }; then
        rm -f /run/libvirtd.pid
        libvirtd --pid-file "$folder/run/libvirtd.pid" 3>&- &
        server=$!
    fi
    read -r -t 0.2 -u 3 order || continue
    case $order in
        hold) held=yes ;;
        go) held= ;;
        kill) kill -KILL "$server"; wait "$server" 2>/dev/null; server= ;;
        end) kill -TERM "$server"; wait "$server" 2>/dev/null; server= ;;
        stop) kill -STOP "$server" ;;
        cont) kill -CONT "$server" ;;
        crash) pkill -KILL qemu ;;
    esac
    obeyed=$((obeyed + 1))
    echo "$obeyed" >"$folder/obeyed"
done
