import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Logger } from '@headwater/kit/log';
import { oncePerMinute, startPeriodic } from '@headwater/kit/periodic';
import { deliverToClickhouse } from './deliver-batch';
import { deliverDerived } from './deliver-derived';
import { dropDuplicates, type DropDuplicatesOptions } from './event-claims';
import { dropErased, dropPurged, type DropErasedOptions, type DropPurgedOptions } from './drop-deleted';
import { DurableEventLog, type EventLog, type LogObserver } from './log/durable-event-log';

export interface EventLogSettings {
  readonly logDir: string;
  readonly logMaxMib: number;
  readonly batchMs: number;
}

/** The number of this process, from 0, and the number of processes. */
export interface ProcessPosition {
  readonly number: number;
  readonly of: number;
}

export interface EventLogOptions
  extends
    Pick<DropPurgedOptions, 'purgedSites'>,
    Pick<DropErasedOptions, 'findErasures'>,
    Pick<DropDuplicatesOptions, 'claimIds'> {
  readonly onPurged: DropPurgedOptions['onDropped'];
  readonly onErased: DropErasedOptions['onDropped'];
  readonly onDuplicates: DropDuplicatesOptions['onDropped'];
  readonly clickhouse: ClickHouseClient;
  readonly position: ProcessPosition;
  readonly log: Logger;
}

/**
 * Opens the log of this process, with its share of the size. The first process also ships the logs of processes that no longer
 * exist because `COLLECTOR_PROCESSES` was reduced.
 *
 * @throws Error when a directory cannot be used.
 */
export async function openEventLogs(
  { logDir, logMaxMib, batchMs }: EventLogSettings,
  options: EventLogOptions,
): Promise<EventLog> {
  const { position, log } = options;
  const open = (directory: string): Promise<EventLog> =>
    openEventLog({ logDir: directory, logMaxMib: logMaxMib / position.of, batchMs }, options);
  const own = await open(logDirectoryOf(logDir, position.number));
  if (position.number > 0) return own;
  const abandoned = shipAbandonedLogs(await abandonedDirectories(logDir, position.of), open, log);
  return {
    append: (lines) => own.append(lines),
    shipped: (ms) => own.shipped(ms),
    waitingMs: () => Math.max(own.waitingMs(), abandoned.waitingMs()),
    isAccepting: () => own.isAccepting(),
    close: async () => {
      await Promise.all([own.close(), abandoned.close()]);
    },
  };
}

/** The log of one directory, shipped to ClickHouse without the events of purged sites and of erased visitors, and without duplicates. */
function openEventLog(
  { logDir, logMaxMib, batchMs }: EventLogSettings,
  options: EventLogOptions,
): Promise<EventLog> {
  const { clickhouse, purgedSites, findErasures, claimIds, onPurged, onErased, onDuplicates, log } = options;
  const deliver = deliverToClickhouse(clickhouse, (reason) =>
    log.error({ reason }, 'clickhouse rejected an event; it is in dead_letters'),
  );
  const onIncorrect = (): void =>
    log.error('sessions still differed after many corrections; the next event of their visitors continues');
  return DurableEventLog.open({
    directory: logDir,
    maxBytes: logMaxMib * 1024 * 1024,
    batchMs,
    deliver: dropPurged({
      deliver: dropErased({
        deliver: dropDuplicates({
          deliver: deliverDerived(clickhouse, deliver, onIncorrect),
          claimIds,
          onDropped: onDuplicates,
        }),
        findErasures,
        onDropped: onErased,
      }),
      purgedSites,
      onDropped: onPurged,
    }),
    observer: logObserver(log),
    random: Math.random,
  });
}

function logObserver(log: Logger): LogObserver {
  let lastRefusal = -Infinity;
  return {
    recovered: (found) => {
      if (found.damagedBytes > 0) log.error(found, 'event log damaged; the undamaged part was read');
      else log.info(found, 'event log of the previous run found; it will be shipped');
    },
    shippingFailed: (err, attempt) => {
      // The second attempt often succeeds.
      if (attempt !== 1) log.warn({ err, attempt }, 'shipping failed; the events stay in the log');
    },
    damaged: (bytes) => log.error({ bytes }, 'damaged part of the event log skipped'),
    refused: (err) => {
      // At most one line per second.
      if (performance.now() - lastRefusal < 1_000) return;
      lastRefusal = performance.now();
      log.error({ err }, 'events refused: the event log cannot store them; senders retry');
    },
  };
}

/** Returns the directory of a process: the first one uses the folder itself, like a single process. */
export function logDirectoryOf(logDir: string, processNumber: number): string {
  return processNumber === 0 ? logDir : join(logDir, `process-${processNumber}`);
}

/** Directories of processes that no longer exist. Each is removed when its events are shipped. @param processes the number of processes */
export async function abandonedDirectories(logDir: string, processes: number): Promise<string[]> {
  const entries = await readdir(logDir);
  return entries
    .filter((entry) => Number(/^process-(\d{1,2})$/.exec(entry)?.[1] ?? 0) >= processes)
    .map((entry) => join(logDir, entry));
}

const CHECK_MS = 1_000;
const RETRY_MS = 5_000;

/** Ships abandoned logs in the background, and removes their directories when they are empty. */
function shipAbandonedLogs(
  directories: readonly string[],
  open: (directory: string) => Promise<EventLog>,
  log: Logger,
): Pick<EventLog, 'waitingMs' | 'close'> {
  const opened = new Set<EventLog>();

  const ship = async (directory: string, signal: AbortSignal): Promise<boolean> => {
    const abandoned = await open(directory);
    opened.add(abandoned);
    let isEmpty = false;
    while (!isEmpty && !signal.aborted) isEmpty = await abandoned.shipped(CHECK_MS);
    opened.delete(abandoned);
    await abandoned.close();
    if (isEmpty) await rm(directory, { recursive: true });
    return isEmpty;
  };

  const tasks = directories.map((directory) => {
    let isDone = false;
    return startPeriodic(
      async (signal) => {
        isDone ||= await ship(directory, signal);
      },
      {
        intervalMs: RETRY_MS,
        onError: oncePerMinute((err) =>
          log.warn({ directory, err }, 'abandoned event log cannot be shipped yet'),
        ),
      },
    );
  });
  return {
    waitingMs: () => Math.max(0, ...Array.from(opened, (each) => each.waitingMs())),
    close: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}
