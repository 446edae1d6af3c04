import { createHash, createHmac, randomBytes } from 'node:crypto';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi } from '../src/api';
import { START_TIMEOUT_MS, startProcess } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

/** The id that a server sends, and that a reader of ClickHouse guesses. */
const VISITOR = 'customer-42';
/** The first workspace of an installation. */
const WORKSPACE = 1;
const newKey = (): string => randomBytes(32).toString('base64');
const storedId = (digest: string): string => BigInt(`0x${digest.slice(0, 16)}`).toString();
const TEXT = `visitor\0${WORKSPACE}\0${VISITOR}`;
/** The id that anyone can compute who knows how installations without a key hash. */
const GUESS = storedId(createHash('sha256').update(TEXT).digest('hex'));
const idOf = (key: string): string =>
  storedId(createHmac('sha256', Buffer.from(key, 'base64')).update(TEXT).digest('hex'));
const fingerprintOf = (key: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update('fingerprint').digest('hex').slice(0, 16);

describe('an installation with its own VISITOR_KEY', () => {
  const key = newKey();
  const settings = {
    VISITOR_KEY: key,
    CLICKHOUSE_URL: withDatabase(engineUrls().clickhouseUrl, `visitor_key_${randomBytes(6).toString('hex')}`),
  };
  let system: ProcessSystem;
  beforeAll(async () => {
    system = await startProcesses(settings);
  }, START_TIMEOUT_MS);
  afterAll(() => (system as ProcessSystem | undefined)?.stop());

  test('stores a visitor under an id that nobody finds without the key', async () => {
    const { body: site } = await callApi(system, 'POST', '/api/v1/sites', {
      body: { domain: 'shop.example' },
    });
    const event = { name: 'pageview', url: 'https://shop.example/?utm_medium=email' };
    await callApi(system, 'POST', `/api/v1/sites/${site.id}/events`, {
      body: { events: [{ ...event, anonymous_id: VISITOR, session_id: VISITOR }] },
    });
    const ids = `SELECT DISTINCT workspace_id, visitor_id FROM events WHERE site_id = ${site.id} FORMAT CSV`;
    await waitFor('the event to be stored', async () => (await system.queryClickhouse(ids)) !== '');
    expect(await system.queryClickhouse(ids)).toBe(`${WORKSPACE},${idOf(key)}`);
    // Collector and analytics agree.
    const answer = await callApi(system, 'POST', '/api/v1/identify', {
      body: { anonymous_id: VISITOR, email: 'ada@example.com' },
    });
    expect(answer.body).toMatchObject({ linked: true, channel: 'Email' });

    const tables = await system.queryClickhouse(
      `SELECT DISTINCT table FROM system.columns
       WHERE database = currentDatabase() AND name = 'visitor_id' AND NOT endsWith(table, '_view')`,
    );
    expect(tables).toContain('first_touches');
    for (const table of tables.split('\n'))
      for (const guess of [GUESS, idOf(newKey())]) {
        const rows = await system.queryClickhouse(`SELECT count() FROM ${table} WHERE visitor_id = ${guess}`);
        expect([table, rows]).toEqual([table, '0']);
      }
  });

  test.each([
    ['analytics', newKey()],
    ['collector', 'none'],
  ])('%s with another key stops at its start and logs the reason', async (name, VISITOR_KEY) => {
    const env = { ...settings, VISITOR_KEY, ANALYTICS_PORT: '0', COLLECTOR_PORT: '0' };
    const service = startProcess(name, { ...env, COLLECTOR_GRPC_PORT: '0' });
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain(`fingerprint ${fingerprintOf(key)} hashes the stored`);
  });
});
