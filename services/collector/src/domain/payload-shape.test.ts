import fc from 'fast-check';
import { ENVELOPE, hasShape, shapeProblems } from './payload-shape';

const RIGHT = {
  site: 7,
  key: 'k',
  visitor: 'v',
  session: { id: 's', landing: 'https://shop.example/', referrer: '' },
  events: [{}],
};

/** Valid and invalid values of fields, near their limits. */
const odd = fc.oneof(
  fc.constantFrom(
    ...[undefined, null, true, false, 0, 1, -1, 1.5, 2 ** 53, Number.NaN, '', ' ', 'x', 'a\u0000b', '\ud800'],
    ...[
      'v'.repeat(128),
      'v'.repeat(129),
      'k'.repeat(256),
      'k'.repeat(257),
      'u'.repeat(8_192),
      'u'.repeat(8_193),
    ],
    ...[[], {}, [{}], Array.from({ length: 100 }, () => 0), Array.from({ length: 101 }, () => 0)],
  ),
  fc.anything({ maxDepth: 1 }),
);
const name = fc.oneof(
  fc.constantFrom('site', 'key', 'webdriver', 'visitor', 'session', 'event', 'events', '__proto__', 'other'),
  fc.string({ maxLength: 8 }),
);
const sessionName = fc.constantFrom('id', 'landing', 'referrer', '__proto__', 'other');

/** Replaces fields of a valid object; undefined removes a field, as in JSON. */
function changed(right: object, fields: readonly (readonly [string, unknown])[]): unknown {
  const entries = [...Object.entries(right), ...fields].filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

describe('the shape of a request', () => {
  it('accepts a valid request', () => expect(hasShape(RIGHT, ENVELOPE)).toBe(true));

  it('rejects exactly the requests for which it names a problem', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, odd), { maxLength: 3 }),
        fc.array(fc.tuple(sessionName, odd), { maxLength: 2 }),
        (fields, sessionFields) => {
          const session = changed(RIGHT.session, sessionFields);
          const body = changed({ ...RIGHT, session }, fields);
          const { unknown, invalid } = shapeProblems(body, ENVELOPE);
          expect(hasShape(body, ENVELOPE)).toBe(unknown.length + invalid.length === 0);
        },
      ),
      { seed: 20, numRuns: 3_000 },
    );
  });

  it.each<[unknown, string]>([
    [{ ...RIGHT, site: 0 }, 'site'],
    [{ ...RIGHT, site: 1.5 }, 'site'],
    [{ ...RIGHT, key: 'k'.repeat(257) }, 'key'],
    [{ ...RIGHT, webdriver: 'no' }, 'webdriver'],
    [{ ...RIGHT, visitor: 'ada@example.com' }, 'visitor'],
    [{ ...RIGHT, visitor: 'a@b' }, 'visitor'],
    [{ ...RIGHT, visitor: 'a\u0000b' }, 'visitor'],
    [{ ...RIGHT, session: { id: 's', landing: 'u'.repeat(8_193) } }, 'session.landing'],
    [{ ...RIGHT, session: null }, 'session'],
    [{ ...RIGHT, events: [] }, 'events'],
    [{ ...RIGHT, events: Array.from({ length: 101 }, () => ({})) }, 'events'],
    [null, 'body'],
    [[RIGHT], 'body'],
    ['text', 'body'],
  ])('names the invalid field of %j', (body, field) => {
    expect(shapeProblems(body, ENVELOPE)).toMatchObject({ unknown: [], invalid: [{ field }] });
  });

  it('names unknown fields, nested ones too', () => {
    const body = { ...RIGHT, colour: 1, session: { id: 's', size: 2 } };
    expect(shapeProblems(body, ENVELOPE)).toEqual({
      unknown: ['colour', 'session.size'].map((field) => ({
        field,
        message: 'is not a known field; remove it',
      })),
      invalid: [],
    });
  });
});
