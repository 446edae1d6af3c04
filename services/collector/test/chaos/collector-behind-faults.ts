import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { CHROME, pageview, SHOP, UNLIMITED } from '../fixtures/collector-fixture';
import { startSites } from '../fixtures/sites-stand-in';
import { collectorProcess, type CollectorProcess } from './collector-process';

/** A collector of the site SHOP, to be started, that reaches ClickHouse through what may fail. */
export interface CollectorBehindFaults {
  readonly collector: CollectorProcess;
  readonly proxy: FaultProxy;
  /** Past the proxy. */
  readonly clickhouse: TestClickhouse['client'];
  /** Sends events of one browser. @returns the status of the answer */
  readonly post: (events: readonly object[], userAgent?: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** @param env settings beside those that it takes to run, and to have no limits on what comes from here */
export async function collectorBehindFaults(
  env: Readonly<Record<string, string>> = {},
): Promise<CollectorBehindFaults> {
  const clickhouse = await migratedClickhouse();
  const engine = new URL(clickhouse.url);
  const proxy = await startFaultProxy({ host: engine.hostname, port: Number(engine.port) });
  engine.host = `127.0.0.1:${proxy.port}`;
  const sites = await startSites([SHOP]);
  const logDir = mkdtempSync(join(tmpdir(), 'chaos-log-'));
  const collector = await collectorProcess({
    CLICKHOUSE_URL: engine.toString(),
    SITES_ADDRESS: sites.address,
    COLLECTOR_LOG_DIR: logDir,
    ...UNLIMITED,
    ...env,
  });
  return {
    collector,
    proxy,
    clickhouse: clickhouse.client,
    post: async (events, userAgent = CHROME) => {
      const response = await fetch(`${collector.url}/collect`, {
        method: 'POST',
        body: JSON.stringify(pageview({}, { events })),
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      });
      await response.arrayBuffer();
      return response.status;
    },
    stop: async () => {
      await collector.kill();
      await sites.stop();
      await proxy.stop();
      await clickhouse.drop();
      rmSync(logDir, { recursive: true, force: true });
    },
  };
}
