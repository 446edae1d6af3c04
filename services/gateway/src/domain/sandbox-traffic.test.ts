import { sandboxTraffic } from './sandbox-traffic';

const NOW = Date.parse('2026-11-01T12:00:00Z');
const PLAN = { seed: 1, siteId: 7, domain: 'sandbox-x.example', now: NOW };

describe('sandboxTraffic', () => {
  it('depends on the seed and the date, not on the time of day', () => {
    expect(sandboxTraffic(PLAN)).toEqual(sandboxTraffic({ ...PLAN, now: NOW + 3_600_000 }));
    expect(sandboxTraffic({ ...PLAN, siteId: 8 }).totals).toEqual(sandboxTraffic(PLAN).totals);
    expect(sandboxTraffic({ ...PLAN, seed: 2 }).totals).not.toEqual(sandboxTraffic(PLAN).totals);
  });

  it.each([0, 1, 2, 3, 99, 2_147_483_647])(
    'is within its window and fits into one request (seed %i)',
    (seed) => {
      const { events, totals } = sandboxTraffic({ ...PLAN, seed });
      expect(totals).toMatchObject({ from: '2026-10-25', to: '2026-10-31', visitors: 60, sessions: 60 });
      const days = events.map(({ time }) => time.slice(0, 10));
      expect(days.every((day) => day >= totals.from && day <= totals.to)).toBe(true);
      expect(events.length).toBeLessThanOrEqual(1_000);
      expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
      expect(events.filter(({ name }) => name === 'pageview')).toHaveLength(totals.pageviews);
      expect(totals.channels.reduce((sum, { pageviews }) => sum + pageviews, 0)).toBe(totals.pageviews);
    },
  );
});
