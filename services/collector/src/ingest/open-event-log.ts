import type { ClickHouseClient } from '@headwater/kit/clickhouse/client';
import type { Logger } from '@headwater/kit/log';
import { shipEvents } from '../store/ship-events';
import { deliverOrBury } from './log/deliver-or-bury';
import { DurableEventLog, type LogObserver } from './log/durable-event-log';

export interface EventLogSettings {
  readonly logDir: string;
  readonly logMaxMib: number;
  readonly batchMs: number;
}

/** The log on the local disk, shipped to ClickHouse. @throws Error when its directory cannot be used. */
export function openEventLog(
  clickhouse: ClickHouseClient,
  { logDir, logMaxMib, batchMs }: EventLogSettings,
  log: Logger,
): Promise<DurableEventLog> {
  const onBuried = (reason: string): void =>
    log.error({ reason }, 'ClickHouse refused an event for what it holds; it is kept in dead_letters');
  return DurableEventLog.open({
    directory: logDir,
    maxBytes: logMaxMib * 1024 * 1024,
    batchMs,
    deliver: deliverOrBury(shipEvents(clickhouse, onBuried)),
    observer: observer(log),
    random: Math.random,
  });
}

function observer(log: Logger): LogObserver {
  // Under load one line a second tells as much as thousands.
  let lastRefusal = -Infinity;
  return {
    recovered: (what) => {
      if (what.damagedBytes > 0) log.error(what, 'the event log is damaged; the rest of it was read');
      else log.info(what, 'events of the last run are in the log and will be shipped');
    },
    shippingFailed: (err, attempt) => {
      // A first failure is often over at the second try.
      if (attempt !== 1) log.warn({ err, attempt }, 'events wait in the log: ClickHouse does not take them');
    },
    damaged: (bytes) => log.error({ bytes }, 'a part of the event log is damaged and was passed over'),
    refused: (err) => {
      if (performance.now() - lastRefusal < 1_000) return;
      lastRefusal = performance.now();
      log.error(
        { err },
        'events are refused: the log cannot take them; their senders were told to come back',
      );
    },
  };
}
