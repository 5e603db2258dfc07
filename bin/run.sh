#!/bin/sh
# Runs a program on the Node that the installation brought; where that one cannot start, on the machine's own if it
# is new enough. Usage: sh bin/run.sh PROGRAM [ARGUMENT...]
OLDEST=24

root=$(cd "$(dirname "$0")/.." && pwd)

# Prints the major version of a Node, nothing where it does not start.
major_of() {
  "$1" -p 'process.versions.node.split(".")[0]' 2>/dev/null
}

# Prints every Node of this machine that no project has brought.
own_nodes() {
  [ -n "$npm_node_execpath" ] && echo "$npm_node_execpath"
  IFS=:
  for folder in $PATH; do
    case $folder in
      */node_modules/.bin) ;;
      *) [ -x "$folder/node" ] && echo "$folder/node" ;;
    esac
  done
}

# Not node_modules/.bin/node: npm 9 removes that link together with the packages of other platforms.
for brought in "$root"/node_modules/node-*/bin/node; do
  if trouble=$("$brought" --version 2>&1 >/dev/null); then
    exec "$brought" "$@"
  fi
done

newest=
# One Node a line: a path may have spaces.
IFS='
'
for own in $(own_nodes); do
  major=$(major_of "$own")
  [ "${major:-0}" -ge "$OLDEST" ] && exec "$own" "$@"
  newest=${newest:-$("$own" --version 2>/dev/null)}
done

library=$(echo "$trouble" | sed -n 's/.*loading shared libraries: \([^:]*\):.*/\1/p')
glibc=$(echo "$trouble" | sed -n "s/.*version .\(GLIBC_[0-9.]*\)' not found.*/\1/p" | tail -n 1)
{
  if [ ! -e "$brought" ]; then
    echo "There is no Node $OLDEST here. \"npm install\" brings one for Linux on x64 and arm64."
  else
    echo "The Node that comes with Carrel cannot start on this machine: $trouble"
  fi
  case $library in
    "") ;;
    libatomic.so*) echo "$library is missing. Debian and Ubuntu: apt-get install libatomic1. Fedora: dnf install libatomic." ;;
    libstdc++.so*) echo "$library is missing. Debian and Ubuntu: apt-get install libstdc++6. Fedora: dnf install libstdc++." ;;
    libgcc_s.so*) echo "$library is missing. Debian and Ubuntu: apt-get install libgcc-s1. Fedora: dnf install libgcc." ;;
    *) echo "$library is missing. Debian and Ubuntu: apt-get install apt-file && apt-file update && apt-file search $library names its package." ;;
  esac
  [ -n "$glibc" ] && echo "It needs a C library (package libc6, or glibc) that has $glibc: that of Debian 10, Ubuntu 20.04, RHEL 8 or newer."
  if [ -e /etc/alpine-release ]; then
    echo "Alpine's C library is musl, and Carrel's native parts need glibc: use a Debian, Ubuntu or Fedora."
  fi
  echo "Or install Node $OLDEST or newer yourself: it is then used instead. This machine has ${newest:-none}."
} >&2
exit 1
