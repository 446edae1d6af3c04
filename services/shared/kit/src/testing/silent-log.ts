import { createLog, type Logger } from '../log';

/** A log that says nothing. */
export function silentLog(): Logger {
  return createLog('test', 'silent');
}

/** A log whose lines are kept, to be searched by a test. */
export function recordedLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog('test', 'trace', { write: (line) => void lines.push(line) }), lines };
}
