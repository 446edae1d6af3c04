import { BULK_ROWS, signUps, type WorkKind } from './accounts';
import { createBareAccounts } from './bare-accounts';
import { closedLoop, type LoopResult } from './closed-loop';

/** One round of work. */
export interface BareRound {
  readonly kind: WorkKind;
  readonly atOnce: number;
  readonly ms: number;
  /** Goes on beyond `ms` until so many are done. */
  readonly atLeast?: number;
}

/** What a round took. */
export interface BareResult extends LoopResult {
  readonly cpuMs: number;
}

/** The HMAC and the SQL in this process, for nobody. Told of each round by its parent, and answers with the result. */
export function loopBareIdentity(databaseUrl: string): void {
  const accounts = createBareAccounts(databaseUrl);
  const next = signUps('bare');
  const calls: Record<WorkKind, () => Promise<unknown>> = {
    single: () => accounts.identify(next()),
    bulk: () => accounts.identifyInBulk(Array.from({ length: BULK_ROWS }, next)),
  };
  process.on('message', ({ kind, ...loop }: BareRound) => {
    const before = process.cpuUsage();
    void closedLoop({ ...loop, call: calls[kind] }).then((found) => {
      const { user, system } = process.cpuUsage(before);
      process.send?.({ ...found, cpuMs: (user + system) / 1_000 } satisfies BareResult);
    });
  });
  process.once('disconnect', () => process.exit(0));
}
