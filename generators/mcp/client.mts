// The official client of the Model Context Protocol, for the tests of `realm mcp`: it starts a server, lists its tools and calls some.
//   node client.mts '{ "command": …, "args": […], "env": {…}, "cwd": …, "calls": [{ "name": …, "arguments": {…} }] }'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';

interface Task {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  calls: { name: string; arguments: Record<string, unknown> }[];
}

const { calls, ...program } = JSON.parse(process.argv[2] ?? '') as Task;
const transport = new StdioClientTransport({ ...program, stderr: 'inherit' });
const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(transport);
await client.ping();
const { tools } = await client.listTools();
const results: unknown[] = [];
for (const call of calls) results.push(await client.callTool(call));
const { version, instructions } = { version: client.getServerVersion(), instructions: client.getInstructions() };
await client.close();
console.log(JSON.stringify({ latest: LATEST_PROTOCOL_VERSION, version, instructions, tools, results }));
