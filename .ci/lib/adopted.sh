# What was there before the platform, and becomes a service of Ama's: a container, a machine, a site.

# told_of <type> <name> <folder>: what the operator says: of Ama ($folder/account.json), of all alike that become services of
# hers (terms.json), and of the one that <name> becomes (inventory.json).
told_of() {
    python3 - <(target/debug/hosting inventory example) "$@" <<'PY'
import json, sys
example, (sort, name, folder) = json.load(open(sys.argv[1])), sys.argv[2:]
kind = {"hosting": "shared_hosting"}.get(sort, sort)
service = next(s for a in example["accounts"] for s in a["services"] if s["service_type"] == kind)
service["display_name"] = service[sort]["site" if sort == "hosting" else "hostname"] = name
account = {"email": "ama@example.com", "full_name": "Ama Mensah", "preferred_language": "en", "timezone": "Africa/Accra", "status": "active"}
own = ("display_name", "service_type", "status")
for file, said in [("account", {"accounts": [account]}), ("inventory", {"accounts": [account | {"services": [service]}]}),
                   ("terms", {member: value for member, value in service.items() if member not in own})]:
    json.dump(said, open(f"{folder}/{file}.json", "w"))
PY
}

# adopts <program> <type> <name> <folder>: the program, told so, makes a service of what is there.
adopts() {
    "$1" inventory apply "$4/account.json"
    "$1" inventory adopt "$2" --account ama@example.com --terms "$4/terms.json" | grep " $3 is adopted$"
}

# order_is <program> <folder> <status>: what the operator says of the order from now on.
order_is() {
    python3 - "$2/inventory.json" "$3" <<'PY'
import json, sys
file, status = sys.argv[1:]
said = json.load(open(file))
said["accounts"][0]["services"][0]["status"] = status
json.dump(said, open(file, "w"))
PY
    "$1" inventory apply "$2/inventory.json"
}
