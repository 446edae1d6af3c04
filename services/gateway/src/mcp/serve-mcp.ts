import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { BodyBudget } from '@headwater/kit/http/body-budget';
import { parseJson } from '@headwater/kit/http/parse-json';
import { readBody } from '@headwater/kit/http/read-body';
import { once } from '@headwater/kit/once';
import { failure } from '@headwater/protos/error-codes';
import type { OpenApi } from '../domain/openapi-types';
import { authenticateToken, type Credentials } from '../http/authenticate';
import { exchangeOf } from '../http/exchange';
import { requireAllowance, type RateLimit } from '../http/rate-limit';
import type { CallApi } from './call-api';
import { rejectForeignOrigin } from '../domain/page-origin';
import { isInSet, parseToolSets } from './tool-sets';
import { type ApiTool, toolsOf } from './tools';

export interface McpOptions {
  readonly document: () => OpenApi;
  readonly publicUrl: string;
  readonly credentials: Pick<Credentials, 'token' | 'networkOf'>;
  readonly rateLimit: Pick<RateLimit, 'take' | 'charge'>;
  readonly callApi: CallApi;
  readonly bodies: BodyBudget;
}

const PATH = '/mcp';
/** The largest body limit of the API. */
const MAX_BODY_BYTES = 4 * 1_048_576;

/**
 * Serves the Model Context Protocol at `/mcp`: stateless streamable HTTP, specifications 2025 and 2026. `?tools=` chooses
 * sets of tools. Each tool call becomes a call of the HTTP API with the same token. Other requests count as reads.
 */
export function serveMcp({
  document,
  publicUrl,
  credentials,
  rateLimit,
  callApi,
  bodies,
}: McpOptions): RequestHandler {
  const tools = once(() => toolsOf(document()));
  return async (request, response, next) => {
    if (request.path !== PATH) return next();
    const exchange = exchangeOf(response);
    exchange.route = PATH;
    if (request.method !== 'POST') {
      exchange.headers.set('Allow', 'POST');
      throw failure(
        'method_not_allowed',
        'This path supports only POST, because it has no sessions. Use POST.',
      );
    }
    rejectForeignOrigin(request.headers, publicUrl);
    const { workspaceId, caller, scopes } = await authenticateToken(request, credentials);
    exchange.workspaceId = workspaceId;
    const sets = parseToolSets(new URL(request.url, publicUrl).search);
    const parsedBody = parseJson(
      await readBody({ request, response }, { maxBytes: MAX_BODY_BYTES, budget: bodies }),
    );
    // The rate limit counts requests. The specification has no batches since version 2025-06-18.
    if (Array.isArray(parsedBody))
      throw failure('invalid_request', 'JSON-RPC batches are not supported. Send one message per request.');
    const chosen = tools().filter((tool) => sets.some((set) => isInSet(tool, set)));
    let isCounted = !isCallOf(chosen, parsedBody);
    if (isCounted) {
      const allowance = await rateLimit.take(caller.id, 'read');
      exchange.headers.setAll(allowance.headers);
      requireAllowance(allowance, 'requests for this token');
    }
    const mcpCaller = { scopes, authorization: request.headers.authorization ?? '', exchange };
    const countedCall: CallApi = async (...call) => {
      const answer = await callApi(...call);
      isCounted = answer.isCounted;
      return answer;
    };
    // Loaded by the first request, because that takes a tenth of a second.
    const { createHandler } = await import('./mcp-handler');
    const handler = createHandler(chosen, mcpCaller, countedCall);
    try {
      await forward(await handler.fetch(webRequest(request, publicUrl), { parsedBody }), response);
    } finally {
      // A tool call that was refused before the API counted it.
      if (!isCounted) rateLimit.charge(caller.id, 'read', 1);
      await handler.close();
    }
  };
}

/** Whether the message calls one of the tools. The rate limit then counts its API request. */
function isCallOf(tools: readonly ApiTool[], body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  return method === 'tools/call' && tools.some(({ name }) => name === params?.name);
}

/** The request as the MCP handler expects it, without the token. The handler gets the parsed body separately. */
function webRequest(request: ExpressRequest, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== 'authorization') headers.set(name, String(value));
  return new Request(new URL(PATH, publicUrl), { method: 'POST', headers, body: '{}' });
}

async function forward(answer: Response, response: ExpressResponse): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { disconnect, headers } = exchangeOf(response);
  if (disconnect.aborted) return;
  const type = answer.headers.get('content-type');
  if (type !== null) headers.set('Content-Type', type);
  headers.set('Content-Length', String(bytes.length));
  headers.writeHead(response, answer.status);
  response.end(bytes);
}
