# Steps: each is announced, timed and counted.
passed=0
failed=0
status=0 # of the last step
summary=()
deadline=$((80 * 60)) # in seconds since the beginning; what is under way then is ended

# step <name> <command…>: one thing that passes or fails.
step() {
    local name=$1 began=$SECONDS
    shift
    printf '\n=== %s\n' "$name"
    # In a condition `set -e` would mean nothing, even in here.
    (set -e; in_time; "$@")
    status=$?
    if succeeded; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    conclude "$name" "$began" ""
}

# tests <name> <command…>: a command that counts what passes and fails itself.
tests() {
    local name=$1 began=$SECONDS log=$work/tests.log good bad
    shift
    printf '\n=== %s\n' "$name"
    # What a killed test has left behind may hold on to the pipe.
    (set -e; in_time; "$@") | limited 3600 tee "$log"
    status=$?
    read -r good bad < <(count "$log")
    # A crash, a hang or an empty run has counted nothing and is a failure.
    if [ "$bad" = 0 ] && { ! succeeded || [ "$good" = 0 ]; }; then bad=1; fi
    [ "$bad" = 0 ] || { status=1; printf '\n=== %s\n%s\n' "$name" "$(faults "$log")" >>"$work/faults"; }
    passed=$((passed + good)) failed=$((failed + bad))
    conclude "$name" "$began" ": $good passed, $bad failed"
}

in_time() {
    [ $SECONDS -lt $deadline ] || { echo "there is no time left"; return 1; }
}

# limited <seconds> <command…>: no longer than that, and not beyond the deadline.
limited() {
    local seconds=$1 left=$((deadline - SECONDS))
    shift
    [ "$left" -gt 0 ] || left=1
    timeout --kill-after=10 $((seconds < left ? seconds : left)) "$@"
}

# What cargo's harness and that of the features say at the end of each test binary.
count() {
    awk '/^test result:/ { good += $4; bad += $6 }
         /^[0-9]+ passed, [0-9]+ failed$/ { good += $1; bad += $3 }
         END { print good + 0, bad + 0 }' "$1"
}

# What they say of what failed, at most a page: cargo's harness, that of the features, and who was ended.
faults() {
    awk '/^failures:$/ { on = 1 }
         /^(✗|thread .* panicked)/ { on = 1 }
         /^(test result:|✓|in [0-9.]+ s on )/ { on = 0 }
         on || /^error[:[]/ || /has been running for over/' "$1" | cut -c 1-300 | head -n 120
}

succeeded() {
    [ "$status" -eq 0 ]
}

conclude() {
    local word=ok
    succeeded || word=FAILED
    summary+=("$(printf '%-6s %4ds  %s%s' "$word" $((SECONDS - $2)) "$1" "$3")")
    printf -- '--- %s after %ds\n' "$word" $((SECONDS - $2))
}

finish() {
    # Where a log is cut, its end is what is left.
    [ ! -e "$work/faults" ] || cat "$work/faults"
    printf '\n=== summary, %ds\n' "$SECONDS"
    printf '%s\n' "${summary[@]}"
    printf '%d passed, %d failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
    exit
}
