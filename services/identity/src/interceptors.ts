import { AppError } from '@headwater/kit/errors';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { limitToWorkspace } from '@headwater/kit/rpc/limit-to-workspace';
import type { RpcInterceptor } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';

const RETRY_AFTER_SECONDS = 2;

/**
 * The interceptors of all methods: limit statements to the caller's workspace, refuse calls until the HMAC keys are checked,
 * and map errors of an unreachable Postgres to `upstream_unavailable`.
 *
 * @param keysChecked false while Postgres was unreachable since the start. Nothing may be hashed with unchecked keys.
 */
export function createInterceptors(keysChecked: () => boolean): RpcInterceptor[] {
  return [
    // `admin` lists the erasures of all workspaces, and RepeatErasure names the workspace in its request.
    limitToWorkspace(['ListLoggedErasures', 'RepeatErasure']),
    async (_call, next) => {
      if (!keysChecked()) throw unavailable();
      return next();
    },
    async (_call, next) => {
      try {
        return await next();
      } catch (error) {
        if (error instanceof AppError || !isPostgresUnavailable(error)) throw error;
        throw unavailable(error);
      }
    },
  ];
}

function unavailable(cause?: unknown): AppError {
  const message = `The account database is unavailable. Retry after ${RETRY_AFTER_SECONDS} s.`;
  return failure('upstream_unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}
