#!/usr/bin/env bash
# udev_rules_test.sh FILE: udev can read the rules.
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin
if ! udevadm verify --help >/dev/null 2>&1; then
    echo "skipped: there is no udevadm here that can verify rules (systemd 254 and newer)"
    exit 77
fi
udevadm verify --no-summary "$1"
