# The registry that the tests of the EPP driver have, asked by a client that others have made (Net::EPP): it must not be right
# to our own driver only.

registry_is_one() {
    local folder=$work/registry input
    install -d "$folder"
    mkfifo "$folder/input"
    REGISTRY_FOLDER=$folder limited 300 cargo test --locked --workspace --test registrar -- \
        --ignored --exact epp::standalone::until_its_input_ends <"$folder/input" >"$folder/log" 2>&1 &
    exec {input}>"$folder/input" # it ends when this is closed, as it is when the step fails
    until_true 200 test -e "$folder/port" || { cat "$folder/log"; return 1; }
    limited 60 perl .ci/registry.pl "$(cat "$folder/port")" "$folder/authority.pem" 2>&1
    exec {input}>&-
    wait
}
