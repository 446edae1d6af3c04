import { ERROR_KINDS, type AppError } from '../errors';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** A problem document (RFC 9457). `code` comes from the product's closed list; `errors` only for validation. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** The public face of an AppError: never its cause or a stack. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { http, title } = ERROR_KINDS[error.kind];
  return {
    type: 'about:blank',
    title,
    status: http,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
  };
}

/** Headers that go with an error beside its content type, by what the error is. */
export function problemHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.kind === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  const retryAfter = error.retryAfterSeconds ?? (error.kind === 'unavailable' ? 1 : undefined);
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  return headers;
}
