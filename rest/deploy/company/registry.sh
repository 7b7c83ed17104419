#!/bin/sh
# registry.sh <program> <folder> <address> <port>: the registry of the tests, which listens to its own machine alone, and what
# leads to it. The folder has `authority.pem`, and `port` once it listens; a file `domains` there names domains that it has.
set -eu
program=$1 folder=$2
rm -f "$folder/port" "$folder/input"
mkfifo "$folder/input"
REGISTRY_FOLDER=$folder "$program" --ignored --exact epp::standalone::until_its_input_ends <"$folder/input" >"$folder/log" 2>&1 &
sleep infinity >"$folder/input" & # it ends when its input does
echo $! >"$folder/id"
until [ -e "$folder/port" ]; do
    kill -0 "$(cat "$folder/id")"
    sleep 0.1
done
exec python3 "$(dirname "$0")/relay.py" "$3" "$4" 127.0.0.1 "$(cat "$folder/port")"
