import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startHeadwater, type RunningHeadwater } from './running-headwater';

let headwater: RunningHeadwater;
let dataDir: string;
let path: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'headwater-export-'));
  headwater = await startHeadwater({ DATA_DIR: dataDir });
  const site = await headwater.call('POST', '/api/v1/sites', { domain: 'export.example' });
  path = `/api/v1/sites/${String(site['id'])}`;
}, 120_000);
afterAll(async () => {
  await headwater.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts an export and reads its head, not its body. */
async function beginExport(): Promise<IncomingMessage> {
  const { apiUrl } = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as { apiUrl: string };
  const token = readFileSync(join(dataDir, 'token'), 'utf8').trim();
  const call = request(`${apiUrl}${path}/export?format=ndjson&range=7d`, {
    headers: { authorization: `Bearer ${token}` },
  });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

/** Reads the rest of an export. */
async function readAll(response: IncomingMessage): Promise<{ bytes: number; error?: string }> {
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length;
    return { bytes };
  } catch (error) {
    return { bytes, error: (error as NodeJS.ErrnoException).code ?? String(error) };
  }
}

const total = async (): Promise<unknown> =>
  ((await headwater.call('GET', `${path}/events/order?range=7d`))['data'] as Record<string, unknown>)[
    'events'
  ];

/** Copies of the visitor's event with long properties: more than all buffers between ClickHouse and a reader hold. */
const COPIES = 60_000;

it('delivers no event of an erased visitor after the certificate to a slow reader', async () => {
  await headwater.call('POST', '/api/v1/identify', { anonymous_id: 'erased', email: 'ada@example.com' });
  await headwater.call('POST', `${path}/events`, { events: [{ name: 'order', anonymous_id: 'erased' }] });
  await waitFor('the event to be stored', async () => (await total()) === 1);
  const clickhouse = createClickhouse({
    clickhouseUrl: headwater.clickhouseUrl,
    applicationName: 'test',
    requestTimeoutMs: 60_000,
  });
  await clickhouse.command({
    query: `INSERT INTO events SELECT events.* REPLACE (generateUUIDv4(number) AS event_id, map('text', repeat('x', 500)) AS props)
              FROM events CROSS JOIN numbers(${COPIES}) AS copies WHERE name = 'order'`,
  });
  await clickhouse.close();
  expect(await total()).toBe(COPIES + 1);

  const slow = await beginExport();
  const { certificate } = await headwater.call('POST', '/api/v1/erasures', { email: 'ada@example.com' });
  expect(certificate).toMatchObject({
    status: 'complete',
    visitors: 1,
    events: COPIES + 1,
    closedExports: 1,
  });
  const rest = await readAll(slow);
  expect(rest.error).toBe('ECONNRESET');
  // At most what the reader's own system had received before.
  expect(rest.bytes).toBeLessThan((COPIES * 500) / 2);
  expect(await readAll(await beginExport())).toEqual({ bytes: 0 });
}, 120_000);
