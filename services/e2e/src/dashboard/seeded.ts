import { startProcess } from '../child-process';
import { startAllInOne } from '../start-all-in-one';
import type { System } from '../system';

/** A Headwater with the demo site of 90 days, by default of few visitors a day. */
export async function startSeeded({ visitorsPerDay = 30 } = {}): Promise<System> {
  const system = await startAllInOne();
  const seed = startProcess('seed', { DATA_DIR: system.dataDir, SEED_VISITORS_PER_DAY: `${visitorsPerDay}` });
  const code = await seed.ended;
  if (code === 0) return system;
  await system.stop();
  throw new Error(`the seed ended with ${code}:\n${seed.output()}`);
}
