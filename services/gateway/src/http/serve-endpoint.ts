import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import { authorise, authoriseSite, authoriseView, scopeOf } from '../domain/authorise';
import { digestRequest, parseIdempotencyKey } from '../domain/idempotency-key';
import { parseIfMatch } from '../domain/if-match';
import { refuseForeignPage } from '../domain/own-page';
import { NOBODY, type Principal } from '../domain/principal';
import { siteNotFound } from '../domain/site-not-found';
import { authenticate, authenticateSession, credentialOf, type Credentials } from './authenticate';
import { sendEmpty, sendJson } from './answer';
import type { AnswerOnce } from './answer-once';
import { Download } from './download';
import type { Endpoint, EndpointDeps, EndpointRequest, Reply } from './endpoint';
import { exchangeOf } from './exchange';
import { charging, limitRate, type Limited } from './limit-rate';
import { runAudited } from './run-audited';
import { queryReader, readBodyOf, readParams } from './read-request';
import { sendDownload } from './send-download';
import { sendRead } from './send-read';
import type { Soon } from './soon';

export interface ServeOptions {
  readonly deps: EndpointDeps;
  readonly credentials: Credentials;
  readonly answerOnce: AnswerOnce;
  readonly rateLimit: Limited['rateLimit'];
  readonly deadlineMs: number;
}

/** Express's handler of an endpoint: authenticate, check the path, the query and the body in this order, run, answer. */
export function serveEndpoint(endpoint: Endpoint, options: ServeOptions): RequestHandler {
  const readQuery = queryReader(endpoint);
  return async (request, response) => {
    const exchange = exchangeOf(response);
    exchange.route = endpoint.path;
    const known = principalOf(endpoint, request, options.credentials);
    const principal = known instanceof Promise ? await known : known;
    const limited = { principal, endpoint, response, rateLimit: options.rateLimit };
    if (!endpoint.open) exchange.workspaceId = principal.workspaceId;
    if (!endpoint.open) {
      const waiting = limitRate(limited);
      if (waiting) await waiting;
      authoriseTelling(principal, endpoint, response);
    }
    const params = readParams(endpoint, request);
    if (!endpoint.open) authoriseSite(principal, endpoint, params);
    const { query, filters } = readQuery(request);
    authoriseView(principal, { query, filters });
    const key =
      endpoint.method === 'post' && !endpoint.file
        ? parseIdempotencyKey(request.headers['idempotency-key'])
        : undefined;
    const condition = endpoint.conditional ? { ifMatch: parseIfMatch(request.headers['if-match']) } : {};
    const body = readBodyOf(endpoint, request);
    const taken = body instanceof Promise ? await body : body;
    const { requestId, departure, workspaceId } = exchange;
    const runOnce = (): Promise<Reply> =>
      charging(limited, (onCost) => {
        // A keyed request runs to its end even if the client goes away: its answer is kept for the retry.
        const signal = key === undefined ? departure : undefined;
        const call = { workspaceId, requestId, deadlineMs: options.deadlineMs, signal, onCost };
        const log = (): Logger => exchange.log;
        const asked = { principal, params, query, filters, ...taken, ...condition, call, log };
        return run(endpoint, asked, options.deps);
      });
    const reply = await (key === undefined || workspaceId === undefined
      ? runOnce()
      : options.answerOnce({
          workspaceId,
          operation: endpoint.operationId,
          request: digestRequest(
            key,
            { params, query, filters, body: taken.body },
            endpoint.answersSecret ? credentialOf(request, options.credentials) : undefined,
          ),
          signal: departure.signal(),
          log: exchange.log,
          run: runOnce,
          replaying: () => exchange.headers.set('Idempotent-Replayed', 'true'),
        }));
    if (departure.aborted) return;
    if (reply.headers) exchange.headers.setAll(reply.headers);
    if (reply.status === 204) sendEmpty(response, 204);
    else if (reply.body instanceof Download) await sendDownload(response, reply.status, reply.body);
    else if (isRead(endpoint, reply)) sendRead(request, response, reply.body);
    else sendJson(response, reply.status, reply.body);
  };
}

/** Whoever asks, by what the endpoint takes for it. */
function principalOf(endpoint: Endpoint, request: Request, credentials: Credentials): Soon<Principal> {
  if (endpoint.open) {
    const { headers, method } = request;
    if (endpoint.ownPages) refuseForeignPage(headers, { method, publicUrl: credentials.publicUrl });
    return NOBODY;
  }
  return endpoint.ownPages ? authenticateSession(request, credentials) : authenticate(request, credentials);
}

/** Whether the answer is one that the caller may keep and ask after again. */
function isRead({ method, open }: Endpoint, { status }: Reply): boolean {
  return method === 'get' && !open && status === 200;
}

/** Refuses too few rights, and names the scope that would do as RFC 6750 section 3.1 has it. */
function authoriseTelling(principal: Principal, endpoint: Endpoint, response: Response): void {
  try {
    authorise(principal, endpoint);
  } catch (error) {
    const challenge = `Bearer error="insufficient_scope", scope="${scopeOf(endpoint)}"`;
    exchangeOf(response).headers.set('WWW-Authenticate', challenge);
    throw error;
  }
}

async function run(
  endpoint: Endpoint,
  request: EndpointRequest<unknown, unknown, unknown>,
  deps: EndpointDeps,
): Promise<Reply> {
  try {
    return await runAudited(endpoint, request, deps);
  } catch (error) {
    // In the same words whichever service found it missing, so that the answer tells nothing of another workspace.
    throw error instanceof AppError && error.code === 'site_not_found' ? siteNotFound() : error;
  }
}
