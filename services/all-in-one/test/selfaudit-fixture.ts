import { migratedClickhouse } from '@headwater/eventstore/testing/migrated-clickhouse';
import { migratedDatabase } from '@headwater/migrate/testing/migrated-database';
import { analyticsSettings } from '@headwater/analytics/config';
import { analyticsModule } from '@headwater/analytics/module';
import { fixedClock } from '@headwater/kit/clock';
import { loadConfig } from '@headwater/kit/config';
import type { Module } from '@headwater/kit/module';
import { createRpcClient, type RpcClient } from '@headwater/kit/rpc/client';
import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import type { TestClickhouse } from '@headwater/kit/testing/test-clickhouse';
import type { TestDatabase } from '@headwater/kit/testing/test-database';
import {
  loadAnalytics,
  loadSites,
  type AnalyticsDefinition,
  type SitesDefinition,
} from '@headwater/protos/services';
import type { Analytics } from '@headwater/selfaudit/audit-day';
import { auditSites } from '@headwater/selfaudit/audit-sites';
import { sitesModule } from '@headwater/sites/module';
import { WORKSPACE } from './selfaudit-facts';

const NOW = Date.parse('2026-11-10T12:00:00.000Z');

/** The options of an audit. */
export interface Run {
  readonly analytics?: Analytics;
  /** The random day, from the first one with visits; default: a random one. */
  readonly chosen?: number;
  readonly maxEvents?: number;
}

/** Starts sites and analytics on real databases, ten days after 2026-10-31. */
export async function startSelfaudit() {
  const [database, clickhouse]: [TestDatabase, TestClickhouse] = await Promise.all([
    migratedDatabase(),
    migratedClickhouse(),
  ]);
  const modules: Module[] = [];
  const clients: { close(): void }[] = [];
  const deps = { log: silentLog(), clock: fixedClock(NOW) };
  const env = { DATABASE_URL: database.url, CLICKHOUSE_URL: clickhouse.url, ANALYTICS_PORT: '0' };
  const start = async (module: Module): Promise<string> => {
    await module.start();
    modules.push(module);
    return `127.0.0.1:${module.ports?.()['grpc'] ?? 0}`;
  };
  const sitesAddress = await start(
    sitesModule(
      { host: '127.0.0.1', port: 0, databaseUrl: database.url, secretsKeys: [Buffer.alloc(32)] },
      deps,
    ),
  );
  const sites: RpcClient<SitesDefinition> = createRpcClient({ service: loadSites(), address: sitesAddress });
  const analyticsOf = async (url: string): Promise<RpcClient<AnalyticsDefinition>> => {
    const settings = loadConfig(analyticsSettings, { ...env, CLICKHOUSE_URL: url });
    const address = await start(analyticsModule(settings, deps));
    const client = createRpcClient({ service: loadAnalytics(), address });
    clients.push(client);
    return client;
  };
  const analytics = await analyticsOf(clickhouse.url);
  clients.push(sites);
  let made = 0;
  return {
    ...{ database, clickhouse, sites, sitesAddress, analytics, analyticsOf },
    /** Deletes all sites of earlier tests and creates one. */
    onlySite: async (timezone: string) => {
      await database.pool.query('DELETE FROM sites.sites');
      const domain = `audited${++made}.example`;
      const { site } = await sites.calls.CreateSite({ domain, timezone }, WORKSPACE);
      return { id: site?.id ?? 0, key: site?.siteKey ?? '', domain, ...WORKSPACE };
    },
    audit: async ({ analytics: queried = analytics.calls, chosen, maxEvents = 50_000 }: Run = {}) => {
      const { log, lines } = recordedLog();
      const result = await auditSites({
        ...{ sites: sites.calls, analytics: queried, log, maxSites: 10, maxEvents },
        ...(chosen === undefined ? {} : { random: (max) => Math.min(chosen, max - 1) }),
      });
      const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      const withMessage = (text: string) => logged.filter(({ msg }) => msg === text);
      return {
        ...result,
        lines: withMessage('self-audit found a difference'),
        notCompared: withMessage('sessions of some visits not derived again'),
      };
    },
    recorded: async () => {
      const audits = await database.pool.query<{ day: string; differences: number }>(
        'SELECT day::text AS day, differences FROM sites.audits',
      );
      return audits.rows;
    },
    stop: async () => {
      for (const client of clients) client.close();
      for (const module of modules) await module.stop();
      await database.drop();
      await clickhouse.drop();
    },
  };
}

/** Sites and analytics with an event store that is audited. */
export type SelfauditFixture = Awaited<ReturnType<typeof startSelfaudit>>;
