import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { NOTICE_RETENTION_MS } from '../domain/notice';
import type { WebhooksStore } from '../store/webhooks-store';

const EVERY_MS = 60 * 60 * 1_000;

/** Deletes notices and secrets whose time is over, every hour. A failure is logged; the next turn tries again. */
export function startHourlySweep({
  store,
  clock,
  log,
}: {
  readonly store: Pick<WebhooksStore, 'sweepNotices' | 'sealWebhookSecrets'>;
  readonly clock: Clock;
  readonly log: Logger;
}): { stop(): Promise<void> } {
  let isStopped = false;
  const sweep = async (): Promise<void> => {
    const now = clock.now();
    const before = now - NOTICE_RETENTION_MS;
    while (!isStopped && (await store.sweepNotices(before)) > 0);
    await store.sealWebhookSecrets(now);
  };
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = sweep().catch((error: unknown) => {
      log.warn({ err: error }, 'could not delete old notices and secrets');
    });
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      isStopped = true;
      await underWay;
    },
  };
}
