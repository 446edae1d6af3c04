import { randomUUID } from 'node:crypto';
import { NO_EVENT_ID, type DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import type { SentTo } from '../domain/draft-event';
import { isUuid } from '../domain/event-limits';
import type { Drop } from '../domain/pipeline';
import { scrubText } from '../domain/scrub';

type SiteOf = Pick<SentTo, 'workspaceId' | 'siteId'>;

/** Records dropped events, for receipts and traffic quality. */
export interface DropRecorder {
  /** Returns immediately; the rows are written in the background. @param at arrival of the events, Unix ms */
  record(site: SiteOf, drops: readonly Drop[], at: number): void;
  /** Tries once more to write the queued rows. */
  close(): Promise<void>;
}

export interface DropRecorderOptions {
  /** Writes a batch; a repeat with the same token must be ignored. */
  readonly write: (rows: readonly DroppedEventRow[], token: string) => Promise<void>;
  /** Called with the error of each failed attempt. */
  readonly onFailure: (error: unknown) => void;
  /** Called with the number of rows that are discarded. */
  readonly onDiscard: (rows: number) => void;
  /** Max time that a row waits for others, and pause after a failed attempt. */
  readonly batchMs: number;
  /** Max queued rows; further rows are discarded. */
  readonly capacity: number;
}

interface Batch {
  readonly rows: readonly DroppedEventRow[];
  readonly token: string;
}

/**
 * Queues drops in memory and writes them in the background. A crash may lose the last half second of them: their senders have
 * received the drop reasons already.
 */
export function createDropRecorder({
  write,
  onFailure,
  onDiscard,
  batchMs,
  capacity,
}: DropRecorderOptions): DropRecorder {
  let queue: DroppedEventRow[] = [];
  let batch: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const queued = (): number => queue.length + (batch?.rows.length ?? 0);
  const schedule = (): void => {
    timer ??= setTimeout(() => void flush(), batchMs);
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    running ??= writeAll().finally(() => {
      running = undefined;
    });
    return running;
  };

  const writeAll = async (): Promise<void> => {
    try {
      while (queued() > 0) {
        batch ??= { rows: queue.splice(0), token: randomUUID() };
        await write(batch.rows, batch.token);
        batch = undefined;
      }
    } catch (error) {
      onFailure(error);
      schedule();
    }
  };

  return {
    record: (site, drops, at) => {
      const room = Math.max(0, capacity - queued());
      if (drops.length > room) onDiscard(drops.length - room);
      if (drops.length === 0 || room === 0) return;
      queue.push(...drops.slice(0, room).map((drop) => droppedRow(site, drop, at)));
      schedule();
    },
    close: async () => {
      await running;
      await flush();
      clearTimeout(timer);
      timer = undefined;
      if (queued() > 0) onDiscard(queued());
      queue = [];
    },
  };
}

function droppedRow({ workspaceId, siteId }: SiteOf, drop: Drop, at: number): DroppedEventRow {
  return {
    workspace_id: workspaceId,
    site_id: siteId,
    event_id: isUuid(drop.id) ? drop.id : NO_EVENT_ID,
    dropped_at: new Date(at).toISOString(),
    reason: drop.reason,
    bot_reason: drop.botReason ?? '',
    ...(drop.problem && { ...drop.problem, field: scrubText(drop.problem.field) }),
  };
}
