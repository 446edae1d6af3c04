import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { thenMaybe, type MaybePromise } from '@headwater/kit/fast/maybe-promise';
import { failure } from '@headwater/protos/error-codes';
import { sessionSecretIn } from '../domain/dashboard-session';
import { isFromDashboard, requireDashboardPage } from '../domain/page-origin';
import type { Principal } from '../domain/principal';
import type { FailureLimit, WebhookFailureLimit } from './failure-limit';
import type { SessionVerifier, ShareVerifier, TokenVerifier } from './verifiers';

const BEARER = /^Bearer[ ]+(\S+)$/i;
/** Other schemes belong to a proxy in front of the dashboard: browsers repeat its `Basic` credentials on every request. */
const BEARER_SCHEME = /^\s*Bearer\b/i;
const SHARE_HEADER = 'x-headwater-share';

/** Verifiers of the credentials that a request may carry. */
export interface Credentials {
  readonly token: TokenVerifier;
  readonly session: SessionVerifier;
  readonly share: ShareVerifier;
  /** Limits failed credentials per client network. */
  readonly failures: FailureLimit;
  readonly webhookFailures: WebhookFailureLimit;
  /** The network of a request's client; undefined: exempt from the limit. */
  readonly networkOf: (request: IncomingMessage) => string | undefined;
  /** Origin whose pages may use a session cookie. */
  readonly publicUrl: string;
}

/**
 * Returns the principal of a request. Checks, in this order: a bearer token, the key of a share link, the cookie of a
 * dashboard session.
 *
 * @throws AppError `missing_token`, `invalid_token`, `session_ended` or `origin_not_allowed`.
 */
export function authenticate(request: Request, credentials: Credentials): MaybePromise<Principal> {
  const { headers } = request;
  if (hasBearer(request)) return authenticateToken(request, credentials);
  const shareKey = request.get(SHARE_HEADER);
  if (shareKey !== undefined) return authenticateShare(shareKey, request, credentials);
  if (isFromDashboard(headers) && sessionSecretIn(headers.cookie, credentials.publicUrl) !== undefined)
    return authenticateSession(request, credentials);
  return authenticateToken(request, credentials);
}

async function authenticateShare(
  shareKey: string,
  request: Request,
  { share, networkOf }: Credentials,
): Promise<Principal> {
  const principal = await share(shareKey, networkOf(request));
  if (!principal) throw failure('session_ended', 'The shared page has expired. Open its link again.');
  return principal;
}

/** The secret that a request carries. Seals a stored answer that contains a secret, so that only the same caller can read it. */
export function credentialOf(
  request: Request,
  { publicUrl }: Pick<Credentials, 'publicUrl'>,
): string | undefined {
  const { authorization, cookie } = request.headers;
  return hasBearer(request) ? authorization : (sessionSecretIn(cookie, publicUrl) ?? authorization);
}

function hasBearer({ headers: { authorization } }: Request): boolean {
  return authorization !== undefined && BEARER_SCHEME.test(authorization);
}

/** @throws AppError `missing_token`, `rate_limited`, or `invalid_token` without the reason. */
export function authenticateToken(
  request: Request,
  { token: verify, networkOf }: Pick<Credentials, 'token' | 'networkOf'>,
): MaybePromise<Principal> {
  const { authorization } = request.headers;
  if (authorization === undefined)
    throw failure('missing_token', 'Send the workspace API token: Authorization: Bearer <API_TOKEN>.');
  const token = BEARER.exec(authorization.trim())?.[1];
  return thenMaybe(token === undefined ? undefined : verify(token, networkOf(request)), requirePrincipal);
}

function requirePrincipal(principal: Principal | undefined): Principal {
  if (principal) return principal;
  throw failure(
    'invalid_token',
    'The token is malformed, unknown, expired or revoked. Check it or create a new one.',
  );
}

/** @throws AppError `session_ended`, or `origin_not_allowed` if the request is not from a dashboard page. */
export async function authenticateSession(
  request: Request,
  { session, publicUrl, networkOf }: Pick<Credentials, 'session' | 'publicUrl' | 'networkOf'>,
): Promise<Principal> {
  requireDashboardPage(request.headers, { method: request.method, publicUrl });
  const secret = sessionSecretIn(request.headers.cookie, publicUrl);
  const principal = secret === undefined ? undefined : await session(secret, networkOf(request));
  if (!principal) throw failure('session_ended', 'You are signed out. Sign in with a new link.');
  return principal;
}
