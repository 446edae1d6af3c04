import { deleteExpiredEvents } from '@headwater/eventstore/delete-expired-events';
import { countSiteRows, deleteSiteEvents } from '@headwater/eventstore/delete-site-events';
import { deleteVisitorEvents } from '@headwater/eventstore/delete-visitor-events';
import { buildSegment } from '../src/rollups/build';
import { removeOldRows } from '../src/rollups/remove-old-rows';
import { IN_WORKSPACE, NOW, ROLLUP_TABLES, useRollups } from './rollups-fixture';

const rollups = useRollups();
const { beforeCommand, build, insert, merge, rowsOf, sessions, totals, visit } = rollups;

/** The visitors of each country on 8 and 9 March. */
async function visitorsByCountry(): Promise<readonly number[]> {
  const days = { timezone: 'UTC', from: '2026-03-08', to: '2026-03-09' };
  const question = { siteId: rollups.siteId(), ...days, dimension: 'country', filters: [] };
  const { breakdown } = await rollups.calls().QueryStats({ question }, IN_WORKSPACE);
  return breakdown.map(({ visitors }) => visitors);
}

describe('deletions of events', () => {
  it('of a visitor remove it from the counts and from the numbers', async () => {
    await insert([visit(41, '2026-03-08T10:00Z'), visit(42, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    const erasure = { ...IN_WORKSPACE, visitorIds: ['41'], erasedAtMs: Date.parse(NOW) };
    await deleteVisitorEvents(rollups.client(), erasure);
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
    expect(await build('2026-03-08')).toBe('published');
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
    expect(
      await rowsOf(
        `SELECT toString(visitor_id) AS id FROM rollup_visitors WHERE site_id = ${rollups.siteId()}`,
      ),
    ).toEqual([{ id: '42' }]);
  });

  it('of a visitor never give it a number again', async () => {
    await insert([visit(11, '2026-03-08T10:00Z'), visit(12, '2026-03-08T10:00Z')]);
    const erasure = { ...IN_WORKSPACE, visitorIds: ['11'], erasedAtMs: Date.parse('2026-03-08T12:00Z') };
    await deleteVisitorEvents(rollups.client(), erasure);
    const arrivesLater = { received_at: '2026-03-10T14:00:00.000Z' };
    await insert([
      visit(11, '2026-03-08T13:00Z', arrivesLater),
      visit(11, '2026-03-09T13:00Z', arrivesLater),
    ]);
    expect(await build('2026-03-08')).toBe('published');
    expect(await build('2026-03-09')).toBe('published');
    expect(await totals()).toMatchObject({ visitors: 2, sessions: 3 });
    expect(
      await rowsOf(
        `SELECT toString(visitor_id) AS id FROM rollup_visitors WHERE site_id = ${rollups.siteId()}`,
      ),
    ).toEqual([{ id: '12' }]);
  });

  it('of a visitor leave its number valid until its roll-ups are invalid', async () => {
    await insert([visit(51, '2026-03-08T10:00Z'), visit(51, '2026-03-09T10:00Z')]);
    await build('2026-03-08');
    await rollups.client().insert({
      table: 'erased_visitors',
      values: [{ workspace_id: 1, visitor_id: '51', erased_at: '2026-03-09 12:00:00.000' }],
      format: 'JSONEachRow',
    });
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 2 });
  });

  it('of a visitor make roll-ups of its later events invalid', async () => {
    const arrivesLater = { received_at: '2026-03-10T14:00:00.000Z' };
    await insert([
      visit(61, '2026-03-08T10:00Z', { received_at: '2026-03-08T10:00:00.000Z' }),
      visit(61, '2026-03-09T10:00Z', arrivesLater),
    ]);
    await build('2026-03-09');
    const erasedAtMs = Date.parse('2026-03-08T12:00Z');
    await deleteVisitorEvents(rollups.client(), { ...IN_WORKSPACE, visitorIds: ['61'], erasedAtMs });
    await insert([visit(61, '2026-03-08T13:00Z', arrivesLater)]);
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 2 });
  });

  it('of a visitor during a query repeat the query without its roll-ups', async () => {
    await insert([
      visit(71, '2026-03-08T10:00Z'),
      visit(72, '2026-03-08T10:00Z'),
      visit(72, '2026-03-09T10:00Z'),
    ]);
    await build('2026-03-08');
    const counted: (number | undefined)[] = [];
    await rollups.query(async (builds) => {
      counted.push(builds);
      const erasure = { ...IN_WORKSPACE, visitorIds: ['71'], erasedAtMs: Date.parse(NOW) };
      await deleteVisitorEvents(rollups.client(), erasure);
    });
    expect(counted).toEqual([1, undefined]);
  });

  it('of a visitor stop builds until its events are deleted', async () => {
    await insert([visit(21, '2026-03-08T10:00Z')]);
    await rollups.client().insert({
      table: 'erased_visitors',
      values: [{ workspace_id: 1, visitor_id: '21', erased_at: '2026-03-09 00:00:00.000' }],
      format: 'JSONEachRow',
    });
    expect(await build('2026-03-08')).toBe('erasing');
  });

  it('of expired days remove their roll-ups', async () => {
    await insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
    await build('2026-03-08');
    await build('2026-03-09');
    await deleteExpiredEvents(rollups.client(), {
      ...IN_WORKSPACE,
      siteId: rollups.siteId(),
      beforeDay: '2026-03-09',
      beforeMs: Date.parse('2026-03-09'),
    });
    expect(await totals()).toMatchObject({ visitors: 1, sessions: 1 });
    for (const table of ['rollup_range_counts', 'rollup_session_rows'])
      expect(
        await rowsOf(
          `SELECT DISTINCT toString(start) AS start FROM ${table} WHERE site_id = ${rollups.siteId()}`,
        ),
      ).toEqual([{ start: '2026-03-09 00:00:00' }]);
    expect(await build('2026-03-08')).toBe('empty');
  });

  it('of expired days during a query repeat the query without their roll-ups', async () => {
    await insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
    await build('2026-03-08');
    await build('2026-03-09');
    const counted: (number | undefined)[] = [];
    await rollups.query(async (builds) => {
      counted.push(builds);
      const [beforeDay, siteId] = ['2026-03-09', rollups.siteId()];
      const expired = { ...IN_WORKSPACE, siteId, beforeDay, beforeMs: Date.parse(beforeDay) };
      await deleteExpiredEvents(rollups.client(), expired);
    });
    expect(counted).toEqual([2, 1]);
  });

  it('of expired days make earlier roll-ups invalid for events that are imported again', async () => {
    await insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
    await build('2026-03-08');
    await deleteExpiredEvents(rollups.client(), {
      ...IN_WORKSPACE,
      siteId: rollups.siteId(),
      beforeDay: '2026-03-09',
      beforeMs: Date.parse('2026-03-09'),
    });
    await insert([visit(3, '2026-03-08T10:00Z')]);
    expect(await sessions()).toBe(2);
  });

  it('of expired days make the roll-up of a day that contains the cut invalid', async () => {
    await insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-08T23:30Z')]);
    await build('2026-03-08');
    await deleteExpiredEvents(rollups.client(), {
      ...IN_WORKSPACE,
      siteId: rollups.siteId(),
      beforeDay: '2026-03-09',
      beforeMs: Date.parse('2026-03-08T23:00Z'),
    });
    await insert([visit(3, '2026-03-08T10:00Z')]);
    expect(await sessions()).toBe(2);
  });

  describe('of expired days', () => {
    const CUT = { beforeDay: '2026-03-09', beforeMs: Date.parse('2026-03-08T23:00Z') };
    const site = () => ({ ...IN_WORKSPACE, siteId: rollups.siteId() });
    const insertAroundCut = () =>
      insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-08T23:30Z'), visit(3, '2026-03-09T10:00Z')]);

    it('invalidate a roll-up that was built during them, also after an interruption', async () => {
      await insertAroundCut();
      let isInterrupted = false;
      const interrupted = beforeCommand(async ({ query, query_params }) => {
        if (isInterrupted) throw new Error('interrupted');
        if (!query.includes(' DELETE ') || query_params?.['table'] !== 'events') return;
        expect(await build('2026-03-08')).toBe('published');
        isInterrupted = true;
      });
      await expect(deleteExpiredEvents(interrupted, { ...site(), ...CUT })).rejects.toThrow('interrupted');
      await deleteExpiredEvents(rollups.client(), { ...site(), ...CUT });
      expect(await sessions()).toBe(2);
      expect(await build('2026-03-08')).toBe('published');
      expect(await sessions()).toBe(2);
    });

    it('keep the rows of a week that is merged during them until their events are deleted', async () => {
      await insertAroundCut();
      const buildAll = async () => {
        for (const date of ['2026-03-08', '2026-03-09']) expect(await build(date)).toBe('published');
        await merge();
      };
      await buildAll();
      const counted: unknown[] = [];
      const rebuilding = beforeCommand(async ({ query, query_params }) => {
        if (!query.includes(' DELETE ')) return;
        if (query_params?.['table'] === 'rollup_week_counts') await buildAll();
        if (query_params?.['table'] === 'rollup_weeks') counted.push(await visitorsByCountry());
      });
      await deleteExpiredEvents(rebuilding, { ...site(), ...CUT });
      expect(counted).toEqual([[3]]);
      expect(await visitorsByCountry()).toEqual([2]);
    });

    it('invalidate a roll-up that is published after them, for equal numbers of new events too', async () => {
      await insertAroundCut();
      const delayed = beforeCommand(async ({ query }) => {
        if (query.startsWith('INSERT INTO rollup_builds'))
          await deleteExpiredEvents(rollups.client(), { ...site(), ...CUT });
      });
      expect(await buildSegment(delayed, rollups.day('2026-03-08'))).toBe('published');
      expect(await sessions()).toBe(2);
      await insert([visit(4, '2026-03-08T12:00Z')]);
      await rollups.markRollups();
      expect(await sessions()).toBe(3);
    });
  });

  it('of a site remove the rows that a build writes afterwards', async () => {
    await insert([visit(31, '2026-03-08T10:00Z')]);
    const site = { ...IN_WORKSPACE, siteId: rollups.siteId() };
    const purged = beforeCommand(async ({ query }) => {
      if (query.startsWith('INSERT INTO rollup_builds')) await deleteSiteEvents(rollups.client(), site);
    });
    await buildSegment(purged, rollups.day('2026-03-08'));
    expect(await countSiteRows(rollups.client(), site)).toEqual({ rollup_builds: 1 });
    await insert([visit(32, '2026-03-08T10:00Z', { site_id: rollups.siteId() + 1_000 })]);
    await removeOldRows(rollups.client(), rollups.run, {
      nowMs: Date.now() + 2 * 3_600_000,
      onError: (error) => {
        throw error;
      },
    });
    expect(await countSiteRows(rollups.client(), site)).toEqual({});
  });

  it('of a site count and remove the rows of all tables', async () => {
    await insert([
      visit(31, '2026-03-08T10:00Z'),
      visit(32, '2026-03-08T23:59Z', { session_id: '7' }),
      visit(32, '2026-03-09T00:01Z', { session_id: '7' }),
    ]);
    await build('2026-03-08');
    await merge();
    const site = { ...IN_WORKSPACE, siteId: rollups.siteId() };
    const counted = await countSiteRows(rollups.client(), site);
    expect(Object.keys(counted)).toEqual(expect.arrayContaining([...ROLLUP_TABLES, 'rollup_builds']));
    await deleteSiteEvents(rollups.client(), site);
    expect(await countSiteRows(rollups.client(), site)).toEqual({});
  });
});
