import type { Logger } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { inSpan } from '@headwater/kit/trace/tracing';
import { IDEMPOTENT, loadAnalytics, loadSites } from '@headwater/protos/services';
import type { PurgeConfig } from './config';
import { purgeSites, type PurgeResult } from './purge-sites';
import { withPurgeLock } from './store/with-purge-lock';

/** One purge over connections of its own. @returns undefined when another process is purging. */
export async function purgeOnce(
  config: PurgeConfig,
  { log, dryRun }: { readonly log: Logger; readonly dryRun: boolean },
): Promise<PurgeResult | undefined> {
  const pool = createPool({
    databaseUrl: config.databaseUrl,
    applicationName: 'headwater purge',
    max: 1,
    limits: config,
    log,
  });
  const trust = rpcTrust(config);
  const sites = createRpcClient({
    service: loadSites(),
    address: config.sitesAddress,
    idempotent: IDEMPOTENT.sites,
    trust,
  });
  const analytics = createRpcClient({
    service: loadAnalytics(),
    address: config.analyticsAddress,
    idempotent: IDEMPOTENT.analytics,
    trust,
  });
  try {
    const purge = (): Promise<PurgeResult> =>
      purgeSites({
        sites: sites.calls,
        analytics: analytics.calls,
        log,
        deadlineMs: config.deadlineMinutes * 60_000,
        dryRun,
      });
    const result = await inSpan({ name: 'purge', kind: 'internal' }, () => withPurgeLock(pool, purge));
    if (!result) log.info('another purge is running');
    return result;
  } finally {
    sites.close();
    analytics.close();
    await pool.end();
  }
}
