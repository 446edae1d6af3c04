import type { Response } from 'express';
import type { Clock } from '@headwater/kit/clock';
import { addDatabaseWork } from '@headwater/kit/rpc/database-work';
import type { CallOptions, DatabaseWork } from '@headwater/kit/rpc/types';
import { thenMaybe, type MaybePromise } from '@headwater/kit/fast/maybe-promise';
import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { budgetOf, costOf, COST_OF_TOO_HEAVY, costOfTime, pointsOfItems } from '../domain/budget';
import type { Principal } from '../domain/principal';
import type { Endpoint, Reply } from './endpoint';
import { exchangeOf } from './exchange';
import { requireAllowance, type RateLimit } from './rate-limit';

/** One request and the rate limit that counts it. */
export interface LimitedRequest {
  readonly principal: Principal;
  readonly endpoint: Endpoint;
  readonly response: Response;
  readonly rateLimit: RateLimit;
}

/** A request whose body was read. */
interface ChargedRequest extends LimitedRequest {
  /** Validated. */
  readonly body: unknown;
  readonly clock: Clock;
}

/**
 * Counts the request in its token's budget. Sets the rate-limit headers of the response, whatever its status will be.
 *
 * @throws AppError `rate_limited`.
 */
export function limitRequest({
  principal,
  endpoint,
  response,
  rateLimit,
}: LimitedRequest): MaybePromise<void> {
  const taken = rateLimit.take(principal.caller.id, budgetOf(endpoint));
  return thenMaybe(taken, (allowance) => {
    exchangeOf(response).headers.setAll(allowance.headers);
    requireAllowance(allowance, 'requests for this token');
  });
}

/** An invalid body takes up to a millisecond per KiB to describe, without any other work that the rate limit counts. */
const INVALID_BYTES_OF_POINT = 16_384;

/** Deducts the cost of an invalid body from the token's budget. @param bytes the size of the body */
export function chargeInvalidBody(
  { principal, endpoint, response, rateLimit }: LimitedRequest,
  bytes: number,
): void {
  const points = Math.floor(bytes / INVALID_BYTES_OF_POINT);
  if (points === 0 || endpoint.open) return;
  exchangeOf(response).headers.setAll(rateLimit.charge(principal.caller.id, budgetOf(endpoint), points));
}

/**
 * Max concurrent requests of an endpoint. Fewer than the connections of an address, so that all clients get the same answer, and
 * as many as a slow machine finishes within their deadline of 10 s.
 */
const MAX_CONCURRENT = 200;
/** Of one workspace, so that others can work. */
const MAX_OF_WORKSPACE = 150;
/** A file occupies its place until its last byte has arrived, which may take hours. */
const MAX_FILES_OF_WORKSPACE = 20;

/** Limits the concurrent requests of one endpoint. `workspaceId` is undefined for an anonymous request. */
export interface ConcurrencyLimit {
  /**
   * Returns the refusal `upstream_unavailable` of a request beyond a limit. Call it before the body is read: under overload, a refusal must
   * cost little.
   */
  refusal(workspaceId: number | undefined): AppError | undefined;
  /** Runs a request. @throws AppError `upstream_unavailable` beyond a limit */
  run<T>(workspaceId: number | undefined, request: () => Promise<T>): Promise<T>;
}

/**
 * Creates the limit of an endpoint. Beyond 200 concurrent requests, or 150 of a workspace (20 with a file), it refuses: in a longer queue,
 * requests would wait until their callers give up. Endpoints have separate limits, so that a service that hangs delays only its own
 * endpoints.
 */
