import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { AppError, ERROR_KINDS, isErrorKind, type ErrorKind, type FieldError } from '../errors';
import { METADATA } from './types';

/** Returns the gRPC status of an AppError: its message as details, the other fields as trailing metadata. */
export function statusOf(error: AppError): StatusObject {
  const metadata = new Metadata();
  metadata.set(METADATA.errorKind, error.kind);
  metadata.set(METADATA.errorCode, error.code);
  if (error.fields.length > 0) metadata.set(METADATA.errorFields, Buffer.from(JSON.stringify(error.fields)));
  if (error.retryAfterSeconds !== undefined)
    metadata.set(METADATA.retryAfter, String(error.retryAfterSeconds));
  if (error.kind === 'unavailable' && !error.retryable) metadata.set(METADATA.retryPushback, '-1');
  // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- errors.ts has the numbers and does not import grpc-js
  return { code: ERROR_KINDS[error.kind].grpc, details: error.message, metadata };
}

/** Errors that no handler created: a broken connection, an expired deadline, a peer of another version. */
const TRANSPORT_FAILURES: Readonly<Partial<Record<ErrorKind, { code: string; message: string }>>> = {
  unavailable: {
    code: 'upstream_unavailable',
    message: 'A backend is temporarily unavailable. Retry in a few seconds.',
  },
  deadline: {
    code: 'deadline_exceeded',
    message: 'The request exceeded its deadline. Retry, or request less data.',
  },
  cancelled: { code: 'cancelled', message: 'The request was cancelled.' },
};
/** The failure of a call whose method the peer lacks: it runs an earlier release until its upgrade. */
const UPGRADING = {
  code: 'upstream_unavailable',
  message: 'A backend is being upgraded. Retry in 60 s.',
  retryAfterSeconds: 60,
} as const;

/** Returns the AppError of a failed call; transport errors get their public message here. */
export function errorOfStatus(error: ServiceError): AppError {
  const kind = error.metadata.get(METADATA.errorKind)[0];
  const code = error.metadata.get(METADATA.errorCode)[0];
  if (isErrorKind(kind) && typeof code === 'string') {
    const retryAfter = Number(error.metadata.get(METADATA.retryAfter)[0]);
    return new AppError({
      kind,
      code,
      message: error.details,
      fields: fieldsOf(error.metadata.get(METADATA.errorFields)[0]),
      cause: error,
      retryable: false,
      ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
    });
  }
  if (error.code === status.UNIMPLEMENTED)
    return new AppError({ kind: 'unavailable', ...UPGRADING, cause: error, retryable: false });
  const transportKind = isSessionError(error) ? 'unavailable' : kindOfGrpc(error.code);
  const known = TRANSPORT_FAILURES[transportKind];
  return new AppError({
    kind: known ? transportKind : 'internal',
    code: known?.code ?? 'internal_error',
    message:
      known?.message ?? 'Something went wrong on our side. Try again; if it persists, report the request id.',
    cause: error,
    retryable: false,
    ...(transportKind === 'unavailable' ? { retryAfterSeconds: 1 } : {}),
  });
}

/**
 * Whether the HTTP/2 session of a call was closed, for which grpc-js has the code INTERNAL. Node.js closes a session after about 1,000 resets of streams and
 * 33 more per second, as when the clients of the gateway disconnect. No handler writes this text.
 */
const isSessionError = (error: Partial<ServiceError> | undefined): boolean =>
  error?.code === status.INTERNAL && error.details?.startsWith('Received RST_STREAM') === true;

/** Whether a call failed because its HTTP/2 session was closed. */
export const isClosedSession = (thrown: unknown): boolean =>
  thrown instanceof AppError && isSessionError(thrown.cause as Partial<ServiceError> | undefined);

/** Whether a call failed because the peer does not have the method: its version is older. */
export function isUnimplemented(thrown: unknown): boolean {
  return (
    thrown instanceof AppError &&
    (thrown.cause as Partial<ServiceError> | undefined)?.code === status.UNIMPLEMENTED
  );
}

function kindOfGrpc(code: number): ErrorKind {
  const found = Object.entries(ERROR_KINDS).find(([, kind]) => kind.grpc === code);
  return (found?.[0] as ErrorKind | undefined) ?? 'internal';
}

function fieldsOf(value: string | Buffer | undefined): FieldError[] {
  return Buffer.isBuffer(value) ? (JSON.parse(value.toString('utf8')) as FieldError[]) : [];
}
