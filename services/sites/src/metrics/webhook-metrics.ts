import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { Counter, Registry } from 'prom-client';
import type { DeliveryResult } from '../domain/webhooks/webhook';
import type { WebhookFigures } from '../store/webhook-figures';
import { lookedUpGauges, secondsSince } from './looked-up-gauges';

/** What the delivery of webhooks counts of itself. Labels come from closed lists only: no workspace, no webhook, no host. */
export interface WebhookMetrics {
  readonly registry: Registry;
  attempted(result: DeliveryResult): void;
}

interface Parts {
  /** Of this moment. */
  readonly figures: (now: number) => Promise<WebhookFigures>;
  readonly clock: Clock;
  readonly log: Logger;
}

const STATUSES = ['active', 'paused', 'failing', 'gone'] as const;

/** Counts of this process, and the state of all webhooks, looked up when somebody asks: each replica tells the whole. */
export function createWebhookMetrics(parts: Parts): WebhookMetrics {
  const registry = new Registry();
  const attempts = new Counter({
    name: 'headwater_webhook_attempts_total',
    help: 'Attempts to deliver a notice to a webhook: delivered, or why not',
    labelNames: ['result'],
    registers: [registry],
  });
  lookedUpGauges(
    registry,
    { of: 'the webhooks', ...parts },
    {
      headwater_webhooks: {
        help: 'Webhooks that are active, or why they are disabled',
        label: 'status',
        fill: (gauge, { webhooks }) => {
          for (const status of STATUSES) gauge.set({ status }, webhooks[status] ?? 0);
        },
      },
      headwater_webhook_deliveries_pending: {
        help: 'Deliveries to active webhooks that are still to be made, or made again',
        fill: (gauge, { pending }) => gauge.set(pending),
      },
      headwater_webhook_oldest_pending_seconds: {
        help: 'How long the first pending delivery has been wanted; up to three days where a receiver fails',
        fill: (gauge, { oldestAt }, now) => gauge.set(secondsSince(oldestAt, now)),
      },
      headwater_webhook_overdue_seconds: {
        help: 'How long a delivery has been due without being tried',
        fill: (gauge, { nextAt }, now) => gauge.set(secondsSince(nextAt, now)),
      },
    },
  );
  return {
    registry,
    attempted: (result) => attempts.inc({ result: result.ok ? 'delivered' : result.problem }),
  };
}
