import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import type { Pool } from '@headwater/kit/pg/pool';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { Counter, Gauge, Registry } from 'prom-client';
import type { DeliveryResult } from './domain/delivery';
import { getAuditState } from './store/audits';
import { getPurgeState } from './store/purges';
import { getRetentionState } from './store/retention';
import { getWebhookState } from './store/webhooks';

/** Metrics of webhooks, purges, retention and self-audits. Labels have enumerated values only: no workspace, webhook or host. */
export interface SitesMetrics {
  readonly registry: Registry;
  countAttempt(result: DeliveryResult): void;
}

interface MetricsOptions {
  readonly db: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}

const STATUSES = ['active', 'paused', 'failing', 'gone'] as const;

/** Attempts of this process, and the state of all webhooks, purges, retentions and self-audits. Every replica reports the same state. */
export function createMetrics(dependencies: MetricsOptions): SitesMetrics {
  const registry = new Registry();
  const attempts = new Counter({
    name: 'headwater_webhook_attempts_total',
    help: 'Webhook delivery attempts by result: delivered, or the problem',
    labelNames: ['result'],
    registers: [registry],
  });
  registerGauges(registry, dependencies, getWebhookState, {
    headwater_webhooks: {
      help: 'Webhooks by status: active, or the reason why they are disabled',
      label: 'status',
      set: (gauge, { webhooks }) => {
        for (const status of STATUSES) gauge.set({ status }, webhooks[status] ?? 0);
      },
    },
    headwater_webhook_deliveries_pending: {
      help: 'Pending deliveries to active webhooks, including retries',
      set: (gauge, { pending }) => gauge.set(pending),
    },
    headwater_webhook_oldest_pending_seconds: {
      help: 'Age of the oldest pending delivery; up to three days while a receiver fails',
      set: (gauge, { oldestAt }, now) => gauge.set(secondsSince(oldestAt, now)),
    },
    headwater_webhook_overdue_seconds: {
      help: 'How long the earliest due delivery has been waiting for an attempt',
      set: (gauge, { nextAt }, now) => gauge.set(secondsSince(nextAt, now)),
    },
  });
  registerGauges(registry, dependencies, getPurgeState, {
    headwater_purges: {
      help: 'Purges of sites by outcome: finished, or begun and unfinished',
      label: 'outcome',
      set: (gauge, { finished, unfinished }) => {
        gauge.set({ outcome: 'finished' }, finished);
        gauge.set({ outcome: 'unfinished' }, unfinished);
      },
    },
    headwater_purge_due_sites: {
      help: 'Sites that are due for their purge and still stored',
      set: (gauge, { due }) => gauge.set(due),
    },
    headwater_purge_overdue_seconds: {
      help: 'How long the first of these sites has been due',
      set: (gauge, { dueSince }, now) => gauge.set(secondsSince(dueSince, now)),
    },
  });
  registerGauges(registry, dependencies, getRetentionState, {
    headwater_retention_due_sites: {
      help: 'Sites with stored days that their retention excludes',
      set: (gauge, { due }) => gauge.set(due),
    },
    headwater_retention_overdue_seconds: {
      help: 'How long the first of these sites has been due; up to the time between two purge runs is normal',
      set: (gauge, { dueSince }, now) => gauge.set(secondsSince(dueSince, now)),
    },
  });
  registerGauges(registry, dependencies, getAuditState, {
    headwater_selfaudit_differences: {
      help: 'Numbers of the API that differ from the stored events, in the last self-audit of each site. 0 is expected',
      set: (gauge, { differences }) => gauge.set(differences),
    },
    headwater_selfaudit_age_seconds: {
      help: 'Time since the last self-audit; 0 before the first one',
      set: (gauge, { auditedAt }, now) => gauge.set(secondsSince(auditedAt, now)),
    },
  });
  return {
    registry,
    countAttempt: (result) => attempts.inc({ result: result.ok ? 'delivered' : result.problem }),
  };
}

interface StateGauge<State> {
  readonly help: string;
  readonly label?: string;
  readonly set: (gauge: Gauge, state: State, now: number) => void;
}

/**
 * Registers gauges that share one database query per scrape. They are absent when the query fails: a stale number would hide a
 * backlog.
 */
function registerGauges<State>(
  registry: Registry,
  { db, clock, log }: MetricsOptions,
  query: (db: Pool, now: number) => Promise<State>,
  gauges: Readonly<Record<string, StateGauge<State>>>,
): void {
  let collecting: Promise<readonly [State, number] | undefined> | undefined;
  const collect = () =>
    (collecting ??= Promise.resolve(clock.now())
      .then(async (now) => [await acrossWorkspaces(() => query(db, now)), now] as const)
      .catch((err: unknown) => {
        log.warn({ err, metrics: Object.keys(gauges) }, 'could not collect metrics');
        return undefined;
      })
      .finally(() => {
        collecting = undefined;
      }));
  for (const [name, { help, label, set }] of Object.entries(gauges))
    new Gauge({
      ...{ name, help, labelNames: label === undefined ? [] : [label] },
      registers: [registry],
      async collect() {
        const state = await collect();
        // For a gauge without labels `reset` would set 0.
        if (label === undefined) this.remove();
        else this.reset();
        if (state) set(this, ...state);
      },
    });
}

/** Seconds since `at`, 0 for undefined and for the future. Both times are Unix milliseconds. */
function secondsSince(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, (now - at) / 1_000);
}
