import fc from 'fast-check';
import {
  attributionOf,
  changesAttribution,
  newAttribution,
  replaces,
  type RecordedAttribution,
} from './attribution';

const TOUCH = {
  channel: 'Organic Search',
  source: 'Google',
  utmCampaign: '',
  landing: 'example.com/',
  referrer: 'google.com',
  firstSeenAtMs: 1,
  rulesVersion: 1,
  siteId: 7,
  country: 'DE',
  utmSource: 'news',
  utmMedium: 'mail',
};

const EVENT = { arrivedAtMs: 2, eventId: '', firstArrivalMs: 2 };

describe('attributionOf', () => {
  it('returns the evidence of the first session', () => {
    expect(attributionOf(TOUCH, EVENT)).toEqual({ ...TOUCH, ...EVENT });
  });

  it('removes characters that Postgres refuses and cuts long texts', () => {
    const { source, landing } = attributionOf(
      { ...TOUCH, source: 'Goo\0gle\ud800', landing: 'x'.repeat(5_000) },
      EVENT,
    );
    expect(source).toBe('Google');
    expect(landing).toHaveLength(2_000);
  });

  it('throws on a channel that is not in the list', () => {
    expect(() => attributionOf({ ...TOUCH, channel: 'organic search' }, EVENT)).toThrow(
      'not in the channel list',
    );
  });
});

/** A first session of a linked visitor. The lowest link ordinal decides the attribution, then the earliest session. */
interface Arrival {
  readonly ordinal: number;
  readonly at: number;
  /** Undefined: sent with a token. */
  readonly arrivedAt: number | undefined;
  readonly id: number;
}

const UNTIL = 25;

/** The recorded attribution after the repair has processed the arrivals in this order. */
function recordedAfter(arrivals: readonly Arrival[]) {
  let recorded: RecordedAttribution | undefined;
  const resolved = new Set<number>();
  for (const { ordinal, at, arrivedAt, id } of arrivals) {
    const link = { ordinal: String(ordinal), resolved: resolved.has(ordinal), recorded };
    const attribution = {
      ...attributionOf(TOUCH, EVENT),
      firstSeenAtMs: at,
      arrivedAtMs: arrivedAt ?? null,
      eventId: arrivedAt === undefined ? String(id) : '',
    };
    const sent = { attribution, arrivalsUntilMs: UNTIL };
    if (!changesAttribution(link, sent)) continue;
    resolved.add(ordinal);
    const { firstSeenAtMs, arrivedAtMs, eventId } = attribution;
    if (recorded === undefined || replaces(link.ordinal, sent, recorded))
      recorded = {
        ...{ decidedBy: link.ordinal, firstSeenAtMs, arrivedAtMs, eventId },
        arrivalsUntilMs: UNTIL,
      };
  }
  return recorded;
}

describe('changesAttribution', () => {
  const ordersOf = (arrivedAt: fc.Arbitrary<number | undefined>) =>
    fc
      .array(
        fc.record({
          ordinal: fc.integer({ min: 1, max: 12 }),
          at: fc.integer({ min: 0, max: 8 }),
          arrivedAt,
          id: fc.integer({ min: 0, max: 9 }),
        }),
        { minLength: 1, maxLength: 12 },
      )
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  const counted = fc.option(fc.integer({ min: 0, max: UNTIL }), { nil: undefined });

  it('leads to the same attribution in 1,000 orders of the same arrivals before the record', () => {
    fc.assert(
      fc.property(ordersOf(counted), ([some, others]) => {
        expect(recordedAfter(others)).toEqual(recordedAfter(some));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is not influenced by browser events that arrive after the record', () => {
    const late = fc.array(
      fc.record({
        ordinal: fc.integer({ min: 1, max: 12 }),
        at: fc.integer({ min: -9, max: 8 }),
        arrivedAt: fc.integer({ min: UNTIL + 1, max: UNTIL + 9 }),
        id: fc.integer({ min: -9, max: 9 }),
      }),
    );
    fc.assert(
      fc.property(ordersOf(counted), late, late, ([[first, ...rest]], some, more) => {
        if (!first) return;
        expect(recordedAfter([first, ...some, ...rest, ...more])).toEqual(recordedAfter([first, ...rest]));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never changes an attribution whose deciding link is not stored', () => {
    const sent = newAttribution(attributionOf(TOUCH, EVENT), 0);
    expect(changesAttribution({ ordinal: '1', resolved: true, recorded: undefined }, sent)).toBe(false);
  });
});
