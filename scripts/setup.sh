#!/usr/bin/env bash
# Sets a checkout up: the npm packages where they are missing, and the system packages that Kintsugi makes use of:
# bubblewrap (confined trials) and git. Safe to run again, and quick where all is there.
# Where it may not install, it says what to install and goes on; with CI=true bubblewrap has to be there in the end.
set -euo pipefail

root="$(cd "$(dirname "$0")/.." && pwd)"
installed="$root/node_modules/.package-lock.json"
if [ ! -f "$installed" ] || [ "$root/package-lock.json" -nt "$installed" ]; then
  npm ci --prefix "$root" --no-audit --no-fund
fi

missing=()
command -v bwrap >/dev/null || missing+=(bubblewrap)
command -v git >/dev/null || missing+=(git)

as_root=()
if [ "$(id -u)" != 0 ]; then as_root=(sudo -n); fi

if [ "${#missing[@]}" -gt 0 ]; then
  if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    install=("${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}")
    "${install[@]}" >/dev/null 2>&1 || { "${as_root[@]}" apt-get update -qq >/dev/null && "${install[@]}" >/dev/null; } ||
      echo "setup: apt-get could not install ${missing[*]}" >&2
  else
    echo "setup: please install ${missing[*]} (Debian and Ubuntu: apt-get install ${missing[*]})" >&2
  fi
fi

if [ "${CI:-}" = true ] && ! command -v bwrap >/dev/null; then
  echo "setup: CI needs bubblewrap" >&2
  exit 1
fi
