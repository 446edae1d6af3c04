import fc from 'fast-check';
import { attributionOf, changesAttribution } from './attribution';

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

describe('attributionOf', () => {
  it('returns the evidence of the first session', () => {
    expect(attributionOf(TOUCH)).toEqual(TOUCH);
  });

  it('removes characters that Postgres refuses and cuts long texts', () => {
    const { source, landing } = attributionOf({
      ...TOUCH,
      source: 'Goo\0gle\ud800',
      landing: 'x'.repeat(5_000),
    });
    expect(source).toBe('Google');
    expect(landing).toHaveLength(2_000);
  });

  it('throws on a channel that is not in the list', () => {
    expect(() => attributionOf({ ...TOUCH, channel: 'organic search' })).toThrow('not in the channel list');
  });
});

/** A first session of a linked visitor. The lowest link ordinal decides the attribution, then the earliest session. */
interface Arrival {
  readonly ordinal: number;
  readonly at: number;
}

/** The recorded attribution after the repair has processed the arrivals in this order. */
function recordedAfter(arrivals: readonly Arrival[]) {
  let recorded: { decidedBy: string; firstSeenAtMs: number } | undefined;
  const resolved = new Set<number>();
  for (const { ordinal, at } of arrivals) {
    const link = { ordinal: String(ordinal), resolved: resolved.has(ordinal), recorded };
    if (!changesAttribution(link, at)) continue;
    resolved.add(ordinal);
    const decides =
      recorded === undefined ||
      ordinal < Number(recorded.decidedBy) ||
      (ordinal === Number(recorded.decidedBy) && at < recorded.firstSeenAtMs);
    if (decides) recorded = { decidedBy: String(ordinal), firstSeenAtMs: at };
  }
  return recorded;
}

describe('changesAttribution', () => {
  it('leads to the same attribution in 1,000 orders of the same arrivals', () => {
    const arrival = fc.record({
      ordinal: fc.integer({ min: 1, max: 12 }),
      at: fc.integer({ min: 0, max: 50 }),
    });
    const twoOrders = fc
      .array(arrival, { minLength: 1, maxLength: 12 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(twoOrders, ([some, others]) => {
        expect(recordedAfter(others)).toEqual(recordedAfter(some));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never changes an attribution whose deciding link is not stored', () => {
    expect(changesAttribution({ ordinal: '1', resolved: true, recorded: undefined }, 0)).toBe(false);
  });
});
