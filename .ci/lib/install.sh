# What the machine has to have, and the tools that only the checks need.

install_toolchain() {
    have cargo || { echo "a Rust toolchain is needed: see rust-version in Cargo.toml"; return 1; }
    cargo fmt --version || limited 300 rustup component add rustfmt
    cargo clippy --version || limited 300 rustup component add clippy
    have cc || apt_install build-essential # SQLite is compiled
}

# Packages are fetched while the tests are compiled: that is waiting for others. They are installed after the tests with
# nothing else, because the engine finds programs in /usr/bin whatever PATH says.
begin_fetching() {
    (set -e; fetch_packages) >"$work/fetched.log" 2>&1 &
    fetching=$!
}

fetch_packages() {
    local only=--download-only
    install_debian
    install_incus
    install_libvirt
}

# What is not fetched by then is fetched here; how the other went is told, and is no verdict.
install_packages() {
    until_true 900 gone "$fetching"
    cat "$work/fetched.log"
    install_debian
    install_incus
    install_libvirt
    rm -rf "$work/archives"
    have copyparty || install_copyparty
    # Debian's own Node is too old for Redocly and for the OpenID provider.
    node -e 'process.exit(process.versions.node.split(".")[0] >= 20 ? 0 : 1)' || install_node
}

install_debian() {
    local packages=()
    have curl || packages+=(curl)
    python3 -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3 python3-venv)
    { have node && have npm; } || packages+=(nodejs npm)
    postgresql_folder >/dev/null || packages+=(postgresql)
    have redis-server || packages+=(redis-server)
    # What conversions are held in by, what converts beside our own engine, and what reads what that makes.
    have bwrap || packages+=(bubblewrap)
    have pdftotext || packages+=(poppler-utils)
    have qpdf || packages+=(qpdf)
    have gs || packages+=(ghostscript)
    { have compare && have identify; } || packages+=(imagemagick)
    have vips || packages+=(libvips-tools)
    have ffmpeg || packages+=(ffmpeg)
    { have heif-convert && have heif-info && have heif-enc; } || packages+=(libheif-examples)
    [ -x /usr/bin/weasyprint ] || packages+=(weasyprint)
    have strings || packages+=(binutils)
    have tesseract || packages+=(tesseract-ocr)
    have soffice || packages+=(libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui fonts-dejavu-core)
    # Letters that our own fonts lack.
    [ -e /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf ] || packages+=(fonts-noto-color-emoji)
    [ -e /usr/share/fonts/truetype/wqy/wqy-microhei.ttc ] || packages+=(fonts-wqy-microhei)
    # The nameservers that are backends, and what asks them.
    have pdns_server || packages+=(pdns-server pdns-backend-sqlite3)
    have sqlite3 || packages+=(sqlite3)
    have knotd || packages+=(knot)
    have named || packages+=(bind9)
    have dig || packages+=(bind9-dnsutils)
    # The mail servers that read our tables, what signs, and what verifies that; mail programs are Python's own.
    [ -e /usr/lib/postfix/postfix-pgsql.so ] || packages+=(postfix postfix-pgsql)
    [ -e /usr/lib/postfix/postfix-sqlite.so ] || packages+=(postfix-sqlite)
    { [ -e /usr/lib/dovecot/modules/libdriver_pgsql.so ] && have doveadm; } || packages+=(dovecot-imapd dovecot-lmtpd dovecot-pgsql)
    [ -e /usr/lib/dovecot/modules/libdriver_sqlite.so ] || packages+=(dovecot-sqlite)
    { have opendkim && [ -e /usr/lib/opendbx/libpgsqlbackend.so ]; } || packages+=(opendkim libopendbx1-pgsql)
    [ -e /usr/lib/opendbx/libsqlite3backend.so ] || packages+=(libopendbx1-sqlite3)
    /usr/bin/python3 -c 'import dkim, nacl' 2>/dev/null || packages+=(python3-dkim python3-nacl)
    # The guests of the tests are made of it.
    have busybox || packages+=(busybox-static)
    # The panel that can be had, and what opens its links.
    { [ -x /usr/lib/cockpit/cockpit-ws ] && have cockpit-bridge && [ -d /usr/share/cockpit/shell ]; } ||
        packages+=(cockpit-ws cockpit-bridge cockpit-system)
    have chromium || packages+=(chromium)
    # What asks the registry of the tests.
    perl -MNet::EPP::Simple -e 1 2>/dev/null || packages+=(libnet-epp-perl)
    # What stands before the platform, what watches it, and what starts it.
    have nginx || packages+=(nginx-light)
    have caddy || packages+=(caddy)
    have promtool || packages+=(prometheus)
    have systemd-analyze || packages+=(systemd)
    have openssl || packages+=(openssl)
    [ ${#packages[@]} -eq 0 ] || apt_install "${packages[@]}"
}

# What runs containers: Debian 12 has it among its backports only, from where its packages come otherwise.
install_incus() {
    local sources=/etc/apt/sources.list.d/hosting-backports.sources mirror
    if [ -x /usr/libexec/incus/incusd ] && have incus; then return; fi
    if [ "$(. /etc/os-release && echo "$VERSION_CODENAME")" != bookworm ]; then
        apt_install incus-base incus-client
        return
    fi
    mirror=$(awk '/^URIs:/ { print $2; exit }' /etc/apt/sources.list.d/debian.sources 2>/dev/null)
    mirror=${mirror:-$(awk '/^deb / { print $2; exit }' /etc/apt/sources.list)}
    printf 'Types: deb\nURIs: %s\nSuites: bookworm-backports\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
        "$mirror" >"$sources"
    apt_install --target-release bookworm-backports incus-base incus-client
    rm "$sources"
}

# The file manager that can be had, where it is found.
install_copyparty() {
    python3 -m venv "$work/copyparty"
    limited 300 "$work/copyparty/bin/pip" install --quiet copyparty==1.20.26 jinja2==3.1.6 markupsafe==3.0.4
    mkdir -p "$work/bin"
    ln -s "$work/copyparty/bin/copyparty" "$work/bin/copyparty"
}

# What runs virtual machines, what their guest is made with, and what a program is built with that can ask for them.
install_libvirt() {
    local utils=qemu-utils
    if have libvirtd && have virsh && have qemu-system-x86_64 && have qemu-img && have cpio && have pkg-config && pkg-config --exists libvirt; then return; fi
    # A machine may have a newer one, from the backports: the two go together, or one of them goes.
    apt-cache policy qemu-utils | grep >/dev/null "Installed:.*bpo" && utils=qemu-utils/$(. /etc/os-release && echo "$VERSION_CODENAME")
    apt_install --allow-downgrades qemu-system-x86 "$utils" libvirt-daemon-system libvirt-clients libvirt-dev pkg-config cpio e2fsprogs
}

have() {
    command -v "$1" >/dev/null
}

# Packages start their servers when they are installed; ours are started below, on ports of their own. Images for containers
# empty the usual folder of packages whenever they can: what is fetched ahead has one of its own.
apt_install() {
    local policy=/usr/sbin/policy-rc.d ours='' archives=$work/archives
    mkdir -p "$archives/partial"
    if [ ! -e "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
        ours=yes
    fi
    limited 300 apt-get -qq -o Acquire::Retries=3 update
    limited 1200 apt-get -qq -y -o Acquire::Retries=3 -o Dir::Cache::archives="$archives" install ${only:+"$only"} \
        --no-install-recommends "$@" >"$work/apt.log" || { cat "$work/apt.log"; return 1; }
    [ -z "$ours" ] || rm "$policy"
}

# The newest of the PostgreSQL versions that are there.
postgresql_folder() {
    local found
    found=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    [ -x "$found/initdb" ] && echo "$found"
}

# Pinned, with everything that they bring along; their install scripts do nothing that is needed.
install_tools() {
    python3 -m venv "$work/venv"
    limited 600 "$work/venv/bin/pip" install --quiet --requirement .ci/requirements.txt
    cp .ci/package.json .ci/package-lock.json .ci/graphql-audit.mjs .ci/graphql-live.mjs "$work"
    (cd "$work" && limited 600 npm ci --ignore-scripts --loglevel=error)
}

install_node() {
    local package
    package=node-linux-$(node -p process.arch)
    mkdir -p "$work/bin" "$work/node"
    (cd "$work/node" && limited 300 npm install --no-save --ignore-scripts --loglevel=error "$package@20.20.2")
    ln -s "../node/node_modules/$package/bin/node" "$work/bin/node"
}
