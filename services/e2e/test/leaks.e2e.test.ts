import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngines } from '@headwater/engines/start-engines';
import { dumpDatabase } from '@headwater/kit/testing/dump-database';
import { startOtlpReceiver } from '@headwater/kit/testing/otlp-receiver';
import { waitFor } from '@headwater/kit/testing/wait-for';
import type { System } from '../src/api';
import { startProcess, type RunningProcess } from '../src/child-process';
import { canaries, TOKENS, traceFinder } from './leaks/canaries';
import { CLICK_ID, readConversions, sendClickIds } from './leaks/click-ids';
import { sendToDashboard } from './leaks/dashboard-fields';
import { readEverything, sendToEveryField } from './leaks/every-field';
import { sendByEveryProvider } from './leaks/every-provider';
import { sendCanaries } from './leaks/traffic';
import { SIGNATURES } from './payment-providers/events';

/** `npm run test:identity` sets 10,000. */
const COUNT = Number(process.env['LEAK_CANARIES'] ?? 100);
const FREE_PORTS = ['GATEWAY', 'COLLECTOR', 'COLLECTOR_GRPC', 'SITES', 'IDENTITY', 'ANALYTICS'];

/** Requests that store or bind texts of a sender. */
const CERTAINLY_ACCEPTED = [
  ...[
    'collect',
    'sendEvents',
    'import umami',
    'import plausible',
    'identify',
    'identifyInBulk',
    'recordPayment',
  ],
  ...['collect tokens', 'sendEvents tokens', 'tokens of umami', 'tokens of plausible'],
  ...['identify tokens', 'identify/bulk tokens'],
  ...['GET', 'POST', 'DELETE'].map((method) => `${method} /dashboard/session`),
  'DELETE /dashboard/sessions',
  ...Object.keys(SIGNATURES).map((provider) => `events of ${provider}`),
  ...['getStats', 'getEventAnalysis', 'exportEvents', 'getGoal', 'getFunnel', 'updateWebhook'],
];

interface Started {
  readonly process: RunningProcess;
  readonly system: System;
  readonly urls: { readonly metricsUrl: string };
}

async function start(dataDir: string, tracesUrl: string): Promise<Started> {
  const process = startProcess('all-in-one', {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: tracesUrl,
    METRICS_PORT: '0',
    ...Object.fromEntries(FREE_PORTS.map((name) => [`${name}_PORT`, '0'])),
  });
  const isReady = (line: string) => line.includes('Headwater is ready') || undefined;
  await process.line('that it is ready', isReady, 60_000).catch((error: unknown) => {
    process.child.kill('SIGKILL'); // the caller has no handle yet
    throw error;
  });
  const addresses = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as Started['urls'] &
    Omit<System, 'token' | 'stop'>;
  const token = readFileSync(join(dataDir, 'token'), 'utf8').trim();
  return {
    process,
    urls: addresses,
    system: { ...addresses, token, stop: () => process.stop().then(() => undefined) },
  };
}

/** The metrics of all services. */
async function metricsOf({ urls }: Started): Promise<string> {
  return (await fetch(urls.metricsUrl)).text();
}

