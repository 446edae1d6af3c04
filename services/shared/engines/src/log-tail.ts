import { existsSync, readFileSync } from 'node:fs';

const TAIL_LINES = 12;

/** Last lines of an engine's log file, for the error that says why it did not start. */
export function logTail(file: string): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
