#!/bin/bash
# guest.sh <folder>: a guest of some megabytes in <folder>: kernel, initrd and disk.qcow2, made of Debian's kernel for
# clouds, busybox, what sets passwords, and the agent of QEMU. Nothing is installed for it.
#
# It goes down when its power button is pressed, or its agent is told to, unless it has a file /deaf. Its disk is at /disk.
set -eu
mkdir -p "$1/packages" "$1/root"
folder=$(realpath "$1")
cd "$folder/packages"
kernel=$(apt-cache depends "linux-image-cloud-$(dpkg --print-architecture)" | awk '/Depends: linux-image-/ { print $2; exit }')
apt-get -qq -o APT::Sandbox::User=root download "$kernel" qemu-guest-agent
for package in *.deb; do dpkg -x "$package" .; done
cp boot/vmlinuz-* "$folder/kernel"
root=$folder/root
mkdir -p "$root"/{bin,sbin,dev,proc,sys,root,run,tmp,disk,modules,usr/sbin,var/run} "$root/etc/pam.d"
cp /bin/busybox "$root/bin/busybox"
for name in sh cat dd grep insmod kill ls mkdir mount poweroff rm sleep sync touch umount; do ln -s busybox "$root/bin/$name"; done
# Each after those that it needs; what is not there is built in.
for module in virtio_ring virtio virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_blk virtio_console button evdev; do
    file=$(find lib/modules -name "$module.ko")
    [ -z "$file" ] || { cp "$file" "$root/modules/" && echo "$module.ko" >>"$root/modules/order"; }
done
cat >"$root/init" <<'INIT'
#!/bin/sh
export PATH=/bin:/sbin:/usr/sbin
mount -t proc none /proc; mount -t sysfs none /sys; mount -t devtmpfs none /dev
while read -r module; do insmod "/modules/$module"; done </modules/order
# What was found is there a little later.
until [ -e /dev/vda ] && grep -q org.qemu.guest_agent.0 /sys/class/virtio-ports/*/name 2>/dev/null &&
    grep -A 5 'Power Button' /proc/bus/input/devices | grep -q event; do sleep 0.1; done
mount -t ext4 /dev/vda /disk
for port in /sys/class/virtio-ports/*; do
    [ "$(cat "$port/name")" = org.qemu.guest_agent.0 ] || continue
    qemu-ga -m virtio-serial -p "/dev/${port##*/}" &
    echo $! >/agent
done
for input in /dev/input/event*; do
    while dd if="$input" of=/dev/null bs=24 count=1 2>/dev/null; do shutdown; done &
done
while :; do sleep 3600; done
INIT
cat >"$root/sbin/shutdown" <<'SHUTDOWN'
#!/bin/sh
[ -e /deaf ] && exit 0
sync; umount /disk; poweroff -f
SHUTDOWN
chmod 755 "$root/init" "$root/sbin/shutdown"
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
echo 'root:x:0:' >"$root/etc/group"
echo 'root:*:19000:0:99999:7:::' >"$root/etc/shadow"
chmod 600 "$root/etc/shadow"
cp /etc/pam.d/chpasswd /etc/pam.d/common-password "$root/etc/pam.d/"
[ ! -e /etc/login.defs ] || cp /etc/login.defs "$root/etc/"
cp /usr/sbin/chpasswd usr/sbin/qemu-ga "$root/usr/sbin/"
needed="/usr/sbin/chpasswd usr/sbin/qemu-ga"
for module in unix deny permit; do
    file=$(find /lib/*/security /usr/lib/*/security -name "pam_$module.so" 2>/dev/null | head -n 1)
    install -D "$file" "$root$file"
    needed="$needed $file"
done
for file in $(ldd $needed | grep -o '/[^ :]*' | sort -u); do
    [ ! -e "$file" ] || [ -e "$root$file" ] || install -D "$file" "$root$file"
done
(cd "$root" && find . | cpio --quiet -o -H newc | gzip -1) >"$folder/initrd"
truncate -s 64M "$folder/disk"
/sbin/mke2fs -q -t ext4 -O ^has_journal "$folder/disk"
qemu-img convert -O qcow2 "$folder/disk" "$folder/disk.qcow2"
rm -r "$folder/packages" "$root" "$folder/disk"
