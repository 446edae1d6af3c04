import { fixedClock } from '@headwater/kit/clock';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { resolveWindow } from '@headwater/kit/calendar/window';
import { VISIT_KEYS } from '../src/query/dimensions';
import { planVisits, type VisitPlan } from '../src/query/plan';
import { readQuery } from '../src/query/read-query';
import { createFindCandidates } from '../src/rollups/candidates';
import { createFindConflicts } from '../src/rollups/conflicts';
import { withRollups } from '../src/rollups/with-rollups';
import { findMissing } from '../src/rollups/missing';
import { startRollupWorker } from '../src/rollups/worker';
import { IN_WORKSPACE, NOW, useRollups } from './rollups-fixture';

const rollups = useRollups();

it('builds the roll-ups of a site and reports the delay while those of another site fail', async () => {
  const siteId = rollups.siteId();
  const broken = siteId + 1_000;
  // The present: ClickHouse deletes old claims.
  const nowMs = Date.now();
  await rollups.insert([rollups.visit(1, new Date(nowMs - 2 * 86_400_000).toISOString())]);
  const client = rollups.client();
  const clickhouse = Object.assign(Object.create(client) as typeof client, {
    query: (statement: Parameters<typeof client.query>[0]) =>
      statement.query_params?.['site_id'] === broken
        ? Promise.reject(new Error('broken site'))
        : client.query(statement),
  });
  const clock = fixedClock(nowMs);
  const worker = startRollupWorker({
    connection: { clickhouse, limits: { maxExecutionSeconds: 60, maxMemoryBytes: 1e9, maxRowsToRead: 1e9 } },
    clock,
    log: silentLog(),
    intervalMs: 20,
    minEvents: 1,
  });
  const window = resolveWindow({ kind: 'range', days: 3 }, 'UTC', nowMs);
  for (const id of [broken, siteId])
    worker.want({
      scope: { ...IN_WORKSPACE, siteId: id, startMs: window.startMs, endMs: window.endMs },
      window,
    });
  clock.set(nowMs + 60_000);
  const expected = [
    'headwater_rollup_builds_total{outcome="published"} 1',
    'headwater_rollup_builds_total{outcome="failed"}',
    'headwater_rollup_delay_seconds 60',
  ];
  try {
    await waitFor('the metrics of a published and a failed build', async () => {
      const text = await worker.registry.metrics();
      for (const line of expected) expect(text).toContain(line);
      return true;
    });
  } finally {
    await worker.stop();
  }
});

it.each([
  ['UTC', ['UTC']],
  ['Asia/Kolkata', []],
])("builds the days of a query in %s only if this is the site's zone", async (zone, expected) => {
  const question = {
    siteId: rollups.siteId(),
    timezone: zone,
    from: '2026-03-08',
    to: '2026-03-09',
    filters: [],
  };
  const plan = planVisits(readQuery(question, VISIT_KEYS), { ...IN_WORKSPACE, nowMs: Date.parse(NOW) });
  const wanted: string[] = [];
  const worker = { want: ({ window }: Pick<VisitPlan, 'window'>) => void wanted.push(window.zone) };
  await withRollups(
    {
      run: rollups.run,
      rollups: { worker, findConflicts: createFindConflicts(), findCandidates: createFindCandidates() },
      siteZone: 'UTC',
      signal: new AbortController().signal,
    },
    plan,
    () => Promise.resolve(),
  );
  expect(wanted).toEqual(expected);
});

it('finds missing roll-ups after a query whose window begins before all stored events', async () => {
  await rollups.insert([rollups.visit(1, '2026-03-08T10:00Z')]);
  const site = {
    ...IN_WORKSPACE,
    siteId: rollups.siteId(),
    zone: 'UTC',
    firstDay: Date.parse('1971-01-01') / 86_400_000,
  };
  const { startMs, endMs } = rollups.day('2026-03-08');
  expect(await findMissing(rollups.run, site, { nowMs: Date.parse(NOW), minEvents: 1 })).toEqual([
    { startMs, endMs },
  ]);
});
