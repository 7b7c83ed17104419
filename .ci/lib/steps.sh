# Steps: each is announced, timed and counted.
passed=0
failed=0
status=0 # of the last step
summary=()
deadline=$((80 * 60)) # in seconds since the beginning; what is under way then is ended

# What drives servers and browsers of others fails once in a great while on a busy machine. With `attempts=2` before it, a
# step or tests that failed are tried once more; the last attempt counts, and the summary tells that it was not the first.

# step <name> <command…>: one thing that passes or fails.
step() {
    local name=$1 began=$SECONDS attempt=1 first=""
    shift
    printf '\n=== %s\n' "$name"
    one_step "$@"
    while another_attempt; do
        first=$(tail -n 40 "$work/step.log")
        one_step "$@"
    done
    if succeeded; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    if ! succeeded && [ "${attempts:-1}" -gt 1 ]; then
        printf '\n=== %s\n%s\n' "$name" "$(tail -n 40 "$work/step.log" | cut -c 1-300)" >>"$work/faults"
    fi
    conclude "$name" "$began" ""
}

one_step() {
    # In a condition `set -e` would mean nothing, even in here.
    if [ "${attempts:-1}" = 1 ]; then
        (set -eE; trap tell_where ERR; in_time; "$@")
        status=$?
    else
        # What is said has to be told later, too. Not by a pipe: what the step has started may hold on to that.
        (set -eE; trap tell_where ERR; in_time; "$@") >"$work/step.log" 2>&1
        status=$?
        cat "$work/step.log"
    fi
}

# What of a step was not so, and where: many say nothing themselves.
tell_where() {
    local at lines=""
    for ((at = 1; at < ${#FUNCNAME[@]}; at++)); do
        case ${FUNCNAME[at]} in one_step) break ;; esac
        lines+=" ${BASH_SOURCE[at]##*/}:${BASH_LINENO[at - 1]}"
    done
    echo "not so: $BASH_COMMAND${lines:+, at$lines}" >&2
}

# tests <name> <command…>: a command that counts what passes and fails itself.
tests() {
    local name=$1 began=$SECONDS attempt=1 first="" log=$work/tests.log good bad
    shift
    printf '\n=== %s\n' "$name"
    one_run "$@"
    while another_attempt; do
        first=$(faults "$log")
        first=${first:-$(tail -n 40 "$log")}
        one_run "$@"
    done
    [ "$bad" = 0 ] || printf '\n=== %s\n%s\n' "$name" "$(faults "$log")" >>"$work/faults"
    passed=$((passed + good)) failed=$((failed + bad))
    conclude "$name" "$began" ": $good passed, $bad failed"
}

one_run() {
    # What a killed test has left behind may hold on to the pipe.
    (set -e; in_time; "$@") | limited 3600 tee "$log"
    status=$?
    read -r good bad < <(count "$log")
    # A crash, a hang or an empty run has counted nothing and is a failure.
    if [ "$bad" = 0 ] && { ! succeeded || [ "$good" = 0 ]; }; then bad=1; fi
    [ "$bad" = 0 ] || status=1
}

# Whether what has failed is tried again.
another_attempt() {
    if succeeded || [ "$attempt" -ge "${attempts:-1}" ] || [ $SECONDS -ge $deadline ]; then return 1; fi
    attempt=$((attempt + 1))
    printf -- '--- FAILED after %ds, and is tried again\n' $((SECONDS - began))
}

# Whether this is not the first attempt: what that has left is in the way then.
again() {
    [ "${attempt:-1}" -gt 1 ]
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
    if ! succeeded; then
        word=FAILED
    elif again; then
        word=FLAKY
        printf '\n=== %s: the first time\n%s\n' "$1" "$first" >>"$work/faults"
    fi
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