export function createConcurrencyLimit({ file }: Pick<Endpoint, 'file'>): ConcurrencyLimit {
  const maxOfWorkspace = file ? MAX_FILES_OF_WORKSPACE : MAX_OF_WORKSPACE;
  // Created once: an error with its stack takes a twentieth of the time of a refusal.
  const refusedOfWorkspace = tooManyRequests(`${maxOfWorkspace} per workspace`);
  const refused = tooManyRequests(`${MAX_CONCURRENT}`);
  let running = 0;
  const runningOf = new Map<number | undefined, number>();
  const change = (workspaceId: number | undefined, by: 1 | -1): void => {
    running += by;
    const own = (runningOf.get(workspaceId) ?? 0) + by;
    if (own === 0) runningOf.delete(workspaceId);
    else runningOf.set(workspaceId, own);
  };
  const refusal = (workspaceId: number | undefined): AppError | undefined => {
    if (workspaceId !== undefined && (runningOf.get(workspaceId) ?? 0) >= maxOfWorkspace)
      return refusedOfWorkspace;
    return running >= MAX_CONCURRENT ? refused : undefined;
  };
  return {
    refusal,
    run: async (workspaceId, request) => {
      const error = refusal(workspaceId);
      if (error) throw error;
      change(workspaceId, 1);
      try {
        return await request();
      } finally {
        change(workspaceId, -1);
      }
    },
  };
}

function tooManyRequests(limit: string): AppError {
  return failure(
    'upstream_unavailable',
    `Too many concurrent requests to this endpoint (limit ${limit}). The request had no effect. Retry in 1 s.`,
    { retryAfterSeconds: 1 },
  );
}

/** The parts of a request's cost that its answer reports. */
export interface CostReports {
  /** Options of the calls of services. */
  readonly calls: Required<Pick<CallOptions, 'onCost' | 'onDatabaseWork'>>;
  readonly countItems: (items: number) => void;
}

/**
 * Runs the endpoint and deducts the cost of its body and its answer from the token's budget. The header Server-Timing reports the work of
 * the event store, except to viewers of shared pages: its rows are the site's events of all kinds.
 */
export async function chargeAnswer(
  { principal, endpoint, response, rateLimit, body, clock }: ChargedRequest,
  answer: (reports: CostReports) => Promise<Reply>,
): Promise<Reply> {
  const budget = budgetOf(endpoint);
  const startedAt = clock.now();
  let items = 0;
  let rows = 0;
  let work: DatabaseWork | undefined;
  const { headers } = exchangeOf(response);
  const charge = (points: number): void => {
    if (points === 0 || endpoint.open) return;
    headers.setAll(rateLimit.charge(principal.caller.id, budget, points));
  };
  const countItems = (more: number): void => {
    const counted = pointsOfItems(budget, items);
    items += more;
    charge(pointsOfItems(budget, items) - counted);
  };
  const chargeWork = (): void =>
    charge(costOf(rows) + (endpoint.chargesTime ? costOfTime(clock.now() - startedAt) : 0));
  countItems(endpoint.itemsOf?.(body) ?? 0);
  try {
    const reply = await answer({
      calls: {
        onCost: (more) => {
          rows += more;
        },
        onDatabaseWork: (more) => {
          work = work ? addDatabaseWork(work, more) : more;
        },
      },
      countItems,
    });
    if (work && principal.caller.type !== 'share') headers.set('Server-Timing', serverTiming(work));
    chargeWork();
    return reply;
  } catch (error) {
    const { code, kind } = error instanceof AppError ? error : {};
    if (code === 'query_too_heavy') charge(COST_OF_TOO_HEAVY);
    // The call waited for a service or for others: it did no work.
    else if (kind === 'unavailable' || kind === 'rate_limited') charge(costOf(rows));
    else chargeWork();
    throw error;
  }
}

/** Rows of one granule of ClickHouse. */
const ROWS_OF_GRANULE = 8_192;

/**
 * The work of the event store as an entry of Server-Timing. ClickHouse reads whole granules, which can contain rows of other workspaces. Rows
 * are rounded up, so that their number reveals nothing about these.
 */
function serverTiming({ ms, rows, days }: DatabaseWork): string {
  const ofGranules = Math.ceil(rows / ROWS_OF_GRANULE) * ROWS_OF_GRANULE;
  const sources = days ? `, ${days.rollup} roll-up days, ${days.raw} raw days` : '';
  return `clickhouse;dur=${ms};desc="${ofGranules} rows${sources}"`;
}
