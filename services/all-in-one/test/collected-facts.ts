import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectorSettings } from '@headwater/collector/config';
import { collectorModule } from '@headwater/collector/module';
import { callsAsSampled, sampleCases, type Call } from '@headwater/eventstore/testing/visitor-facts';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { loadCollector } from '@headwater/protos/services';
import { UNLIMITED } from '../../collector/test/fixtures/collector-fixture';
import { sendCall } from '../../collector/test/fixtures/send-call';
import type { KnownSite } from '../../collector/test/fixtures/sites-stand-in';

/** Visitors of one run. */
const VISITORS = 60;

interface Stores {
  readonly sitesAddress: string;
  readonly clickhouseUrl: string;
}

/** The calls of random visitors whose events are of the three days before a time. */
export const randomCalls = (seed: number, now: number): Call[][] =>
  callsAsSampled({ cases: sampleCases(seed, VISITORS), firstVisitor: 0, now });

/** Sends calls to a collector at that time, step by step, until all events are stored. */
export async function collect(
  { sitesAddress, clickhouseUrl }: Stores,
  site: KnownSite,
  { steps, now }: { readonly steps: readonly (readonly Call[])[]; readonly now: number },
): Promise<void> {
  const logDir = mkdtempSync(join(tmpdir(), 'collector-log-'));
  const collector = collectorModule(
    loadConfig(collectorSettings, {
      ...{ COLLECTOR_PORT: '0', COLLECTOR_GRPC_PORT: '0', COLLECTOR_LOG_DIR: logDir },
      ...{ SITES_ADDRESS: sitesAddress, CLICKHOUSE_URL: clickhouseUrl, TRUSTED_PROXIES: '127.0.0.1' },
      ...UNLIMITED,
    }),
    { log: silentLog(), clock: fixedClock(now) },
  );
  await collector.start();
  const { http = 0, grpc = 0 } = collector.ports?.() ?? {};
  const rpc = createRpcClient({ service: loadCollector(), address: `127.0.0.1:${grpc}` });
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${http}/collect`, { method: 'POST', body: JSON.stringify(body), headers });
  try {
    for (const calls of steps) {
      await Promise.all(calls.map((call) => sendCall({ post, rpc }, site, call)));
      expect(await collector.shipped(60_000)).toBe(true);
    }
  } finally {
    rpc.close();
    await collector.stop();
    rmSync(logDir, { recursive: true, force: true });
  }
}
