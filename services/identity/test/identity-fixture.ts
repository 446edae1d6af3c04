import { join } from 'node:path';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import { packageRoot } from '@headwater/kit/package-root';
import { createRpcClient } from '@headwater/kit/rpc/client';
import type { Client } from '@headwater/kit/rpc/types';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { loadIdentity, type IdentityDefinition } from '@headwater/protos/services';
import { identitySettings } from '../src/config';
import { parseHmacKeys, type HmacKeys } from '../src/domain/hmac-keys';
import { identityModule } from '../src/module';
import { analyticsStandIn, type AnalyticsStandIn } from './analytics-stand-in';
import { sitesStandIn, type SitesStandIn } from './sites-stand-in';

export const KEY_OLD = `old:${Buffer.alloc(32, 1).toString('base64')}`;
export const KEY_NEW = `new:${Buffer.alloc(32, 2).toString('base64')}`;
/** The parsed keys of a test without a service. */
export function hmacKeys(text = KEY_OLD): HmacKeys {
  const parsed = parseHmacKeys(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.keys;
}

export const NOW = Date.UTC(2026, 10, 1, 12);

export interface Running {
  readonly calls: Client<IdentityDefinition>;
  /** `host:port` of the service. */
  readonly address: string;
  stop(): Promise<void>;
}

export interface IdentityFixture extends Running {
  readonly database: TestDatabase;
  readonly analytics: AnalyticsStandIn;
  readonly sites: SitesStandIn;
  readonly lines: readonly string[];
  /** Starts another replica, with other settings. */
  start(env: Readonly<Record<string, string>>): Promise<Running>;
  /** Returns all rows of all tables as text. */
  dump(): Promise<string>;
  count(table: 'profiles' | 'attributions' | 'links', workspaceId: number): Promise<number>;
}

/** Starts the service on a new database, with stand-ins for analytics and sites. Its methods are called over gRPC. */
export async function identityFixture(): Promise<IdentityFixture> {
  const directory = join(packageRoot('@headwater/identity'), 'migrations');
  const database = await testDatabase([{ schema: 'identity', directory }]);
  const analytics = await analyticsStandIn();
  const sites = await sitesStandIn();
  const { log, lines } = recordedLog();
  const started: Running[] = [];

  const start: IdentityFixture['start'] = async (env) => {
    const config = loadConfig(identitySettings, {
      IDENTITY_PORT: '0',
      DATABASE_URL: database.url,
      HMAC_KEYS: KEY_OLD,
      ANALYTICS_ADDRESS: analytics.address,
      SITES_ADDRESS: sites.address,
      // Effectively off: only the tests of the periodic tasks set shorter intervals.
      LINK_REPAIR_PAUSE_MS: '3600000',
      NOTICE_PAUSE_MS: '3600000',
      LINK_SWEEP_PAUSE_MS: '3600000',
      ...env,
    });
    const module = identityModule(config, { log, clock: fixedClock(NOW) });
    await module.start().catch(async (refused: unknown) => {
      await module.stop();
      throw refused;
    });
    const address = `127.0.0.1:${module.ports().grpc}`;
    const client = createRpcClient({ service: loadIdentity(), address });
    let stopped = false;
    const running: Running = {
      calls: client.calls,
      address,
      stop: async () => {
        if (stopped) return;
        stopped = true;
        client.close();
        await module.stop();
      },
    };
    started.push(running);
    return running;
  };

  const { calls, address } = await start({});
  return {
    calls,
    address,
    database,
    analytics,
    sites,
    lines,
    start,
    stop: async () => {
      for (const running of started) await running.stop();
      await analytics.stop();
      await sites.stop();
      await database.drop();
    },
    dump: async () => {
      const tables = await database.pool.query<{ name: string }>(
        `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'identity'`,
      );
      const rows: string[] = [];
      for (const { name } of tables.rows) {
        const all = await database.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
        rows.push(...all.rows.map(({ row }) => row));
      }
      return rows.join('\n');
    },
    count: async (table, workspaceId) => {
      const result = await database.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM identity.${table} WHERE workspace_id = $1`,
        [workspaceId],
      );
      return result.rows[0]?.count ?? -1;
    },
  };
}
