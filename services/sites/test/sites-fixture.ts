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
import type { Network } from '../src/outside/network';
import { sitesModule } from '../src/module';

/** The time of the fixture's clock at its start. */
export const START = Date.parse('2026-11-01T12:00:00.123Z');
export const DAY = 24 * 60 * 60 * 1_000;
export const OURS = { workspaceId: 1 };
/** Numbers that no site has as its id, among them ones that a JavaScript number cannot hold. */
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
  /** One more on the same database, to be stopped before the fixture is. */
  startReplica(more?: Partial<Pick<SitesConfig, 'secretsKeys'>>): Promise<{
    readonly port: () => number;
    stop(): Promise<void>;
  }>;
  stop(): Promise<void>;
}

/** No way out: no name has an address. */
export const noNetwork: Network = {
  addressesOf: () => Promise.resolve([]),
  mayVisit: () => false,
  portOf: () => 1,
};

/** The service on a database of its own, asked through a real gRPC client that repeats nothing. */
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
      { log: silentLog(), clock, network, webhookNetwork: network, detectEveryMs: 20, deliverEveryMs: 20 },
    );
    await replica.start().catch(async (refused: unknown) => {
      await replica.stop();
      throw refused;
    });
    return replica;
  };
  const module = await startReplica();
  const address = `127.0.0.1:${module.port()}`;
  const client = createRpcClient({ service: loadSites(), address, idempotent: [] });
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
  if (!site) throw new Error('the answer holds no site');
  return site;
}
