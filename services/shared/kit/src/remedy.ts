import { isNativeError } from 'node:util/types';

const NAME_AUTHORITY =
  'Name the file of the authority that signed the certificate in NODE_EXTRA_CA_CERTS (chart: databaseCa), and start again.';
const TAKE_A_SERVERS =
  'The certificate, or one that signed it, is of another purpose: give the server one for servers, signed by an authority.';
const MEND_DATES =
  'Renew the certificate of the server, or set the clock right: nothing has to be started again.';
const SPEAK_PLAINLY =
  'TLS was spoken to a port that speaks none: name the port that does, or use http: in CLICKHOUSE_URL.';

/** What to do about failures of TLS, by the codes of Node and OpenSSL. */
const BY_CODE: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NAME_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: NAME_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NAME_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: NAME_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: NAME_AUTHORITY,
  // An authority of the same name, with another key.
  CERT_SIGNATURE_FAILURE: NAME_AUTHORITY,
  INVALID_PURPOSE: TAKE_A_SERVERS,
  INVALID_CA: TAKE_A_SERVERS,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The certificate is of other names than that in the URL: name the server as its certificate does.',
  CERT_HAS_EXPIRED: MEND_DATES,
  CERT_NOT_YET_VALID: MEND_DATES,
};

/** What is told without a code of its own. */
const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/SSL routines:.*(wrong version number|packet length too long)/, SPEAK_PLAINLY],
  [
    /no pg_hba\.conf entry for .*no encryption/,
    'Postgres takes no connection without TLS: add ?sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /server does not support SSL connections/,
    'Postgres has no TLS: turn ssl on there, or leave sslmode out of DATABASE_URL.',
  ],
];

/** What an operator can do about a connection that TLS, or the lack of it, prevents; undefined for all else. Looks through causes. */
export function remedyOf(error: unknown): string | undefined {
  for (const one of withCauses(error)) {
    const { code, message } = one;
    const remedy =
      (typeof code === 'string' && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined) ??
      BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
    if (remedy !== undefined) return remedy;
  }
  return undefined;
}

/** True when a server was reached whose certificate can not be trusted: that is to be mended, and all else then goes on. */
export function isDistrusted(error: unknown): boolean {
  return withCauses(error).some(({ code }) => typeof code === 'string' && Object.hasOwn(BY_CODE, code));
}

/** What went wrong, and the remedy where there is one, for those who read no log. */
export function withRemedy(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const remedy = remedyOf(error);
  return remedy === undefined ? message : `${message}. ${remedy}`;
}

/** The error and all behind it, each once: a cause may lead back to where it came from. */
function withCauses(error: unknown, seen = new Set<unknown>()): NodeJS.ErrnoException[] {
  if (!isNativeError(error) || seen.has(error)) return [];
  seen.add(error);
  const inner: unknown[] = error.name === 'AggregateError' ? (error as AggregateError).errors : [];
  return [error, ...[...inner, error.cause].flatMap((one) => withCauses(one, seen))];
}
