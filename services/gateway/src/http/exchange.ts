import type { Response } from 'express';
import type { Logger } from '@headwater/kit/log';
import type { AnswerHeaders } from './answer-headers';
import { Departure } from './departure';

/** What each line of a request's log begins with. */
interface Ids {
  readonly requestId: string;
  readonly traceId: string | undefined;
}

/** What is known of one request and its answer while it is under way. */
export class Exchange {
  /** The endpoint's path pattern, for the log: the real path may hold personal data. */
  route: string | undefined;
  workspaceId: number | undefined;
  /** Tells when the client goes away before its answer is complete. */
  readonly departure = new Departure();
  private lines: Logger | undefined;

  constructor(
    private readonly process: Logger,
    readonly ids: Ids,
    readonly headers: AnswerHeaders,
  ) {}

  get requestId(): string {
    return this.ids.requestId;
  }

  /** Made when it is first asked for: most requests have nothing to say but their end. */
  get log(): Logger {
    return (this.lines ??= this.process.child(this.ids));
  }
}

/** Ties an exchange to its response. */
export function setExchange(response: Response, exchange: Exchange): void {
  response.locals['exchange'] = exchange;
}

/** The exchange of a response that `beginExchange` has seen. */
export function exchangeOf(response: Response): Exchange {
  return response.locals['exchange'] as Exchange;
}
