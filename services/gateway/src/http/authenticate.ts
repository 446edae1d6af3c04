import type { Request } from 'express';
import { failure } from '@headwater/protos/error-codes';
import { isFromDashboard, refuseForeignPage } from '../domain/own-page';
import type { Principal } from '../domain/principal';
import { sessionSecretIn } from '../domain/session-cookie';
import type { SessionVerifier } from './session-verifier';
import type { ShareVerifier } from './share-verifier';
import type { TokenVerifier } from './token-verifier';

const BEARER = /^Bearer[ ]+(\S+)$/i;
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
 * Whoever sends the request: by a token, else the key of a share link, else the cookie of a dashboard session.
 *
 * @throws AppError `missing_token`, `invalid_token`, `session_ended` or `origin_not_allowed`.
 */
export async function authenticate(request: Request, credentials: Credentials): Promise<Principal> {
  const { headers } = request;
  if (headers.authorization !== undefined) return authenticateToken(request, credentials.token);
  const shareKey = request.get(SHARE_HEADER);
  if (shareKey !== undefined) {
    const principal = await credentials.share(shareKey);
    if (!principal) throw failure('session_ended', 'The shared page has ended. Open its link again.');
    return principal;
  }
  if (isFromDashboard(headers) && sessionSecretIn(headers.cookie, credentials.publicUrl) !== undefined)
    return authenticateSession(request, credentials);
  return authenticateToken(request, credentials.token);
}

/** What the request shows to be somebody's: to keep an answer that is a secret for whoever asked. */
export function credentialOf(
  { headers }: Request,
  { publicUrl }: Pick<Credentials, 'publicUrl'>,
): string | undefined {
  return headers.authorization ?? sessionSecretIn(headers.cookie, publicUrl);
}

/** @throws AppError `missing_token` or `invalid_token`, which say nothing of the reason. */
export async function authenticateToken(request: Request, verify: TokenVerifier): Promise<Principal> {
  const { authorization } = request.headers;
  if (authorization === undefined)
    throw failure('missing_token', 'Send the workspace API token: Authorization: Bearer <API_TOKEN>.');
  const token = BEARER.exec(authorization.trim())?.[1];
  const principal = token === undefined ? undefined : await verify(token);
  if (!principal)
    throw failure(
      'invalid_token',
      'The token is malformed, unknown, expired or revoked. Check it or make a new one.',
    );
  return principal;
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
