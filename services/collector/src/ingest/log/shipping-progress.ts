import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isBefore, type Position } from './disk-log';

/** The shipped part of the log, and the batch that is being shipped. */
export interface Cursor {
  /** File of the batch. */
  readonly name: string;
  /** The batch's first byte: everything before it is stored. */
  readonly from: number;
  /** The end of the batch. */
  readonly to: number;
}

const shape = z.strictObject({
  name: z.string(),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});

const FILE = 'cursor.json';

/** Reads the cursor. Undefined when there is none or it is damaged: then the log is shipped from its start. */
export async function readCursor(directory: string): Promise<Cursor | undefined> {
  try {
    return shape.parse(JSON.parse(await readFile(join(directory, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Replaces the cursor atomically, without a sync: after a power loss an older cursor may be read. Events that are shipped again
 * are recognised by the batch's token and by their ids.
 */
export async function writeCursor(directory: string, cursor: Cursor): Promise<void> {
  const path = join(directory, FILE);
  await writeFile(`${path}.new`, JSON.stringify(cursor), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Checkpoint resolution: max(1 s, 1 % of the wait), so that a week of waiting has some hundred checkpoints. */
const RESOLUTION_MS = 1_000;
const RESOLUTION_SHARE = 0.01;

/** The records that became durable from a time on, up to a position. */
interface Checkpoint {
  readonly sinceMs: number;
  until: Position;
}

/** Measures how long the oldest record has been waiting to be shipped. Times are monotonic milliseconds. */
export class WaitingTime {
  private readonly checkpoints: Checkpoint[] = [];

  /** Reports that all records before `until` are durable. */
  durable(until: Position, now: number): void {
    const [first, last] = [this.checkpoints[0], this.checkpoints.at(-1)];
    const resolution = Math.max(RESOLUTION_MS, (now - (first?.sinceMs ?? now)) * RESOLUTION_SHARE);
    if (!last || now - last.sinceMs > resolution) this.checkpoints.push({ sinceMs: now, until });
    else last.until = until;
  }

  /** Reports that all records before `at` are stored. */
  shipped(at: Position): void {
    const next = this.checkpoints.findIndex(({ until }) => isBefore(at, until));
    this.checkpoints.splice(0, next < 0 ? this.checkpoints.length : next);
  }

  /** Returns the wait in milliseconds, 0 while no record waits. */
  ms(now: number): number {
    const [first] = this.checkpoints;
    return first ? now - first.sinceMs : 0;
  }
}
