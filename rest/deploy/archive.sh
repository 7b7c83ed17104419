#!/bin/sh
# Makes the release archive target/hosting-<version>-<machine>.tar.gz: the binary, the manual, completions of the
# shells, and what lies beside this file. The same sources make the same archive.
#   sh rest/deploy/archive.sh            builds the binary by `--profile dist`, which takes a while
#   sh rest/deploy/archive.sh <binary>   takes one that was built before
# LEVEL=1 packs it quickly.
set -eu
cd "$(dirname "$0")/../.."
binary=${1:-target/dist/hosting}
[ $# -gt 0 ] || cargo build --locked --profile dist -p hosting-rest --bin hosting
version=$("$binary" --version | cut -d' ' -f2)
name=hosting-$version-$(uname -m)-linux
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name
share=$root/share
doc=$share/doc/hosting
mkdir -p "$root/bin" "$root/lib/systemd/system" "$share/man/man1" "$share/bash-completion/completions" \
    "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$doc"
install -m 755 "$binary" "$root/bin/hosting"
"$binary" man | gzip -9n >"$share/man/man1/hosting.1.gz"
"$binary" completions bash >"$share/bash-completion/completions/hosting"
"$binary" completions zsh >"$share/zsh/site-functions/_hosting"
"$binary" completions fish >"$share/fish/vendor_completions.d/hosting.fish"
cp rest/deploy/hosting.service "$root/lib/systemd/system"
for file in rest/deploy/* LICENSE*; do
    case $file in
    *.sh | */Dockerfile* | */hosting.service) ;; # of use with the sources alone, or elsewhere in the archive
    *) [ ! -f "$file" ] || cp "$file" "$doc" ;;
    esac
done
cp -r rest/deploy/mail rest/deploy/company "$doc"
"$binary" openapi >"$doc/openapi.json"
"$binary" schema >"$doc/schema.graphql"
find "$root" -type f ! -name hosting -exec chmod 644 {} +
chmod 755 "$root/bin/hosting"
chmod 644 "$share/bash-completion/completions/hosting"
mkdir -p target
when=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
tar --create --directory "$work" --format=posix --pax-option=delete=atime,delete=ctime --sort=name \
    --mtime="@$when" --owner=0 --group=0 --numeric-owner --mode=go-w "$name" | gzip "-n${LEVEL:-9}" >"target/$name.tar.gz"
(cd target && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
