#!/bin/bash
# image.sh <file>: a guest of two megabytes, made of what the machine has: busybox, and what sets passwords.
# It goes down when it is asked to, unless it has a file /deaf, and has a line in /boots for each time that it came up.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/rootfs
mkdir -p "$root"/{bin,sbin,dev,proc,sys,root,run,tmp,usr/sbin,var} "$root/etc/pam.d"
cp /bin/busybox "$root/bin/busybox"
for name in sh cat id ls rm sleep stty sync touch; do ln -s busybox "$root/bin/$name"; done
cat >"$root/sbin/init" <<'INIT'
#!/bin/sh
echo up >>/boots
trap '[ -e /deaf ] || exit 0' PWR
while :; do sleep 3600 & wait $!; done
INIT
chmod 755 "$root/sbin/init"
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
echo 'root:*:19000:0:99999:7:::' >"$root/etc/shadow"
chmod 600 "$root/etc/shadow"
cp /etc/pam.d/chpasswd /etc/pam.d/common-password "$root/etc/pam.d/"
[ ! -e /etc/login.defs ] || cp /etc/login.defs "$root/etc/"
cp /usr/sbin/chpasswd "$root/usr/sbin/"
needed=/usr/sbin/chpasswd
for module in unix deny permit; do
    needed="$needed $(find /lib/*/security /usr/lib/*/security -name "pam_$module.so" 2>/dev/null | head -n 1)"
done
for file in $needed $(ldd $needed | grep -o '/[^ :]*' | sort -u); do
    [ -e "$root$file" ] || install -D "$file" "$root$file"
done
cat >"$folder/metadata.yaml" <<META
architecture: $(uname -m)
creation_date: 1700000000
properties:
  description: a guest of the tests
META
tar -C "$folder" -cJf "$1" metadata.yaml rootfs
