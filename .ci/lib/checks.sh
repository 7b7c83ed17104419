# The steps that are more than a command.

format() {
    limited 60 cargo fmt --check
    # A workspace of its own.
    limited 60 cargo fmt --check --manifest-path features/mutants/Cargo.toml
}

# All that is compiled: also the tests that are only run where they are asked for, and the benchmarks.
lints() {
    nothing_found build --locked --workspace --all-targets
    nothing_found build --locked --workspace --test outside
    limited 300 cargo clippy --locked --manifest-path features/mutants/Cargo.toml --target-dir target/mutants-tool -- -D warnings
}

# nothing_found <cargo's arguments…>: the compiler and Clippy have nothing to say of our crates. What they said when a crate
# was compiled cargo says again, so that nothing is compiled here but what was not yet.
nothing_found() {
    local log=$work/found.log
    CARGO_FUTURE_INCOMPAT_REPORT_FREQUENCY=never limited 1200 cargo "$@" 2>&1 | tee "$log"
    refused grep -E '^(warning|error)' "$log"
}

# What rustdoc said of each library and program of ours when it was compiled: nothing, and of each.
documentation() {
    local crates crate found=0
    crates=$(cargo metadata --locked --no-deps --format-version 1 |
        sed 's/"kind":/\n&/g' | sed -nE 's/^"kind":\["(lib|bin)"\],.*"name":"([^"]*)","src_path".*"doc":true.*/\2.\1/p' | tr - _)
    [ -n "$crates" ]
    for crate in $crates; do
        [ -e "$DOCUMENTED/$crate" ] || { echo "$crate was never documented"; found=1; }
    done
    find "$DOCUMENTED" -maxdepth 1 -type f -size +0 -exec cat {} + | tee "$work/documentation.log"
    [ "$found" = 0 ] && [ ! -s "$work/documentation.log" ]
}

# bare <command…>: where nothing is found but what the README asks for, and the shell and coreutils of every system.
bare() {
    local bare=$work/bare name
    if [ ! -d "$bare" ]; then
        mkdir "$bare"
        for name in cargo rustc rustdoc cc ld as ar sh $(dpkg -L coreutils | sed -n 's|^.*/bin/||p'); do
            ln -s "$(type -P "$name")" "$bare/$name"
        done
    fi
    PATH=$bare "$@"
}

# The README's two commands ask for the same features of what they depend on: nothing is compiled twice for a newcomer.
nothing_built_again() {
    local log=$work/built-again.log
    bare limited 1200 cargo build --locked >"$log" 2>&1
    ! grep Compiling "$log"
}

# contract_unchanged <what the binary prints> <where it is kept>
contract_unchanged() {
    limited 60 target/debug/hosting "$1" | diff --unified --label "$2" --label "hosting $1" "$2" -
}

# The package that shows frontends how to ask: its types made, checked, and used on a platform of its own.
frontend() {
    install -d "$work/graphql"
    cp -r graphql/client graphql/schema.graphql "$work/graphql"
    HOSTING_DATA=$work/frontend target/debug/hosting --listen 127.0.0.1:0 >"$work/frontend.out" 2>"$work/frontend.log" &
    started $!
    until_true 20 grep -q '^listening on ' "$work/frontend.out" || { cat "$work/frontend.out" "$work/frontend.log"; return 1; }
    cd "$work/graphql/client"
    limited 180 npm ci --ignore-scripts --loglevel=error
    limited 60 npm run generate
    limited 60 npm run check
    HOSTING_API=$(sed -n 's/^listening on //p' "$work/frontend.out") \
        HOSTING_KEY=$(sed -n 's/^API key: //p' "$work/frontend.out" | head -n 1) limited 120 npm test
}

# Built anew, the explorer is the committed one; how it was packed does not matter.
explorer_unchanged() (
    set -e
    copy=$(mktemp -d)
    trap 'rm -rf "$copy"' EXIT
    git archive HEAD rest/explorer | tar x -C "$copy"
    cd "$copy/rest/explorer"
    mv dist committed
    limited 180 npm ci --ignore-scripts --no-audit --no-fund
    limited 60 npm run build
    diff <(ls committed) <(ls dist)
    for file in committed/*.gz; do
        cmp <(zcat "$file") <(zcat "dist/${file##*/}")
    done
)

redocly() {
    REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true limited 120 \
        "$work/node_modules/.bin/redocly" lint --config .ci/redocly.yaml --max-problems 1000 rest/openapi.json
}

spectral() {
    cp .ci/spectral.yaml rest/openapi.json "$work" # beside the rules that it extends
    limited 120 "$work/node_modules/.bin/spectral" lint --ruleset "$work/spectral.yaml" --fail-severity=hint "$work/openapi.json"
}

# Where the tools are: the linter looks for its rules beside its configuration.
graphql_eslint() {
    cp .ci/eslint.config.mjs graphql/schema.graphql "$work"
    cd "$work"
    limited 120 node_modules/.bin/eslint schema.graphql
}

gplint() {
    limited 60 "$work/node_modules/.bin/gplint" --config .ci/gplint.json 'features/*/*.feature'
}

graphql_over_http() {
    API_KEY=$(cat "$work/demo.key") limited 60 \
        node "$work/graphql-audit.mjs" "$(cat "$work/platform.url")/graphql" graphql/schema.graphql
}

graphql_live() {
    API_KEY=$(cat "$work/demo.key") limited 60 node "$work/graphql-live.mjs" "$(cat "$work/platform.url")"
}

graphql_attacks() {
    API_KEY=$(cat "$work/demo.key") OTHER_KEY=$(cat "$work/other.key") PLATFORM_ID=$(cat "$work/platform.id") \
        limited 180 node .ci/graphql-attacks.mjs "$(cat "$work/platform.url")"
}

fuzz_rest() {
    identities >"$work/identities.json"
    own_ids /v1/domains >"$work/domains.txt"
    own_ids /v1/services >"$work/services.txt"
    fuzz 900 schemathesis.toml /openapi.json
}

fuzz_graph() {
    fuzz 900 schemathesis-graph.toml /graphql
}

# fuzz <seconds> <config> <path>: where the files are that the config names.
fuzz() {
    local url
    url=$(cat "$work/platform.url")
    cp .ci/schemathesis* "$work"
    cd "$work"
    BASE_URL=$url API_KEY=$(cat demo.key) PYTHONPATH=. \
        limited "$1" venv/bin/schemathesis --config-file "$2" run "$url$3"
}

# The accounts that must not see each other's records.
identities() {
    python3 - "$work" <<'END'
import json, pathlib, sys
def header(name):
    key = pathlib.Path(sys.argv[1], f"{name}.key").read_text().strip()
    return {"name": "Authorization", "value": f"Bearer {key}"}
print(json.dumps({"auth": [{"name": name, "fixedHeaders": [header(name)]} for name in ("demo", "other")]}))
END
}

# Ids of the demo account's own records, one a line: random ones are hardly ever anybody's.
own_ids() {
    curl --silent --show-error --fail --header "Authorization: Bearer $(cat "$work/demo.key")" "$(cat "$work/platform.url")$1" |
        python3 -c 'import json, sys; [print(json.dumps(one["id"])) for one in json.load(sys.stdin)["data"]]'
}
