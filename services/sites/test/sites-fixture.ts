import { join } from 'node:path';
import { fixedClock } from '@headwater/kit/clock';
import { packageRoot } from '@headwater/kit/package-root';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import type { SealingKeys } from '@headwater/kit/seal';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { SitesConfig } from '../src/config';
import type { Network } from '../src/outbound/network';
import { sitesModule } from '../src/module';

/** Initial time of the fixture's clock. */
export const START = Date.parse('2026-11-01T12:00:00.123Z');
export const DAY = 24 * 60 * 60 * 1_000;
export const OURS = { workspaceId: 1 };
/** Numbers that are no site's id, some of them beyond the range of a JavaScript number. */
export const NO_IDS = [
  0,
  -1,
  999_999,
  Number.MAX_SAFE_INTEGER + 1,
  '9223372036854775807',
  '-9223372036854775808',
] as const;

export interface SitesFixture {
  readonly calls: RpcClient<SitesDefinition>['calls'];
  readonly database: TestDatabase;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly address: string;
  readonly ready: () => Promise<boolean>;
  /** Starts another replica on the same database. Stop it before the fixture. */
  startReplica(more?: Partial<Pick<SitesConfig, 'secretsKeys'>>): Promise<{
    ports(): { readonly grpc: number };
    stop(): Promise<void>;
  }>;
  stop(): Promise<void>;
}

/** Resolves no name. */
export const noNetwork: Network = {
  addressesOf: () => Promise.resolve([]),
  mayVisit: () => false,
  portOf: () => 1,
};

/** Starts the service on its own database, with a real gRPC client. */
export async function startSites(
  network = noNetwork,
  settings: {
    readonly detection?: 'on' | 'off';
    readonly webhookTargets?: 'public' | 'any';
    readonly analyticsAddress?: string;
  } = {},
): Promise<SitesFixture> {
  const database = await testDatabase([
    { schema: 'sites', directory: join(packageRoot('@headwater/sites'), 'migrations') },
  ]);
  const clock = fixedClock(START);
  const startReplica = async (more: Partial<Pick<SitesConfig, 'secretsKeys'>> = {}) => {
    const secretsKeys: SealingKeys = [Buffer.alloc(32, 7)];
    const replica = sitesModule(
      { host: '127.0.0.1', port: 0, databaseUrl: database.url, secretsKeys, ...settings, ...more },
      { log: silentLog(), clock, network, detectIntervalMs: 20, deliverIntervalMs: 20 },
    );
    await replica.start().catch(async (error: unknown) => {
      await replica.stop();
      throw error;
    });
    return replica;
  };
  const module = await startReplica();
  const address = `127.0.0.1:${module.ports().grpc}`;
  const client = createRpcClient({ service: loadSites(), address });
  return {
    calls: client.calls,
    database,
    clock,
    address,
    startReplica,
    ready: async () => (await module.ready?.()) === true,
    stop: async () => {
      client.close();
      await module.stop();
      await database.drop();
    },
  };
}

export async function createSiteOn(
  sites: SitesFixture,
  domain: string,
  options: { readonly workspaceId: number },
): Promise<Site__Output> {
  const { site } = await sites.calls.CreateSite({ domain }, options);
  if (!site) throw new Error('the response contains no site');
  return site;
}
