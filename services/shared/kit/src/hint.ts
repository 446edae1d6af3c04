import { isNativeError } from 'node:util/types';

const ADD_CA =
  'Set NODE_EXTRA_CA_CERTS (chart: databaseCa) to the file of the CA that signed the certificate, and restart.';
const USE_SERVER_CERTIFICATE =
  'The certificate or its issuer has another purpose. Install a server certificate that a CA signed.';
const RENEW_CERTIFICATE = 'Renew the server certificate or correct the clock. No restart is needed.';
const CHECK_TLS_PORT = 'The port does not accept TLS. Use the TLS port, or http: in CLICKHOUSE_URL.';

/** Fixes for TLS errors, by the error codes of Node and OpenSSL. */
const BY_CODE: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ADD_CA,
  UNABLE_TO_GET_ISSUER_CERT: ADD_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ADD_CA,
  SELF_SIGNED_CERT_IN_CHAIN: ADD_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: ADD_CA,
  // A CA with the same name but another key.
  CERT_SIGNATURE_FAILURE: ADD_CA,
  INVALID_PURPOSE: USE_SERVER_CERTIFICATE,
  INVALID_CA: USE_SERVER_CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate does not include the host of the URL. Use a host name that it includes.',
  CERT_HAS_EXPIRED: RENEW_CERTIFICATE,
  CERT_NOT_YET_VALID: RENEW_CERTIFICATE,
};

/** Fixes for errors without a code of their own, by message. */
const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/SSL routines:.*(wrong version number|packet length too long)/, CHECK_TLS_PORT],
  [
    /no pg_hba\.conf entry for .*no encryption/,
    'Postgres requires TLS. Add ?sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /server does not support SSL connections/,
    'Postgres has TLS disabled. Enable ssl in Postgres, or remove sslmode from DATABASE_URL.',
  ],
];

/** Returns the fix for a connection that failed because of TLS settings; undefined for other errors. Follows causes. */
export function hintFor(error: unknown): string | undefined {
  for (const one of withCauses(error)) {
    const { code, message } = one;
    const hint =
      (typeof code === 'string' && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ??
      BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
    if (hint !== undefined) return hint;
  }
  return undefined;
}

/** Whether the server's certificate is untrusted. An operator must fix it; retries then succeed. */
export function isUntrustedCertificate(error: unknown): boolean {
  return withCauses(error).some(({ code }) => typeof code === 'string' && Object.hasOwn(BY_CODE, code));
}

/** Returns the error message, followed by the fix if there is one. For output outside of the log. */
export function withHint(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const hint = hintFor(error);
  return hint === undefined ? message : `${message}. ${hint}`;
}

/** The error and its causes, each once: causes may be circular. */
function withCauses(error: unknown, seen = new Set<unknown>()): NodeJS.ErrnoException[] {
  if (!isNativeError(error) || seen.has(error)) return [];
  seen.add(error);
  const inner: unknown[] = error.name === 'AggregateError' ? (error as AggregateError).errors : [];
  return [error, ...[...inner, error.cause].flatMap((one) => withCauses(one, seen))];
}
