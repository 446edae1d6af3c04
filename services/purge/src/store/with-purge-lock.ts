import type { Pool } from '@headwater/kit/pg/pool';
import { underLock } from '@headwater/kit/pg/under-lock';

/**
 * Runs `work` unless another process runs its own under the lock. A process that dies frees it. Should its connection be lost
 * while `work` runs elsewhere, that goes on: every step is safe to run twice.
 *
 * @returns undefined when another holds it.
 */
export function withPurgeLock<T>(pool: Pool, work: () => Promise<T>): Promise<T | undefined> {
  return underLock(pool, 'headwater purge', work);
}
