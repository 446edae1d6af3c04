import { NO_EVENT_ID, type DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import type { SentTo } from '../domain/draft-event';
import { isUuid } from '../domain/event-limits';
import type { Drop } from '../domain/pipeline';

/** Notes what was dropped, for receipts and for the numbers of a site's traffic. */
export interface DropRecorder {
  /** Never in the sender's way. @param at when they came, Unix ms */
  record(site: SentTo, drops: readonly Drop[], at: number): void;
  /** Tries once more to write what waits. */
  close(): Promise<void>;
}

export interface DropRecorderOptions {
  /** Writes a batch; sent again with its token it must be written once. */
  readonly write: (rows: readonly DroppedEventRow[], token: string) => Promise<void>;
  readonly newToken: () => string;
  /** Told of each failed try. */
  readonly onFailure: (error: unknown) => void;
  /** Told of rows that are given up. */
  readonly onLost: (rows: number) => void;
  /** How long the first row of a batch waits for others, and a failed batch for its next try. */
  readonly batchMs: number;
  /** Rows held in memory; beyond it the newest are given up. */
  readonly capacity: number;
}

interface Batch {
  readonly rows: readonly DroppedEventRow[];
  readonly token: string;
}

/**
 * Gathers drops in memory and writes them in the background. They were never accepted, so a crash may cost the last
 * half second of them: their senders have been told already.
 */
export function dropRecorder({
  write,
  newToken,
  onFailure,
  onLost,
  batchMs,
  capacity,
}: DropRecorderOptions): DropRecorder {
  let waiting: DroppedEventRow[] = [];
  let batch: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  const held = (): number => waiting.length + (batch?.rows.length ?? 0);
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
      while (held() > 0) {
        batch ??= { rows: waiting.splice(0), token: newToken() };
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
      const room = Math.max(0, capacity - held());
      if (drops.length > room) onLost(drops.length - room);
      if (drops.length === 0 || room === 0) return;
      waiting.push(...drops.slice(0, room).map((drop) => droppedRow(site, drop, at)));
      schedule();
    },
    close: async () => {
      await running;
      await flush();
      clearTimeout(timer);
      timer = undefined;
      if (held() > 0) onLost(held());
      waiting = [];
    },
  };
}

function droppedRow({ workspaceId, siteId }: SentTo, drop: Drop, at: number): DroppedEventRow {
  return {
    workspace_id: workspaceId,
    site_id: siteId,
    event_id: isUuid(drop.id) ? drop.id : NO_EVENT_ID,
    dropped_at: new Date(at).toISOString(),
    reason: drop.reason,
    bot_reason: drop.botReason ?? '',
  };
}
