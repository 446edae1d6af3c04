import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { insertEvents } from '@headwater/eventstore/insert-events';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { packageRoot } from '@headwater/kit/package-root';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';

/** Compares the rules of this checkout with rules that move the visits from one host. Jest can't import the ES modules. */
const SCRIPT = `
import { loadAcquisition, ROOT } from './scripts/load-rules.mjs';
import { printMovedSessions } from './scripts/moved-sessions.mjs';
const before = await loadAcquisition(ROOT);
const moved = { channel: 'Email', source: 'News' };
const acquisitionOf = (landing, referrer, domain) =>
  referrer === 'https://news.example' ? moved : before.acquisitionOf(landing, referrer, domain);
await printMovedSessions({ before, after: { acquisitionOf } }, process.env.CLICKHOUSE_URL);
`;

let clickhouse: TestClickhouse;

beforeAll(async () => {
  clickhouse = await migratedClickhouse();
});
afterAll(() => clickhouse.drop());

async function printed(env: Record<string, string>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    cwd: packageRoot('@headwater/collector'),
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout.trimEnd().split('\n');
}

it('prints the stored sessions that changed tables would move', async () => {
  const google = { channel: 'Organic Search', source: 'Google', referrer: 'www.google.com' };
  const press = { channel: 'Referral', source: 'news.example', referrer: 'news.example' };
  const paid = { channel: 'Paid Search', source: 'Google', referrer: 'news.example' };
  const tagged = { channel: 'Email', source: 'weekly', utm_source: 'weekly', utm_medium: 'email' };
  await insertEvents(clickhouse.client, [
    sampleEvent({ session_id: '1', ...google }),
    sampleEvent({ session_id: '2', ...press }),
    // Another event of the session, and the session of another site with the same id.
    sampleEvent({ session_id: '2', ...press }),
    sampleEvent({ session_id: '2', site_id: 2, ...press }),
    sampleEvent({ session_id: '3', ...paid }),
    sampleEvent({ session_id: '4', ...tagged }),
    sampleEvent({ session_id: '5', referrer: '' }),
    sampleEvent({ session_id: '6', channel: '' }),
  ]);
  expect(await printed({ CLICKHOUSE_URL: clickhouse.url })).toEqual([
    '2 of 6 stored sessions would move',
    '       2  Referral / news.example -> Email / News  e.g. news.example',
    'not compared: 1 with click ids or older rules',
  ]);
});

it('says how to set the database without its URL', async () => {
  expect(await printed({})).toEqual([
    expect.stringContaining('set CLICKHOUSE_URL=http://user:password@host:port/database') as string,
  ]);
});
