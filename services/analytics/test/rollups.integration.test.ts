import type { RunStatement } from '../src/clickhouse/run';
import { buildSegment } from '../src/rollups/build';
import { KnownRollups } from '../src/rollups/known-rollups';
import { removeOldRows } from '../src/rollups/remove-old-rows';
import { IN_WORKSPACE, useRollups } from './rollups-fixture';

const rollups = useRollups();
const fail = (error: unknown): never => {
  throw error;
};
const { build, command, day, forgetKnown, insert, markRollups, rowsOf, sessions, totals, visit } = rollups;

describe('a roll-up of a day', () => {
  it('is read instead of its events', async () => {
    await insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
    expect(await build('2026-03-08')).toBe('published');
    await markRollups();
    expect(await sessions()).toBe(102);
  });

  it.each([
    ['an import', { origin: 'import' as const }],
    ['a corrected copy', { evidence: 32 }],
  ])('is not read after %s of its day', async (_, fields) => {
    await insert([visit(1, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await insert([visit(2, '2026-03-08T11:00Z', fields)]);
    expect(await sessions()).toBe(2);
    expect(await build('2026-03-08')).toBe('published');
    expect(await sessions()).toBe(2);
  });

  it('is read after events of other days and sites', async () => {
    await insert([visit(1, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await insert([
      visit(2, '2026-03-09T00:00Z'),
      visit(3, '2026-03-08T11:00Z', { site_id: rollups.siteId() + 1_000 }),
    ]);
    expect(await sessions()).toBe(102);
  });

  it('is not read next to a million events of days without a roll-up', async () => {
    await insert([visit(1, '2026-03-08T10:00Z'), visit(2, '2026-03-09T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    const arrive = (events: number) =>
      command(
        `INSERT INTO arrivals (workspace_id, site_id, quarter, events) VALUES (1, ${rollups.siteId()}, '2026-03-09 10:00:00', ${events})`,
      );
    await arrive(999_999);
    expect(await sessions()).toBe(102);
    await arrive(1);
    forgetKnown();
    expect(await sessions()).toBe(2);
  });

  it('is read after merges', async () => {
    await insert([visit(1, '2026-03-08T10:00Z')]);
    await insert([visit(2, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await command('OPTIMIZE TABLE events FINAL');
    expect(await sessions()).toBe(102);
  });

  it('does not count a session again that continues on the next day', async () => {
    await insert([
      visit(1, '2026-03-08T23:59Z', { session_id: '7' }),
      visit(1, '2026-03-09T00:01Z', { session_id: '7' }),
    ]);
    await build('2026-03-08');
    await build('2026-03-09');
    expect(await totals()).toMatchObject({
      visitors: 1,
      sessions: 1,
      pageviews: 2,
      bounceRate: 0,
      visitDuration: 120,
    });
    expect(await totals({ from: '2026-03-08', to: '2026-03-08' })).toMatchObject({
      sessions: 1,
      pageviews: 1,
      bounceRate: 0,
    });
  });

  it('is not read if one of its sessions continues on another day after the build', async () => {
    await insert([visit(1, '2026-03-06T12:00Z', { session_id: '7' }), visit(2, '2026-03-06T12:00Z')]);
    await build('2026-03-06');
    await markRollups();
    await insert([visit(1, '2026-03-09T12:00Z', { session_id: '7' })]);
    const window = { from: '2026-03-06', to: '2026-03-09' };
    expect(await sessions(window)).toBe(2);
    // The roll-up of the other day replaces it.
    await build('2026-03-09');
    expect(await sessions(window)).toBe(2);
    await build('2026-03-06');
    expect(await sessions(window)).toBe(2);
    expect(
      await rowsOf(
        `SELECT session_id FROM rollup_crossing WHERE site_id = ${rollups.siteId()} GROUP BY session_id`,
      ),
    ).toHaveLength(1);
  });

  it('is not read if the previous release has built it after this one has built another', async () => {
    const session = { session_id: '777' };
    await insert([visit(1, '2026-03-08T10:00Z', session)]);
    await build('2026-03-08');
    await insert([visit(1, '2026-03-09T10:00Z', session)]);
    await build('2026-03-09');
    const setFormat = (change: string, day: string) =>
      command(
        `ALTER TABLE rollup_builds UPDATE format = format ${change} WHERE site_id = ${rollups.siteId()} AND start = '${day} 00:00:00'`,
      );
    // The previous release does not see it, and builds a day with the same session.
    await setFormat('+ 100', '2026-03-09');
    await build('2026-03-08');
    await setFormat('- 1', '2026-03-08');
    await setFormat('- 100', '2026-03-09');
    forgetKnown();
    expect(await sessions()).toBe(1);
  });

  it('is not read beside a window if one of its sessions continues in the window after the build', async () => {
    await insert([visit(1, '2026-03-07T23:50Z', { session_id: '7' }), visit(2, '2026-03-09T12:00Z')]);
    await build('2026-03-07');
    await build('2026-03-09');
    await insert([visit(1, '2026-03-08T00:05Z', { session_id: '7' })]);
    expect(await totals()).toMatchObject({ sessions: 2, bounceRate: 50 });
  });

  it('is not read when the table of the events was replaced, as by the restoration of a backup', async () => {
    await insert([visit(1, '2026-03-08T10:00Z')]);
    await build('2026-03-08');
    await markRollups();
    await command(
      `ALTER TABLE rollup_builds UPDATE events_table = generateUUIDv4() WHERE site_id = ${rollups.siteId()}`,
    );
    expect(await sessions()).toBe(1);
  });
});

describe('a build', () => {
  const rowsOfSite = async () => {
    const counts: Record<string, number | undefined> = {};
    for (const table of ['rollup_range_counts', 'rollup_session_keys', 'rollup_crossing', 'rollup_visitors'])
      counts[table] = (
        await rowsOf<{ found: number }>(
          `SELECT count() AS found FROM ${table} WHERE site_id = ${rollups.siteId()}`,
        )
      )[0]?.found;
    return counts;
  };
  const NO_ROWS = { rollup_range_counts: 0, rollup_session_keys: 0, rollup_crossing: 0, rollup_visitors: 0 };

  it('deletes its rows when a statement fails', async () => {
    await insert([visit(1, '2026-03-08T10:00Z')]);
    const client = rollups.client();
    const failing = Object.assign(Object.create(client) as typeof client, {
      query: (params: Parameters<typeof client.query>[0]) =>
        params.query.includes('AS complete') ? Promise.reject(new Error('no memory')) : client.query(params),
    });
    await expect(buildSegment(failing, day('2026-03-08'))).rejects.toThrow('no memory');
    expect(await rowsOfSite()).toEqual(NO_ROWS);
  });

  it('ends between two statements when the process stops, and deletes its rows', async () => {
    await insert([visit(1, '2026-03-08T10:00Z')]);
    let statements = 0;
    const beforeStatement = () => {
      statements += 1;
      return statements < 8 ? Promise.resolve() : Promise.reject(new Error('stopped'));
    };
    const stopped = buildSegment(rollups.client(), day('2026-03-08'), { beforeStatement });
    await expect(stopped).rejects.toThrow('stopped');
    expect(statements).toBe(8);
    expect(await rowsOfSite()).toEqual(NO_ROWS);
  });

  it('fails if a visitor has no number of 32 bits', async () => {
    await command(
      `INSERT INTO rollup_visitors (workspace_id, site_id, visitor_id, number, build) VALUES (1, ${rollups.siteId()}, 9, 4294967294, 1)`,
    );
    await insert([visit(1, '2026-03-08T10:00Z')]);
    expect(await build('2026-03-08')).toBe('published');
    await insert([visit(2, '2026-03-08T11:00Z')]);
    await expect(build('2026-03-08')).rejects.toThrow('no number left for a visitor');
  });
});

describe('concurrent builds', () => {
  it('publish one number each, and never give a number to two visitors', async () => {
    const visitors = Array.from({ length: 20 }, (_, index) => index + 1);
    await insert(
      visitors.flatMap((visitor) => [
        visit(visitor, '2026-03-08T10:00Z'),
        visit(visitor + 10, '2026-03-09T10:00Z'),
      ]),
    );
    const outcomes = await Promise.all([
      build('2026-03-08'),
      build('2026-03-09'),
      build('2026-03-08'),
      build('2026-03-09'),
    ]);
    expect(outcomes).toContain('published');
    expect(new Set(outcomes)).toEqual(new Set(['published', 'changed']));
    await build('2026-03-08');
    await build('2026-03-09');
    const [numbers] = await rowsOf<{ rows: number; numbers: number; visitors: number }>(
      `SELECT count() AS rows, uniqExact(number) AS numbers, uniqExact(visitor_id) AS visitors FROM rollup_visitors
       WHERE site_id = ${rollups.siteId()} AND build IN (SELECT build FROM rollup_builds)`,
    );
    expect(numbers).toEqual({ rows: 30, numbers: 30, visitors: 30 });
    expect(await totals()).toMatchObject({ visitors: 30, sessions: 40 });
  });

  it('leave nothing that counts when they are interrupted at any step', async () => {
    await insert([
      visit(1, '2026-03-08T10:00Z'),
      visit(2, '2026-03-08T23:59Z', { session_id: '7' }),
      visit(2, '2026-03-09T00:01Z', { session_id: '7' }),
    ]);
    const client = rollups.client();
    const expected = { visitors: 2, sessions: 2, pageviews: 3, bounceRate: 50 };
    for (let steps = 0; ; steps += 1) {
      let left = steps;
      const interrupted = Object.assign(Object.create(client) as typeof client, {
        command: (...args: Parameters<typeof client.command>) =>
          left-- > 0 ? client.command(...args) : Promise.reject(new Error('interrupted')),
      });
      const [built] = await Promise.allSettled([buildSegment(interrupted, day('2026-03-08'))]);
      expect(await totals()).toMatchObject(expected);
      if (built.status === 'fulfilled') break;
      expect(built.reason).toEqual(new Error('interrupted'));
      expect(steps).toBeLessThan(15);
    }
    await removeOldRows(client, rollups.run, { nowMs: Date.now() + 2 * 3_600_000, onError: fail });
    const left = await rowsOf(
      `SELECT uniqExact(build) AS builds FROM rollup_range_counts WHERE site_id = ${rollups.siteId()}`,
    );
    expect(left).toEqual([{ builds: 1 }]);
    expect(await totals()).toMatchObject(expected);
  });
});

it('begins with the roll-ups that a query has found within a minute, and repeats without those that changed', async () => {
  const visits = ['2026-03-08T10:00Z', '2026-03-09T10:00Z'];
  await insert(visits.map((ts) => visit(1, ts)));
  for (const date of ['2026-03-08', '2026-03-09']) await build(date);
  const known = new KnownRollups(rollups.clock());
  let statements = 0;
  const countedBy = async () => {
    const counted: (number | undefined)[] = [];
    const before: number[] = [];
    statements = 0;
    const run: RunStatement = (statement) => {
      statements += 1;
      return rollups.run(statement);
    };
    await rollups.query(
      (builds) => {
        before.push(statements);
        counted.push(builds);
        return Promise.resolve();
      },
      { known, run },
    );
    return { counted, readBefore: before[0] !== 0 };
  };
  expect(await countedBy()).toEqual({ counted: [2], readBefore: true });
  expect(await countedBy()).toEqual({ counted: [2], readBefore: false });
  const site = { ...IN_WORKSPACE, siteId: rollups.siteId() };
  known.deleteSite({ ...site, siteId: 10 * site.siteId });
  expect(await countedBy()).toEqual({ counted: [2], readBefore: false });
  known.deleteSite(site);
  expect(await countedBy()).toEqual({ counted: [2], readBefore: true });
  const failed = new Error('The query failed.');
  await expect(rollups.query(() => Promise.reject(failed), { known })).rejects.toBe(failed);
  expect(await countedBy()).toEqual({ counted: [2], readBefore: true });
  await insert([visit(2, '2026-03-08T11:00Z', { origin: 'import' })]);
  expect(await countedBy()).toEqual({ counted: [2, 1], readBefore: false });
  expect(await countedBy()).toEqual({ counted: [1], readBefore: false });
  await buildSegment(rollups.client(), rollups.day('2026-03-08'));
  expect(await countedBy()).toEqual({ counted: [1], readBefore: false });
  forgetKnown();
  expect(await countedBy()).toEqual({ counted: [2], readBefore: true });
  const expiry = `1, ${site.siteId}, toDateTime('2026-03-09', 'UTC'), now64(3)`;
  await command(`INSERT INTO rollup_expiries (workspace_id, site_id, before, expired_at) SELECT ${expiry}`);
  expect(await countedBy()).toEqual({ counted: [2, 1], readBefore: false });
});
