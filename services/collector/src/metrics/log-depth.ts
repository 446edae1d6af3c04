import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';

/**
 * Shows how many bytes of events wait on disk, looked up when somebody asks, and how many may. Of all processes that
 * share the folder: each tells the whole, so together they tell the most that one has seen.
 */
export function watchLogDepth(
  registry: Registry,
  { directory, maxBytes }: { readonly directory: string; readonly maxBytes: number },
): void {
  new Gauge({
    name: 'headwater_log_bytes',
    help: 'Size of the event log on disk: what ClickHouse does not have yet, and a file that is being written',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      this.set(await sizeOf(directory));
    },
  });
  new Gauge({
    name: 'headwater_log_max_bytes',
    help: 'Size of the event log beyond which senders are told to come back',
    registers: [registry],
    aggregator: 'max',
  }).set(maxBytes);
}

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  // A file that was shipped meanwhile is gone: it waits no more.
  const sizes = names.map((name) =>
    stat(join(directory, name)).then(
      (entry) => (entry.isFile() ? entry.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
