import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Exchange } from '../http/exchange';
import { apiRequestOf, failedToolResult, toolResult, type CallApi } from './call-api';
import { instructionsFor } from './tool-sets';
import type { ApiTool } from './tools';

/** The caller of one request. */
export interface McpCaller {
  readonly authorization: string;
  readonly scopes: readonly string[];
  readonly exchange: Exchange;
}

/**
 * Creates the handler of one request.
 *
 * @param tools those of the chosen sets. Calls of tools that the token's scopes don't allow are refused by the API.
 */
export function createHandler(tools: readonly ApiTool[], caller: McpCaller, callApi: CallApi) {
  return createMcpHandler(() => mcpServer(tools, caller, callApi), {
    keepAliveMs: 0,
    // The tools never change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
  });
}

function mcpServer(
  tools: readonly ApiTool[],
  { scopes, authorization, exchange }: McpCaller,
  callApi: CallApi,
) {
  const listed = tools.filter(({ scope }) => scope === undefined || scopes.includes(scope));
  // The higher-level class accepts no JSON Schemas; ours come from the OpenAPI document.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const server = new Server(
    { name: 'headwater', version: '1' },
    { capabilities: { tools: {} }, instructions: instructionsFor(listed) },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: listed.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'Unknown tool. tools/list returns the tools of this connection; /mcp?tools=all has all tools.',
      );
    const { requestId, disconnect } = exchange;
    const caller = {
      authorization,
      requestId,
      signal: AbortSignal.any([disconnect.toAbortSignal(), mcpReq.signal]),
    };
    try {
      return toolResult(await callApi(apiRequestOf(tool, params.arguments ?? {}), caller));
    } catch (thrown) {
      const result = failedToolResult(thrown);
      if (result) return result;
      exchange.log.error({ err: thrown, tool: tool.name }, 'tool call failed');
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'An unexpected error occurred. Retry.');
    }
  });
  return server;
}
