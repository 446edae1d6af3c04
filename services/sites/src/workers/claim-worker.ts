import type { Logger } from '@headwater/kit/log';
import { oncePerMinute, startPeriodic } from '@headwater/kit/periodic';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';

/**
 * A queue of due rows in Postgres. Replicas claim rows with `FOR UPDATE SKIP LOCKED` and a lease: no row has two workers, and
 * another replica takes over the rows of a crashed one when their leases expire.
 */
export interface ClaimQueue<Claim extends { readonly workspaceId: number }> {
  /** For log messages, such as `webhook delivery`. */
  readonly name: string;
  /** Max claims in flight per replica. */
  readonly slots: number;
  /** How often to poll for due rows. A finished claim also polls, so that its slot does not stay empty. */
  readonly intervalMs: number;
  /** Nothing is claimed while it returns false. */
  readonly isEnabled: () => boolean;
  readonly log: Logger;
  /** Claims up to `max` due rows of all workspaces. */
  readonly claim: (options: {
    readonly max: number;
    readonly inFlight: readonly Claim[];
  }) => Promise<readonly Claim[]>;
  /** Does the work of one claim in its workspace, then finishes or releases it. After an error the row is due again when its lease expires. */
  readonly work: (claim: Claim, stopping: AbortSignal) => Promise<void>;
}

/** Starts to claim and work. `stop` aborts the claims in flight and waits for them. */
export function startClaimWorker<Claim extends { readonly workspaceId: number }>(
  queue: ClaimQueue<Claim>,
): { stop(): Promise<void> } {
  const { name, slots, intervalMs, isEnabled, log, claim, work } = queue;
  const stopping = new AbortController();
  const inFlight = new Map<Promise<void>, Claim>();
  const report = oncePerMinute((err) => {
    // The readiness check logs outages of Postgres.
    if (!stopping.signal.aborted && !isPostgresUnavailable(err))
      log.warn({ err }, `${name} failed; retrying`);
  });

  const start = (each: Claim): void => {
    const running = inWorkspace(each.workspaceId, () => work(each, stopping.signal))
      .catch(report)
      .finally(() => {
        inFlight.delete(running);
        poll().catch(report);
      });
    inFlight.set(running, each);
  };
  const fillSlots = async (): Promise<void> => {
    const max = slots - inFlight.size;
    if (max === 0 || stopping.signal.aborted) return;
    for (const each of await claim({ max, inFlight: [...inFlight.values()] })) start(each);
  };
  let polling: Promise<void> | undefined;
  const poll = (): Promise<void> =>
    (polling ??= fillSlots().finally(() => {
      polling = undefined;
    }));
  const polls = startPeriodic(poll, { intervalMs, isEnabled, onError: report });
  return {
    stop: async () => {
      stopping.abort();
      await polls.stop();
      await polling?.catch(() => undefined);
      await Promise.all(inFlight.keys());
    },
  };
}
