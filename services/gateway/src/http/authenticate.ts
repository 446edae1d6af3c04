import type { Request } from 'express';
import { failure } from '@headwater/protos/error-codes';
import { isFromDashboard, refuseForeignPage } from '../domain/own-page';
import type { Principal } from '../domain/principal';
import { sessionSecretIn } from '../domain/session-cookie';
import type { SessionVerifier } from './session-verifier';
import type { ShareVerifier } from './share-verifier';
import { andThen, type Soon } from './soon';
import type { TokenVerifier } from './token-verifier';

const BEARER = /^Bearer[ ]+(\S+)$/i;
/** Any other scheme is that of a proxy before the dashboard, such as Basic, which browsers then send with each request. */
const MEANT_FOR_US = /^\s*Bearer\b/i;
const SHARE_HEADER = 'x-headwater-share';

/** Whatever a request may show to be somebody's. */
export interface Credentials {
  readonly token: TokenVerifier;
  readonly session: SessionVerifier;
  readonly share: ShareVerifier;
  /** Whose pages may use a session's cookie. */
  readonly publicUrl: string;
}

/**
 * Whoever sends the request: by a token, else the key of a share link, else the cookie of a dashboard session. What is no
 * bearer token in `Authorization` counts only where there is nothing else.
 *
 * @throws AppError `missing_token`, `invalid_token`, `session_ended` or `origin_not_allowed`.
 */
export function authenticate(request: Request, credentials: Credentials): Soon<Principal> {
  const { headers } = request;
  if (showsToken(request)) return authenticateToken(request, credentials.token);
  const shareKey = request.get(SHARE_HEADER);
  if (shareKey !== undefined) return authenticateShare(shareKey, credentials.share);
  if (isFromDashboard(headers) && sessionSecretIn(headers.cookie, credentials.publicUrl) !== undefined)
    return authenticateSession(request, credentials);
  return authenticateToken(request, credentials.token);
}

async function authenticateShare(shareKey: string, share: ShareVerifier): Promise<Principal> {
  const principal = await share(shareKey);
  if (!principal) throw failure('session_ended', 'The shared page has ended. Open its link again.');
  return principal;
}

/** What the request shows to be somebody's: to keep an answer that is a secret for whoever asked. */
export function credentialOf(
  request: Request,
  { publicUrl }: Pick<Credentials, 'publicUrl'>,
): string | undefined {
  const { authorization, cookie } = request.headers;
  return showsToken(request) ? authorization : (sessionSecretIn(cookie, publicUrl) ?? authorization);
}

function showsToken({ headers: { authorization } }: Request): boolean {
  return authorization !== undefined && MEANT_FOR_US.test(authorization);
}

/** @throws AppError `missing_token` or `invalid_token`, which say nothing of the reason. */
export function authenticateToken(request: Request, verify: TokenVerifier): Soon<Principal> {
  const { authorization } = request.headers;
  if (authorization === undefined)
    throw failure('missing_token', 'Send the workspace API token: Authorization: Bearer <API_TOKEN>.');
  const token = BEARER.exec(authorization.trim())?.[1];
  return andThen(token === undefined ? undefined : verify(token), mustBeKnown);
}

function mustBeKnown(principal: Principal | undefined): Principal {
  if (principal) return principal;
  throw failure(
    'invalid_token',
    'The token is malformed, unknown, expired or revoked. Check it or make a new one.',
  );
}

/** @throws AppError `session_ended`, or `origin_not_allowed` when no page of the dashboard asks. */
export async function authenticateSession(
  request: Request,
  { session, publicUrl }: Pick<Credentials, 'session' | 'publicUrl'>,
): Promise<Principal> {
  refuseForeignPage(request.headers, { method: request.method, publicUrl });
  const secret = sessionSecretIn(request.headers.cookie, publicUrl);
  const principal = secret === undefined ? undefined : await session(secret);
  if (!principal) throw failure('session_ended', 'You are signed out. Sign in by a new link.');
  return principal;
}
