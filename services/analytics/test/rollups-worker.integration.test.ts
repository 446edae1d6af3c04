import { fixedClock } from '@headwater/kit/clock';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { resolveWindow } from '@headwater/kit/calendar/window';
import { startRollupWorker } from '../src/rollups/worker';
import { IN_WORKSPACE, useRollups } from './rollups-fixture';

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
