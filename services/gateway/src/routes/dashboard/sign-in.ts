import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { hashOfBoth, hashOfSecret, makeSecret } from '../../domain/random-secret';
import { SESSION_MS, sessionCookie } from '../../domain/session-cookie';
import { SIGN_IN_RETRY_MS } from '../../domain/sign-in-link';
import { defineEndpoint } from '../../http/endpoint';

/** `POST /dashboard/session`: makes a one-time link a session, in a cookie that no script can read. */
export const signIn = defineEndpoint({
  operationId: 'signInToDashboard',
  summary: 'Sign in by the code of a link',
  tag: 'Dashboard',
  method: 'post',
  path: '/dashboard/session',
  open: true,
  ownPages: true,
  body: z.strictObject({
    code: z.string().max(200),
    /** What the page made up for this sign-in: 256 random bits in base64url. */
    attempt: z.string().max(200).optional(),
  }),
  responses: { 204: { description: 'Signed in', schema: z.strictObject({}) } },
  failures: ['session_ended', 'origin_not_allowed'],
  run: async ({ body, call }, { dashboardSessions, audit, publicUrl, clock }) => {
    const codeHash = hashOfSecret(body.code);
    const now = clock.now();
    const secret = makeSecret();
    const redemption = {
      attemptHash: body.attempt === undefined ? undefined : hashOfBoth(body.code, body.attempt),
      retryUntilMs: now + SIGN_IN_RETRY_MS,
      secretHash: secret.hash,
      now,
      expiresAtMs: now + SESSION_MS,
    };
    const session = codeHash && (await dashboardSessions.redeem({ codeHash, ...redemption }));
    if (!session)
      throw failure(
        'session_ended',
        'This link has been used, is older than 10 minutes, or was taken back. Make a new one.',
      );
    await audit.record({
      workspaceId: session.workspaceId,
      at: now,
      actor: { type: 'dashboard', sessionId: session.id },
      action: 'signInToDashboard',
      ...(call.requestId === undefined ? {} : { requestId: call.requestId }),
    });
    return { status: 204, body: {}, headers: { 'Set-Cookie': sessionCookie(secret.text, publicUrl()) } };
  },
});
