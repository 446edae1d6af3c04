/** Codes of errors of Node.js when a server can't be reached or its connection is lost. */
const CONNECTION_ERRORS: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  // This process or its machine has no free file, port or buffer for a connection.
  ...['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS'],
]);

/** Whether a server was unreachable, so that the same call may succeed later. Ignores its causes. */
export function isConnectionError(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && CONNECTION_ERRORS.has(code);
}
