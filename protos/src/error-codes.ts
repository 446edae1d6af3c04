import { AppError, type ErrorKind, type FieldError } from '@headwater/kit/errors';

/**
 * The error codes of problem documents, each with the kind that determines its HTTP and gRPC status. Errors of kit (an unknown
 * route, an unreachable service) use codes of this list, too.
 */
export const ERROR_CODES = {
  missing_token: 'unauthenticated',
  invalid_token: 'unauthenticated',
  session_ended: 'unauthenticated',
  insufficient_scope: 'forbidden',
  sign_in_required: 'forbidden',
  invalid_site_key: 'forbidden',
  origin_not_allowed: 'forbidden',
  password_required: 'forbidden',
  invalid_request: 'invalid',
  invalid_json: 'invalid',
  invalid_signature: 'invalid',
  unknown_field: 'invalid',
  unknown_parameter: 'invalid',
  unknown_dimension: 'invalid',
  unknown_filter: 'invalid',
  not_found: 'not_found',
  site_not_found: 'not_found',
  token_not_found: 'not_found',
  session_not_found: 'not_found',
  token_replaced: 'conflict',
  share_link_not_found: 'not_found',
  goal_not_found: 'not_found',
  funnel_not_found: 'not_found',
  annotation_not_found: 'not_found',
  saved_view_not_found: 'not_found',
  visitor_not_found: 'not_found',
  webhook_not_found: 'not_found',
  erasure_not_found: 'not_found',
  account_not_found: 'not_found',
  payment_not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
  domain_in_use: 'conflict',
  payment_conflict: 'conflict',
  config_changed: 'precondition_failed',
  payload_too_large: 'too_large',
  uri_too_long: 'uri_too_long',
  headers_too_large: 'headers_too_large',
  request_timeout: 'request_timeout',
  unsupported_media_type: 'unsupported_media_type',
  idempotency_key_in_use: 'conflict',
  idempotency_key_reused: 'unprocessable',
  query_too_heavy: 'unprocessable',
  rate_limited: 'rate_limited',
  workspace_busy: 'rate_limited',
  upstream_unavailable: 'unavailable',
  deadline_exceeded: 'deadline',
  cancelled: 'cancelled',
  internal_error: 'internal',
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface FailureDetails {
  /** The invalid fields of the request. */
  readonly fields?: readonly FieldError[];
  /** For the log only, never for the caller. */
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
  /** See AppErrorOptions. */
  readonly retryable?: boolean;
}

/**
 * Returns the error of an expected failure, to be thrown by a service.
 *
 * @param message shown to the caller: what happened, why, what to do. No personal data.
 */
export function failure(code: ErrorCode, message: string, details: FailureDetails = {}): AppError {
  return new AppError({ kind: ERROR_CODES[code], code, message, ...details });
}
