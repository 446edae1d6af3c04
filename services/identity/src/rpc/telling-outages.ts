import { AppError } from '@headwater/kit/errors';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { failure } from '@headwater/protos/error-codes';

const RETRY_AFTER_SECONDS = 2;

type Answer<A extends readonly unknown[], R> = (...args: A) => Promise<R>;

/**
 * Wraps endpoints, so that an outage of Postgres is told as `upstream_unavailable`. The one place that knows of outages.
 *
 * @param isSure false while an outage has kept from being asked what every call relies on: that is told as one, too
 */
export function tellingOutages(isSure: () => boolean) {
  return <A extends readonly unknown[], R>(endpoint: Answer<A, R>): Answer<A, R> =>
    async (...args) => {
      if (!isSure()) throw outage();
      try {
        return await endpoint(...args);
      } catch (error) {
        if (error instanceof AppError || !isPostgresUnavailable(error)) throw error;
        throw outage(error);
      }
    };
}

function outage(cause?: unknown): AppError {
  return failure('upstream_unavailable', 'Accounts can not be saved just now. Try again shortly.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}
