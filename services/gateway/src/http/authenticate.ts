import type { Request } from 'express';
import { failure } from '@headwater/protos/error-codes';
import type { Principal } from '../domain/principal';
import type { TokenVerifier } from './token-verifier';

const BEARER = /^Bearer[ ]+(\S+)$/i;

/** Whoever sends the request. @throws AppError `missing_token` or `invalid_token`, which say nothing of the reason. */
export async function authenticate(request: Request, verify: TokenVerifier): Promise<Principal> {
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
