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
client.setRequestHandler(ListRootsRequestSchema, () => ({roots: [{uri: 'file:///interop/root', name: 'root'}]}))
client.onerror = error => fail(`the client reports: ${error}`)
await client.connect(transport)

const {tools} = await client.listTools()
for (const tool of tools) {
  if (!tool.description) fail(`${tool.name} has no description`)
}
// All at once: the answers may come in any order, and each has to reach its own call.
await Promise.all(JSON.parse(readFileSync(calls, 'utf8')).map(check))
client.onerror = undefined // an open stream is cut by the end
await client.close()
console.log(`${tools.length} tools listed, every call answered as expected`)

async function check(call) {
  let progress = 0
  const result = await client.callTool({name: call.tool, arguments: call.arguments}, undefined, {onprogress: () => progress++})
  const told = JSON.stringify(call)
  if (Boolean(result.isError) !== Boolean(call.isError)) fail(`${told}: isError is ${result.isError}: ${result.content[0].text}`)
  if (!result.content[0].text.includes(call.contains)) fail(`${told}: the answer is ${result.content[0].text}`)
  if (call.progress !== undefined && progress !== call.progress) fail(`${told}: progress came ${progress} times before the answer`)
}

function fail(message) {
  console.error(`FAIL ${message}`)
  process.exit(1)
}
