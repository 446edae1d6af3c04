import { anonymousIdProblem, parseId } from './parse-text';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('an anonymous id', () => {
  it.each([
    '0190f5c4-7f3e-7c3a-9d2e-0a1b2c3d4e5f',
    'v',
    'a:b.c_d-E9',
    'x'.repeat(128),
    'a b',
    'ü',
    'auth0|5f7c',
  ])('is valid as %s', (id) => {
    expect(anonymousIdProblem(id)).toBeUndefined();
  });

  it.each(['', ' ', 'a\n', 'a\0', 'ada@example.com', 'a@b', 'a%40b', 'x'.repeat(129), JWT])(
    'is refused as %j',
    (id) => {
      expect(anonymousIdProblem(id)).toBeDefined();
    },
  );
});

describe('an id of the customer or its payment provider', () => {
  it.each(['in_1', 'order 7', '100%', 'R&D', 'ada%2Fx'])('is valid as %s', (id) => {
    expect(parseId('payment_id', id)).toEqual({ ok: true, value: id });
  });

  it.each([
    'ada@leak.example',
    JWT,
    `user ${JWT}`,
    '@',
    'ada%40leak.example',
    'ada%2540leak.example',
    'ada%u0040leak.example',
    'ada&#64;leak.example',
    'ada&commat;leak.example',
    'ada\\u0040leak.example',
    'ada\uff20leak.example',
    'ada\ufe6bleak.example',
    'uidYWRhQGxlYWsuZXhhbXBsZQ==',
    Buffer.from('{"name":"Jürgen","email":"ada@leak.example"}').toString('base64'),
  ])('is refused as %j', (id) => {
    expect(parseId('payment_id', id)).toMatchObject({ ok: false, problems: [{ field: 'payment_id' }] });
  });
});
