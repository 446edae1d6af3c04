import type { components } from '../gen/api';

/** An error response of the API (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** An error response of the API, or a failed request. */
export class HeadwaterError extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Error code of the API; `no_answer` without a response; `unreadable_answer` for a response that is not from Headwater. */
  readonly code: Problem['code'] | 'no_answer' | 'unreadable_answer';
  /** Quote it in support requests. */
  readonly requestId: string | undefined;
  /** Errors of single fields. */
  readonly fields: NonNullable<Problem['errors']>;

  constructor(
    problem: Pick<Problem, 'status' | 'detail'> & {
      readonly code: HeadwaterError['code'];
      readonly requestId?: string;
      readonly errors?: Problem['errors'];
    },
    options?: ErrorOptions,
  ) {
    super(problem.detail, options);
    this.name = 'HeadwaterError';
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.fields = problem.errors ?? [];
  }
}
