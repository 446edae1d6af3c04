import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOtlpReceiver } from '@headwater/kit/testing/otlp-receiver';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startProcess, type RunningProcess } from '../src/child-process';
import { canaries, traceFinder } from '../src/leaks/canaries';
import { filesOf, tablesOf, type Place } from '../src/leaks/places';
import { sendCanaries } from '../src/leaks/traffic';
import type { System } from '../src/system';

/** `npm run test:identity` sets 10,000. */
const COUNT = Number(process.env['LEAK_CANARIES'] ?? 100);
const FREE_PORTS = ['GATEWAY', 'COLLECTOR', 'COLLECTOR_GRPC', 'SITES', 'IDENTITY', 'ANALYTICS'];

interface Started {
  readonly process: RunningProcess;
  readonly system: System;
  readonly urls: {
    readonly databaseUrl: string;
    readonly clickhouseUrl: string;
    readonly metricsUrl: string;
  };
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
    process.child.kill('SIGKILL'); // else nobody would: it has not been handed out yet
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

/** What every service counts of itself, in the words of its labels. */
async function metricsOf({ urls }: Started): Promise<string> {
  return (await fetch(urls.metricsUrl)).text();
}

test('no address, local part or plain hash of one is anywhere: tables, write-ahead log, logs, traces, metrics, files or answers', async () => {
  const all = canaries(COUNT);
  const findTrace = traceFinder(all);
  expect(findTrace(Buffer.from(`so ${all[0]?.email ?? ''} leaked`))).toContain('an address');
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-leaks-'));
  chmodSync(dataDir, 0o711);
  const answers: string[] = [];
  let [output, metrics] = ['', ''];
  let running: Started | undefined;
  const receiver = await startOtlpReceiver();
  try {
    running = await start(dataDir, receiver.url);
    // Killed with calls under way, then asked again, as a customer's retry does.
    const interrupted = sendCanaries(running.system, all, (text) => answers.push(text)).catch(
      () => undefined,
    );
    await waitFor('the first answers', () => answers.length > 20);
    metrics += await metricsOf(running);
    running.process.child.kill('SIGKILL');
    await interrupted;
    output += running.process.output();
    running = await start(dataDir, receiver.url);
    await sendCanaries(running.system, all, (text) => answers.push(text));

    const places: Place[] = [{ name: 'answers', content: Buffer.from(answers.join('\n')) }];
    for await (const table of tablesOf(running.urls)) places.push(table);
    metrics += await metricsOf(running);
    places.push({ name: 'metrics', content: Buffer.from(metrics) });
    await running.system.stop();
    output += running.process.output();
    places.push({ name: 'logs', content: Buffer.from(output) });
    places.push({ name: 'traces', content: Buffer.from(receiver.text()) });

    let [bytes, hasWal] = [0, false];
    const search = ({ name, content }: Place): void => {
      const trace = findTrace(content);
      if (trace !== undefined) throw new Error(`${name} holds ${trace}`);
      bytes += content.length;
      hasWal ||= name.includes('/pg_wal/');
    };
    places.forEach(search);
    for (const file of filesOf(dataDir)) search(file);

    // That there was something to be found.
    const found = (name: string): string =>
      places.find((place) => place.name.includes(name))?.content.toString() ?? '';
    expect(found('identity.profiles').split('\n').length).toBeGreaterThan(COUNT * 0.9);
    expect(found('identity.payments')).toContain('bulk-1');
    expect(found('identity.erasures')).not.toBe('');
    expect(found('identity.billing_subscriptions')).toContain('sub_');
    expect(found('logs')).toContain('/api/v1/identify/bulk');
    for (const counted of ['BulkIdentify', 'RecordBilling', '/webhooks/stripe/{workspace}'])
      expect(found('metrics')).toContain(counted);
    expect(found('traces')).toContain('POST /api/v1/identify/bulk');
    expect(answers.join('')).toContain('"recorded":true');
    expect(hasWal).toBe(true);
    expect(bytes).toBeGreaterThan(16 * 1_048_576);
  } finally {
    running?.process.child.kill('SIGKILL');
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}, 1_800_000);
