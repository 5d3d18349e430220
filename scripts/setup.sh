#!/usr/bin/env bash
# Installs the Debian packages that the build needs, and those named as arguments, that are not there yet. Does nothing
# when all are.
set -euo pipefail

packages=(g++ cmake make libzydis-dev libgtest-dev nlohmann-json3-dev libxxhash-dev zlib1g-dev
          clang-format clang-tidy maven openjdk-17-jdk-headless binutils "$@")

missing=()
for package in "${packages[@]}"; do
  # A package that was removed but not purged is known to dpkg, so the status is asked for, not the name.
  [[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" == installed ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

fail() {
  echo "setup: $1" >&2
  exit 1
}

command -v apt-get >/dev/null || fail "missing: ${missing[*]}; this script knows Debian only, install them by hand"
as_root=()
if [[ $(id -u) -ne 0 ]]; then
  command -v sudo >/dev/null || fail "missing: ${missing[*]}; run 'apt-get install ${missing[*]}' as root"
  as_root=(sudo)
fi

install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "setup: installing ${missing[*]}"
# The package lists are refreshed only when the ones at hand do not do.
if ! install >"$log" 2>&1; then
  { "${as_root[@]}" apt-get update -q && install; } >"$log" 2>&1 ||
    fail "apt-get failed ($(grep -m1 '^E:' "$log" || tail -n1 "$log")); check the network and /etc/apt/sources.list, then run make setup"
fi
