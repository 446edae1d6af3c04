import type { Response } from 'express';
import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { budgetOf, costOf, COST_OF_TOO_HEAVY } from '../domain/budget';
import type { Principal } from '../domain/principal';
import type { Endpoint, Reply } from './endpoint';
import { exchangeOf } from './exchange';
import type { RateLimit } from './rate-limit';
import { andThen, type Soon } from './soon';

/** One request of a token, and where it is counted. */
export interface Limited {
  readonly principal: Principal;
  readonly endpoint: Endpoint;
  readonly response: Response;
  readonly rateLimit: RateLimit;
}

/**
 * Counts the request against its token's budget, and tells what is left of it whatever the answer will be.
 *
 * @throws AppError `rate_limited`.
 */
export function limitRate({ principal, endpoint, response, rateLimit }: Limited): Soon<void> {
  const taken = rateLimit.take(principal.caller.id, budgetOf(endpoint));
  return andThen(taken, ({ allowed, headers, resetSeconds }) => {
    exchangeOf(response).headers.setAll(headers);
    if (!allowed)
      throw failure('rate_limited', `This token has spent its budget. Wait ${resetSeconds} s.`, {
        retryAfterSeconds: resetSeconds,
      });
  });
}

/** Counts the opening of a share link among what is asked with its keys. @throws AppError `rate_limited`. */
export async function limitOpening(rateLimit: Pick<RateLimit, 'take'>, linkId: number): Promise<void> {
  const { allowed, resetSeconds } = await rateLimit.take(linkId, 'read');
  if (!allowed)
    throw failure('rate_limited', `Too many look at this page. Wait ${resetSeconds} s.`, {
      retryAfterSeconds: resetSeconds,
    });
}

/** Makes an answer, and counts what that cost beside the request. @param answer is told whom to tell of rows that were read */
export async function charging(
  { principal, endpoint, response, rateLimit }: Limited,
  answer: (onCost: (rows: number) => void) => Promise<Reply>,
): Promise<Reply> {
  let rows = 0;
  const charge = (points: number): void => {
    if (points === 0 || endpoint.open) return;
    exchangeOf(response).headers.setAll(rateLimit.charge(principal.caller.id, budgetOf(endpoint), points));
  };
  try {
    const reply = await answer((more) => {
      rows += more;
    });
    charge(costOf(rows));
    return reply;
  } catch (error) {
    const wasTooHeavy = error instanceof AppError && error.code === 'query_too_heavy';
    charge(wasTooHeavy ? COST_OF_TOO_HEAVY : costOf(rows));
    throw error;
  }
}
