import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';

export interface LogDepthOptions {
  readonly directory: string;
  readonly maxBytes: number;
  /** For how long the oldest event waits, in milliseconds. */
  readonly waitingMs: () => number;
  /** Told when the size cannot be read; then it is not shown, since a wrong number would hide that the log fills. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Shows how many bytes of events wait on disk and for how long, looked up when somebody asks, and how many may. Of all processes that
 * share the folder: each tells the whole, so together they tell the most that one has seen.
 */
export function watchLogDepth(
  registry: Registry,
  { directory, maxBytes, waitingMs, onFailure }: LogDepthOptions,
): void {
  new Gauge({
    name: 'headwater_log_bytes',
    help: 'Size of the event log on disk: what ClickHouse does not have yet, and two files that are written and made ready',
    registers: [registry],
    aggregator: 'max',
    async collect() {
      try {
        this.set(await sizeOf(directory));
      } catch (error) {
        this.remove();
        onFailure(error);
      }
    },
  });
  new Gauge({
    name: 'headwater_log_max_bytes',
    help: 'Size of the event log beyond which senders are told to come back',
    registers: [registry],
    aggregator: 'max',
  }).set(maxBytes);
  new Gauge({
    name: 'headwater_log_oldest_seconds',
    help: 'For how long the oldest event of the log has been waiting for ClickHouse; 0 when it has all',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(waitingMs() / 1_000);
    },
  });
}

async function sizeOf(directory: string): Promise<number> {
  const names = await unlessGone(readdir(directory, { recursive: true }), []);
  const sizes = names.map(async (name) => {
    const entry = await unlessGone(stat(join(directory, name)), undefined);
    return entry?.isFile() ? entry.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** A file that was shipped meanwhile is gone, and the folder of a former process: nothing waits there any more. */
async function unlessGone<T>(looked: Promise<T>, nothing: T): Promise<T> {
  try {
    return await looked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing;
    throw error;
  }
}
