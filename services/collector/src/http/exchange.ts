import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Logger } from '@headwater/kit/log';

/** One request with its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Of the answer; written all at once with its status, which costs node half of setting them one by one. */
  readonly headers: OutgoingHttpHeaders;
  readonly requestId: string;
  readonly log: Logger;
}

/** Answers one request; an AppError thrown becomes a problem document. */
export type Route = (exchange: Exchange) => Promise<void> | void;

/** Routes by path and method. */
export type Routes = ReadonlyMap<string, Readonly<Record<string, Route>>>;
