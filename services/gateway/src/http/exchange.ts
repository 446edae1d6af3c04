import type { Response } from 'express';
import type { Logger } from '@headwater/kit/log';
import type { Departure } from './departure';

/** What is known of one request and its answer while it is under way. */
export interface Exchange {
  readonly requestId: string;
  readonly log: Logger;
  /** Tells when the client goes away before its answer is complete. */
  readonly departure: Departure;
  /** The endpoint's path pattern, for the log: the real path may hold personal data. */
  route?: string;
  workspaceId?: number;
}

/** Ties an exchange to its response. */
export function setExchange(response: Response, exchange: Exchange): void {
  response.locals['exchange'] = exchange;
}

/** The exchange of a response that `beginExchange` has seen. */
export function exchangeOf(response: Response): Exchange {
  return response.locals['exchange'] as Exchange;
}
