// The official TypeScript SDK as a client: client.mjs CALLS.json URL, or client.mjs CALLS.json COMMAND ARGUMENT...
import {readFileSync} from 'node:fs'
import {Client} from '@modelcontextprotocol/sdk/client/index.js'
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js'
import {StreamableHTTPClientTransport} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import {ListRootsRequestSchema} from '@modelcontextprotocol/sdk/types.js'

const [calls, target, ...args] = process.argv.slice(2)
const transport = target.startsWith('http://')
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({command: target, args})
const client = new Client({name: 'interop', version: '1.0.0'}, {capabilities: {roots: {}}})
client.setRequestHandler(ListRootsRequestSchema, () => ({roots: [{uri: `file://${process.env.INTEROP_ROOT || '/interop/root'}`, name: 'root'}]}))
// The SDK hands over a progress notification after the response if both come in one piece, and then complains of it.
// So the order is looked at on the wire.
client.onerror = error => { if (!String(error).includes('progress notification for an unknown token')) fail(`the client reports: ${error}`) }
await client.connect(transport)
const wire = []
const inner = transport.onmessage
transport.onmessage = (message, extra) => { wire.push(message); inner(message, extra) }

const {tools} = await client.listTools()
for (const tool of tools) {
  if (!tool.description) fail(`${tool.name} has no description`)
}
// All at once: the answers may come in any order, and each has to reach its own call.
const expected = JSON.parse(readFileSync(calls, 'utf8'))
await Promise.all(expected.map(check))
checkProgress(expected)
client.onerror = undefined // an open stream is cut by the end
await client.close()
console.log(`${tools.length} tools listed, every call answered as expected`)

async function check(call) {
  const result = await client.callTool({name: call.tool, arguments: call.arguments}, undefined, {onprogress: () => {}})
  const told = JSON.stringify(call)
  if (Boolean(result.isError) !== Boolean(call.isError)) fail(`${told}: isError is ${result.isError}: ${result.content[0].text}`)
  if (!result.content[0].text.includes(call.contains)) fail(`${told}: the answer is ${result.content[0].text}`)
}

// The SDK takes the id of a call for its progress token.
function checkProgress(expected) {
  let seen = 0
  wire.forEach((message, at) => {
    if (message.method !== 'notifications/progress') return
    seen++
    if (wire.findIndex(m => m.id === message.params.progressToken && !m.method) < at) fail(`progress came after its response: ${JSON.stringify(message)}`)
  })
  const least = expected.reduce((sum, call) => sum + (call.progress ?? 0), 0)
  if (seen < least) fail(`progress came ${seen} times, at least ${least} were due`)
}

function fail(message) {
  console.error(`FAIL ${message}`)
  process.exit(1)
}
