import { isDistrusted, remedyOf, withRemedy } from './remedy';

const coded = (code: string): Error => Object.assign(new Error('no'), { code });

test.each([
  [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'NODE_EXTRA_CA_CERTS'],
  [coded('CERT_SIGNATURE_FAILURE'), 'NODE_EXTRA_CA_CERTS'],
  [coded('INVALID_PURPOSE'), 'one for servers'],
  [coded('INVALID_CA'), 'one for servers'],
  [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'name the server as its certificate does'],
  [coded('CERT_HAS_EXPIRED'), 'Renew'],
  [new Error('write EPROTO 80FC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number'), 'http:'],
  [new Error('no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", no encryption'), 'sslmode'],
  [new Error('The server does not support SSL connections'), 'sslmode'],
  [new Error('outside', { cause: coded('CERT_HAS_EXPIRED') }), 'Renew'],
  [new Error('both', { cause: new AggregateError([coded('X'), coded('CERT_NOT_YET_VALID')]) }), 'Renew'],
])('knows what to do about %p', (error, expected) => {
  expect(remedyOf(error)).toContain(expected);
  expect(withRemedy(error)).toBe(`${error.message}. ${remedyOf(error)}`);
});

test.each([
  [new Error('no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", SSL encryption')],
  [coded('ECONNREFUSED')],
  [coded('toString')],
  ['a text'],
  [undefined],
])('knows none for %p', (error) => {
  expect(remedyOf(error)).toBeUndefined();
  expect(isDistrusted(error)).toBe(false);
});

test('a server that can not be trusted is told from one that refuses to be asked plainly', () => {
  expect(isDistrusted(new Error('outside', { cause: coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE') }))).toBe(true);
  expect(isDistrusted(new Error('no pg_hba.conf entry for host "h", no encryption'))).toBe(false);
});

test('causes that lead back to where they came from are each looked at once', () => {
  const outer = new Error('outer');
  outer.cause = new Error('inner', { cause: outer });
  expect(remedyOf(outer)).toBeUndefined();
});
