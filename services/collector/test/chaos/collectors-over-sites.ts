import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import { freePort, startProgram } from '@headwater/kit/testing/program';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import {
  loadCollector,
  loadSites,
  type CollectorDefinition,
  type SitesDefinition,
} from '@headwater/protos/services';
import { UNLIMITED } from '../fixtures/collector-fixture';
import { collectorProcess, type CollectorProcess } from './collector-process';

export const WORKSPACE = 3;
export const DOMAIN = 'shop.example';

export interface Collector {
  readonly process: CollectorProcess;
  readonly rpc: RpcClient<CollectorDefinition>;
  readonly logDir: string;
}

/** Two collectors and sites, each a process, over real databases. Faults are between collectors, sites and Postgres. */
export interface CollectorsOverSites {
  readonly collectors: readonly [Collector, Collector];
  readonly sitesProxy: FaultProxy;
  readonly postgresProxy: FaultProxy;
  /** Bypasses the proxies. */
  readonly sites: RpcClient<SitesDefinition>;
  readonly database: TestDatabase;
  readonly clickhouse: TestClickhouse;
  /** A site of DOMAIN. */
  readonly siteId: number;
  readonly siteKey: string;
  stop(): Promise<void>;
}

export async function startCollectorsOverSites(): Promise<CollectorsOverSites> {
  const folder = mkdtempSync(join(tmpdir(), 'collectors-'));
  const database = await testDatabase([
    { schema: 'sites', directory: join(packageRoot('@headwater/sites'), 'migrations') },
  ]);
  const clickhouse = await migratedClickhouse();
  const postgres = new URL(database.url);
  const postgresProxy = await startFaultProxy({ host: postgres.hostname, port: Number(postgres.port) });
  postgres.host = `127.0.0.1:${postgresProxy.port}`;
  const port = await freePort();
  const stopSites = await startProgram(process.execPath, {
    args: [join(packageRoot('@headwater/collector'), '../../dist/sites.js')],
    port,
    output: join(folder, 'sites.log'),
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: postgres.toString(),
      SITES_PORT: String(port),
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
  const sites = createRpcClient({ service: loadSites(), address: `127.0.0.1:${port}` });
  const { site } = await sites.calls.CreateSite({ domain: DOMAIN }, { workspaceId: WORKSPACE });
  const sitesProxy = await startFaultProxy({ host: '127.0.0.1', port });

  const startCollector = async (name: string): Promise<Collector> => {
    const grpc = await freePort();
    const logDir = join(folder, name);
    const collector = await collectorProcess({
      CLICKHOUSE_URL: clickhouse.url,
      SITES_ADDRESS: `127.0.0.1:${sitesProxy.port}`,
      COLLECTOR_LOG_DIR: logDir,
      COLLECTOR_GRPC_PORT: String(grpc),
      ...UNLIMITED,
    });
    await collector.start();
    const rpc = createRpcClient({ service: loadCollector(), address: `127.0.0.1:${grpc}` });
    return { process: collector, rpc, logDir };
  };
  const collectors = [await startCollector('a'), await startCollector('b')] as const;

  return {
    collectors,
    sitesProxy,
    postgresProxy,
    sites,
    database,
    clickhouse,
    siteId: site?.id ?? 0,
    siteKey: site?.siteKey ?? '',
    stop: async () => {
      sites.close();
      for (const { process: collector, rpc } of collectors) {
        rpc.close();
        await collector.kill();
      }
      await stopSites();
      for (const proxy of [sitesProxy, postgresProxy]) await proxy.stop();
      await clickhouse.drop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
