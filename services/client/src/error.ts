import type { components } from '../gen/api';

/** A refusal as the API answers it (RFC 9457). */
export type Problem = components['schemas']['Problem'];

/** What the API refused, or what kept it from answering. */
export class HeadwaterError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** From the API's closed list; `no_answer` when none came, `unreadable_answer` when something else answered. */
  readonly code: Problem['code'] | 'no_answer' | 'unreadable_answer';
  /** To be quoted in a report. */
  readonly requestId: string | undefined;
  /** What is wrong with which field. */
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
