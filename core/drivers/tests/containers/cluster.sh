#!/bin/bash
# cluster.sh <folder>: a cluster of two members in <folder>/1 and <folder>/2, for tests, in namespaces that end with the process
# that starts this:
#   unshare --mount --net --pid --fork --kill-child --mount-proc bash cluster.sh <folder>
# The first has the container `here`, the second `there`; both run once there is a file <folder>/ready. Each takes orders as
# incusd.sh says.
set -eu
folder=$1
scripts=$(dirname "$0")
mount --make-rprivate /
mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
# Members ask each other without the proxy that leads nowhere.
export no_proxy=10.98.0.0/24

# at <member> <command…>: what an operator does there.
at() {
    local member=$1
    shift
    INCUS_DIR=$folder/$member INCUS_CONF=$folder/client nsenter --net="/run/netns/member$member" "$@" </dev/null
}

ip link add members type bridge
ip link set members up
for member in 1 2; do
    mkdir -p "$folder/$member"
    ip netns add "member$member"
    ip link add "to$member" type veth peer name eth0 netns "member$member"
    ip link set "to$member" master members up
    at "$member" ip link set lo up
    at "$member" ip address add "10.98.0.$member/24" dev eth0
    at "$member" ip link set eth0 up
    at "$member" unshare --mount --pid --fork --kill-child --mount-proc bash "$scripts/incusd.sh" "$folder/$member" &
    for _ in $(seq 600); do
        at "$member" incus query /1.0 >"$folder/said" 2>&1 && break
        sleep 0.1
    done
done
at 1 incus query -X PATCH -d '{"config": {"core.https_address": "10.98.0.1:8443"}}' /1.0
at 1 incus storage create default dir
at 1 incus profile device add default root disk path=/ pool=default
at 1 incus cluster enable 1
at 1 incus config set cluster.offline_threshold=12
token=$(at 1 incus cluster add --quiet 2 | tail -n 1)
cat >"$folder/join.yaml" <<YAML
cluster:
  enabled: true
  server_name: "2"
  server_address: 10.98.0.2:8443
  cluster_token: $token
  member_config: [{entity: storage-pool, name: default, key: source, value: ""}]
YAML
INCUS_DIR=$folder/2 INCUS_CONF=$folder/client nsenter --net=/run/netns/member2 incus admin init --preseed <"$folder/join.yaml"
bash "$scripts/image.sh" "$folder/image.tar.xz"
at 1 incus image import "$folder/image.tar.xz" --alias tiny --quiet
at 1 incus launch tiny here --target 1 --quiet
at 1 incus launch tiny there --target 2 --quiet
touch "$folder/ready"
wait
