# The short form of the mutants: some of those in what has changed since the day before. They are built and tried where the
# other steps leave the processors idle, and apart from what these build.

begin_mutants() {
    (try_mutants; echo "$?" >"$work/mutants.status") >"$work/mutants.log" 2>&1 &
    mutants=$!
}

try_mutants() {
    local target=$PWD/target/beside since
    # Without a history they are taken from everything.
    since=$(git rev-list -1 --before="$(($(git log -1 --format=%ct) - 43200))" HEAD)
    mkdir -p "$target/debug"
    # What we depend on is there already; whatever is built anew has names of its own.
    cp -al target/debug/deps target/debug/build target/debug/.fingerprint "$target/debug/"
    unset RUSTC_WORKSPACE_WRAPPER
    export CARGO_TARGET_DIR=$target CARGO_BUILD_JOBS=1
    limited 2700 chrt --idle 0 cargo run --locked --manifest-path features/mutants/Cargo.toml -- \
        ${since:+--since "$since"} --jobs 1 --minutes 3 --at-least 60
}

# How they went; where they are not at their end two minutes from now, what was tried is told, and no verdict.
mutants_noticed() {
    if ! until_true 120 gone "$mutants"; then
        pkill -P "$mutants" || true
        echo "there was no time for all"
    fi
    grep -E '^(noticed|SURVIVED|UNREACHED|[0-9]+ mutants|[0-9]+ tried)|left out|no time' "$work/mutants.log" || cat "$work/mutants.log"
    # 124: they were ended because they took too long.
    [ ! -e "$work/mutants.status" ] || [[ $(cat "$work/mutants.status") =~ ^(0|124|143)$ ]]
}
