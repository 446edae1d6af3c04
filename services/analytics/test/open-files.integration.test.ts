import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startClickhouse } from '@headwater/engines/clickhouse';
import type { Engine } from '@headwater/engines/engine';
import { migrateEventStore } from '@headwater/eventstore/migrate';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { createClickhouse, type ClickHouseClient } from '@headwater/kit/clickhouse/client';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

const IN_WORKSPACE = { workspaceId: 1 };
/** No file at all, as ClickHouse has opened more already. */
const NO_FILES = 5;
const ENOUGH_FILES = 4_096;
const QUERY = { siteId: 1, timezone: 'UTC', name: 'signup', dimension: 'channel' };

let directory: string;
let engine: Engine | undefined;
let client: ClickHouseClient | undefined;
let analytics: RunningAnalytics | undefined;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headwater-files-'));
  engine = await startClickhouse({ directory, isAdmin: true });
  client = createClickhouse({ clickhouseUrl: engine.url, applicationName: 'test' });
  await migrateEventStore(client);
  const store = { url: engine.url, client, drop: () => Promise.resolve() };
  analytics = await startAnalytics('2026-03-10T15:00:00Z', {}, store);
  await analytics.insert([sampleEvent({ name: 'signup' })]);
});

afterAll(async () => {
  await analytics?.stop();
  await client?.close();
  await engine?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Limits the files that ClickHouse can open. */
const limitFiles = (limit: number): void => {
  execFileSync('prlimit', ['--pid', String(engine?.pid), `--nofile=${limit}:`]);
};

test('queries return upstream_unavailable while ClickHouse can open no file', async () => {
  const query = () => analytics?.calls.QueryEvent(QUERY, IN_WORKSPACE);
  const answer = await query();
  const opened = readdirSync(`/proc/${engine?.pid}/fd`).length;
  const unavailable = expect.objectContaining({
    kind: 'unavailable',
    code: 'upstream_unavailable',
  }) as unknown;

  limitFiles(NO_FILES);
  await expect(query()).rejects.toEqual(unavailable);
  // Some statements can open their first files only.
  for (let limit = opened - 4; limit <= opened + 4; limit++) {
    limitFiles(limit);
    const [result] = await Promise.allSettled([query()]);
    if (result.status === 'rejected') expect(result.reason).toEqual(unavailable);
    else expect(result.value).toEqual(answer);
  }
  limitFiles(ENOUGH_FILES);
  expect(await query()).toEqual(answer);
});
