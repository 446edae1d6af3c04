import { ERROR_KINDS, type AppError } from '../errors';

export const PROBLEM_CONTENT_TYPE = 'application/problem+json';

/** A problem document (RFC 9457). `code` is one of the product's error codes; `errors` is present for validation errors. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

/** Returns the problem document of an AppError, without its cause or stack. */
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

/** Returns the headers of an error response beside its content type. */
export function problemHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.kind === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  const retryAfter = error.retryAfterSeconds ?? (error.kind === 'unavailable' ? 1 : undefined);
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  return headers;
}
