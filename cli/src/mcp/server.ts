// The methods of the Model Context Protocol that a server of tools needs: initialize, ping, tools/list and tools/call.
import { RpcError, type Handler, type Params } from './json-rpc.ts';
import { faultOf } from './tool-arguments.ts';
import type { Tool } from './tool.ts';

/** The newest first: it is offered to a client that asks for another one. */
const PROTOCOL_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

interface ServerFacts {
  version: string;
  /** For the model: what this server is for. */
  instructions: string;
}

export function mcpHandler(tools: Tool[], { version, instructions }: ServerFacts): Handler {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  async function call({ name, arguments: args = {} }: Params, signal: AbortSignal): Promise<object> {
    const tool = typeof name === 'string' ? byName.get(name) : undefined;
    if (!tool) throw new RpcError('invalidParams', 'There is no such tool.');
    const fault = faultOf(tool.inputSchema, args);
    if (fault) return failed(fault); // the model can mend it
    try {
      return succeeded(await tool.run(args as never, signal));
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  return async (method, params, signal) => {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: PROTOCOL_VERSIONS.find((one) => one === params['protocolVersion']) ?? PROTOCOL_VERSIONS[0],
          capabilities: { tools: {} },
          serverInfo: { name: 'realm-catalog', title: 'Realm Catalog', version },
          instructions,
        };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: tools.map((tool) => ({ ...tool, run: undefined })) };
      case 'tools/call':
        return call(params, signal);
      default:
        throw new RpcError('methodNotFound', `There is no method ${method.slice(0, 100)}.`);
    }
  };
}

/** Text for every client, and the same as data for those that read it. */
function succeeded(result: string | object): object {
  if (typeof result === 'string') return { content: [{ type: 'text', text: result }] };
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result };
}

function failed(message: string): object {
  return { content: [{ type: 'text', text: message }], isError: true };
}
