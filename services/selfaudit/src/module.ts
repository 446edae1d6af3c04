import type { Logger } from '@headwater/kit/log';
import { createModule, type Module } from '@headwater/kit/module';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { inSpan } from '@headwater/kit/trace/tracing';
import { loadAnalytics, loadSites } from '@headwater/protos/services';
import { schedule } from 'node-cron';
import { auditSites, type AuditResult } from './audit-sites';
import type { SelfauditConfig } from './config';

/** A job that audits once at its start. @throws if a site could not be audited, after all other sites were. */
export function selfauditJobModule(config: SelfauditConfig, { log }: { readonly log: Logger }): Module {
  return createModule({
    name: 'selfaudit',
    start: async () => {
      const { failed } = await auditOnce(config, log);
      if (failed.length > 0) throw new Error(`${failed.length} sites could not be audited. Run it again.`);
      return { ports: {} };
    },
  });
}

/** Audits on a schedule, for the all-in-one process. Logs a failed audit. */
export function selfauditScheduleModule(config: SelfauditConfig, { log }: { readonly log: Logger }): Module {
  return createModule({
    name: 'selfaudit',
    start: ({ add }) => {
      let running: Promise<unknown> = Promise.resolve();
      const audit = (): Promise<unknown> => {
        running = auditOnce(config, log).catch((err: unknown) => {
          log.error({ err }, 'self-audit failed');
        });
        return running;
      };
      const task = schedule(config.schedule, audit, { timezone: 'Etc/UTC', noOverlap: true });
      add(task, async () => {
        await task.destroy();
        await running;
      });
      return Promise.resolve({ ports: {} });
    },
  });
}

/** Audits once, with its own connections. Concurrent runs are safe: each site's last result counts. */
async function auditOnce(config: SelfauditConfig, log: Logger): Promise<AuditResult> {
  const trust = rpcTrust(config);
  const sites = createRpcClient({ service: loadSites(), address: config.sitesAddress, trust });
  const analytics = createRpcClient({ service: loadAnalytics(), address: config.analyticsAddress, trust });
  const { maxSites, maxEvents } = config;
  try {
    return await inSpan({ name: 'selfaudit', kind: 'internal' }, () =>
      auditSites({ sites: sites.calls, analytics: analytics.calls, log, maxSites, maxEvents }),
    );
  } finally {
    sites.close();
    analytics.close();
  }
}
