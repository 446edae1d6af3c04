import fc from 'fast-check';
import { envelope, isEnvelope } from './collect-envelope';

const RIGHT = {
  site: 7,
  key: 'k',
  visitor: 'v',
  session: { id: 's', landing: 'https://shop.example/', referrer: '' },
  events: [{}],
};

/** Values that fields take or refuse, near their limits. */
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

/** Some fields put in the place of right ones; undefined takes a field away, as JSON does. */
function changed(right: object, fields: readonly (readonly [string, unknown])[]): unknown {
  const entries = [...Object.entries(right), ...fields].filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

describe('isEnvelope', () => {
  it('takes a plain request', () => expect(isEnvelope(RIGHT)).toBe(true));

  it('takes just what the schema takes that says what is wrong', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, odd), { maxLength: 3 }),
        fc.array(fc.tuple(sessionName, odd), { maxLength: 2 }),
        fc.boolean(),
        (fields, sessionFields, isSingle) => {
          const { events, ...rest } = RIGHT;
          const right = isSingle ? { ...rest, event: {} } : { ...rest, events };
          const session = changed(RIGHT.session, sessionFields);
          const body = changed({ ...right, session }, fields);
          expect(isEnvelope(body)).toBe(envelope.safeParse(body).success);
        },
      ),
      { seed: 20, numRuns: 3_000 },
    );
  });

  it.each([null, undefined, 7, 'text', [], [RIGHT]])('refuses %j', (value) => {
    expect(isEnvelope(value)).toBe(false);
    expect(envelope.safeParse(value).success).toBe(false);
  });
});
