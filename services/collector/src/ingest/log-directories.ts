import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^process-(\d{1,2})$/;

/** Where the log of one of several processes lies: the first has the folder itself, as a process alone does. */
export function logDirectoryOf(logDir: string, processNumber: number): string {
  return processNumber === 0 ? logDir : join(logDir, `process-${processNumber}`);
}

/** Folders of processes that are no more, since there are fewer now. */
export async function leftLogDirectories(logDir: string, processes: number): Promise<string[]> {
  const entries = await readdir(logDir);
  return entries
    .filter((entry) => Number(NAME.exec(entry)?.[1] ?? 0) >= processes)
    .map((entry) => join(logDir, entry));
}
