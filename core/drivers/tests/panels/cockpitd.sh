# Cockpit and copyparty, with users and homes of their own: bash cockpitd.sh <folder> <port of Cockpit> <port of copyparty>
# <address that Cockpit leads to who has no token>. In namespaces of its own: all of it ends with what began them.
set -euo pipefail
folder=$1 cockpit=$2 files=$3 lead=$4
here=$(cd "$(dirname "$0")/../../../.." && pwd)
password=$(cat "$folder/password")

# What it changes of the machine is its own.
mkdir -p "$folder/home" "$folder/state" "$folder/run"
[ -e "$folder/etc" ] || cp -a /etc "$folder/etc" # started again, it has what it had
mount --bind "$folder/etc" /etc
mount --bind "$folder/home" /home
mkdir -p /var/lib/hosting-panel
mount --bind "$folder/state" /var/lib/hosting-panel

groupadd --force hosting-sites
install -d -m 700 /etc/hosting-panel /etc/cockpit
install -m 600 "$folder/password" /etc/hosting-panel/password
cat >/etc/cockpit/cockpit.conf <<END
[WebService]
AllowUnencrypted = true
[bearer]
command = $here/rest/deploy/hosting-panel
timeout = 20
[OAuth]
URL = $lead
TokenParam = access_token
END
cat >"$folder/files.conf" <<END
[global]
  p: $files
  i: 127.0.0.1
  shr: /shr
  shr-adm: hosting
[accounts]
  hosting: $password
[/]
  /home
  accs:
    A: hosting
END
export XDG_CONFIG_HOME=$folder/run
copyparty -c "$folder/files.conf" >"$folder/files.log" 2>&1 &
exec /usr/lib/cockpit/cockpit-ws --no-tls --address=127.0.0.1 --port="$cockpit"
