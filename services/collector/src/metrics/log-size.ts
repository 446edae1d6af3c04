import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Gauge, type Registry } from 'prom-client';

export interface LogSizeOptions {
  readonly directory: string;
  readonly maxBytes: number;
  /** Returns how long the oldest event has been waiting, in milliseconds. */
  readonly waitingMs: () => number;
  /** Called when the size cannot be read. The gauge is then absent: a wrong number would hide a log that fills up. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Adds gauges for size, maximum size and age of the event log. Every process reports the total of all processes that share the
 * folder; aggregate with max.
 */
export function watchLogSize(
  registry: Registry,
  { directory, maxBytes, waitingMs, onFailure }: LogSizeOptions,
): void {
  new Gauge({
    name: 'headwater_log_bytes',
    help: 'Size of the event log on disk, in bytes: events that ClickHouse has not stored yet, and the file that is being written',
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
    help: 'Max size of the event log, in bytes; beyond it, the collector returns 503',
    registers: [registry],
    aggregator: 'max',
  }).set(maxBytes);
  new Gauge({
    name: 'headwater_log_oldest_seconds',
    help: 'Age of the oldest event in the log that ClickHouse has not stored yet, in seconds; 0 without any',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(waitingMs() / 1_000);
    },
  });
}

async function sizeOf(directory: string): Promise<number> {
  const names = await emptyIfMissing(readdir(directory, { recursive: true }), []);
  const sizes = names.map(async (name) => {
    const entry = await emptyIfMissing(stat(join(directory, name)), undefined);
    return entry?.isFile() ? entry.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Files are deleted when they are shipped, possibly between listing and reading them. */
async function emptyIfMissing<T>(reading: Promise<T>, empty: T): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
}
