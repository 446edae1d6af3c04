import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How far the log has been shipped, and the batch that was under way. */
export interface Cursor {
  /** File of the batch. */
  readonly name: string;
  /** The batch's first byte: everything before it is stored. */
  readonly from: number;
  /** Its end. */
  readonly to: number;
}

const shape = z.strictObject({
  name: z.string(),
  from: z.int().nonnegative(),
  to: z.int().nonnegative(),
});

const FILE = 'cursor.json';

/** The cursor as last written; undefined when there is none or it cannot be read: then the log is shipped from its start. */
export async function readCursor(directory: string): Promise<Cursor | undefined> {
  try {
    return shape.parse(JSON.parse(await readFile(join(directory, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * Replaces the cursor in one step. Not synced: after a loss of power an older one may stand there, and what is shipped
 * anew is recognised by its token and its event ids.
 */
export async function writeCursor(directory: string, cursor: Cursor): Promise<void> {
  const path = join(directory, FILE);
  await writeFile(`${path}.new`, JSON.stringify(cursor), { mode: 0o600 });
  await rename(`${path}.new`, path);
}
