import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Logger } from '@headwater/kit/log';
import type { EventLog } from './event-log';
import { leftLogDirectories, logDirectoryOf } from './log-directories';
import { openEventLog, type EventLogSettings } from './open-event-log';
import { shipLeftLogs } from './ship-left-logs';

/** Which of several processes this is, from 0, and how many there are. */
export interface ProcessPlace {
  readonly number: number;
  readonly of: number;
}

/**
 * Opens this process's log, with its part of the room. The first process ships the logs of processes that are no more, too.
 *
 * @throws Error when a directory cannot be used.
 */
export async function openEventLogs(
  clickhouse: ClickHouseClient,
  { logDir, logMaxMib, batchMs }: EventLogSettings,
  { place, log }: { readonly place: ProcessPlace; readonly log: Logger },
): Promise<EventLog> {
  const open = (directory: string): Promise<EventLog> =>
    openEventLog(clickhouse, { logDir: directory, logMaxMib: logMaxMib / place.of, batchMs }, log);
  const own = await open(logDirectoryOf(logDir, place.number));
  if (place.number > 0) return own;
  const left = shipLeftLogs(await leftLogDirectories(logDir, place.of), open, (directory, err) =>
    log.warn({ directory, err }, 'the log of a former process cannot be shipped yet'),
  );
  return {
    append: (lines) => own.append(lines),
    settled: (ms) => own.settled(ms),
    waitingMs: () => Math.max(own.waitingMs(), left.waitingMs()),
    isTaking: () => own.isTaking(),
    close: async () => {
      await Promise.all([own.close(), left.close()]);
    },
  };
}
