#!/usr/bin/env bash
# Drives `sentinel mcp` with the official clients over a folder that has one of everything: a file that is dangerous, one
# that is broken, a normal one, one that cannot be read, one that is too large, and a link that leads out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../../../.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+rwX "$work"; rm -rf "$work"' EXIT

mixed=$work/mixed
git init -q "$mixed"
printf 'import { exec } from "node:child_process";\nexec("x");\n' >"$mixed/danger.ts"
printf 'export function broken( {\n' >"$mixed/broken.ts"
printf 'export const normal = 1;\n' >"$mixed/normal.ts"
printf 'eval(secret);\n' >"$work/outside.ts"
head -c 1048577 /dev/zero | tr '\0' ' ' >"$mixed/large.ts"
ln -s ../outside.ts "$mixed/link.ts"
printf 'export const unread = 1;\n' >"$mixed/unreadable.ts"
chmod 000 "$mixed/unreadable.ts"
cat >"$work/config.yaml" <<END
validations:
  pass: {argv: ["true"], description: passes}
  fail: {argv: ["false"], description: fails}
  other: {argv: ["true"]}
mcp: {allow-validations: [pass, fail]}
END

(cd "$top" && go build -o "$work/sentinel" ./cmd/sentinel)
# The Inspector takes --config for its own, so the server's is in a script.
cat >"$work/server" <<END
#!/bin/sh
exec "$work/sentinel" mcp --root "$mixed" --config "$work/config.yaml" "\$@"
END
chmod +x "$work/server"
INTEROP_ROOT=$mixed "$top/internal/mcp/testdata/interop/run.sh" -c "$here/calls.json" "$work/server"
