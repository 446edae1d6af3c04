import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { parseJson } from '@headwater/kit/http/parse-json';
import { readBody } from '@headwater/kit/http/read-body';
import { failure } from '@headwater/protos/error-codes';
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { OpenApi } from '../domain/openapi-types';
import { authenticateToken } from '../http/authenticate';
import { exchangeOf, type Exchange } from '../http/exchange';
import type { RateLimit } from '../http/rate-limit';
import type { TokenVerifier } from '../http/token-verifier';
import type { AskSelf } from './ask-self';
import { refuseForeignPages } from './refuse-foreign-pages';
import { callOf } from './tool-request';
import { failedResult, toolResult } from './tool-result';
import { toolsOf, type ApiTool } from './tools';

export interface McpOptions {
  readonly document: object;
  readonly publicUrl: string;
  readonly verify: TokenVerifier;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly askSelf: AskSelf;
}

const PATH = '/mcp';
/** As much as the largest body of the API. */
const MAX_BODY_BYTES = 4 * 1_048_576;
const INSTRUCTIONS =
  'Web analytics of one workspace. Start with listSites. Times are UTC, days those of the site. Visitors are counted, never listed.';

/** What a server of one exchange has to know of who asks. */
interface Asking {
  readonly scopes: readonly string[];
  readonly authorization: string;
  readonly exchange: Exchange;
}

/**
 * The Model Context Protocol at `/mcp`: streamable HTTP without sessions, of 2025 and of 2026. Each tool call is a call
 * of the HTTP API by the same token; what is no tool call is counted as a read.
 */
export function serveMcp({ document, publicUrl, verify, rateLimit, askSelf }: McpOptions): RequestHandler {
  const tools = toolsOf(document as OpenApi);
  return async (request, response, next) => {
    if (request.path !== PATH) return next();
    const exchange = exchangeOf(response);
    exchange.route = PATH;
    if (request.method !== 'POST') {
      exchange.headers.set('Allow', 'POST');
      throw failure('method_not_allowed', 'This path answers only POST: it keeps no sessions.');
    }
    refuseForeignPages(request.headers, publicUrl);
    const { workspaceId, caller, scopes } = await authenticateToken(request, verify);
    exchange.workspaceId = workspaceId;
    const parsedBody = parseJson(await readBody(request, MAX_BODY_BYTES));
    if (!isToolCall(parsedBody)) {
      const { allowed, headers, resetSeconds } = await rateLimit.take(caller.id, 'read');
      exchange.headers.setAll(headers);
      if (!allowed)
        throw failure('rate_limited', `This token has spent its budget. Wait ${resetSeconds} s.`, {
          retryAfterSeconds: resetSeconds,
        });
    }
    const asking = { scopes, authorization: request.headers.authorization ?? '', exchange };
    const handler = createMcpHandler(() => mcpServer(tools, asking, askSelf), {
      keepAliveMs: 0,
      // Nothing here ever changes: there is nothing to subscribe to.
      maxSubscriptions: 0,
    });
    try {
      await sendOn(await handler.fetch(webRequest(request, publicUrl), { parsedBody }), response);
    } finally {
      await handler.close();
    }
  };
}

function isToolCall(body: unknown): boolean {
  return (body as { method?: unknown } | null)?.method === 'tools/call';
}

function mcpServer(tools: readonly ApiTool[], { scopes, authorization, exchange }: Asking, askSelf: AskSelf) {
  // The higher-level one takes no JSON Schemas, and ours come from the OpenAPI document.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const server = new Server(
    { name: 'headwater', version: '1' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const allowed = tools.filter(({ scope }) => scope === undefined || scopes.includes(scope));
  server.setRequestHandler('tools/list', () => ({
    tools: allowed.map(({ name, title, description, inputSchema, annotations }) => ({
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
        'There is no such tool. tools/list lists them.',
      );
    const { requestId, departure } = exchange;
    const caller = { authorization, requestId, signal: AbortSignal.any([departure.signal(), mcpReq.signal]) };
    try {
      return toolResult(await askSelf(callOf(tool, params.arguments ?? {}), caller));
    } catch (thrown) {
      const result = failedResult(thrown);
      if (result) return result;
      exchange.log.error({ err: thrown, tool: tool.name }, 'a tool call failed');
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        'Something went wrong on our side. Try again.',
      );
    }
  });
  return server;
}

/** The request's headers, for the protocol's own look at them; its body is handed over apart. */
function webRequest(request: ExpressRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== 'authorization') headers.set(name, String(value));
  return new Request(new URL(PATH, publicUrl), { method: 'POST', headers, body: '{}' });
}

async function sendOn(answer: Response, response: ExpressResponse): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { departure, headers } = exchangeOf(response);
  if (departure.aborted) return;
  const type = answer.headers.get('content-type');
  if (type !== null) headers.set('Content-Type', type);
  headers.set('Content-Length', String(bytes.length));
  headers.begin(response, answer.status);
  response.end(bytes);
}
