import { requestIdFrom } from './request-id';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl';

test.each(['a', 'job_1.step:2-b', '0.a1b2c3d4.1764230000.9f', 'eyJhbGciOiJIUzI1NiJ9', 'x'.repeat(128)])(
  'keeps the id %s of the caller',
  (id) => expect(requestIdFrom(id)).toBe(id),
);

test.each([
  JWT,
  `job:${JWT}`,
  `sess_${JWT}`,
  'ada@example.com',
  'two words',
  'x'.repeat(129),
  '',
  undefined,
  ['a'],
])('replaces %j', (id) => expect(requestIdFrom(id)).toMatch(UUID));
