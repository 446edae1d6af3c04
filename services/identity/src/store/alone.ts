import type { Pool } from '@headwater/kit/pg/pool';
import { underLock } from '@headwater/kit/pg/under-lock';

/** Runs `work` unless another replica is at it. @returns whether it ran. */
export async function alone(pool: Pool, name: string, work: () => Promise<void>): Promise<boolean> {
  const ran = await underLock(pool, name, async () => {
    await work();
    return true;
  });
  return ran === true;
}
