# PostgreSQL, Redis and the platform: of our own, on free ports, and ended by their ids.

# start_services: with addresses in $work/services.env for `with_services`.
start_services() {
    start_postgresql
    start_redis
    cat >"$work/services.env" <<-END
	postgresql=postgres://hosting@127.0.0.1:$(cat "$work/postgresql.port")
	export REDIS_URL=redis://127.0.0.1:$(cat "$work/redis.port")
	END
}

# with_services <command…>: the tests find the services, and fail where one is not told of or does not answer.
with_services() {
    source "$work/services.env"
    # An empty database for each run, a second attempt too: the one before had other files.
    local chaos=chaos_$SECONDS
    make_database "$chaos"
    export FEATURES_DATABASE_URL=$postgresql/hosting DATABASE_TEST_URL=$postgresql
    export CHAOS_DATABASE_URL=$postgresql/$chaos CHAOS_REDIS_URL=$REDIS_URL
    TESTS_REQUIRE_SERVICES=1 "$@"
}

start_postgresql() {
    local programs data port
    data=$(roomiest)/postgresql
    echo "$data" >"$work/postgresql.folder"
    programs=$(postgresql_folder)
    port=$(free_port)
    install -d -o postgres "$data"
    # Sorted by a language's rules, as installed servers usually are: what relies on the order of
    # bytes has to say so. Written to the disk as in earnest.
    as_postgres "$programs/initdb" --pgdata="$data/data" --auth=trust --encoding=UTF8 \
        --locale=C.UTF-8 --locale-provider=icu --icu-locale=en-US >"$data/initdb.log" || { cat "$data/initdb.log"; return 1; }
    as_postgres "$programs/pg_ctl" start --silent --wait --pgdata="$data/data" --log="$data/log" --options="\
        -c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$data \
        -c fsync=on -c max_connections=200 -c log_statement=ddl" || { cat "$data/log"; return 1; }
    # Not a superuser: what the platform may do in earnest, and new databases for the tests.
    as_postgres "$programs/createuser" --host="$data" --port="$port" --createdb hosting
    # To end a database under a vacuum of the server's own, as the tests do.
    as_postgres "$programs/psql" --host="$data" --port="$port" --quiet --command='GRANT pg_signal_backend TO hosting'
    echo "$port" >"$work/postgresql.port"
    make_database hosting
    make_database fuzzed
    echo "PostgreSQL $(cat "$data/data/PG_VERSION") on port $port"
}

# make_database <name>: an empty one.
make_database() {
    as_postgres "$(postgresql_folder)/createdb" --host="$(cat "$work/postgresql.folder")" \
        --port="$(cat "$work/postgresql.port")" --owner=hosting "$1"
}

# Memory, where there is room: an fsync costs nothing there, and is asked for all the same.
roomiest() {
    local free folder
    free=$(df --output=avail --block-size=1M /dev/shm 2>/dev/null | tail -n 1)
    if [ "${free:-0}" -gt 4096 ]; then
        folder=$(mktemp -d -p /dev/shm)
        chmod 755 "$folder"
        echo "$folder"
    else
        echo "$work"
    fi
}

as_postgres() {
    (cd / && runuser -u postgres -- "$@")
}

start_redis() {
    local port
    port=$(free_port)
    redis-server --bind 127.0.0.1 --port "$port" --save '' --appendonly no --dir "$work" >"$work/redis.log" 2>&1 &
    started $!
    until_true 10 redis-cli -p "$port" ping || { cat "$work/redis.log"; return 1; }
    echo "$port" >"$work/redis.port"
    echo "Redis on port $port"
}

# The tests could pass by leaving the services alone.
services_were_used() {
    local databases scripts
    databases=$(grep -ci 'statement: create database' "$(cat "$work/postgresql.folder")/log" || true)
    scripts=$(redis-cli -p "$(cat "$work/redis.port")" info commandstats | grep -cE '^cmdstat_eval(sha)?:' || true)
    echo "PostgreSQL made $databases databases, Redis ran scripts: $scripts"
    # The first two are ours.
    [ "$databases" -gt 2 ] && [ "$scripts" -gt 0 ]
}

# The platform on PostgreSQL and Redis, with the demo's accounts.
start_platform() {
    source "$work/services.env"
    export DATABASE_URL=$postgresql/fuzzed HOSTING_DATA=$work/platform
    # The checks name a new client address with each request, see schemathesis_hooks.py.
    HOSTING_TRUSTED_PROXIES=127.0.0.1 HOSTING_BEHAVIOUR=target/behaviour/results.json \
        target/debug/hosting --listen 127.0.0.1:0 >"$work/platform.out" 2>"$work/platform.log" &
    started $!
    echo $! >"$work/platform.id"
    until_true 20 grep -q '^listening on ' "$work/platform.out" || { cat "$work/platform.out" "$work/platform.log"; return 1; }
    sed -n 's/^listening on //p' "$work/platform.out" >"$work/platform.url"
    # The demo's own keys may make 600 requests a minute; the checks make more.
    for account in demo other; do
        target/debug/hosting key create --account "$account@example.com" --all-scopes --rate 100000 >"$work/$account.key"
    done
    echo "the platform on $(cat "$work/platform.url")"
}

# A browser that was never anywhere converts what is dropped there.
files_are_dropped() {
    limited 120 python3 .ci/convert.py "$(cat "$work/platform.url")" "$(cat "$work/demo.key")"
}

platform_is_well() {
    curl --silent --show-error --fail --max-time 5 "$(cat "$work/platform.url")/health"
    echo
    # What the features found on PostgreSQL is what its page tells.
    curl --silent --show-error --fail --max-time 60 --output "$work/behaviour.html" "$(cat "$work/platform.url")/docs/behaviour"
    grep --quiet PostgreSQL "$work/behaviour.html"
    # Nothing went wrong inside, and no key was written down.
    if grep -E 'panicked|ERROR' "$work/platform.log" || grep -F -f <(cat "$work"/*.key) "$work/platform.log"; then
        return 1
    fi
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# until_true <seconds> <command…>
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}

started() {
    echo "$1" >>"$work/started"
}

# anew <folder>: empty. What was started since it was made by an earlier attempt is ended: it lives there.
anew() {
    if [ -e "$1/began" ]; then stop_started "$(cat "$1/began")"; fi
    until_true 10 rm -rf "$1"
    install -d "$1"
    touch "$work/started"
    wc -l <"$work/started" >"$1/began"
}

# stop_started <number>: ends what was started here after so many others, and nothing else.
stop_started() {
    local id
    while read -r id; do
        kill "$id" && until_true 10 gone "$id" || kill -9 "$id" || true
    done < <(tail -n "+$(($1 + 1))" "$work/started")
    sed -i "$(($1 + 1)),\$d" "$work/started"
} >/dev/null 2>&1

# Ends all that was started here.
stop_services() {
    local data
    stop_started 0
    data=$(cat "$work/postgresql.folder")
    [ ! -e "$data/data/postmaster.pid" ] ||
        as_postgres "$(postgresql_folder)/pg_ctl" stop --silent --mode=immediate --pgdata="$data/data"
    case $data in /dev/shm/*) rm -rf "${data%/postgresql}" ;; esac
} >/dev/null 2>&1

# Ended, or waiting for its parent to notice.
gone() {
    [ ! -e "/proc/$1/exe" ]
}
