import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { System } from './api';
import { startProcess } from './child-process';

/** A system with the data directory that `npm run seed` needs. */
interface AllInOne extends System {
  readonly dataDir: string;
}

/** Starts all-in-one with a temporary data directory, free ports and further settings. */
export async function startAllInOne(settings: Readonly<Record<string, string>> = {}): Promise<AllInOne> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-e2e-'));
  chmodSync(dataDir, 0o711); // as root, Postgres runs as another user, which needs to traverse it
  const free = [
    'GATEWAY_PORT',
    'COLLECTOR_PORT',
    'COLLECTOR_GRPC_PORT',
    'SITES_PORT',
    'IDENTITY_PORT',
    'ANALYTICS_PORT',
  ];
  const running = startProcess('all-in-one', {
    DATA_DIR: dataDir,
    // The webhook receivers of the tests run on localhost.
    WEBHOOK_TARGETS: 'any',
    ...Object.fromEntries(free.map((name) => [name, '0'])),
    ...settings,
  });
  const stop = async (): Promise<void> => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const isReady = (line: string) => (line.includes('Headwater is ready') ? line : undefined);
    await running.line('that it is ready', isReady, 120_000);
  } catch (error) {
    await stop();
    throw error;
  }
  const addresses = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as {
    apiUrl: string;
    collectUrl: string;
  };
  return {
    ...addresses,
    dataDir,
    token: readFileSync(join(dataDir, 'token'), 'utf8').trim(),
    stop,
  };
}

/** Starts all-in-one with the demo site: by default 90 days of events with few visitors. */
export async function startSeeded({ visitorsPerDay = 30, days = 90 } = {}): Promise<System> {
  const system = await startAllInOne();
  const seed = startProcess('seed', {
    DATA_DIR: system.dataDir,
    SEED_VISITORS_PER_DAY: `${visitorsPerDay}`,
    SEED_DAYS: `${days}`,
  });
  const code = await seed.ended;
  if (code === 0) return system;
  await system.stop();
  throw new Error(`npm run seed exited with ${code}:\n${seed.output()}`);
}
