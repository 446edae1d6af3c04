import { IN_WORKSPACE, useRollups } from './rollups-fixture';

const rollups = useRollups();
const { build, command, insert, visit } = rollups;

/** Adds a pageview to each session of the roll-ups, which shows whether a response was read from them. */
const markSessions = () =>
  command(
    `ALTER TABLE rollup_session_rows UPDATE pageviews = pageviews + 100, path_pageviews = arrayMap(views -> views + 100, path_pageviews)
     WHERE site_id = ${rollups.siteId()}`,
  );

type Filter = { readonly key: string; readonly operator: string; readonly value: string };
const is = (key: string, value: string): Filter => ({ key, operator: 'is', value });

/** The statistics of 8 and 9 March. */
async function stats(filters: readonly Filter[], dimensions: readonly string[] = [], more: object = {}) {
  const window = { timezone: 'UTC', from: '2026-03-08', to: '2026-03-09' };
  const question = { siteId: rollups.siteId(), ...window, filters: [...filters], ...more };
  return rollups.calls().QueryStats({ question, dimensions: [...dimensions] }, IN_WORKSPACE);
}

/** Sessions of two visitors on the day with a roll-up, and of two on the next day. */
async function insertVisits(): Promise<void> {
  const german = { country: 'DE', source: 'Google' };
  await insert([
    visit(1, '2026-03-08T10:00Z', german),
    visit(1, '2026-03-08T10:01Z', { ...german, pathname: '/pricing' }),
    visit(2, '2026-03-08T10:00Z', { country: 'US', source: '' }),
    visit(1, '2026-03-09T10:00Z', german),
    visit(3, '2026-03-09T10:00Z', { country: 'US' }),
  ]);
  await build('2026-03-08');
}

describe('a query with filters', () => {
  it('reads the sessions of roll-ups instead of events', async () => {
    await insertVisits();
    await markSessions();
    const { totals, series, breakdowns } = await stats([is('country', 'DE')], ['source', 'pathname']);
    expect(totals).toMatchObject({
      visitors: 1,
      sessions: 2,
      pageviews: 103,
      bounceRate: 50,
      visitDuration: 30,
    });
    expect(series.map(({ pageviews }) => pageviews)).toEqual([102, 1]);
    expect(breakdowns).toEqual([
      {
        dimension: 'source',
        rows: [{ key: 'Google', visitors: 1, sessions: 2, pageviews: 103, bounceRate: 50 }],
      },
      {
        dimension: 'pathname',
        rows: [
          { key: '/', visitors: 1, sessions: 2, pageviews: 102, bounceRate: 50 },
          { key: '/pricing', visitors: 1, sessions: 1, pageviews: 101, bounceRate: 0 },
        ],
      },
    ]);
  });

  it.each([
    ['a path', [is('pathname', '/')]],
    ['a property', [is('props.plan', 'pro')]],
  ])('reads the events if it filters by %s', async (_, filters) => {
    await insertVisits();
    await markSessions();
    const { totals } = await stats([is('country', 'DE'), ...filters]);
    expect(totals?.pageviews).toBeLessThan(100);
  });

  it('reads the events of its hours', async () => {
    await insertVisits();
    await markSessions();
    expect((await stats([is('country', 'DE')], [], { grain: 'hour' })).totals?.pageviews).toBe(3);
  });

  it('filters by the first page of sessions', async () => {
    await insertVisits();
    await markSessions();
    const { totals } = await stats([is('entry_page', '/'), is('exit_page', '/pricing')]);
    expect(totals).toMatchObject({ visitors: 1, sessions: 1, pageviews: 102, visitDuration: 60 });
  });

  it('counts a session once whose events have several values', async () => {
    await insert([
      visit(1, '2026-03-08T10:00Z', { country: 'DE', source: 'Google' }),
      visit(1, '2026-03-08T10:01Z', { country: 'US', source: 'Google' }),
      visit(1, '2026-03-08T10:02Z', { country: 'US', source: 'news' }),
    ]);
    await build('2026-03-08');
    await markSessions();
    const { totals, breakdowns } = await stats([is('source', 'Google')], ['country', 'pathname']);
    expect(totals).toMatchObject({
      visitors: 1,
      sessions: 1,
      pageviews: 202,
      bounceRate: 0,
      visitDuration: 120,
    });
    expect(breakdowns.map(({ rows }) => rows.map(({ key, sessions }) => [key, sessions]))).toEqual([
      [
        ['DE', 1],
        ['US', 1],
      ],
      [['/', 1]],
    ]);
  });

  it.each(['is', 'is_not'])('with %s finds unknown values', async (operator) => {
    await insertVisits();
    await markSessions();
    const { totals } = await stats([{ key: 'source', operator, value: '(none)' }, is('country', 'US')]);
    expect(totals?.pageviews).toBe(operator === 'is' ? 102 : 0);
  });

  it('counts late events beside the sessions of their day', async () => {
    await insertVisits();
    await markSessions();
    await insert([visit(4, '2026-03-08T12:00Z', { country: 'DE' })]);
    expect((await stats([is('country', 'DE')])).totals).toMatchObject({ visitors: 2, pageviews: 104 });
  });
});
