/**
 * The kinds of failure with their HTTP status, gRPC status and problem title: the only table that maps between the two
 * protocols (see google.rpc.Code, RFC 9110 section 15).
 */
export const ERROR_KINDS = {
  invalid: { http: 400, grpc: 3, title: 'Bad request' },
  unauthenticated: { http: 401, grpc: 16, title: 'Unauthorized' },
  forbidden: { http: 403, grpc: 7, title: 'Forbidden' },
  not_found: { http: 404, grpc: 5, title: 'Not found' },
  method_not_allowed: { http: 405, grpc: 12, title: 'Method not allowed' },
  conflict: { http: 409, grpc: 6, title: 'Conflict' },
  too_large: { http: 413, grpc: 11, title: 'Payload too large' },
  unsupported_media_type: { http: 415, grpc: 3, title: 'Unsupported media type' },
  unprocessable: { http: 422, grpc: 9, title: 'Unprocessable content' },
  rate_limited: { http: 429, grpc: 8, title: 'Too many requests' },
  cancelled: { http: 499, grpc: 1, title: 'Client closed request' },
  internal: { http: 500, grpc: 13, title: 'Internal server error' },
  unavailable: { http: 503, grpc: 14, title: 'Service unavailable' },
  deadline: { http: 504, grpc: 4, title: 'Gateway timeout' },
  // Shares a gRPC code with `unprocessable`; the error-kind metadata disambiguates.
  precondition_failed: { http: 412, grpc: 9, title: 'Precondition failed' },
  // Created only by HTTP servers. A gRPC status with one of these codes maps to the first kind above with that code.
  request_timeout: { http: 408, grpc: 4, title: 'Request timeout' },
  uri_too_long: { http: 414, grpc: 3, title: 'URI too long' },
  headers_too_large: { http: 431, grpc: 3, title: 'Request header fields too large' },
} as const satisfies Record<string, { http: number; grpc: number; title: string }>;

export type ErrorKind = keyof typeof ERROR_KINDS;

export function isErrorKind(value: unknown): value is ErrorKind {
  return typeof value === 'string' && Object.hasOwn(ERROR_KINDS, value);
}

/** An invalid field of a request: `field` is a path such as `users[3].email` or `filter[props.plan]`. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export interface AppErrorOptions {
  readonly kind: ErrorKind;
  /** Machine-readable, one of the product's error codes. */
  readonly code: string;
  /** Shown to the caller: what happened, why, what to do. No personal data. */
  readonly message: string;
  readonly fields?: readonly FieldError[];
  readonly retryAfterSeconds?: number;
  /** Whether the calling service's gRPC client may retry an `unavailable` error. Default: true. */
  readonly retryable?: boolean;
  /** For the log only. */
  readonly cause?: unknown;
}

/** The one error class: an expected failure with a public message and a private cause. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** False for errors received over gRPC: that hop has already retried, and retries must not multiply. */
  readonly retryable: boolean;

  constructor(options: AppErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.kind = options.kind;
    this.code = options.code;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.retryable = options.retryable ?? true;
  }
}

/** Converts any thrown value to an AppError: an unexpected one becomes `internal_error`, with the value as its cause. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError({
    kind: 'internal',
    code: 'internal_error',
    message: 'Something went wrong on our side. Try again; if it persists, report the request id.',
    cause: thrown,
  });
}

/** The error of a call whose caller has gone. */
export function cancelledError(): AppError {
  return new AppError({ kind: 'cancelled', code: 'cancelled', message: 'The request was cancelled.' });
}

/** Closes a switch over a union: the compiler refuses a missing case. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${String(value)}`);
}
