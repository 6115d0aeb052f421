#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# For a double click in Finder: what was downloaded is in quarantine, and macOS would refuse to load it.
cd "$(dirname "$0")" || exit 1
xattr -dr com.apple.quarantine . 2>/dev/null
./install.sh "$@"
status=$?
printf 'Press Return to close. '
read -r answer
exit $status
