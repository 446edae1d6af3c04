import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from './child-process';
import type { System } from './system';

/** A system that `npm run seed` finds. */
export interface AllInOne extends System {
  readonly dataDir: string;
}

/** `npm start` on a data directory and ports of its own. */
export async function startAllInOne(): Promise<AllInOne> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-e2e-'));
  chmodSync(dataDir, 0o711); // as root, Postgres runs under another account that has to pass through
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
    // Receivers of the tests are on this machine.
    WEBHOOK_TARGETS: 'any',
    ...Object.fromEntries(free.map((name) => [name, '0'])),
  });
  await running.line(
    'that it is ready',
    (line) => (line.includes('Headwater is ready') ? line : undefined),
    60_000,
  );
  const addresses = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as {
    apiUrl: string;
    collectUrl: string;
  };
  return {
    ...addresses,
    dataDir,
    token: readFileSync(join(dataDir, 'token'), 'utf8').trim(),
    stop: async () => {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
