import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@headwater/kit/errors';
import type { MaybePromise } from '@headwater/kit/fast/maybe-promise';
import type { Logger } from '@headwater/kit/log';
import { runOnce } from '@headwater/kit/pg/operations';
import type { Db } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { keyedOperationId } from '@headwater/kit/rpc/operation-id';
import type { ErrorCode } from '@headwater/protos/error-codes';
import type { Dependencies } from '../dependencies';
import {
  authorise,
  authoriseSite,
  authoriseView,
  requireRecentSignIn,
  scopeOf,
  siteNotFound,
} from '../domain/authorise';
import { requireDashboardPage } from '../domain/page-origin';
import { NOBODY, narrowedRightsOf, type Principal } from '../domain/principal';
import { digestRequest, parseIdempotencyKey, parseIfMatch } from '../domain/request-headers';
import { answerError, sendReply } from './answer';
import type { AnswerOnce, Attempt } from './answer-once';
import type { Audit } from './audit';
import { authenticate, authenticateSession, credentialOf, type Credentials } from './authenticate';
import { takesKey, type Endpoint, type EndpointRequest, type Reply } from './endpoint';
import { exchangeOf } from './exchange';
import { digestFile } from './file-body';
import { chargeAnswer, chargeInvalidBody, createConcurrencyLimit, limitRequest } from './limit-request';
import type { RateLimit } from './rate-limit';
import type { ReadApi } from './read-api';
import type { RepeatedRefusals } from './repeated-refusals';
import {
  type BodyBudgets,
  createQueryReader,
  readParams,
  readRequestBody,
  signatureOf,
} from './read-request';

export interface ServeOptions {
  readonly dependencies: Dependencies;
  readonly credentials: Credentials;
  readonly audit: Audit;
  readonly answerOnce: AnswerOnce;
  readonly rateLimit: RateLimit;
  /** Absent in tests of single endpoints. */
  readonly repeatedRefusals?: Pick<RepeatedRefusals, 'add'>;
  readonly bodies: BodyBudgets;
  readonly readApi: ReadApi;
  readonly deadlineMs: number;
}

/**
 * Creates the express handler of an endpoint: authenticate, limit, authorise, validate path, query and body, run, answer.
 * Awaits only actual promises (see `MaybePromise`).
 */
