import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresPair, type PostgresPair } from '@headwater/engines/start-standby';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { START_TIMEOUT_MS } from '../src/child-process';
import { callApi, type Answer } from '../src/api';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

let directory: string;
let postgres: PostgresPair;
/** The address of Postgres for the services; like a DNS name that follows the primary. */
let proxy: FaultProxy;
const target = { host: '127.0.0.1', port: 0 };
let system: ProcessSystem;

const portOf = (url: string): number => Number(new URL(url).port);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headwater-standby-'));
  // As root, Postgres runs as another user, which needs to traverse the directory.
  chmodSync(directory, 0o711);
  postgres = await startPostgresPair(directory);
  target.port = portOf(postgres.primary.url);
  proxy = await startFaultProxy(target);
  const url = new URL(postgres.primary.url);
  url.port = String(proxy.port);
  const database = url.toString();
  system = await startProcesses({ DATABASE_URL: database }, (roles) =>
    Promise.resolve(new Map([...roles.keys()].map((role) => [role, database]))),
  );
}, START_TIMEOUT_MS);
afterAll(async () => {
  await system.stop();
  await proxy.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

const api = (method: string, path: string, body?: unknown): Promise<Answer> =>
  callApi(system, method, `/api/v1${path}`, body === undefined ? {} : { body });

test('after a failover reads work on the standby, and writes return 503 until it is promoted', async () => {
  const created = await api('POST', '/sites', { domain: 'shop.example' });
  const { id, snippet } = created.body as { id: number; snippet: string };
  const key = /data-key="([^"]+)"/.exec(snippet)?.[1];
  const ping = { name: 'ping', url: 'https://shop.example/' };
  const collect = async (): Promise<number> => {
    const visit = { site: id, key, visitor: randomUUID(), session: { id: randomUUID() } };
    const response = await fetch(`${system.collectUrl}/collect`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      body: JSON.stringify({ ...visit, events: [{ id: randomUUID(), ...ping }] }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  /** One write per service with tables; none changes the results of the reads. */
  const writes = (domain: string): (() => Promise<Answer>)[] => [
    () => api('POST', '/sites', { domain }),
    () => api('POST', '/identify', { anonymous_id: 'v1', email: 'ada@shop.example', traits: { domain } }),
    () => api('POST', `/sites/${id}/share-links`, { name: domain }),
  ];
  const reads = [
    ...['/sites', `/sites/${id}`, '/webhooks', '/audit'].map((path) => () => api('GET', path)),
    () => api('POST', '/attribution/lookup', { email: 'ada@shop.example' }),
  ];
  const readAll = () => Promise.all(reads.map((read) => read()));

  for (const write of writes('first.example')) expect([200, 201]).toContain((await write()).status);
  expect(await collect()).toBe(202);
  // The first event marks the site as installed with a delay.
  await waitFor('the site to be marked as installed', async () => {
    const { body } = await api('GET', `/sites/${id}`);
    return (body as { installed: boolean }).installed;
  });
  // The first lookup adds an entry to the audit log, which is one of the reads.
  await readAll();
  const before = await readAll();
  expect(before.map(({ status }) => status)).toEqual(reads.map(() => 200));

  await waitFor('the standby to catch up', () => postgres.hasAll());
  proxy.cut();
  await postgres.losePrimary();
  target.port = portOf(postgres.standby.url);
  proxy.recover();

  // Pools may still hold connections to the lost primary.
  const meanwhile = await waitFor('all reads to succeed', async () => {
    const answers = await readAll();
    return answers.every(({ status }) => status === 200) && answers;
  });
  expect(meanwhile.map(({ body }) => body as unknown)).toEqual(before.map(({ body }) => body as unknown));
  for (const write of [...writes('second.example'), ...writes('third.example')]) {
    const { status, headers, body } = await write();
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await collect()).toBe(202);

  await postgres.promote();
  for (const write of writes('fourth.example'))
    await waitFor('the write to succeed', async () => (await write()).status < 300);
  const { body } = await api('GET', '/sites');
  const domains = (body as { sites: { domain: string }[] }).sites.map(({ domain }) => domain);
  expect(domains.sort()).toEqual(['first.example', 'fourth.example', 'shop.example']);
});
