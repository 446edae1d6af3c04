import { AppError } from '@headwater/kit/errors';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import { failure } from '@headwater/protos/error-codes';

const RETRY_AFTER_SECONDS = 2;

/** The same endpoint, with an outage of Postgres told as `upstream_unavailable`. The one place that knows of outages. */
export function tellingOutages<A extends readonly unknown[], R>(
  endpoint: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await endpoint(...args);
    } catch (error) {
      if (error instanceof AppError || !isPostgresUnavailable(error)) throw error;
      throw failure('upstream_unavailable', 'Accounts can not be saved just now. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      });
    }
  };
}