export function serveEndpoint(endpoint: Endpoint, options: ServeOptions): RequestHandler {
  const readQuery = createQueryReader(endpoint);
  const concurrency = createConcurrencyLimit(endpoint);
  const refuseOverload = (request: Request, { caller }: Principal, workspaceId: number | undefined): void => {
    const next = (): AppError | undefined => concurrency.refusal(workspaceId);
    const error = next();
    if (!error) return;
    if (caller.type === 'token' && !endpoint.open)
      options.repeatedRefusals?.add(request, { endpoint, workspaceId, caller, next });
    throw error;
  };
  const serve = async (request: Request, response: Response, principal: Principal): Promise<void> => {
    const { clock, db, sessionTimes } = options.dependencies;
    const exchange = exchangeOf(response);
    const network = options.credentials.networkOf(request);
    // In an unknown network, one sender could block the sign-in of all others.
    const isLimited = network !== undefined && limitsFailures(endpoint);
    const failures = isLimited ? options.credentials.failures : undefined;
    failures?.check(network);
    const limited = { principal, endpoint, response, rateLimit: options.rateLimit };
    if (!endpoint.open) {
      exchange.workspaceId = principal.workspaceId;
      exchange.caller = principal.caller;
      const counted = limitRequest(limited);
      if (counted) await counted;
    }
    refuseOverload(request, principal, exchange.workspaceId);
    let params: unknown;
    let view: ReturnType<typeof readQuery>;
    try {
      if (!endpoint.open) authoriseWithChallenge(principal, endpoint, response);
      if (endpoint.answersSecret || endpoint.setsSecret)
        requireRecentSignIn(principal, clock.now(), sessionTimes.recentMs);
      params = readParams(endpoint, request);
      if (!endpoint.open) authoriseSite(principal, endpoint, params);
      view = readQuery(request);
      authoriseView(principal, endpoint, view);
    } catch (error) {
      await options.audit.recordRefusal(
        { endpoint, principal, params, requestId: exchange.requestId },
        error,
      );
      throw error;
    }
    const { query, filters } = view;
    const key = takesKey(endpoint) ? parseIdempotencyKey(request.headers['idempotency-key']) : undefined;
    const condition = endpoint.conditional ? { ifMatch: parseIfMatch(request.headers['if-match']) } : {};
    if (endpoint.checkSigned) await checkSigned(endpoint, { request, params }, options);
    const reading = readRequestBody(
      endpoint,
      { request, response },
      { bodies: options.bodies, onInvalid: (bytes) => chargeInvalidBody(limited, bytes) },
    );
    const content = reading instanceof Promise ? await reading : reading;
    const { requestId, disconnect, workspaceId } = exchange;
    const keyed =
      key === undefined
        ? undefined
        : digestRequest(
            {
              clientKey: key,
              workspaceKey: await options.dependencies.workspaceKey(
                principal.workspaceId,
                'idempotency keys',
              ),
              endpoint: endpoint.operationId,
              credential: endpoint.answersSecret ? credentialOf(request, options.credentials) : undefined,
            },
            // The answer depends on the principal's rights.
            { params, query, filters, body: content.body, ...condition, ...narrowedRightsOf(principal) },
          );
    const file = keyed && content.file ? digestFile(content.file) : undefined;
    const runRequest = ({ isAnswered }: Attempt): Promise<Reply> =>
      chargeAnswer({ ...limited, body: content.body, clock }, ({ calls, countItems }) => {
        // A request with a key continues after a disconnect: its answer is stored for the retry.
        const signal = key === undefined ? disconnect : undefined;
        const operationId = keyed && keyedOperationId(keyed.operation);
        const call = {
          ...{ workspaceId, requestId, deadlineMs: options.deadlineMs, signal, ...calls },
          ...(operationId === undefined ? {} : { operationId }),
        };
        const operation = {
          workspaceId: principal.workspaceId,
          method: endpoint.operationId,
          id: operationId,
        };
        const log = (): Logger => exchange.log;
        const validated = {
          principal,
          params,
          query,
          filters,
          ...content,
          ...(file ? { file: file.chunks } : {}),
          ...condition,
          userAgent: request.headers['user-agent'],
          accepts: (types: string[]) => request.accepts(types),
          readApi: (path: string) => options.readApi(path, request, exchange),
          call,
          isAnswered,
          countItems,
          log,
          checkCredential: async () => {
            const current = await principalOf(endpoint, request, options.credentials);
            authorise(current, endpoint);
            authoriseView(current, endpoint, view);
          },
          once: <T extends object | number | boolean>(work: (client: Db) => Promise<T>) =>
            runOnce(db, 'gateway', { ...operation, now: clock.now() }, work),
        };
        return run(endpoint, validated, options);
      });
    const answer = (): Promise<Reply> =>
      keyed === undefined || workspaceId === undefined
        ? runRequest({ isAnswered: false }).catch((error: unknown) => {
            failures?.record(network, failurePoints(error, content.body));
            if (endpoint.checkSigned && !hasGuessablePath(params) && hasCode(error, 'invalid_signature'))
              options.credentials.webhookFailures.recordBadSignature(network, webhookPath(endpoint, params));
            throw error;
          })
        : options.answerOnce({
            workspaceId,
            operation: endpoint.operationId,
            request: keyed,
            signal: disconnect.toAbortSignal(),
            log: exchange.log,
            run: runRequest,
            answersFacts: endpoint.answersFacts === true,
            requestId,
            ...(file ? { digestFile: file.digest } : {}),
            onReplay: ({ isShortened }) =>
              exchange.headers.set('Idempotent-Replayed', isShortened ? 'shortened' : 'true'),
          });
    const reply = await concurrency.run(workspaceId, answer);
    if (disconnect.aborted) return;
    await sendReply({ request, response }, endpoint, reply);
  };
  return async (request, response, next) => {
    exchangeOf(response).route = endpoint.path;
    try {
      const authenticated = principalOf(endpoint, request, options.credentials);
      const principal = authenticated instanceof Promise ? await authenticated : authenticated;
      const work = (): Promise<void> => serve(request, response, principal);
      // An open endpoint finds the workspace of its credential itself.
      await (endpoint.open ? work() : inWorkspace(principal.workspaceId, work));
    } catch (error) {
      // Express would match the path with all other routes before it finds the handler of errors.
      answerError(error, request, response, next);
    }
  };
}

