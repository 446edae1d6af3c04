import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppError } from '@headwater/kit/errors';
import type { Logger } from '@headwater/kit/log';
import { LRUCache } from 'lru-cache';
import { budgetOf } from '../domain/budget';
import type { Caller } from '../domain/principal';
import { sendError } from './answer';
import type { Endpoint } from './endpoint';
import { createExchange } from './exchange';
import type { RateLimit } from './rate-limit';

/** A request with a token that was refused because its endpoint runs too many. */
export interface Refused {
  readonly endpoint: Endpoint;
  readonly workspaceId: number | undefined;
  readonly caller: Caller;
  /** The refusal of the next request; undefined if it may run. */
  readonly next: () => AppError | undefined;
}

/**
 * Refuses the repeats of refused requests. Under overload, most requests repeat the method, the URL and the token of an earlier one.
 * Refusing them without Express and the verification of the token takes less than half of the time, which the served requests get.
 */
export interface RepeatedRefusals {
  /** Call it for a refused request whose token is valid. */
  add(request: IncomingMessage, refused: Refused): void;
  /** Answers a request if it repeats a refused one and is refused, too. @returns whether it did */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A revoked token gets 503 instead of 401 for this time at most. */
const TTL_MS = 1_000;
const MAX_REFUSED = 1_000;

export function createRepeatedRefusals({
  log,
  headers,
  rateLimit,
}: {
  readonly log: Logger;
  /** Of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rateLimit: Pick<RateLimit, 'takeNow'>;
}): RepeatedRefusals {
  const refused = new LRUCache<string, Refused>({ max: MAX_REFUSED, ttl: TTL_MS });
  let addedAt = -Infinity;
  const begin = createExchange(log, headers);
  return {
    add: (request, one) => {
      const key = keyOf(request);
      if (key === undefined) return;
      refused.set(key, one);
      addedAt = performance.now();
    },
    answer: (request, response) => {
      if (performance.now() - addedAt > TTL_MS) return false;
      const key = keyOf(request);
      const found = key === undefined ? undefined : refused.get(key);
      const error = found?.next();
      if (!found || !error) return false;
      const { endpoint, workspaceId, caller } = found;
      const counted = rateLimit.takeNow(caller.id, budgetOf(endpoint));
      if (!counted) return false;
      const { exchange } = begin(request, response);
      exchange.route = endpoint.path;
      exchange.workspaceId = workspaceId;
      exchange.caller = caller;
      exchange.headers.setAll(counted);
      sendError(response, exchange, error);
      return true;
    },
  };
}

/** Undefined for a request that authenticates without a token, or that may be malformed. */
function keyOf({ method, url, headers, httpVersion }: IncomingMessage): string | undefined {
  const { authorization, host } = headers;
  if (authorization === undefined || host === undefined || httpVersion !== '1.1') return undefined;
  // Hashed: expired keys stay in memory, and contain tokens.
  return hash('sha256', `${method} ${url} ${authorization}`);
}

/** Answers repeated refusals, and passes all other requests on. */
export function refuseRepeats(refusals: RepeatedRefusals, next: RequestListener): RequestListener {
  return (request, response) => {
    if (!refusals.answer(request, response)) next(request, response);
  };
}
