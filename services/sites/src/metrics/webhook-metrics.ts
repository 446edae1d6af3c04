import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { Counter, Gauge, Registry } from 'prom-client';
import type { DeliveryResult } from '../domain/webhooks/webhook';
import type { WebhookFigures } from '../store/webhook-figures';

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
  const show = showing(registry, parts);
  show('headwater_webhooks', 'Webhooks that are active, or why they are disabled', (gauge, { webhooks }) => {
    for (const status of STATUSES) gauge.set({ status }, webhooks[status] ?? 0);
  });
  show(
    'headwater_webhook_deliveries_pending',
    'Deliveries to active webhooks that are still to be made, or made again',
    (gauge, { pending }) => gauge.set(pending),
  );
  show(
    'headwater_webhook_oldest_pending_seconds',
    'How long the first pending delivery has been wanted; up to three days where a receiver fails',
    (gauge, { oldestAt }, now) => gauge.set(secondsSince(oldestAt, now)),
  );
  show(
    'headwater_webhook_overdue_seconds',
    'How long a delivery has been due without being tried',
    (gauge, { nextAt }, now) => gauge.set(secondsSince(nextAt, now)),
  );
  return {
    registry,
    attempted: (result) => attempts.inc({ result: result.ok ? 'delivered' : result.problem }),
  };
}

type Fill = (gauge: Gauge, figures: WebhookFigures, now: number) => void;

/** Gauges that one look fills. When that fails they are not shown: a wrong number would hide that notices wait. */
function showing(
  registry: Registry,
  { figures, clock, log }: Parts,
): (name: string, help: string, fill: Fill) => void {
  let look: Promise<readonly [WebhookFigures, number] | undefined> | undefined;
  const looked = () =>
    (look ??= Promise.resolve(clock.now())
      .then(async (now) => [await figures(now), now] as const)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not look up how the webhooks fare');
        return undefined;
      })
      .finally(() => {
        look = undefined;
      }));
  return (name, help, fill) => {
    const labelNames = name === 'headwater_webhooks' ? ['status'] : [];
    new Gauge({
      ...{ name, help, labelNames },
      registers: [registry],
      async collect() {
        const found = await looked();
        // Of no labels `reset` makes a zero.
        if (labelNames.length > 0) this.reset();
        else this.remove();
        if (found) fill(this, ...found);
      },
    });
  };
}

function secondsSince(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.max(0, (now - at) / 1_000);
}