function principalOf(
  endpoint: Endpoint,
  request: Request,
  credentials: Credentials,
): MaybePromise<Principal> {
  if (endpoint.open) {
    const { headers, method } = request;
    if (endpoint.ownPages) requireDashboardPage(headers, { method, publicUrl: credentials.publicUrl });
    return NOBODY;
  }
  return endpoint.ownPages ? authenticateSession(request, credentials) : authenticate(request, credentials);
}

/** Whether the endpoint checks a credential in its body. Webhooks of payment providers have a limit of their own. */
function limitsFailures({ open, body }: Endpoint): boolean {
  return open === true && body !== undefined;
}

/** A wrong password costs more than an unknown link, because passwords can be guessed. */
function failurePoints(error: unknown, body: unknown): number {
  if (!(error instanceof AppError)) return 0;
  if (error.code === 'password_required')
    return (body as { readonly password?: string }).password === undefined ? 0 : 10;
  return ['session_ended', 'share_link_not_found'].includes(error.code) ? 1 : 0;
}

/** Anyone can make a provider send to the id of another workspace. Failures there must not block its events. */
function hasGuessablePath(params: unknown): boolean {
  return /^\d+$/.test((params as { readonly workspace?: string }).workspace ?? '');
}

/** Malformed signatures don't count: they are refused without a database query. */
async function checkSigned(
  endpoint: Endpoint,
  { request, params }: { readonly request: Request; readonly params: unknown },
  { credentials: { webhookFailures, networkOf }, dependencies }: ServeOptions,
): Promise<void> {
  const path = webhookPath(endpoint, params);
  webhookFailures.check(networkOf(request), path);
  const headers = signatureOf(endpoint, request);
  try {
    await endpoint.checkSigned?.({ params, headers }, dependencies);
    webhookFailures.recordFound(path);
  } catch (error) {
    if (hasCode(error, 'not_found')) webhookFailures.recordUnknownPath(networkOf(request), path);
    throw error;
  }
}

/** Identifies the path of a webhook by its decoded parameters, because one path has many spellings. */
function webhookPath({ path }: Endpoint, params: unknown): string {
  return `${path} ${JSON.stringify(params)}`;
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code;
}

/** Authorises the principal; a refusal names the required scope in `WWW-Authenticate` (RFC 6750 section 3.1). */
function authoriseWithChallenge(principal: Principal, endpoint: Endpoint, response: Response): void {
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
  { audit, dependencies }: ServeOptions,
): Promise<Reply> {
  try {
    const { principal, call } = request;
    // Reports of the workspace don't read the site of a shared page, which may be deleted.
    if (principal.caller.type === 'share' && endpoint.method === 'get' && !endpoint.params)
      for (const id of principal.sites ?? []) await dependencies.sites.GetSite({ id }, call);
    return await audit.run(endpoint, request, dependencies);
  } catch (error) {
    // The same text whichever service reports it, so that the answer reveals nothing about other workspaces.
    throw error instanceof AppError && error.code === 'site_not_found' ? siteNotFound() : error;
  }
}
