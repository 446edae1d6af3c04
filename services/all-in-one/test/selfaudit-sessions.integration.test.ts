import type { EventRow } from '@headwater/eventstore/event-columns';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { ADDRESSES, AGENTS } from '@headwater/eventstore/testing/visitor-agents';
import type { Arrival, Call } from '@headwater/eventstore/testing/visitor-facts';
import { collect, randomCalls } from './collected-facts';
import { createDefinitions, WORKSPACE } from './selfaudit-facts';
import { startSelfaudit, type SelfauditFixture } from './selfaudit-fixture';

const SEED = Number(process.env['SELFAUDIT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const ARRIVALS_MS = Date.parse('2026-11-02T14:20:00Z');

let selfaudit: SelfauditFixture;

beforeAll(async () => {
  selfaudit = await startSelfaudit();
}, 60_000);
afterAll(() => selfaudit.stop());

/** Audits a day. */
async function auditOf(siteId: number, day: string) {
  // A day with differences is audited again.
  await selfaudit.sites.calls.RecordAudit({ siteId, day, differences: 1 }, WORKSPACE);
  return selfaudit.audit();
}

async function collectAt(
  site: Awaited<ReturnType<SelfauditFixture['onlySite']>>,
  steps: Call[][],
  now: number,
) {
  const { sitesAddress, clickhouse } = selfaudit;
  await collect({ sitesAddress, clickhouseUrl: clickhouse.url }, site, { steps, now });
}

describe('the self-audit of sessions', () => {
  it.each([
    ['UTC', '2026-10-31'],
    ['UTC', '2026-11-01'],
    // Its day has 25 hours.
    ['America/New_York', '2026-11-01'],
  ])(
    `derives the sessions that the collector stores, in %s on %s (seed ${SEED})`,
    async (timezone, day) => {
      const site = await selfaudit.onlySite(timezone);
      await createDefinitions(selfaudit.sites.calls, site.id);
      await collectAt(site, randomCalls(SEED, ARRIVALS_MS), ARRIVALS_MS);
      const { lines, notCompared, ...result } = await auditOf(site.id, day);
      expect(lines).toEqual([]);
      expect(result).toEqual({ audited: 1, differences: 0, failed: [] });
      for (const visits of notCompared) expect(visits).toMatchObject({ busyVisitor: 0, withoutFacts: 0 });
    },
    120_000,
  );

  /** An event that a server sends without a session. */
  const serverEvent = (index: number, time: string, fact: Partial<Arrival['fact']>): Arrival => ({
    ...{ visitor: 1, index, time: Date.parse(`2026-11-01T${time}Z`) },
    ...{ agent: AGENTS[0] as Arrival['agent'], address: ADDRESSES[0] },
    fact: {
      ...{ endpoint: 'server', minute: 0, session: 0, page: '', referrer: '', custom: false, moves: false },
      ...fact,
    },
  });
  /** Two visits: a mailing with an order and another page, and a search. */
  const TWO_VISITS = [
    serverEvent(0, '10:00:00', { page: '?utm_source=news&utm_medium=email' }),
    serverEvent(1, '10:10:00', { custom: true }),
    serverEvent(2, '10:20:00', { referrer: 'self' }),
    serverEvent(3, '12:00:00', { referrer: 'https://www.google.com/' }),
  ];
  const LANDING = ['channel', 'source', 'landing', 'utm_source', 'utm_medium'] as const;

  it.each<[string, (rows: readonly EventRow[]) => readonly Partial<EventRow>[]]>([
    ['has lost an event to another session', () => [{}, { session_id: '42' }]],
    ['has the events of two visits', ([first]) => [{}, {}, {}, { session_id: first?.session_id ?? '' }]],
    ['has two channels', () => [{}, { channel: 'Direct' }]],
    ['has another device', () => [{}, { device: 'tv' }]],
    [
      'has the landing page of its last page',
      ([first, , last]) => {
        const wrong = { ...(JSON.parse(last?.own ?? '{}') as Partial<EventRow>) };
        const session = Object.fromEntries(LANDING.map((name) => [name, wrong[name] ?? '']));
        const own = JSON.stringify(Object.fromEntries(LANDING.map((name) => [name, first?.[name]])));
        return [{ ...session, own }, session, { ...session, own: '' }];
      },
    ],
  ])('finds a session that %s', async (_, corrupt) => {
    const site = await selfaudit.onlySite('UTC');
    await collectAt(site, [[{ endpoint: 'server', entry: 0, arrivals: TWO_VISITS }]], ARRIVALS_MS);
    expect(await auditOf(site.id, '2026-11-01')).toMatchObject({
      differences: 0,
      lines: [],
      notCompared: [],
    });

    const stored = await selfaudit.clickhouse.client.query({
      query: `SELECT * REPLACE (toString(visitor_id) AS visitor_id, toString(session_id) AS session_id)
              FROM events FINAL WHERE site_id = ${site.id} ORDER BY ts`,
      format: 'JSONEachRow',
    });
    const rows = await stored.json<EventRow>();
    expect(new Set(rows.map(({ session_id }) => session_id)).size).toBe(2);
    const changes = corrupt(rows);
    await insertEvents(
      selfaudit.clickhouse.client,
      rows.slice(0, changes.length).map((row, index) => ({ ...row, ...changes[index] })),
    );
    const { differences, lines } = await auditOf(site.id, '2026-11-01');
    expect(differences).toBeGreaterThan(0);
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ siteId: site.id, day: '2026-11-01', query: 'stored sessions' },
        path: expect.stringMatching(/^events\[\d\]\.\w+$/) as string,
      }),
    );
    expect(await selfaudit.recorded()).toEqual([{ day: '2026-11-01', differences }]);
  });
});