test('no email address, local part, plain hash, token or click id is in tables, write-ahead log, logs, traces, metrics, files or responses', async () => {
  const all = canaries(COUNT);
  const fieldCanary = { index: COUNT, email: 'QZX.leak.canary-fields@Mail.Example' };
  const findTrace = traceFinder([...all, fieldCanary]);
  expect(findTrace(Buffer.from(`so ${all[0]?.email ?? ''} leaked`))).toContain('an email address');
  const digest = createHash('sha256').update(fieldCanary.email.toLowerCase()).digest();
  for (const [found, text] of [
    ['hex', digest.toString('hex').toUpperCase()],
    ['base64', digest.toString('base64')],
    ['bytes', digest.toString('latin1')],
  ] as const)
    for (const around of ['', 'a', '+/-_', '\xff'])
      expect(findTrace(Buffer.from(`${around}${text}${around}`, 'latin1'))).toContain(`a digest in ${found}`);
  expect(findTrace(digest.subarray(1))).toBeUndefined();
  for (const token of TOKENS) expect(findTrace(Buffer.from(`${token.toUpperCase()}x`))).toContain('a token');
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-leaks-'));
  chmodSync(dataDir, 0o711);
  const responses: string[] = [];
  let [output, metrics] = ['', ''];
  let running: Started | undefined;
  const receiver = await startOtlpReceiver();
  try {
    running = await start(dataDir, receiver.url);
    // Killed during calls; then all calls are repeated, as a customer would retry.
    const interrupted = sendCanaries(running.system, all, (text) => responses.push(text)).catch(
      () => undefined,
    );
    await waitFor('the first responses', () => responses.length > 20);
    metrics += await metricsOf(running);
    running.process.child.kill('SIGKILL');
    await interrupted;
    output += running.process.output();
    running = await start(dataDir, receiver.url);
    await sendCanaries(running.system, all, (text) => responses.push(text));
    const accepted = await sendToEveryField(running.system, fieldCanary.email);
    const texts = { email: fieldCanary.email, jwt: TOKENS.find((token) => token.startsWith('ey')) ?? '' };
    const count = (name: string, isAccepted: boolean): void => {
      accepted[name] = (accepted[name] ?? 0) + (isAccepted ? 1 : 0);
    };
    responses.push(await sendByEveryProvider(running.system, texts, count));
    for (const text of Object.values(texts))
      responses.push(await sendToDashboard(running.system, text, count));
    const { system } = running;
    await sendClickIds(system);
    await waitFor('the exported click ids', async () => {
      const conversions = await readConversions(system);
      return conversions.length === 4 && conversions.every(({ clickId }) => clickId === CLICK_ID);
    });
    const published = await readEverything(running.system);
    responses.push(published);

    const locations: SearchedData[] = [{ name: 'responses', content: Buffer.from(responses.join('\n')) }];
    metrics += await metricsOf(running);
    locations.push({ name: 'metrics', content: Buffer.from(metrics) });
    await running.system.stop();
    output += running.process.output();
    // The user of the services can't read the logs of ClickHouse.
    const engines = await startEngines({ directory: dataDir, isAdmin: true });
    try {
      for await (const table of tablesOf(engines)) locations.push(table);
      expect(await unlimitedReads(engines.clickhouseUrl)).toEqual([]);
    } finally {
      await engines.stop();
    }
    locations.push({ name: 'logs', content: Buffer.from(output) });
    locations.push({ name: 'traces', content: Buffer.from(receiver.text()) });

    let [bytes, hasWal] = [0, false];
    const leaks: string[] = [];
    const search = ({ name, content }: SearchedData): void => {
      const trace = findTrace(content);
      if (trace !== undefined) leaks.push(`${name} contains ${trace}`);
      bytes += content.length;
      hasWal ||= name.includes('/pg_wal/');
    };
    locations.forEach(search);
    for (const file of filesOf(dataDir)) search(file);
    expect(leaks).toEqual([]);

    // The searched data contains data of the canaries.
    const contentOf = (name: string): string =>
      locations.find((location) => location.name.includes(name))?.content.toString() ?? '';
    expect(contentOf('identity.profiles').split('\n').length).toBeGreaterThan(COUNT * 0.9);
    expect(contentOf('identity.payments')).toContain('bulk-1');
    expect(contentOf('identity.erasures')).not.toBe('');
    expect(contentOf('identity.billing_subscriptions')).toContain('sub_');
    expect(contentOf('logs')).toContain('/api/v1/identify/bulk');
    for (const counted of ['BulkIdentify', 'RecordBilling', '/webhooks/stripe/{workspace}'])
      expect(contentOf('metrics')).toContain(counted);
    expect(contentOf('traces')).toContain('POST /api/v1/identify/bulk');
    expect(responses.join('')).toContain('"recorded":true');
    expect(published.split('(redacted)').length).toBeGreaterThan(100);
    expect(contentOf('query_log')).not.toBe('');
    expect(contentOf('click_ids')).toContain('"parameter":"gclid"');
    // Requests with the address in a field are accepted, so that the stores could contain it.
    for (const name of CERTAINLY_ACCEPTED) expect([name, (accepted[name] ?? 0) > 3]).toEqual([name, true]);
    expect(hasWal).toBe(true);
    expect(bytes).toBeGreaterThan(16 * 1_048_576);
  } finally {
    running?.process.child.kill('SIGKILL');
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}, 1_800_000);

/** A table, file or stream that is searched for leaks. */
export interface SearchedData {
  readonly name: string;
  readonly content: Buffer;
}

/** All tables of both databases, as text, with the logs that ClickHouse has buffered. */
export async function* tablesOf(urls: {
  databaseUrl: string;
  clickhouseUrl: string;
}): AsyncGenerator<SearchedData> {
  for await (const { table, text } of dumpDatabase(urls.databaseUrl))
    yield { name: `Postgres table ${table}`, content: Buffer.from(text) };
  await queryClickhouse(urls.clickhouseUrl, 'SYSTEM FLUSH LOGS');
  const tables = await queryClickhouse(
    urls.clickhouseUrl,
    `SELECT database, name FROM system.tables
      WHERE has_own_data AND database NOT IN ('INFORMATION_SCHEMA', 'information_schema')
        AND (database != 'system' OR name LIKE '%\\_log') FORMAT TSV`,
  );
  for (const [database, name] of tables
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t')))
    yield {
      name: `ClickHouse table ${database}.${name}`,
      content: await queryClickhouse(
        urls.clickhouseUrl,
        `SELECT * FROM \`${database}\`.\`${name}\` FORMAT JSONEachRow`,
      ),
    };
}

/** The statements of services, without migrations, that could read the events of all workspaces. */
async function unlimitedReads(clickhouseUrl: string): Promise<string[]> {
  const statements = await queryClickhouse(
    clickhouseUrl,
    `SELECT DISTINCT query FROM system.query_log
      WHERE type = 'QueryFinish' AND is_initial_query AND startsWith(http_user_agent, 'headwater') AND NOT startsWith(http_user_agent, 'headwater migrate')
        AND (query_kind = 'Select' OR match(query, '(?i)insert into[^;]*select'))
        AND arrayExists(name -> startsWith(name, 'default.') AND name NOT LIKE '%schema_migrations', tables)
        AND Settings['additional_table_filters'] NOT LIKE '%events%' FORMAT JSONEachRow`,
  );
  return statements.toString().split('\n').filter(Boolean);
}

/** All files below a folder: tables, the write-ahead log, logs and all others. */
export function* filesOf(folder: string): Generator<SearchedData> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    try {
      yield { name: path, content: readFileSync(path) };
    } catch (error) {
      // Engines remove files while they run.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

async function queryClickhouse(url: string, query: string): Promise<Buffer> {
  const { origin, username, password, pathname } = new URL(url);
  const response = await fetch(`${origin}/?database=${pathname.slice(1) || 'default'}`, {
    method: 'POST',
    body: query,
    headers: {
      'X-ClickHouse-User': decodeURIComponent(username),
      'X-ClickHouse-Key': decodeURIComponent(password),
    },
  });
  const body = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`ClickHouse: ${body.toString()}`);
  return body;
}
