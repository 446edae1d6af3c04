import { isUntrustedCertificate, hintFor, withHint } from './hint';

const coded = (code: string): Error => Object.assign(new Error('no'), { code });

test.each([
  [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'NODE_EXTRA_CA_CERTS'],
  [coded('CERT_SIGNATURE_FAILURE'), 'NODE_EXTRA_CA_CERTS'],
  [coded('INVALID_PURPOSE'), 'server certificate'],
  [coded('INVALID_CA'), 'server certificate'],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'host name that it includes'],
  [coded('CERT_HAS_EXPIRED'), 'Renew'],
  [new Error('write EPROTO 80FC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number'), 'http:'],
  [new Error('no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", no encryption'), 'sslmode'],
  [new Error('The server does not support SSL connections'), 'sslmode'],
  [new Error('outside', { cause: coded('CERT_HAS_EXPIRED') }), 'Renew'],
  [new Error('both', { cause: new AggregateError([coded('X'), coded('CERT_NOT_YET_VALID')]) }), 'Renew'],
])('returns the fix for %p', (error, expected) => {
  expect(hintFor(error)).toContain(expected);
  expect(withHint(error)).toBe(`${error.message}. ${hintFor(error)}`);
});

test.each([
  [new Error('no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", SSL encryption')],
  [coded('ECONNREFUSED')],
  [coded('toString')],
  ['a text'],
  [undefined],
])('returns no fix for %p', (error) => {
  expect(hintFor(error)).toBeUndefined();
  expect(isUntrustedCertificate(error)).toBe(false);
});

test('distinguishes an untrusted certificate from a server that requires TLS', () => {
  expect(
    isUntrustedCertificate(new Error('outside', { cause: coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE') })),
  ).toBe(true);
  expect(isUntrustedCertificate(new Error('no pg_hba.conf entry for host "h", no encryption'))).toBe(false);
});

test('follows circular causes only once', () => {
  const outer = new Error('outer');
  outer.cause = new Error('inner', { cause: outer });
  expect(hintFor(outer)).toBeUndefined();
});
